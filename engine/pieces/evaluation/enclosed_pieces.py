"""Evaluation of games in which enclosed pieces change sides, as in Reversi.

Many moves and few pieces are good there until the end comes near; pieces that never change sides
again, from the corners on, are good at any time. Nets and square tables are not used.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    ROW,
)
from cython.cimports.amalthea.engine.pieces.moves.enclosing import count_enclosed
from cython.cimports.amalthea.engine.pieces.moves.explosions import BLAST, blast_cell
from cython.cimports.libc.string import memset

_NAMES = ("mobility", "stable pieces", "corners", "pieces")
_MOVE = cython.declare(cython.int, 20)  # cp
_FRONTIER = cython.declare(cython.int, 8)  # cp that a piece next to an empty cell costs
_STABLE = cython.declare(cython.int, 60)  # cp
_BESIDE_CORNER = cython.declare(cython.int, 15)  # cp that a piece beside an empty corner costs
_BEFORE_CORNER = cython.declare(cython.int, 60)  # likewise, on the diagonal
_PIECE = cython.declare(cython.int, 60)  # cp, when the board is full
_LATE = cython.declare(cython.int, 20)  # empty cells: with fewer of them pieces count


class EnclosedPiecesEvaluator(DelegatingEvaluator):
    def __init__(self, state, inner):
        """Wrap an evaluator, of which only the phase and the gradient are used."""
        self.state = state
        self.inner = inner

    def evaluate(self, alpha, beta, margin):
        return self._total_score() if self.state.side == WHITE else -self._total_score()

    def score(self):
        """Return the whole evaluation in centipawns from White's view."""
        return self._total_score()

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        total = self._total_score()
        terms = enumerate(_NAMES)
        return [(name, self.worth[i], self.worth[TERMS + i]) for i, name in terms], total

    def _total_score(self):
        i: cython.int
        total: cython.int = 0
        self._count()
        for i in range(TERMS):
            total += self.worth[i] - self.worth[TERMS + i]
        return total

    def _count(self):
        """Count what each side has of every term."""
        i: cython.int
        colour: cython.int
        cell: cython.int
        empty: cython.int = 0
        memset(self.worth, 0, cython.sizeof(self.worth))
        memset(self.stable, 0, cython.sizeof(self.stable))
        for i in range(self.state.tables.cells):
            cell = self.state.tables.cell_list[i]
            if self.state.board[cell] == EMPTY:
                empty += 1
                for colour in range(2):
                    if count_enclosed(self.state, colour, cell):
                        self.worth[colour * TERMS + MOBILITY] += _MOVE
                if self._is_held(cell, EMPTY):
                    self._count_near_corner(cell)
            elif self.state.board[cell] != EDGE:
                self._count_piece(cell)
        while self._count_stable():
            pass
        for colour in range(2):
            i = self.state.alive[colour] * _PIECE * max(0, _LATE - empty) // _LATE
            self.worth[colour * TERMS + PIECES] = i

    def _count_piece(self, cell):
        """Count a piece that stands next to an empty cell."""
        number: cython.int
        for number in range(BLAST - 1):
            if self.state.board[blast_cell(cell, number)] == EMPTY:
                colour: cython.int = self.state.board[cell] >> COLOUR_SHIFT
                self.worth[colour * TERMS + MOBILITY] -= _FRONTIER
                return

    def _count_near_corner(self, corner):
        """Count the pieces next to an empty corner."""
        number: cython.int
        for number in range(BLAST - 1):
            cell: cython.int = blast_cell(corner, number)
            code: cython.int = self.state.board[cell]
            if code != EMPTY and code != EDGE:
                step: cython.int = abs(cell - corner)
                cost: cython.int = _BESIDE_CORNER
                if step != 1 and step != ROW:
                    cost = _BEFORE_CORNER
                self.worth[(code >> COLOUR_SHIFT) * TERMS + CORNERS] -= cost

    def _count_stable(self):
        """Count pieces beside the stable ones that are stable, too; return True for any."""
        found: cython.bint = False
        i: cython.int
        for i in range(self.state.tables.cells):
            cell: cython.int = self.state.tables.cell_list[i]
            code: cython.int = self.state.board[cell]
            if code == EMPTY or code == EDGE or self.stable[cell]:
                continue
            if self._is_held(cell, code):
                self.stable[cell] = found = True
                self.worth[(code >> COLOUR_SHIFT) * TERMS + STABLE] += _STABLE
        return found

    def _is_held(self, cell, occupant):
        """Return True if the edge, or a stable piece of the side, is next to a cell on every line.

        An empty cell of which that is true is a corner.
        """
        number: cython.int
        for number in range(BLAST // 2):
            one: cython.int = blast_cell(cell, number)
            other: cython.int = 2 * cell - one
            if not (
                self.state.board[one] == EDGE
                or self.state.board[other] == EDGE
                or (self.stable[one] and _is_same_side(self.state.board[one], occupant))
                or (self.stable[other] and _is_same_side(self.state.board[other], occupant))
            ):
                return False
        return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_same_side(code: cython.int, other: cython.int) -> cython.bint:
    """Return True for pieces of the same side."""
    return code >> COLOUR_SHIFT == other >> COLOUR_SHIFT
