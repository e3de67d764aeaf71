"""The abstract position: the interface of search and protocols for any game.

A position class overrides the hot methods (generate, make, unmake, …) declared in the .pxd and the
text methods here. Perft, playing moves, listing them and the rules about earlier positions, such as
repetition, are the same for all games and are written here once.

A hot method cannot raise an exception. If a class lacks a required one, the call is noted, and the
next `check` from Python raises NotImplementedError.
"""

import sys

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    MAX_MOVES,
    NO_MOVE,
    Candidate,
    to_of,
)
from cython.cimports.amalthea.engine.core.position import NEVER
from cython.cimports.libc.stdlib import abort, free, realloc
from cython.cimports.libc.string import memcpy

from amalthea.engine.core.color import Color
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.errors import IllegalMove

# A repetition that wins scores below a proven win: it may not hold in the game itself.
_REPEATED_CP = cython.declare(cython.const[cython.int], 20_000)
COLORS = tuple(Color)  # by the number of a side
ONGOING = Status(State.ONGOING)
VALUES = {"draw": 0, "loss": -1, "win": 1}  # of an end of the game, for a side

_SPARE_PLIES = cython.declare(cython.int, 4)  # for the position itself and moves that are tried


class Position:
    """A position of any game, with moves as text; the hot methods are for compiled code only."""

    def __init__(self, variant):
        self.variant = variant
        self.draw_plies = variant.draws.plies or NEVER
        self.draw_repetitions = variant.draws.repetitions or NEVER
        self.shortest_cycle = 4
        repeated = variant.draws.repetition if variant.draws.repetitions else ""
        self.repetition_result = VALUES.get(repeated, NOTHING)
        self.plies_to_counted_draw = NEVER
        self.checkmate_result = -1
        self.remarks = []

    def __dealloc__(self):
        free(self.keys)

    def check(self):
        """Raise NotImplementedError if a method was called that the class lacks."""
        if self.missing:
            raise self._missing_error(self.missing.decode())

    def note_missing(self, method):
        """Note a call of a required method that this class lacks; `check` raises the error."""
        self.missing = method

    # -- required of every position class --------------------------------------------------------

    def generate(self, out, what):
        """Write the legal moves of the kinds in `what` to `out`; return their number."""
        self.note_missing(b"generate")
        return 0

    def is_legal(self, move):
        """Return True if any move word, for instance from the hash table, is legal here."""
        self.note_missing(b"is_legal")
        return False

    def describe(self, move, out):
        """Fill in the candidate `out` for a legal move."""
        self.note_missing(b"describe")

    def make(self, move):
        """Make a legal move."""
        self.note_missing(b"make")

    def unmake(self):
        """Unmake the last move."""
        self.note_missing(b"unmake")

    def make_null(self):
        """Make a null move; only allowed if `can_null_move` is true."""
        self.note_missing(b"make_null")

    def unmake_null(self):
        """Unmake a null move."""
        self.note_missing(b"unmake_null")

    def contents(self):
        """Return the pieces on the board: {square of the anchor: text in FEN}."""
        raise self._missing_error("contents")

    def changes_of(self, move):
        """Return the changes of the board by a legal move, see `Change`."""
        raise self._missing_error("changes_of")

    def text(self, move):
        """Return the text of a legal move in the protocol's notation."""
        raise self._missing_error("text")

    def status(self):
        """Return whether the game is over, and its result."""
        raise self._missing_error("status")

    def fen(self):
        """Return the position as a FEN."""
        raise self._missing_error("fen")

    def flipped(self):
        """Return the FEN with colours exchanged and the board mirrored by rank."""
        raise self._missing_error("flipped")

    def diagram(self):
        """Return the board as text for a person."""
        raise self._missing_error("diagram")

    def _missing_error(self, method):
        """Return the error for a method that the class lacks."""
        return NotImplementedError(f"{type(self).__name__} has no method {method!r}")

    # -- optional overrides ----------------------------------------------------------------------

    def key_after(self, move):
        """Return the hash key after a legal move, or a guess: it is only used to prefetch."""
        return self.hash_key

    def can_null_move(self):
        """Return True if a null move is sound here: zugzwang is unlikely."""
        return False

    def is_null_move_doubtful(self):
        """Return True if zugzwang is possible, so that null move cutoffs need verification."""
        return False

    def is_threatened(self):
        """Return True if the side to move loses at once unless it reacts."""
        return self.checkers > 0

    def must_capture(self):
        """Return True if only captures are legal; called only if `forced_capture` is set."""
        return False

    def no_move_value(self):
        """Return the result for a side that has no legal move: 1 a win, -1 a loss, 0 a draw."""
        return self.checkmate_result if self.is_threatened() else self.stalemate_result

    def draw_value(self):
        """Return the value of a draw for the side to move: 1, 0 or -1.

        Called only if `draw_value_varies` is set.
        """
        return 0

    def repetition_value(self, since):
        """Return the result of repeating the position of the ply `since`: 1, 0 or -1."""
        return self.repetition_result

    def plies_without_progress(self):
        """Return the plies without progress that count; called once `halfmove` is high enough."""
        return self.halfmove

    def winning_move(self):
        """Return a move that wins the game at once if one is found without search, or NO_MOVE."""
        return NO_MOVE

    def gives_check(self, move):
        """Return True if the moved piece itself gives check from its new square."""
        return False

    def wins_exchange(self, move, threshold):
        """Return True if the exchange on the target square gains at least `threshold` cp.

        This is the static exchange evaluation (SEE) of the move, from the mover's view.
        """
        return threshold <= 0

    def is_mate(self):
        """Return True if the game is decided by checkmate, which precedes a draw by plies."""
        return False

    def draw_score(self, root):
        """Return the score in cp for the side to move if `is_drawn(root)` is true."""
        if self.draw_value_varies:
            since: cython.int = repeated_ply(self, root)
            value: cython.int = self.repetition_value(since) if since >= 0 else self.draw_value()
            return value * _REPEATED_CP
        if self.repetition_result and repeats(self, root):
            return self.repetition_result * _REPEATED_CP
        return 0

    def consistent(self):
        """Return True if all incrementally updated data equal a recomputation."""
        return True

    def grow(self, plies):
        """Allocate memory for `plies` plies in the arrays of a position class."""

    def copy(self):
        """Return an independent copy of the position with its history, so that undo works."""
        other: Position = type(self).__new__(type(self))
        other.take(self)
        return other

    def take(self, other):
        """Become a copy of a position of the same class; a subclass also copies its own fields."""
        self.variant, self.remarks = other.variant, list(other.remarks)
        key: cython.pointer[cython.ulonglong] = cython.address(self.hash_key)
        copy_fields(key, cython.address(self.keys), cython.address(other.hash_key))
        self.interrupt = cython.NULL
        self.reserve(0)
        memcpy(self.keys, other.keys, self.ply * cython.sizeof(cython.ulonglong))

    # -- earlier positions, the same for all games -----------------------------------------------

    def start_history(self, side, halfmove, fullmove):
        """Initialise the history of a position that has just been set up."""
        self.ply = 0
        self.null_move_ply = 0
        self.side = side
        self.first_side = side
        self.halfmove = halfmove
        self.first_fullmove = fullmove
        self.reserve(0)

    def reserve(self, plies):
        """Allocate memory for `plies` further moves. Raises MemoryError."""
        needed: cython.int = self.ply + plies + _SPARE_PLIES
        if needed <= self.capacity:
            return
        keys: cython.pointer[cython.ulonglong] = cython.cast(
            cython.pointer[cython.ulonglong],
            realloc(self.keys, 2 * needed * cython.sizeof(cython.ulonglong)),
        )
        if not keys:
            raise MemoryError
        self.keys = keys
        self.grow(2 * needed)
        self.capacity = 2 * needed

    def is_drawn(self, root):
        """Return True if play ends by the ply count or by repetition.

        One repetition is enough after the ply `root`. `draw_score` gives the score; it is that of
        a draw unless the rules say otherwise.
        """
        return (has_reached_draw_plies(self) and not self.is_mate()) or repeats(self, root)

    def repetitions(self):
        """Return how often this position has occurred before."""
        seen: cython.int = 0
        earlier: cython.int = self.ply - self.shortest_cycle
        last: cython.int = first_comparable_ply(self)
        while earlier >= last:
            seen += self.keys[earlier] == self.hash_key
            earlier -= 2
        return seen

    def undecided_status(self):
        """Return the status if no side has won or is stalemated.

        It is a result by repetition or by the ply count, or "ongoing".
        """
        since: cython.int = repeated_ply(self, self.ply)
        if since >= 0:
            return self.final_status(self.repetition_value(since), Termination.REPETITION)
        if has_reached_draw_plies(self):
            return self.final_status(self.draw_value(), Termination.FIFTY_MOVES)
        return ONGOING

    def final_status(self, value, reason):
        """Return the status of a finished game.

        value: 1 if the side to move has won, -1 if it has lost, 0 for a draw.
        """
        winner = COLORS[self.side if value > 0 else 1 - self.side] if value else None
        return Status(State.WIN if value else State.DRAW, winner, reason)

    def in_hand(self):
        """Return the number of pieces in hand, by their text in FEN; none in most games.

        Pieces that wait behind others are not among them.
        """
        return {}

    def changes(self, text):
        """Return the changes of the board by the legal move of that text. Raises IllegalMove."""
        move: Move = self.find(text)
        if move == NO_MOVE:
            raise IllegalMove(f"illegal move {text!r} in {self.fen()!r}")
        self.reserve(1)
        return self.changes_of(move)

    def all_changes(self):
        """Return the text and the changes of every legal move, in the order of generation."""
        self.reserve(1)
        return [(self.text(move), self.changes_of(move)) for move in self.words()]

    def is_legal_text(self, text):
        """Return True if one side is to move and has the move of that text."""
        return self.find(text) != NO_MOVE

    def find(self, text):
        """Return the legal move with this text, or NO_MOVE."""
        found = [move for move in self.words() if self.text(move) == text]
        return found[0] if found else NO_MOVE

    @property
    def turn(self):
        """The side to move, "w" or "b"; "-" while both sides choose at once."""
        return COLORS[self.side]

    def choosers(self):
        """Return the sides that choose now: "w", "b", or "wb" if both choose at once."""
        return self.turn

    def choices(self, side):
        """Return the texts that `side` may choose from: legal moves if it chooses alone."""
        return self.legal_moves()

    def key(self):
        """Return the 64-bit hash key of the position."""
        return self.hash_key

    def in_check(self):
        """Return True if the side to move is in check."""
        return self.checkers > 0

    def has_win(self):
        """Return True if a move that wins at once is found without a search."""
        winning: Move = self.winning_move()
        self.check()
        return winning != NO_MOVE

    def legal_moves(self):
        """Return the texts of all legal moves in the order of generation."""
        return [self.text(move) for move in self.words()]

    def words(self):
        """Return the words of all legal moves, in the order of generation."""
        buffer: cython.pointer[Candidate] = new_candidates(MAX_MOVES)
        n: cython.int = self.generate(buffer, ALL_MOVES)
        moves = [buffer[i].move for i in range(n)]
        free(buffer)
        self.check()
        return moves

    def play(self, text):
        """Play a move given as text; return the position in which the game continues.

        That is this position unless a new phase begins. The move may be in upper or lower case.
        Raises IllegalMove and changes nothing if the move is illegal.
        """
        move: Move = self.find(text)
        if move == NO_MOVE:  # some clients write moves or promotions in upper case
            move = self.find(text.lower())
        if move == NO_MOVE:
            raise IllegalMove(f"illegal move {text!r} in {self.fen()!r}")
        written: str = self.text(move)
        if written != text:
            self.remarks.append(f"move {text!r} read as {written!r}")
        self.reserve(1)
        self.make(move)
        self.check()
        return self

    def undo(self):
        """Take back the last played move. Raises IllegalMove if there is none."""
        if self.ply == 0:
            raise IllegalMove("no move to take back")
        self.unmake()
        self.check()

    def perft(self, depth, bulk=True):
        """Return the number of move sequences of length `depth`; draws do not end one.

        bulk: count the last moves without making them.
        """
        if depth < 1:
            return 1
        self.reserve(depth)
        buffer: cython.pointer[Candidate] = new_candidates(depth * MAX_MOVES)
        plies: cython.int = depth
        in_bulk: cython.bint = bulk
        total: cython.ulonglong
        with cython.nogil:
            total = _count_leaves(self, buffer, plies, in_bulk)
        free(buffer)
        self.check()
        return total

    def divide(self, depth):
        """Return perft by first move: {move text: nodes}."""
        nodes = {}
        for move in self.legal_moves():
            self.play(move)
            nodes[move] = self.perft(depth - 1)
            self.undo()
        return nodes

    def fullmove(self):
        """Return the fullmove number: a move of White and Black's reply have the same number."""
        return self.first_fullmove + (self.ply + self.first_side) // 2

    def verify(self):
        """Raise AssertionError if incrementally updated data differ from a recomputation."""
        if not self.consistent():
            raise AssertionError(f"incremental data are wrong in {self.fen()!r}")

    def abort_if_inconsistent(self):
        """End the process if incrementally updated data are wrong; only for the debug build."""
        if not self.consistent():
            with cython.gil:
                print(f"incremental data are wrong in {self.fen()!r}", file=sys.stderr, flush=True)
            abort()


def moves_to_goal_of(position: Position, text):
    """Return the texts of the legal moves with the same target square as a legal move."""
    move: Move = position.find(text)
    goal: cython.int = to_of(move)
    found: list = []
    for move in position.words():
        if to_of(move) == goal:
            found.append(position.text(move))
    return found


def is_legal_word(position: Position, word):
    """Return True if a number below 2**32 is the word of a legal move."""
    legal: cython.bint = position.is_legal(word)
    position.check()
    return legal


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_leaves(
    position: Position,
    buffer: cython.pointer[Candidate],
    depth: cython.int,
    bulk: cython.bint,
) -> cython.ulonglong:
    """Return the number of leaves of the move tree (perft); an interrupt ends the count.

    buffer: room for depth * MAX_MOVES candidates.
    bulk: count the last moves without making them.
    """
    n: cython.int = position.generate(buffer, ALL_MOVES)
    if depth == 1 and bulk:
        return n
    total: cython.ulonglong = 0
    i: cython.int
    for i in range(n):
        if position.interrupt and position.interrupt[0] >= position.interrupt_from:
            break
        position.make(buffer[i].move)
        total += 1 if depth == 1 else _count_leaves(position, buffer + MAX_MOVES, depth - 1, bulk)
        position.unmake()
    return total
