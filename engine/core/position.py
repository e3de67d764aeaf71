"""The abstract position: what search and protocol may ask of any game.

A position class overrides the hot methods (generate, make, unmake, ...) declared in the .pxd and
the text methods here. Counting, playing, listing, and what the past of a game decides, repetition
above all, are the same for all and written once.

A hot method cannot raise: where a class lacks one that has no true answer of its own, the call is
noted, and whoever asked from Python gets NotImplementedError (`check`).
"""

import sys

import cython
from cython.cimports.amalthea.engine.core.moves import ALL_MOVES, MAX_MOVES, NO_MOVE, Candidate
from cython.cimports.amalthea.engine.core.position import NEVER
from cython.cimports.libc.stdlib import abort, free, malloc, realloc

from amalthea.engine.core.status import Status
from amalthea.engine.errors import IllegalMove

_REPEATED_CP = cython.declare(cython.const[cython.int], 20_000)  # where it wins; no proof of that
VALUES = {"draw": 0, "loss": -1, "win": 1}  # of an end of the game, for a side

_SPARE_PLIES = cython.declare(cython.int, 4)  # a position's own, and for moves only tried
_FIRST_PLIES = cython.declare(cython.int, 256)  # of game and search together, before more is asked


class Position:
    def __init__(self, variant):
        self.variant = variant
        self.draw_plies = variant.draws.plies or NEVER
        self.draw_repetitions = variant.draws.repetitions or NEVER
        self.repetition = VALUES[variant.draws.repetition] if variant.draws.repetitions else NOTHING
        self.counted_left = NEVER
        self.mated = -1
        self.remarks = []

    def __dealloc__(self):
        free(self.keys)

    def check(self):
        """Raises NotImplementedError if a method was called that the class lacks."""
        if self.missing:
            raise self._without(self.missing.decode())

    def lacks(self, method):
        """Notes that a method was called that a position class must have and this one lacks."""
        self.missing = method

    # -- what every position class must have -----------------------------------------------------

    def generate(self, out, what):
        """Writes the legal moves of the kinds in `what`; returns how many."""
        self.lacks(b"generate")
        return 0

    def is_legal(self, move):
        """Whether a word of unknown origin is a legal move here."""
        self.lacks(b"is_legal")
        return False

    def describe(self, move, out):
        """Fills a candidate for one legal move."""
        self.lacks(b"describe")

    def make(self, move):
        """Plays a legal move."""
        self.lacks(b"make")

    def unmake(self):
        """Takes the last made move back."""
        self.lacks(b"unmake")

    def make_null(self):
        """Passes; only where `can_pass` allows it."""
        self.lacks(b"make_null")

    def unmake_null(self):
        """Takes a pass back."""
        self.lacks(b"unmake_null")

    def text(self, move):
        """The dialect's text of a legal move."""
        raise self._without("text")

    def status(self):
        """Whether and how the game is over."""
        raise self._without("status")

    def fen(self):
        """The position as text."""
        raise self._without("fen")

    def flipped(self):
        """FEN with colours exchanged and the board mirrored by rank."""
        raise self._without("flipped")

    def diagram(self):
        """The board as text for a person."""
        raise self._without("diagram")

    def _without(self, method):
        """The error of a method that the class lacks."""
        return NotImplementedError(f"{type(self).__name__} has no method {method!r}")

    # -- what a position class may know better ---------------------------------------------------

    def key_after(self, move):
        """The hash key after a legal move, quickly: only a hint, of what will be looked up."""
        return self.hash_key

    def can_pass(self):
        """Whether passing is likely worse than the best move: no zugzwang in sight."""
        return False

    def pass_is_doubtful(self):
        """Whether zugzwang is near all the same: a search verifies what a pass has shown."""
        return False

    def threatened(self):
        """Whether the side to move loses at once if it does nothing about it."""
        return self.checkers > 0

    def must_capture(self):
        """Whether the side to move may do nothing but capture; asked where `compels` is set."""
        return False

    def stalemate_value(self):
        """What no move, but no mate, is for the side to move: 1 a win, -1 a loss, 0 a draw."""
        return self.stuck

    def drawn_value(self):
        """What a draw is for the side to move, as above; asked where `weighs_draws` is set."""
        return 0

    def repetition_value(self, since):
        """What it is that the position of the ply `since` occurs again."""
        return self.repetition

    def idle_plies(self):
        """How many plies without progress count towards a draw; asked once enough have passed."""
        return self.halfmove

    def winning_move(self):
        """A move that ends the game with a win, where that is seen without a search."""
        return NO_MOVE

    def gives_check(self, move):
        """Whether the moved piece itself threatens to win from where it comes to."""
        return False

    def wins_exchange(self, move, threshold):
        """Whether the captures where the move goes gain the mover at least `threshold` cp."""
        return threshold <= 0

    def is_mate(self):
        """Whether no move is left and that decides the game: it comes before a draw by plies."""
        return False

    def drawn_score(self, root):
        """Centipawns for the side to move where `is_drawn` says so; `root` as there."""
        if self.weighs_draws:
            since: cython.int = repeated_since(self, root)
            value: cython.int = self.repetition_value(since) if since >= 0 else self.drawn_value()
            return value * _REPEATED_CP
        if self.repetition and repeats(self, root):
            return self.repetition * _REPEATED_CP
        return 0

    def consistent(self):
        """Whether all incremental data equal a recomputation."""
        return True

    def grow(self, plies):
        """Makes room for that many plies in the arrays of a position class."""

    # -- the past of a game, the same for all ----------------------------------------------------

    def begin(self, side, halfmove, fullmove):
        """A position has been set up: it has no past."""
        self.ply = 0
        self.passed = 0
        self.side = side
        self.first_side = side
        self.halfmove = halfmove
        self.first_fullmove = fullmove
        self.reserve(_FIRST_PLIES)

    def reserve(self, plies):
        """Makes room for that many further moves."""
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
        """Play ends by plies or repetition, once being enough after the ply `root`.

        That is a draw where `drawn_score` does not say otherwise.
        """
        if is_idle(self) and not self.is_mate():
            return True
        return repeats(self, root)

    def repetitions(self):
        """How often this position occurred before."""
        seen: cython.int = 0
        earlier: cython.int = self.ply - 4
        last: cython.int = first_alike(self)
        while earlier >= last:
            seen += self.keys[earlier] == self.hash_key
            earlier -= 2
        return seen

    def undecided(self):
        """The status where no side has won or is stuck: a draw by repetition or plies, or none."""
        since: cython.int = repeated_since(self, self.ply)
        if since >= 0:
            return self.decided(self.repetition_value(since), "repetition")
        if is_idle(self):
            return self.decided(self.drawn_value(), "fiftymove")
        return Status("ongoing")

    def decided(self, value, reason):
        """The status of a game that is over: 1 the side to move has won, -1 lost, 0 a draw."""
        if value == 0:
            return Status("draw", None, reason)
        return Status("win", "wb"[self.side if value > 0 else 1 - self.side], reason)

    # -- written once for every game -------------------------------------------------------------

    def count(self, buffer, depth, bulk):
        """Leaves of the move tree; a leaf is a legal move. `buffer`: depth * MAX_MOVES."""
        n: cython.int = self.generate(buffer, ALL_MOVES)
        if depth == 1 and bulk:
            return n
        total: cython.ulonglong = 0
        i: cython.int
        for i in range(n):
            if self.interrupt and self.interrupt[0] >= self.interrupt_from:
                break
            self.make(buffer[i].move)
            total += 1 if depth == 1 else self.count(buffer + MAX_MOVES, depth - 1, bulk)
            self.unmake()
        return total

    def find(self, text):
        """The legal move of that text, or NO_MOVE."""
        buffer: cython.pointer[Candidate] = cython.cast(
            cython.pointer[Candidate], malloc(MAX_MOVES * cython.sizeof(Candidate))
        )
        if not buffer:
            raise MemoryError
        found: Move = NO_MOVE
        i: cython.int
        n: cython.int = self.generate(buffer, ALL_MOVES)
        for i in range(n):
            if self.text(buffer[i].move) == text:
                found = buffer[i].move
                break
        free(buffer)
        self.check()
        return found

    @property
    def turn(self):
        """ "w" or "b"."""
        return "wb"[self.side]

    def choosers(self):
        """The sides that have to choose now, "w", "b", or "wb" where both do at once."""
        return self.turn

    def choices(self, side):
        """What a side that has to choose may choose, as texts; a move where it alone does."""
        return self.legal_moves()

    def key(self):
        """The position's 64-bit hash key."""
        return self.hash_key

    def in_check(self):
        """Whether the side to move is in check."""
        return self.checkers > 0

    def has_win(self):
        """Whether a move that ends the game with a win is seen without a search."""
        winning: Move = self.winning_move()
        self.check()
        return winning != NO_MOVE

    def legal_moves(self):
        """Every legal move's text, in the order of generation."""
        buffer: cython.pointer[Candidate] = cython.cast(
            cython.pointer[Candidate], malloc(MAX_MOVES * cython.sizeof(Candidate))
        )
        if not buffer:
            raise MemoryError
        n: cython.int = self.generate(buffer, ALL_MOVES)
        moves = [self.text(buffer[i].move) for i in range(n)]
        free(buffer)
        self.check()
        return moves

    def play(self, text):
        """Plays a move given as text; returns the position that goes on, this one if no other.

        Its last letter may stand in either case. Raises IllegalMove and changes nothing.
        """
        move: Move = self.find(text)
        if move == NO_MOVE:  # some clients write e7e8Q
            move = self.find(text[:-1] + text[-1:].lower())
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
        """Takes the last played move back. Raises IllegalMove when there is none."""
        if self.ply == 0:
            raise IllegalMove("no move to take back")
        self.unmake()
        self.check()

    def perft(self, depth, bulk=True):
        """How many move sequences of that length there are; draws do not end one.

        bulk: the last moves are counted without being made.
        """
        if depth < 1:
            return 1
        buffer: cython.pointer[Candidate] = cython.cast(
            cython.pointer[Candidate], malloc(depth * MAX_MOVES * cython.sizeof(Candidate))
        )
        if not buffer:
            raise MemoryError
        self.reserve(depth)
        plies: cython.int = depth
        in_bulk: cython.bint = bulk
        total: cython.ulonglong
        with cython.nogil:
            total = self.count(buffer, plies, in_bulk)
        free(buffer)
        self.check()
        return total

    def divide(self, depth):
        """perft by first move: {move text: nodes}."""
        nodes = {}
        for move in self.legal_moves():
            self.play(move)
            nodes[move] = self.perft(depth - 1)
            self.undo()
        return nodes

    def fullmove(self):
        """The number of the current move, Black's moves counted with White's."""
        return self.first_fullmove + (self.ply + self.first_side) // 2

    # -- checks of position classes themselves ---------------------------------------------------

    def verify(self):
        """Raises AssertionError when incremental data differ from a recomputation."""
        if not self.consistent():
            raise AssertionError(f"incremental data are wrong in {self.fen()!r}")

    def abort_if_inconsistent(self):
        """The same where nothing can be raised: ends the process. For the debug build."""
        if not self.consistent():
            with cython.gil:
                print(f"incremental data are wrong in {self.fen()!r}", file=sys.stderr, flush=True)
            abort()
