"""Positions of games in which each move also blocks a square.

Everything but the walls is done by the plain moves of `PiecesPosition`. A search is given each
capture with its best wall, then each quiet move with a few walls, and all other walls last.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    DEBUG,
    HELD_BACK,
    MAX_MOVES,
    NO_MOVE,
    QUIET,
    TACTICAL,
    Candidate,
    Move,
    detail_of,
    origin_of,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    ADVANCE,
    CASTLING,
    CELLS,
    EDGE,
    EMPTY,
    TYPES,
    cell_at,
    cell_name,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import DUCK
from cython.cimports.amalthea.engine.pieces.moves import board_moves, exchanges, generation, making
from cython.cimports.amalthea.engine.pieces.moves.en_passant import advance, leave_targets
from cython.cimports.amalthea.engine.pieces.moves.move_text import find, text_of
from cython.cimports.amalthea.engine.pieces.moves.position import PiecesPosition
from cython.cimports.amalthea.engine.pieces.moves.state import (
    VITAL_VALUE,
    Undo,
    is_blocked,
    wall_key,
)
from cython.cimports.amalthea.engine.pieces.moves.wall_choice import (
    TRIED,
    add_best_walls,
    add_other_walls,
    survey,
)
from cython.cimports.amalthea.engine.pieces.moves.walls import (
    MAX_WALLS,
    build,
    first_wall,
    may_build,
    tear_down,
    wall_of,
    with_wall,
    without_wall,
)
from cython.cimports.amalthea.engine.pieces.moves.winning import look_for_end_and_threat
from cython.cimports.libc.stdlib import free, malloc

from amalthea.engine.core.variant import parse_square


class WalledPosition(PiecesPosition):
    def __cinit__(self):
        self.plain = cython.cast(
            cython.pointer[Candidate], malloc(MAX_MOVES * cython.sizeof(Candidate))
        )
        if not self.plain:
            raise MemoryError

    def __dealloc__(self):
        free(self.plain)

    def take(self, other):
        state: WalledPosition = other
        self.duck = state.duck
        PiecesPosition.take(self, state)

    def __init__(self, variant, setup=None, exchange=()):
        """Set up a position, see `PiecesPosition`."""
        PiecesPosition.__init__(self, variant, setup, exchange)
        self.holds_back = True
        kind: cython.int
        for kind in range(1, TYPES):
            if self.tables.vital >> kind & 1:
                self.exchange[kind] = VITAL_VALUE

    # -- moves -------------------------------------------------------------------------------------

    def generate(self, out, what):
        """Write moves of the wanted kinds, see `Position`. Of more than there is room for, the last
        ones are left out.
        """
        room: cython.int = MAX_MOVES - MAX_WALLS
        i: cython.int
        n: cython.int = 0
        count: cython.int = generation.generate(
            self, self.plain, TACTICAL if what == TACTICAL else ALL_MOVES
        )
        if count == 0:
            return 0
        survey(self, cython.address(self.found))
        if what & TACTICAL:
            for i in range(count):
                if self.plain[i].tactical:
                    n += add_best_walls(
                        self, cython.address(self.found), self.plain + i, out + n, 1
                    )
        if what & QUIET:
            for i in range(count):
                if n < room:
                    n += self._quiet_walls(self.plain + i, out + n)
        if what & HELD_BACK:
            for i in range(count):
                if n < room:
                    n += add_other_walls(self, cython.address(self.found), self.plain + i, out + n)
        return n

    def _quiet_walls(self, plain, out):
        """Write the quiet moves that a search tries of a plain move; return their number."""
        n: cython.int = add_best_walls(self, cython.address(self.found), plain, out, TRIED)
        if not plain.tactical or n == 0:
            return n
        out[0] = out[n - 1]
        return n - 1

    def is_legal(self, move):
        if origin_of(move) >= CELLS or to_of(move) >= CELLS:
            return False
        plain: Move = without_wall(self, move)
        return generation.is_legal(self, plain) and may_build(self, plain, wall_of(self, move))

    def describe(self, move, out):
        board_moves.describe(self, without_wall(self, move), out)
        out.move = move
        if not out.tactical:
            out.gain = 0

    def key_after(self, move):
        key: cython.ulonglong = making.key_after(self, without_wall(self, move))
        return key ^ wall_key(self, wall_of(self, move)) ^ self._duck_key()

    def make(self, move):
        plain: Move = without_wall(self, move)
        cell: cython.int = wall_of(self, move)
        removed: cython.int = self.duck
        undo: cython.pointer[Undo] = self.stack + self.ply
        making.make(self, plain)
        build(self, undo, cell, removed)
        if self.tables.walls == DUCK:
            self.duck = cell
        if type_of(plain) == ADVANCE:  # the wall may stand where the pawn could be captured
            leave_targets(self)
            advance(self, origin_of(plain), to_of(plain))
        if self.tables.has_ends:
            look_for_end_and_threat(self)
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        self.ended = self.verdict = 0
        undo: cython.pointer[Undo] = self.stack + self.ply - 1
        tear_down(self, undo)
        self.duck = undo.removed_wall
        making.unmake(self)
        if DEBUG:
            self.abort_if_inconsistent()

    # -- for the search ----------------------------------------------------------------------------

    def can_null_move(self):
        return self.pieces[self.side] > 1

    def winning_move(self):
        """Return a capture that ends the game with a win, NO_MOVE if there is none."""
        i: cython.int
        cell: cython.int
        if self.ended or not self.tables.vital:
            return NO_MOVE
        for i in range(generation.generate(self, self.plain, TACTICAL)):
            if not self.tables.vital >> self.plain[i].victim & 1:
                continue
            cell = first_wall(self, self.plain[i].move)
            if cell:
                move: Move = with_wall(self, self.plain[i].move, cell)
                if self._wins_game(move):
                    return move
        return NO_MOVE

    def _wins_game(self, move):
        self.make(move)
        won: cython.bint = self.verdict < 0
        self.unmake()
        return won

    def wins_exchange(self, move, threshold):
        cell: cython.int = wall_of(self, move)
        builds: cython.bint = self.board[cell] == EMPTY  # else where the moved piece stands now
        if builds:
            self.board[cell] = EDGE
        if self.duck:
            self.board[self.duck] = EMPTY
        won: cython.bint = exchanges.wins_exchange(self, without_wall(self, move), threshold)
        if self.duck:
            self.board[self.duck] = EDGE
        if builds:
            self.board[cell] = EMPTY
        return won

    def _has_legal_move(self):
        i: cython.int
        for i in range(generation.generate(self, self.plain, ALL_MOVES)):
            if first_wall(self, self.plain[i].move):
                return True
        return False

    def _duck_key(self):
        return wall_key(self, self.duck) if self.duck else 0

    # -- setting up and text -----------------------------------------------------------------------

    def set_up(self, setup):
        """Set up another position. Raises FenError."""
        cell: cython.int
        PiecesPosition.set_up(self, setup)
        self.duck = 0
        for cell in range(CELLS if self.tables.walls == DUCK else 0):
            if is_blocked(self, cell):
                self.duck = cell

    def text(self, move):
        """Return the text of a legal move: "e2e4,e4d5" blocks d5."""
        plain: Move = without_wall(self, move)
        text: str = text_of(self, plain)
        return f"{text},{_written_goal(self, plain)}{cell_name(wall_of(self, move))}"

    def find(self, text):
        """Return the legal move of a text, or NO_MOVE."""
        squares, _, rest = text.partition(",")
        plain: Move = find(self, squares)
        if plain == NO_MOVE:
            return NO_MOVE
        goal: str = _written_goal(self, plain)
        square = parse_square(rest.removeprefix(goal))
        if not rest.startswith(goal) or not square:
            return NO_MOVE
        cell: cython.int = cell_at(square[0], square[1])
        builds: cython.bint = cell < CELLS and may_build(self, plain, cell)
        return with_wall(self, plain, cell) if builds else NO_MOVE


@cython.cfunc
def _written_goal(state: WalledPosition, plain: Move) -> str:
    """Return the square to which a move goes as its text has it."""
    if type_of(plain) == CASTLING:
        return cell_name(state.tables.castles[detail_of(plain)].written_to)
    return cell_name(to_of(plain))
