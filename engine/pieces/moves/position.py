"""Positions of games of pieces, which walk paths on a padded mailbox.

The modules beside this one change the data of a position (see `state`); `compiled.tables` has the
compiled description.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    BLACK,
    DEBUG,
    detail_of,
    origin_of,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.core.position import Position
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EDGE,
    IN_HAND,
    PROMOTION,
    TURN,
    TYPES,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import MAX_HELD
from cython.cimports.amalthea.engine.pieces.moves import (
    board_moves,
    consistency,
    draws,
    exchanges,
    generation,
    making,
    move_text,
    permission,
    setting_up,
    winning,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import kings_face, reaches
from cython.cimports.amalthea.engine.pieces.moves.counting import is_counted_out
from cython.cimports.amalthea.engine.pieces.moves.drops import drop_checks
from cython.cimports.amalthea.engine.pieces.moves.explosions import explosion_gain, price_explosions
from cython.cimports.amalthea.engine.pieces.moves.mate_conditions import mate_value
from cython.cimports.amalthea.engine.pieces.moves.state import (
    MAX_TARGETS,
    SLOTS,
    Change,
    Undo,
    is_blocked,
)

from amalthea.engine.core.position import VALUES
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.compiled.compiler import tables_of
from amalthea.engine.pieces.description import endings
from amalthea.engine.pieces.text import hands
from amalthea.engine.pieces.text import piece_fen as fen
from amalthea.engine.pieces.text.diagram import draw

# Terminations by the values of `ended`, see state.pxd.
_ENDS = (
    None,
    Termination.EXTINCTION,
    Termination.BARE_KING,
    Termination.GOAL,
    Termination.CHECKS,
    Termination.LINE,
    Termination.PASSES,
    Termination.FACING,
    Termination.REPETITION,
    Termination.FULL_BOARD,
)

_MAX_SLOTS = cython.declare(cython.int, 16384)  # histories have a row of all slots for each slot
_SMALL_MATERIAL = cython.declare(cython.int, 6)  # pieces left when shades begin to matter


if (endings.MAX_PIECES, hands.MAX_HELD) != (SLOTS, MAX_HELD):
    raise ImportError("limits of pieces in descriptions and in positions differ")


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
        self.see_ignores_recaptures = self.tables.only_captures
        self.counts_checks = variant.ends.checks > 0
        self.explosive = bool(self.tables.explosions and self.tables.vital & self.tables.exploding)
        self.forced_capture = variant.ends.forced_capture and not self.tables.only_captures
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
        self.nothing_irreversible = self.tables.captures_held or self.tables.unlimited_drops
        if not isinstance(setup, fen.Setup):
            setup = fen.read(variant.start if setup is None else setup, variant)
        self.set_up(setup)

    # -- setting up --------------------------------------------------------------------------------

    def set_up(self, setup):
        """Set up another position with the same blocked squares. Raises FenError."""
        setting_up.set_up(self, setup)

    # -- moves: each a function of another module --------------------------------------------------

    def generate(self, out, what):
        if self.tables.only_captures:
            return generation.generate_as_quiet(self, out, what)
        return generation.generate(self, out, what)

    def is_legal(self, move):
        return generation.is_legal(self, move)

    def describe(self, move, out):
        board_moves.describe(self, move, out)
        if self.tables.explosions:
            price_explosions(self, out, 1)
        out.tactical = out.tactical and not self.tables.only_captures

    def key_after(self, move):
        return making.key_after(self, move)

    def make(self, move):
        making.make(self, move)
        if self.tables.has_ends:
            winning.look_for_end_and_threat(self)
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
        pieces: cython.int = self.pieces[self.side] + self.held[self.side]
        if self.tables.facing_ends and kings_face(self):
            return False
        return not self.is_threatened() and pieces > 0 and self.tables.null_move_sound

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
        if self.forced_capture:  # recaptures are compulsory
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

    def checkers_at(self):
        found: list = permission.checking_cells(self) if self._is_checked() else []
        return [(file_of(cell), rank_of(cell)) for cell in found]

    def no_move_value(self):
        return self._checkmate_value() if self._is_checked() else self._stalemate_value()

    def must_capture(self):
        return generation.must_capture(self)

    def _checkmate_value(self):
        return mate_value(self) if self.tables.mate_conditions else self.checkmate_result

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

    def _has_legal_move(self):
        return generation.has_legal_move(self)

    def is_mate(self):
        return (self._is_checked() or self.stalemate_result != 0) and not self._has_legal_move()

    def is_drawn(self, root):
        if self.ended:
            return True
        if self.tables.counted_draws and _is_drawn_by_count(self) and not self.is_mate():
            return True
        if (
            self.tables.bare_kings_draw
            and self.alive[0] + self.alive[1] <= _SMALL_MATERIAL
            and draws.has_dead_material(
                self, self.tables.never_lone_types, self.tables.never_same_shade_types
            )
        ):
            return True
        return Position.is_drawn(self, root)

    def status(self):
        if self.ended:
            return self.final_status(self.verdict, _ENDS[self.ended])
        if not self._has_legal_move():
            if self._is_checked():
                return self.final_status(self._checkmate_value(), Termination.CHECKMATE)
            return self.final_status(self._stalemate_value(), Termination.STALEMATE)
        if self.tables.bare_kings_draw and draws.has_dead_material(
            self, self.tables.lone_types, self.tables.same_shade_types
        ):
            bare = self.alive[0] + self.alive[1] == 2
            reason = Termination.BARE_KING if bare else Termination.INSUFFICIENT_MATERIAL
            return Status(State.DRAW, None, reason)
        if is_counted_out(self):
            return self.final_status(self.draw_value(), Termination.COUNTING)
        if self.tables.counted_draws and generation.has_only_promotions(self):
            return self.final_status(0, Termination.STALEMATE)
        return self.undecided_status()

    # -- text --------------------------------------------------------------------------------------

    def text(self, move):
        return move_text.text_of(self, move)

    def find(self, text):
        return move_text.find(self, text)

    def contents(self):
        blocked = _blocked_squares(self)
        pieces = self._pieces()
        return dict.fromkeys(blocked, fen.BLOCKED) | pieces if blocked else pieces

    def in_hand(self):
        return {
            letter: self.hand[code]
            for letter, code in self.tables.code_of_letter.items()
            if self.hand[cython.cast(cython.int, code)]
        }

    def changes_of(self, move):
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
        return fen.Setup(
            self._pieces(),
            "wb"[self.side],
            self.rights,
            tuple((file_of(cell), rank_of(cell)) for cell in targets),
            (file_of(passer), rank_of(passer)) if passer else None,
            self.counting_ply if self.counting_limit else self.halfmove,
            self.fullmove(),
            _blocked_squares(self),
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
def _blocked_squares(state: PiecesPosition) -> frozenset:
    """Return the blocked squares of the board."""
    found: set = set()
    cell: cython.int
    for cell in range(CELLS):
        if is_blocked(state, cell):
            found.add((file_of(cell), rank_of(cell)))
    return frozenset(found)


@cython.cfunc
def _changes_of(state: PiecesPosition, undo: cython.pointer[Undo]) -> tuple:
    """Return the squares that a move changed, each with the letters before and after it."""
    before: dict = {}
    after: dict = {}
    i: cython.int
    for i in range(undo.change_count):
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
    if state.tables.walls or (state.tables.petrifying and undo.built_wall):
        after[file_of(undo.built_wall), rank_of(undo.built_wall)] = fen.BLOCKED
    if state.tables.walls and undo.removed_wall:
        before[file_of(undo.removed_wall), rank_of(undo.removed_wall)] = fen.BLOCKED
    return tuple(
        (square, before.get(square, ""), after.get(square, ""))
        for square in before | after
        if before.get(square) != after.get(square)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_drawn_by_count(state: PiecesPosition) -> cython.bint:
    """Return True if a count has passed its limit, or promotions in place are all that is left."""
    return is_counted_out(state) or generation.has_only_promotions(state)
