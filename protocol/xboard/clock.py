"""Time as CECP tells it -> limits of a search. Nothing here measures time."""

from __future__ import annotations

import re
from dataclasses import dataclass

from amalthea.engine.errors import AmaltheaError, clip
from amalthea.engine.search.limits import Limits

_CS = 10  # milliseconds
_LONGEST_S = 10_000_000
_DEEPEST = 1000
_MOST_NODES = 1_000_000_000 - 1
_BASE = re.compile(r"(\d{1,6})(?::(\d{1,2}))?", re.ASCII)
_SECONDS = re.compile(r"\d{1,7}(?:\.\d{1,6})?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
_BASE_MS = 300_000  # of a game of which nothing was told
_EXPECTED_MOVES = 30  # that a clock is for, where nothing says for how many
_MARGIN_MS = 20  # of a time for each move, lost outside


class NumberError(AmaltheaError, ValueError):
    """What a command says in numbers makes no sense."""


@dataclass
class Clock:
    """What holds for all moves, and both clocks as last told, in milliseconds.

    session: moves to be made in each period, 0 for the whole game, counted from the move number
    `session_from`. movetime_ms: for each move alone, None where the clocks say. nps: nodes that
    count as a second, None for real time.
    """

    session: int = 0
    session_from: int = 0
    base_ms: int = _BASE_MS
    inc_ms: int = 0
    movetime_ms: int | None = None
    depth: int | None = None
    nps: int | None = None
    own_ms: int = _BASE_MS
    other_ms: int = _BASE_MS

    def level(self, rest: str, moves_made: int) -> None:
        """`level MOVES BASE INCREMENT`, the base in minutes or m:ss. Raises NumberError."""
        words = rest.split()
        base = _BASE.fullmatch(words[1]) if len(words) == 3 else None
        if not base or not words[0].isdecimal() or not _SECONDS.fullmatch(words[2]):
            raise NumberError("expected MOVES MINUTES[:SECONDS] INCREMENT")
        self.session, self.session_from = whole(words[0], 0, 1000), moves_made
        self.base_ms = (int(base[1]) * 60 + int(base[2] or 0)) * 1000
        self.inc_ms = round(float(words[2]) * 1000)
        self.own_ms = self.other_ms = self.base_ms
        self.movetime_ms = None

    def per_move(self, rest: str) -> None:
        """`st SECONDS`. Raises NumberError."""
        if not _SECONDS.fullmatch(rest) or not 0 < float(rest) <= _LONGEST_S:
            raise NumberError("expected seconds")
        self.movetime_ms = round(float(rest) * 1000)

    def set_depth(self, rest: str) -> None:
        """`sd PLIES`. Raises NumberError."""
        self.depth = whole(rest, 1, _DEEPEST)

    def set_nps(self, rest: str) -> None:
        """`nps NODES`, none or less for real time. Raises NumberError."""
        self.nps = whole(rest, -1, _MOST_NODES) if rest else None

    def set_own(self, rest: str) -> None:
        """`time HUNDREDTHS` of a second. Raises NumberError."""
        self.own_ms = whole(rest, -_LONGEST_S, _LONGEST_S) * _CS

    def set_other(self, rest: str) -> None:
        """`otim HUNDREDTHS` of a second. Raises NumberError."""
        self.other_ms = whole(rest, -_LONGEST_S, _LONGEST_S) * _CS

    def rewind(self) -> None:
        """A new game begins: both clocks are full, and no depth is asked for."""
        self.own_ms = self.other_ms = self.base_ms
        self.depth = None
        self.session_from = 0

    def spend(self, seconds: float) -> None:
        """The engine has thought for so long about its move."""
        self.own_ms += self.inc_ms - round(seconds * 1000)

    def limits(self, white: bool, moves_made: int, pondering: bool) -> Limits:
        """Of a search for a side that has made so many moves."""
        if self.nps and self.nps > 0:
            return Limits(nodes=self._nodes(moves_made), depth=self.depth)
        if self.movetime_ms is not None:
            spare = max(1, self.movetime_ms - _MARGIN_MS)
            return Limits(movetime=spare, depth=self.depth, ponder=pondering)
        own, other = self.own_ms, self.other_ms
        return Limits(
            wtime=own if white else other,
            btime=other if white else own,
            winc=self.inc_ms,
            binc=self.inc_ms,
            movestogo=self._moves_to_go(moves_made),
            depth=self.depth,
            ponder=pondering,
        )

    def _moves_to_go(self, moves_made: int) -> int | None:
        made = max(0, moves_made - self.session_from)
        return self.session - made % self.session if self.session else None

    def _nodes(self, moves_made: int) -> int:
        """Nodes for one move, where these are the clock."""
        per_move = (
            max(0, self.own_ms) // (self._moves_to_go(moves_made) or _EXPECTED_MOVES) + self.inc_ms
        )
        time_ms = per_move if self.movetime_ms is None else self.movetime_ms
        return max(1, time_ms * (self.nps or 0) // 1000)


def whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds. Raises NumberError."""
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise NumberError(f"{clip(text)}, expected a whole number from {low} to {high}")
    return int(text)
