"""Positions of games like Musketeer Chess: pieces in hand wait behind others and enter after them.

A move from a square behind which a piece waits is a gating that cannot be declined; everything else
is done by the plain moves of `PiecesPosition`. The word of a placing move is that of a drop on the
cell of the piece in front.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    DEBUG,
    MAX_MOVES,
    NO_MOVE,
    QUIET,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EDGE,
    EMPTY,
    GATING,
    IN_HAND,
    TYPE_MASK,
    cell_at,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import MAX_CASTLINGS, Castle
from cython.cimports.amalthea.engine.pieces.moves import generation, making, winning
from cython.cimports.amalthea.engine.pieces.moves.attacks import reaches
from cython.cimports.amalthea.engine.pieces.moves.drops import hold
from cython.cimports.amalthea.engine.pieces.moves.gating import move_before
from cython.cimports.amalthea.engine.pieces.moves.move_text import text_of
from cython.cimports.amalthea.engine.pieces.moves.position import PiecesPosition
from cython.cimports.amalthea.engine.pieces.moves.state import Undo, fill, first_drop_slot
from cython.cimports.amalthea.engine.pieces.moves.waiting import wait_behind, waiting_key
from cython.cimports.libc.string import memset

from amalthea.engine.pieces.text.waiting import hands_without

OWN = cython.declare(cython.int, 0)  # index of what is stranded behind the piece that moves
TAKEN = cython.declare(cython.int, 1)  # and behind the one that is captured


class WaitingPosition(PiecesPosition):
    # -- setting up --------------------------------------------------------------------------------

    def set_up(self, setup):
        """Set up another position. Raises FenError."""
        memset(self.waiting, 0, cython.sizeof(self.waiting))
        PiecesPosition.set_up(self, setup)
        self.unplaced[0], self.unplaced[1] = self.held[0], self.held[1]
        for (file, rank), letter in setup.waiting.items():
            wait_behind(self, self.tables.code_of_letter[letter], cell_at(file, rank))

    def setup(self):
        hands = PiecesPosition.in_hand(self)  # with the pieces that wait
        return PiecesPosition.setup(self)._replace(hands=hands, waiting=self._waiting())

    def in_hand(self):
        return hands_without(PiecesPosition.in_hand(self), self._waiting())

    def _waiting(self):
        """Return the letters of waiting pieces, by the square of the piece in front."""
        cell: cython.int
        found = {}
        for cell in range(CELLS):
            if self.waiting[cell]:
                found[file_of(cell), rank_of(cell)] = self.tables.letters[self.waiting[cell]]
        return found

    # -- placing -----------------------------------------------------------------------------------

    def _is_placing(self):
        """Return True if the side to move has a piece to place, and a place for it."""
        return self.unplaced[self.side] > 0 and self._add_placements(self.scratch, 0) > 0

    def _add_placements(self, out, n):
        """Add the moves that place the next piece in hand."""
        i: cython.int
        kind: cython.int = self._next_to_place()
        for i in range(self.tables.cells):
            cell: cython.int = self.tables.cell_list[i]
            if n < MAX_MOVES and self._may_wait(kind, cell):
                first: cython.int = first_drop_slot(self, kind)
                fill(self, out + n, pack(IN_HAND, cell, DROP, kind), first, 0)
                n += 1
        return n

    def _next_to_place(self):
        """Return the first type in the hand of the side to move that does not wait yet."""
        kind: cython.int
        cell: cython.int
        for kind in range(1, self.tables.types + 1):
            left: cython.int = self.hand[self.side << COLOUR_SHIFT | kind]
            for cell in range(CELLS if left else 0):
                left -= self.waiting[cell] == (self.side << COLOUR_SHIFT | kind)
            if left > 0:
                return kind
        return 0

    def _may_wait(self, kind, cell):
        """Return True if a piece of the side to move may wait behind a cell.

        Only one piece may wait there, and only behind one of the pieces of a castling.
        """
        i: cython.int
        castle: cython.pointer[Castle]
        code: cython.int = self.side << COLOUR_SHIFT | kind
        if not self._is_gate(cell) or self.waiting[cell]:
            return False
        if not self.tables.droppable[code * CELLS + cell]:
            return False
        for i in range(
            self.side * MAX_CASTLINGS, self.side * MAX_CASTLINGS + self.tables.castlings
        ):
            castle = cython.address(self.tables.castles[i])
            if self.board[castle.king_from] != castle.king_code:
                continue
            if cell == castle.king_from and self.waiting[castle.partner_from[0]]:
                return False
            if cell == castle.partner_from[0] and self.waiting[castle.king_from]:
                return False
        return True

    def _is_gate(self, cell):
        """Return True if a piece of the side to move, no pawn, stands there."""
        occupant: cython.int = self.board[cell]
        return (
            occupant != EMPTY
            and occupant != EDGE
            and occupant >> COLOUR_SHIFT == self.side
            and occupant & TYPE_MASK != self.tables.pawn_type
        )

    # -- entering ----------------------------------------------------------------------------------

    def _gate_of(self, move):
        """Return the cell on which a piece enters behind a plain move or castling, 0 for none."""
        castle: cython.pointer[Castle]
        gate: cython.int = self._vacated_cell(move)
        if not self.waiting[gate]:
            return 0
        if type_of(move) != CASTLING:
            return 0 if self._flees_check(move) else gate
        castle = cython.address(self.tables.castles[detail_of(move)])
        return 0 if gate == castle.king_to or gate == castle.partner_to[0] else gate

    def _vacated_cell(self, move):
        """Return the origin of a move; of a castling, the one behind which a piece waits."""
        castle: cython.pointer[Castle]
        if type_of(move) != CASTLING:
            return origin_of(move)
        castle = cython.address(self.tables.castles[detail_of(move)])
        return castle.king_from if self.waiting[castle.king_from] else castle.partner_from[0]

    def _flees_check(self, move):
        """Return True if a king leaves a check without capturing a piece that gives it."""
        king: cython.int = self.king_cell[self.side]
        if not self.checkers or origin_of(move) != king:
            return False
        victim: cython.int = self.board[to_of(move)]
        return victim == EMPTY or not reaches(self, to_of(move), victim, king)

    def _with_entering_piece(self, move):
        """Return the move with what enters behind it."""
        castle: cython.pointer[Castle]
        gate: cython.int = self._gate_of(move)
        if gate == 0:
            return move
        kind: cython.int = self.waiting[gate] & TYPE_MASK
        if type_of(move) != CASTLING:
            return pack(gate, to_of(move), GATING, kind)
        castle = cython.address(self.tables.castles[detail_of(move)])
        other: cython.int = castle.partner_from[0]
        return pack(gate, other if gate == castle.king_from else castle.king_from, GATING, kind)

    def _gate_of_victim(self, move):
        """Return the cell of a captured piece behind which another one waits, 0 for none."""
        to: cython.int = to_of(move)
        code: cython.int = self.waiting[to]
        return to if code and code >> COLOUR_SHIFT != self.side else 0

    def _waiting_gain(self, move):
        """Return the value of what waits behind a captured piece, as exchanges count it."""
        cell: cython.int = self._gate_of_victim(move)
        return self.exchange[self.waiting[cell] & TYPE_MASK] if cell else 0

    # -- moves -------------------------------------------------------------------------------------

    def generate(self, out, what):
        i: cython.int
        if self.ended:
            return 0
        if self._is_placing():
            return self._add_placements(out, 0) if what & QUIET else 0
        n: cython.int = generation.generate(self, out, what)
        for i in range(n if self.held[0] or self.held[1] else 0):
            move: Move = out[i].move
            out[i].gain += self._waiting_gain(move)
            out[i].move = self._with_entering_piece(move)
        return n

    def is_legal(self, move):
        origin: cython.int = origin_of(move)
        if self.ended or to_of(move) >= CELLS:
            return False
        if self._is_placing() or type_of(move) == DROP:
            return (
                type_of(move) == DROP
                and origin == IN_HAND
                and self._is_placing()
                and detail_of(move) == self._next_to_place()
                and self._may_wait(detail_of(move), to_of(move))
            )
        if type_of(move) != GATING:
            return generation.is_legal(self, move) and self._gate_of(move) == 0
        if origin >= CELLS or self.waiting[origin] != (self.side << COLOUR_SHIFT | detail_of(move)):
            return False
        before: Move = move_before(self, move)
        return generation.is_legal(self, before) and self._with_entering_piece(before) == move

    def describe(self, move, out):
        if type_of(move) != GATING:
            PiecesPosition.describe(self, move, out)
        else:
            PiecesPosition.describe(self, move_before(self, move), out)
            out.move = move
        if type_of(move) != DROP:
            out.gain += self._waiting_gain(move)

    def make(self, move):
        undo: cython.pointer[Undo] = self.stack + self.ply
        origin: cython.int = origin_of(move)
        placing: cython.bint = type_of(move) == DROP
        left: cython.int = 0 if placing else self._vacated_cell(move)
        taken: cython.int = 0 if placing else self._gate_of_victim(move)
        making.make(self, move)
        undo.stranded[OWN] = undo.stranded[TAKEN] = 0
        if type_of(move) == GATING:
            self.hash_key ^= waiting_key(self, origin)
            self.waiting[origin] = 0
        elif left and self.waiting[left]:
            self._strand(undo, OWN, left)
        if taken:
            self._strand(undo, TAKEN, taken)
        if self.tables.has_ends:
            winning.look_for_end_and_threat(self)
        if DEBUG:
            self.abort_if_inconsistent()

    def _strand(self, undo, which, cell):
        """Remove the piece that waits behind a cell from its hand: it is lost."""
        code: cython.int = self.waiting[cell]
        undo.stranded[which] = code
        undo.stranded_at[which] = cell
        self.hash_key ^= waiting_key(self, cell)
        self.waiting[cell] = 0
        hold(self, undo, code, -1)

    def unmake(self):
        undo: cython.pointer[Undo] = self.stack + self.ply - 1
        which: cython.int
        code: cython.int
        self.ended = self.verdict = 0
        for which in range(2):
            code = undo.stranded[which]
            if code:
                self.waiting[undo.stranded_at[which]] = code
                self.hand[code] += 1
                self.held[code >> COLOUR_SHIFT] += 1
        making.unmake(self)
        if type_of(undo.move) == GATING:
            code = self.side << COLOUR_SHIFT | detail_of(undo.move)
            self.waiting[origin_of(undo.move)] = code
        if DEBUG:
            self.abort_if_inconsistent()

    # -- for the search ----------------------------------------------------------------------------

    def can_null_move(self):
        return self.unplaced[self.side] == 0 and PiecesPosition.can_null_move(self)

    def gives_check(self, move):
        return type_of(move) != DROP and PiecesPosition.gives_check(self, move)

    def wins_exchange(self, move, threshold):
        if type_of(move) == DROP:
            return threshold <= 0
        return PiecesPosition.wins_exchange(self, move, threshold)

    def _has_legal_move(self):
        return not self.ended and (self._is_placing() or generation.has_legal_move(self))

    # -- text --------------------------------------------------------------------------------------

    def text(self, move):
        """Return the text of a legal move: of an entering one that of the plain move, and a letter.

        Only one piece can enter behind a castling, so that its square need not be named.
        """
        if type_of(move) != GATING:
            return text_of(self, move)
        letter: str = self.tables.letters[detail_of(move)]
        return text_of(self, move_before(self, move)) + letter.lower()

    def find(self, text):
        """Return the legal move of a text, the letter of a drop in either case, or NO_MOVE."""
        i: cython.int
        letter, sign, square = text.partition("@")
        wanted: str = f"{letter.upper()}@{square}" if sign else text
        n: cython.int = self.generate(self.scratch, ALL_MOVES)
        for i in range(n):
            move: Move = self.scratch[i].move
            if self.text(move) == wanted:
                return move
        return NO_MOVE
