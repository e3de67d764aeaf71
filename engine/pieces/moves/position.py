"""Positions of games of pieces, which walk paths on a padded mailbox.

The modules beside this one change the data of a position (see `state`); `compiled.tables` has the
compiled description.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    BLACK,
    DEBUG,
    NO_MOVE,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.core.position import Position
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    COLOUR_SHIFT,
    DROP,
    EDGE,
    GATING,
    IN_HAND,
    PROMOTION,
    TURN,
    TYPE_MASK,
    TYPES,
    cell_at,
    cell_name,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.moves import (
    board_moves,
    castling,
    consistency,
    draws,
    exchanges,
    generation,
    making,
    setting_up,
    winning,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import kings_face, mark_answers, reaches
from cython.cimports.amalthea.engine.pieces.moves.counting import counted_out
from cython.cimports.amalthea.engine.pieces.moves.drops import drop_checks
from cython.cimports.amalthea.engine.pieces.moves.explosions import explosion_gain, price_explosions
from cython.cimports.amalthea.engine.pieces.moves.gating import castling_of
from cython.cimports.amalthea.engine.pieces.moves.state import MAX_TARGETS, SLOTS, Change, Undo

from amalthea.engine.core.position import VALUES
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.core.variant import parse_square
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.compiled.compiler import tables_of
from amalthea.engine.pieces.text import piece_fen as fen
from amalthea.engine.pieces.text.diagram import draw

# What `ended` says, as a reason.
_ENDS = (
    None,
    Termination.EXTINCTION,
    Termination.BARE_KING,
    Termination.GOAL,
    Termination.CHECKS,
    Termination.LINE,
    Termination.PASSES,
    Termination.FACING,
)

_MAX_SLOTS = cython.declare(cython.int, 16384)  # histories have a row of all for each of them
_SMALL_MATERIAL = cython.declare(cython.int, 6)  # pieces left when shades begin to matter


class PiecesPosition(PiecesState):
    def __init__(self, variant, setup=None, exchange=()):
        """Set up a position.

        setup: a FEN or a parsed one, the start position by default. exchange: centipawns by type
        from 1, for move ordering, all 0 by default. Raises FenError.
        """
        PiecesState.__init__(self, variant)
        self.tables = tables_of(variant)
        code: cython.int
        self.stalemate_result = VALUES[variant.ends.stalemate]
        self.checkmate_result = VALUES[variant.ends.mate]
        self.see_ignores_recaptures = self.only_captures = variant.only_captures
        self.counts_checks = variant.ends.checks > 0
        self.forced_capture = variant.ends.forced_capture and not variant.only_captures
        self.plain_exchanges = not self.forced_capture and not variant.explosions
        ends = variant.ends
        self.draw_value_varies = bool(
            ends.draws or ends.perpetual_check_loses or ends.chases or ends.repetition_for_white
        )
        for code, value in enumerate(exchange, 1):
            self.exchange[code] = value
        for code in range(1, TYPES):
            self.enemies[code] = True
            self.enemies[EDGE + 1 + (BLACK << COLOUR_SHIFT | code)] = True
        self.history_slots = self.tables.types * self.tables.cells
        if self.tables.drops and 2 * self.history_slots <= _MAX_SLOTS:
            self.drop_slots = self.history_slots
            self.history_slots *= 2
        self.nothing_irreversible = self.tables.captures_held
        if not isinstance(setup, fen.Setup):
            setup = fen.read(variant.start if setup is None else setup, variant)
        self.set_up(setup)

    # -- setting up --------------------------------------------------------------------------------

    def set_up(self, setup):
        """Set up another position with the same blocked squares. Raises FenError."""
        setting_up.set_up(self, setup)

    # -- moves: each a function of another module --------------------------------------------------

    def generate(self, out, what):
        if self.only_captures:
            return generation.generate_as_quiet(self, out, what)
        return generation.generate(self, out, what)

    def is_legal(self, move):
        return generation.is_legal(self, move)

    def describe(self, move, out):
        board_moves.describe(self, move, out)
        if self.tables.explosions:
            price_explosions(self, out, 1)
        out.tactical = out.tactical and not self.only_captures

    def key_after(self, move):
        return making.key_after(self, move)

    def make(self, move):
        making.make(self, move)
        if self.tables.has_ends:
            winning.look_for_ends(self)
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        self.ended = self.verdict = 0
        making.unmake(self)
        if DEBUG:
            self.abort_if_inconsistent()

    def make_null(self):
        making.make_null(self)
        winning.look_for_threat(self)

    def unmake_null(self):
        making.unmake_null(self)

    def can_null_move(self):
        if self.tables.drops_first and self.held[self.side]:
            return False
        men: cython.int = self.pieces[self.side] + self.held[self.side]
        if self.tables.facing_ends and kings_face(self):
            return False
        return not self.is_threatened() and men > 0 and self.tables.may_pass

    def is_null_move_doubtful(self):
        return self.pieces[self.side] + self.held[self.side] == 1

    def winning_move(self):
        return winning.winning_move(self)

    def gives_check(self, move):
        code: cython.int = self.board[origin_of(move)]
        if self.king_cell[1 - self.side] == 0:
            return False
        if type_of(move) >= DROP:
            place: cython.int = to_of(move) if type_of(move) == DROP else origin_of(move)
            if drop_checks(self, self.side << COLOUR_SHIFT | detail_of(move), place):
                return True
            if type_of(move) == DROP:
                return False
        if type_of(move) == PROMOTION or type_of(move) == TURN:
            code = self.side << COLOUR_SHIFT | detail_of(move)
        return reaches(self, to_of(move), code, self.king_cell[1 - self.side])

    def wins_exchange(self, move, threshold):
        if self.plain_exchanges:
            return exchanges.wins_exchange(self, move, threshold)
        if self.forced_capture:  # nobody is asked whether to take back
            return threshold <= 0
        return explosion_gain(self, move) >= threshold

    def loose(self):
        """Return the centipawns that each side's best exchange wins, the side to move first."""
        own: cython.int = exchanges.best_exchange(self)
        self.make_null()
        theirs: cython.int = exchanges.best_exchange(self)
        self.unmake_null()
        return own, theirs

    # -- the end of the game -----------------------------------------------------------------------

    def is_threatened(self):
        return self._is_checked() or self.loss_threatened

    def _is_checked(self):
        return self.checkers > 0 or self.royal_attacked

    def in_check(self):
        return self._is_checked()

    def no_move_value(self):
        return self.checkmate_result if self._is_checked() else self._stalemate_value()

    def must_capture(self):
        return generation.must_capture(self)

    def _stalemate_value(self):
        fewer: cython.int
        value: cython.int = self.stalemate_result
        if self.tables.stalemate_by_count:
            fewer = self.alive[1 - self.side] - self.alive[self.side]
            value = value if fewer > 0 else -value if fewer < 0 else 0
        return value if value else self.draw_value()

    def draw_value(self):
        return draws.draw_value(self)

    def repetition_value(self, since):
        return draws.repetition_value(self, since)

    def plies_without_progress(self):
        return draws.plies_without_progress(self)

    def is_mate(self):
        return (self._is_checked() or self.stalemate_result != 0) and not generation.has_legal_move(
            self
        )

    def is_drawn(self, root):
        if self.ended:
            return True
        if self.tables.counted_draws and _drawn_by_count(self) and not self.is_mate():
            return True
        if (
            self.tables.only_mate_wins
            and self.alive[0] + self.alive[1] <= _SMALL_MATERIAL
            and draws.dead_material(
                self, self.tables.never_lone_types, self.tables.never_same_shade_types
            )
        ):
            return True
        return Position.is_drawn(self, root)

    def status(self):
        if self.ended:
            return self.final_status(self.verdict, _ENDS[self.ended])
        if not generation.has_legal_move(self):
            if self._is_checked():
                return self.final_status(self.checkmate_result, Termination.CHECKMATE)
            return self.final_status(self._stalemate_value(), Termination.STALEMATE)
        if self.tables.only_mate_wins and draws.dead_material(
            self, self.tables.lone_types, self.tables.same_shade_types
        ):
            bare = self.alive[0] + self.alive[1] == 2
            reason = Termination.BARE_KING if bare else Termination.INSUFFICIENT_MATERIAL
            return Status(State.DRAW, None, reason)
        if counted_out(self):
            return self.final_status(self.draw_value(), Termination.COUNTING)
        if self.tables.counted_draws and generation.has_only_promotions(self):
            return self.final_status(0, Termination.STALEMATE)
        return self.undecided_status()

    # -- text --------------------------------------------------------------------------------------

    def text(self, move):
        to: cython.int = to_of(move)
        if type_of(move) == DROP:
            return f"{self.tables.letters[detail_of(move)]}@{cell_name(to)}"
        if type_of(move) == GATING:
            return _gating_text(self, move)
        if type_of(move) == CASTLING:
            to = self.tables.castles[detail_of(move)].written_to
        squares: str = cell_name(origin_of(move)) + cell_name(to)
        if type_of(move) != PROMOTION and type_of(move) != TURN:
            return squares
        letter: str = self.tables.letters[detail_of(move)]
        if letter[0] == "+":
            return squares + "+"
        before: str = self.tables.letters[self.board[origin_of(move)]]
        if before.upper() == f"+{letter.upper()}":
            return squares + "-"
        return squares + letter.removesuffix("~").lower()

    def find(self, text):
        """Return the legal move of a text.

        Only the piece on the square that the text begins with is looked at. A castling is also
        found by the king's two squares, but plain moves of the king come first.
        """
        move: Move
        slot: cython.int
        cell: cython.int
        i: cython.int
        n: cython.int
        if "@" in text:
            return _drop_of(self, text)
        if self.checkers == 1:
            mark_answers(self)
        for slot in range(0 if self.ended else self.slots[self.side]):
            cell = self.cell_of[self.side * SLOTS + slot]
            if cell == 0 or not text.startswith(cell_name(cell)):
                continue
            n = board_moves.piece_moves(self, slot, self.scratch, 0, ALL_MOVES)
            castles: cython.bint = self.tables.castling_kinds >> (self.board[cell] & TYPE_MASK) & 1
            if castles and self.rights and self.checkers == 0:
                n = castling.castling_moves(self, self.scratch, n)
            for i in range(n):
                move = self.scratch[i].move
                if self.text(move) == text or (
                    type_of(move) == CASTLING and cell_name(cell) + cell_name(to_of(move)) == text
                ):
                    usual: cython.bint = not self.tables.restricted and not self.tables.drops_first
                    return move if usual or self.is_legal(move) else NO_MOVE
        return _gating_of(self, text)

    def contents(self):
        cells = dict.fromkeys(
            ((file_of(cell), rank_of(cell)) for cell in self.blocked), fen.BLOCKED
        )
        return cells | self._pieces()

    def in_hand(self):
        return {
            letter: self.hand[code]
            for letter, code in self.tables.code_of_letter.items()
            if self.hand[cython.cast(cython.int, code)]
        }

    def changed(self, move):
        """Return the changes of the board by a legal move, which making it records."""
        self.make(move)
        found: tuple = _changes_of(self, self.stack + self.ply - 1)
        self.unmake()
        return found

    def _pieces(self):
        """Return the letter of each piece by its square."""
        pieces = {}
        colour: cython.int
        slot: cython.int
        cell: cython.int
        for colour in range(2):
            for slot in range(self.slots[colour]):
                cell = self.cell_of[colour * SLOTS + slot]
                if cell:
                    square = (file_of(cell), rank_of(cell))
                    pieces[square] = self.tables.letters[self.board[cell]]
        return pieces

    def setup(self):
        """Return the position as an `amalthea.engine.pieces.text.piece_fen.Setup`."""
        targets = [self.targets.cell[bit] for bit in range(MAX_TARGETS) if self.targets.cell[bit]]
        passer = self.targets.passer if targets else 0
        blocked = frozenset((file_of(cell), rank_of(cell)) for cell in self.blocked)
        return fen.Setup(
            self._pieces(),
            "wb"[self.side],
            self.rights,
            tuple((file_of(cell), rank_of(cell)) for cell in targets),
            (file_of(passer), rank_of(passer)) if passer else None,
            self.counting_ply if self.counting_limit else self.halfmove,
            self.fullmove(),
            blocked,
            checks=(self.checks_left[0], self.checks_left[1]),
            counting=self.counting_limit,
            hands=self.in_hand(),
        )

    def fen(self):
        return fen.write(self.setup(), self.variant)

    def flipped(self):
        return fen.write(fen.flip(self.setup(), self.variant), self.variant)

    def diagram(self):
        return draw(self.setup(), self.variant)

    def consistent(self):
        return consistency.is_consistent(self)


@cython.cfunc
def _changes_of(state: PiecesPosition, undo: cython.pointer[Undo]) -> tuple:
    """Return the squares that a move changed, each with the letters before and after it."""
    before: dict = {}
    after: dict = {}
    i: cython.int
    for i in range(undo.changes):
        change: cython.pointer[Change] = undo.changed + i
        if change.cell == IN_HAND:
            continue
        square = (file_of(change.cell), rank_of(change.cell))
        letter = state.tables.letters[change.code]
        if change.count > 0:
            after[square] = letter
        elif after.get(square) == letter:  # it came there and exploded
            del after[square]
        else:
            before[square] = letter
    return tuple(
        (square, before.get(square, ""), after.get(square, ""))
        for square in before | after
        if before.get(square) != after.get(square)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drawn_by_count(state: PiecesPosition) -> cython.bint:
    """Return True if a count has passed its limit, or promotions in place are all that is left."""
    return counted_out(state) or generation.has_only_promotions(state)


@cython.cfunc
def _gating_text(state: PiecesPosition, move: Move) -> str:
    """Return the text of a gating: that of the move that opens the gate, and the piece's letter.

    Behind a castling, a piece that enters on the partner's square is the partner's move to the
    king's.
    """
    to: cython.int = to_of(move)
    index: cython.int = castling_of(state, move, state.side)
    if index >= 0 and origin_of(move) == state.tables.castles[index].king_from:
        to = state.tables.castles[index].written_to
    letter: str = state.tables.letters[detail_of(move)]
    return cell_name(origin_of(move)) + cell_name(to) + letter.lower()


@cython.cfunc
def _gating_of(state: PiecesPosition, text: str) -> Move:
    """Return the legal gating of a text, or NO_MOVE."""
    i: cython.int
    if not state.tables.gates:
        return NO_MOVE
    n: cython.int = generation.generate(state, state.scratch, ALL_MOVES)
    for i in range(n):
        move: Move = state.scratch[i].move
        if type_of(move) == GATING and _gating_text(state, move) == text:
            return move
    return NO_MOVE


@cython.cfunc
def _drop_of(state: PiecesPosition, text: str) -> Move:
    """Return the legal drop of a text, its letter in either case, or NO_MOVE."""
    letter, _, name = text.partition("@")
    square = parse_square(name)
    kind: cython.int = state.tables.code_of_letter.get(letter.upper(), 0)
    if not square or square[0] >= state.variant.files or square[1] >= state.variant.ranks:
        return NO_MOVE
    move: Move = pack(IN_HAND, cell_at(square[0], square[1]), DROP, kind)
    return move if kind and state.is_legal(move) else NO_MOVE
