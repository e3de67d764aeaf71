"""Positions of games like Chu Shogi: pieces that may make a second step, and the rules beside them.

Everything else is done by the plain moves of `PiecesPosition`. Royal pieces may be left to be
captured here, so a position is in check only for a search: its only royal piece can be captured.
"""

import re

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    DEBUG,
    MAX_MOVES,
    NO_MOVE,
    NORMAL,
    QUIET,
    TACTICAL,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    EMPTY,
    TYPE_MASK,
    UNMOVED,
    cell_at,
    cell_name,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import STEPS, Span, Stop, step_shift
from cython.cimports.amalthea.engine.pieces.moves import (
    board_moves,
    draws,
    exchanges,
    generation,
    making,
    winning,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked, reaches
from cython.cimports.amalthea.engine.pieces.moves.burning import (
    burn,
    burns_anything,
    may_be_burnt,
    price_burning,
    sort_out_burning,
    wins_by_burning,
)
from cython.cimports.amalthea.engine.pieces.moves.move_text import find, sign_of, text_of
from cython.cimports.amalthea.engine.pieces.moves.permission import may_trade
from cython.cimports.amalthea.engine.pieces.moves.position import PiecesPosition
from cython.cimports.amalthea.engine.pieces.moves.second_steps import (
    PASS,
    PROMOTES,
    add_second_steps,
    is_second_step,
    may_pass,
    promotes,
    via_of,
)
from cython.cimports.amalthea.engine.pieces.moves.state import (
    BARED,
    SLOTS,
    VITAL_VALUE,
    Undo,
    fill,
    first_slot,
    is_detailed,
    traded_key,
)

from amalthea.engine.core.variant import SQUARE, parse_square

_SQUARES = re.compile(SQUARE)


class LionPosition(PiecesPosition):
    def __init__(self, variant, setup=None, exchange=()):
        """Set up a position, see `PiecesPosition`."""
        PiecesPosition.__init__(self, variant, setup, exchange)
        self.shortest_cycle = 2  # both sides may pass
        self.draw_value_varies = self.draw_value_varies or self.tables.perpetual_attack_loses
        kind: cython.int
        for kind in range(1, self.tables.types + 1):
            if self.tables.vital >> kind & 1:
                self.exchange[kind] = VITAL_VALUE

    # -- moves -------------------------------------------------------------------------------------

    def generate(self, out, what):
        if self.ended:
            return 0
        n: cython.int = self._add_second_step_moves(out, generation.generate(self, out, what), what)
        return sort_out_burning(self, out, n, what) if self.tables.burning else n

    def _add_second_step_moves(self, out, n, what):
        """Add the moves of the wanted kinds that only pieces with second steps have, while there
        is room.
        """
        slot: cython.int
        origin: cython.int
        for slot in range(self.slots[self.side]):
            origin = self.cell_of[self.side * SLOTS + slot]
            if origin == 0 or not self.tables.second_steps[self.board[origin]]:
                continue
            if what & TACTICAL:
                n = add_second_steps(self, origin, out, n)
            if what & QUIET and n < MAX_MOVES and may_pass(self, origin):
                self.describe(pack(origin, origin, NORMAL, PASS), out + n)
                n += 1
        return n

    def is_legal(self, move):
        if not is_detailed(move):
            return generation.is_legal(self, move)
        return is_second_step(self, move)

    def describe(self, move, out):
        self._describe(move, out)
        if self.tables.burning:
            price_burning(self, out)

    def _describe(self, move, out):
        """Fill the candidate of a legal move, without what burns."""
        if not is_detailed(move):
            board_moves.describe(self, move, out)
            return
        to: cython.int = to_of(move)
        kind: cython.int = self.board[origin_of(move)] & TYPE_MASK
        victim: cython.int = 0 if to == origin_of(move) else self.board[to] & TYPE_MASK
        other: cython.int = 0
        if detail_of(move) != PASS:
            other = self.board[via_of(move)] & TYPE_MASK
        gain: cython.int = self.exchange[victim] + self.exchange[other]
        if self.exchange[other] > self.exchange[victim] or victim == 0:
            victim = other
        if promotes(move):
            becomes: cython.int = self.tables.promotes_into[self.board[origin_of(move)]] & TYPE_MASK
            gain += self.exchange[becomes] - self.exchange[kind]
        fill(self, out, move, first_slot(self, kind), victim)
        out.gain = min(gain, 2 * VITAL_VALUE)

    def make(self, move):
        undo: cython.pointer[Undo] = self.stack + self.ply
        undo.traded_at = self.traded_at
        making.make(self, move)
        if type_of(move) == NORMAL and detail_of(move) == PASS:
            making.keep_state(self, undo)
        elif is_detailed(move):
            making.capture_via(self, undo, via_of(move))
            if promotes(move):
                code: cython.int = self.tables.promotes_into[undo.moved_code]
                making.become_on(self, undo, to_of(move), code)
        self.traded_at = self._traded_cell(undo)
        if self.tables.burning:
            burn(self, undo, to_of(move))
        self.hash_key ^= traded_key(self, undo.traded_at) ^ traded_key(self, self.traded_at)
        self.royal_attacked = self._royal_in_danger(self.side)
        self._look_for_ends()
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        self.ended = self.verdict = 0
        making.unmake(self)
        self.traded_at = self.stack[self.ply].traded_at
        if DEBUG:
            self.abort_if_inconsistent()

    def make_null(self):
        undo: cython.pointer[Undo] = self.stack + self.ply
        undo.traded_at = self.traded_at
        PiecesPosition.make_null(self)
        self.hash_key ^= traded_key(self, self.traded_at)
        self.traded_at = 0
        self.royal_attacked = self._royal_in_danger(self.side)

    def unmake_null(self):
        PiecesPosition.unmake_null(self)
        self.traded_at = self.stack[self.ply].traded_at

    def _traded_cell(self, undo):
        """Return the cell on which a piece of another type captured an untraded one, 0 for none."""
        i: cython.int
        if not self.tables.untraded or self.tables.untraded >> (undo.moved_code & TYPE_MASK) & 1:
            return 0
        for i in range(undo.taken_count):
            if self.tables.untraded >> (undo.taken[i].code & TYPE_MASK) & 1:
                return undo.taken[i].cell
        return 0

    # -- for the search ----------------------------------------------------------------------------

    def winning_move(self):
        if self.ended:
            return NO_MOVE
        if self.tables.vital and not self.tables.goals and not self.tables.rows:
            royal: cython.int = self._only_royal_cell(1 - self.side)
            if royal == 0 or not (
                is_attacked(self, royal, self.side)
                or (self.tables.burning and may_be_burnt(self, royal, self.side))
            ):
                return NO_MOVE
        return winning.winning_move(self)

    def wins_exchange(self, move, threshold):
        if self.tables.burning and burns_anything(self, move):
            return wins_by_burning(self, move, threshold)
        if not is_detailed(move):
            return exchanges.wins_exchange(self, move, threshold)
        if detail_of(move) == PASS:
            return threshold <= 0
        via: cython.int = via_of(move)
        passed: cython.uchar = self.board[via]
        self.board[via] = EMPTY
        won: cython.bint = exchanges.wins_exchange(
            self, move, threshold - self.exchange[passed & TYPE_MASK]
        )
        self.board[via] = passed
        return won

    def _royal_in_danger(self, colour):
        """Return True if the only piece that a side must not lose could be captured."""
        royal: cython.int = self._only_royal_cell(colour)
        return royal > 0 and is_attacked(self, royal, 1 - colour)

    def _only_royal_cell(self, colour):
        """Return the cell of the only piece that a side must not lose, 0 if it has more."""
        slot: cython.int
        cell: cython.int
        royal: cython.int = 0
        for slot in range(self.slots[colour]):
            cell = self.cell_of[colour * SLOTS + slot]
            if cell and self.tables.vital >> (self.board[cell] & TYPE_MASK) & 1:
                if royal:
                    return 0
                royal = cell
        return royal

    # -- ends of the game --------------------------------------------------------------------------

    def _has_legal_move(self):
        if self.ended:
            return False
        return (
            generation.has_legal_move(self)
            or self._add_second_step_moves(self.scratch, 0, ALL_MOVES) > 0
        )

    def _look_for_ends(self):
        """Record whether the game is over."""
        if self.tables.has_ends:
            winning.look_for_end_and_threat(self)
        if self.tables.bare_royal_loses and not self.ended:
            self._look_for_bare_royal()

    def _look_for_bare_royal(self):
        """Record the loss of a side with a bare royal piece, or the draw of two."""
        alone: cython.int[2]
        colour: cython.int
        for colour in range(2):
            alone[colour] = self._last_royal_cell(colour)
        for colour in range(2):
            if alone[colour] and self._loses_bare(colour, alone[colour]):
                self.ended = BARED
                self.verdict = -1 if colour == self.side else 1
                return
        if alone[0] and alone[1] and not is_attacked(self, alone[0], 1):
            if not is_attacked(self, alone[1], 0):
                self.ended = BARED
                self.verdict = 0

    def _last_royal_cell(self, colour):
        """Return the cell of a side's only piece that can still move if it is royal, else 0."""
        slot: cython.int
        cell: cython.int
        found: cython.int = 0
        for slot in range(self.slots[colour]):
            cell = self.cell_of[colour * SLOTS + slot]
            if cell == 0 or _is_immobile(self, cell):
                continue
            if found:
                return 0
            found = cell
        return found if found and self.tables.vital >> (self.board[found] & TYPE_MASK) & 1 else 0

    def _loses_bare(self, colour, cell):
        """Return True if a side loses that has nothing but the royal piece on a cell."""
        them: cython.int = 1 - colour
        slot: cython.int
        other: cython.int
        strong: cython.int = 0
        royals: cython.int = 0
        struck: cython.int = 0  # strong pieces that the bare piece attacks
        for slot in range(self.slots[them]):
            other = self.cell_of[them * SLOTS + slot]
            if other == 0 or _is_immobile(self, other):
                continue
            kind: cython.int = self.board[other] & TYPE_MASK
            if self.tables.weak >> kind & 1:
                continue
            hit: cython.bint = reaches(self, cell, self.board[cell], other)
            strong += 1
            struck += hit
            if self.tables.vital >> kind & 1:
                royals += 1
                if hit:
                    return False
        return royals > 0 and strong > 1 and (strong > 2 or struck == 0)

    def repetition_value(self, since):
        if not self.tables.perpetual_attack_loses:
            return draws.repetition_value(self, since)
        attacks: cython.bint[2]
        last: cython.int = self.ply
        attacks[0] = attacks[1] = True
        while self.ply > since:
            attacks[1 - self.side] = attacks[1 - self.side] and self._last_move_attacks()
            self.unmake()
        while self.ply < last:
            self.make(self.stack[self.ply].move)
        if attacks[0] != attacks[1]:
            return 1 if attacks[1 - self.side] else -1
        return draws.repetition_value(self, since)

    def _last_move_attacks(self):
        """Return True if the last move gave check, or the moved piece now attacks another one."""
        slot: cython.int
        cell: cython.int
        us: cython.int = 1 - self.side
        for slot in range(self.slots[self.side]):
            cell = self.cell_of[self.side * SLOTS + slot]
            if cell and self.tables.vital >> (self.board[cell] & TYPE_MASK) & 1:
                if is_attacked(self, cell, us):
                    return True
        return self._attacks_any(to_of(self.stack[self.ply - 1].move))

    def _attacks_any(self, cell):
        """Return True if the piece on a cell could capture another one."""
        code: cython.int = self.board[cell]
        them: cython.int = 1 - (code >> COLOUR_SHIFT)
        slot: cython.int
        for slot in range(self.slots[them]):
            victim: cython.int = self.cell_of[them * SLOTS + slot]
            if victim and reaches(self, cell, code, victim):
                if not self.tables.untraded or may_trade(self, cell, 0, victim):
                    return True
        return False

    # -- setting up and text -----------------------------------------------------------------------

    def set_up(self, setup):
        """Set up another position. Raises FenError."""
        PiecesPosition.set_up(self, setup)
        self.traded_at = cell_at(setup.traded[0], setup.traded[1]) if setup.traded else 0
        self.hash_key ^= traded_key(self, self.traded_at)
        self.royal_attacked = self._royal_in_danger(self.side)
        self._look_for_ends()

    def setup(self):
        """Return the position as an `amalthea.engine.pieces.text.piece_fen.Setup`."""
        setup = PiecesPosition.setup(self)
        square = (file_of(self.traded_at), rank_of(self.traded_at)) if self.traded_at else None
        return setup._replace(traded=square)

    def text(self, move):
        """Return the text of a legal move: "f3g4,g4h5" captures on g4 and goes on to h5."""
        if not is_detailed(move) or detail_of(move) == PASS:
            return text_of(self, move)
        via: str = cell_name(via_of(move))
        sign = ""
        if promotes(move):
            code: cython.int = self.board[origin_of(move)]
            sign = sign_of(self, code, self.tables.promotes_into[code])
        return f"{cell_name(origin_of(move))}{via},{via}{cell_name(to_of(move))}{sign}"

    def find(self, text):
        """Return the legal move of a text, or NO_MOVE."""
        squares = [parse_square(name) for name in _SQUARES.findall(text)]
        words: list = []
        direction: cython.int
        if len(squares) in (2, 4):
            origin: cython.int = cell_at(squares[0][0], squares[0][1])
            via: cython.int = cell_at(squares[1][0], squares[1][1])
            to: cython.int = cell_at(squares[len(squares) - 1][0], squares[len(squares) - 1][1])
            if len(squares) == 2 and via == origin:
                words.append(pack(origin, origin, NORMAL, PASS))
            for direction in range(STEPS if len(squares) == 4 else 0):
                if via - origin == step_shift(direction):
                    words.append(pack(origin, to, NORMAL, direction + 1))
                    words.append(pack(origin, to, NORMAL, direction + 1 | PROMOTES))
        for word in words:
            move: Move = word
            if is_second_step(self, move) and self.text(move) == text:
                return move
        return find(self, text)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_immobile(state: LionPosition, cell: cython.int) -> cython.bint:
    """Return True if the piece on a cell can never move again."""
    code: cython.int = state.board[cell]
    span: cython.pointer[Span] = cython.address(state.tables.moves[code * CELLS + cell])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    if state.tables.hops[code]:
        return False
    while stop < end:
        if not stop.flags & UNMOVED:
            return False
        stop += 1
    return True
