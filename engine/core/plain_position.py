"""Positions with rules in plain Python: slow, but enough to try out a kind of game.

The searcher's hot methods call Python here, so a search visits a few thousand nodes a second. These
methods cannot raise exceptions; an exception is kept and raised by the next `check`.
"""

import hashlib
from copy import deepcopy

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK, QUIET, TACTICAL, WHITE
from cython.cimports.amalthea.engine.core.position import pass_turn, repeats, return_turn


class PlainPosition(Position):
    """A position with rules in plain Python, as a base class."""

    def __init__(self, variant, side, halfmove=0, fullmove=1):
        """Set up the position; a subclass has set up its board before it calls this.

        side: the side to move, "w" or "b".
        """
        Position.__init__(self, variant)
        self.past = []
        self.history_slots = self.slots()
        self.start_history(BLACK if side == "b" else WHITE, halfmove, fullmove)
        self._refresh()

    # -- required of a subclass, beside status, contents, fen, flipped, diagram ----------------

    def numbers(self):
        """Return the legal moves as numbers from 1 on; none if the game is over."""
        raise self._missing_error("numbers")

    def put(self, number):
        """Make a legal move of the side to move on the board."""
        raise self._missing_error("put")

    def take_back(self):
        """Take the last move back on the board."""
        raise self._missing_error("take_back")

    def name(self, number):
        """Return the text of a legal move."""
        raise self._missing_error("name")

    # -- optional overrides ----------------------------------------------------------------------

    def is_tactical(self, number):
        """Return True if quiescence search should try this legal move."""
        return False

    def slots(self):
        """Return the number of slots that the history tables of the searcher need."""
        return self.variant.files * self.variant.ranks + 1

    def slot(self, number):
        """Return the history slot of a move; moves share slots if there are too few."""
        return number % self.history_slots

    def position_key(self):
        """Return a 64-bit hash key of the position, without the two counters of the FEN."""
        fields = " ".join(self.fen().split()[:4])
        return int.from_bytes(hashlib.blake2b(fields.encode(), digest_size=8).digest(), "big")

    # -- the interface of the search -------------------------------------------------------------

    def check(self):
        """Raise the exception that a method raised since the last check, if any."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        Position.check(self)

    def generate(self, out, what):
        n: cython.int = 0
        with cython.gil:
            try:
                for number in self.numbers() if self.verdict == 0 else ():
                    if what & (TACTICAL if self.is_tactical(number) else QUIET):
                        self.describe(number, out + n)
                        n += 1
            except Exception as error:
                self.failure = error
        return n

    def is_legal(self, move):
        legal: cython.bint = False
        with cython.gil:
            try:
                legal = self.verdict == 0 and move in self.numbers()
            except Exception as error:
                self.failure = error
        return legal

    def describe(self, move, out):
        out.move = move
        out.gain = 0
        out.victim = 0
        out.slot = 0
        out.tactical = False
        with cython.gil:
            try:
                out.slot = self.slot(move)
                out.tactical = self.is_tactical(move)
            except Exception as error:
                self.failure = error

    def make(self, move):
        with cython.gil:
            try:
                self.past.append((self.halfmove, self.verdict, self.is_draw))
                self.put(move)
            except Exception as error:
                self.failure = error
        pass_turn(self)
        self.halfmove += 1
        with cython.gil:
            try:
                self._refresh()
            except Exception as error:
                self.failure = error

    def unmake(self):
        return_turn(self)
        with cython.gil:
            try:
                self.take_back()
                self.halfmove, self.verdict, self.is_draw = self.past.pop()
            except Exception as error:
                self.failure = error

    def is_drawn(self, root):
        return self.is_draw or repeats(self, root)

    def changes_of(self, move):
        """Return the changes of the board by a legal move, see `Change`."""
        before = self.contents()
        self.make(move)
        after = self.contents()
        self.unmake()
        return tuple(
            (square, before.get(square, ""), after.get(square, ""))
            for square in before | after
            if before.get(square) != after.get(square)
        )

    def text(self, move):
        return self.name(move)

    def take(self, other):
        position: PlainPosition = other
        self.is_draw, self.past = position.is_draw, list(position.past)
        self.__dict__.update(deepcopy(position.__dict__))
        Position.take(self, position)

    def _refresh(self):
        """Update the hash key and the result after the board has changed."""
        status = self.status()
        self.hash_key = self.position_key()
        self.is_draw = status.state == "draw"
        self.verdict = 0
        if status.state == "win":
            self.verdict = 1 if status.winner == self.turn else -1
