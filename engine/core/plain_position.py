"""Positions whose rules are written in plain Python: slow, and enough to try a kind of game out.

The searcher's hot methods call Python here, so a search makes some thousand nodes a second. What
Python raises there is kept, and raised where somebody asks from Python (`check`).
"""

import hashlib

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK, QUIET, TACTICAL, WHITE
from cython.cimports.amalthea.engine.core.position import pass_turn, repeats, return_turn


class PlainPosition(Position):
    def __init__(self, variant, side, halfmove=0, fullmove=1):
        """`side`: "w" or "b", to move. The heir has set up its board before."""
        Position.__init__(self, variant)
        self.past = []
        self.history_slots = self.slots()
        self.begin(BLACK if side == "b" else WHITE, halfmove, fullmove)
        self._see()

    # -- what an heir must have, beside status, fen, flipped and diagram -------------------------

    def numbers(self):
        """The legal moves, each a number from 1; none when the game is over."""
        raise self._without("numbers")

    def put(self, number):
        """Changes the board by a legal move of the side to move."""
        raise self._without("put")

    def take_back(self):
        """Changes the board back by the last move."""
        raise self._without("take_back")

    def name(self, number):
        """The text of a legal move."""
        raise self._without("name")

    # -- what an heir may know better ------------------------------------------------------------

    def is_tactical(self, number):
        """Whether a legal move is searched beyond the leaves."""
        return False

    def slots(self):
        """How many kinds of moves the searcher's histories tell apart."""
        return self.variant.files * self.variant.ranks + 1

    def slot(self, number):
        """Which of them a move is; the moves are their own kinds if they are few."""
        return number % self.history_slots

    def position_key(self):
        """64 bits that equal positions share, and hardly others: all but the counters of FEN."""
        fields = " ".join(self.fen().split()[:4])
        return int.from_bytes(hashlib.blake2b(fields.encode(), digest_size=8).digest(), "big")

    # -- the face to the search ------------------------------------------------------------------

    def check(self):
        """Raises what went wrong since the last check."""
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
                self.past.append((self.halfmove, self.verdict, self.drawn))
                self.put(move)
            except Exception as error:
                self.failure = error
        pass_turn(self)
        self.halfmove += 1
        with cython.gil:
            try:
                self._see()
            except Exception as error:
                self.failure = error

    def unmake(self):
        return_turn(self)
        with cython.gil:
            try:
                self.take_back()
                self.halfmove, self.verdict, self.drawn = self.past.pop()
            except Exception as error:
                self.failure = error

    def is_drawn(self, root):
        return self.drawn or repeats(self, root)

    def text(self, move):
        return self.name(move)

    def _see(self):
        """Takes over what the position shows of itself."""
        status = self.status()
        self.hash_key = self.position_key()
        self.drawn = status.state == "draw"
        self.verdict = 0
        if status.state == "win":
            self.verdict = 1 if status.winner == self.turn else -1
