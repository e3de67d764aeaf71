"""Time controls of CECP as limits of a search. Nothing here measures time."""

from __future__ import annotations

import re
from dataclasses import dataclass

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.search.limits import Limits
from amalthea.engine.text import clip

_CENTISECOND_MS = 10
_MAX_S = 10_000_000
_MAX_DEPTH = 1000
_MAX_NODES = 1_000_000_000 - 1
_BASE = re.compile(r"(\d{1,6})(?::(\d{1,2}))?", re.ASCII)
_SECONDS = re.compile(r"\d{1,7}(?:\.\d{1,6})?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
_BASE_MS = 300_000  # if XBoard sets no time
_EXPECTED_MOVES = 30  # still to be made on a clock without sessions, if `nps` is set
_MARGIN_MS = 20  # of a fixed time for each move, which is lost outside the engine


class NumberError(AmaltheaError, ValueError):
    """Error in a number of a command."""


@dataclass
class Clock:
    """Time control, and both clocks as XBoard last sent them, in milliseconds.

    session: moves in each session, 0 for the whole game, counted from the move number
    `session_from`. movetime_ms: time for each move, None if the clocks apply. nps: nodes that
    count as one second, None for real time.
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
        """Set `level MOVES BASE INCREMENT`, the base in minutes or m:ss. Raises NumberError."""
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
        """Set `st SECONDS`. Raises NumberError."""
        if not _SECONDS.fullmatch(rest) or not 0 < float(rest) <= _MAX_S:
            raise NumberError("expected seconds")
        self.movetime_ms = round(float(rest) * 1000)

    def set_depth(self, rest: str) -> None:
        """Set `sd PLIES`. Raises NumberError."""
        self.depth = whole(rest, 1, _MAX_DEPTH)

    def set_nps(self, rest: str) -> None:
        """Set `nps NODES`; no number, or less than one, means real time. Raises NumberError."""
        self.nps = whole(rest, -1, _MAX_NODES) if rest else None

    def set_own(self, rest: str) -> None:
        """Set `time HUNDREDTHS` of a second. Raises NumberError."""
        self.own_ms = whole(rest, -_MAX_S, _MAX_S) * _CENTISECOND_MS

    def set_other(self, rest: str) -> None:
        """Set `otim HUNDREDTHS` of a second. Raises NumberError."""
        self.other_ms = whole(rest, -_MAX_S, _MAX_S) * _CENTISECOND_MS

    def rewind(self) -> None:
        """Reset both clocks for a new game in real time, and remove the limit of the depth."""
        self.own_ms = self.other_ms = self.base_ms
        self.depth = self.nps = None
        self.session_from = 0

    def spend(self, seconds: float) -> None:
        """Take the time of a move from the engine's clock and add the increment."""
        self.own_ms += self.inc_ms - round(seconds * 1000)

    def limits(self, white: bool, moves_made: int, pondering: bool) -> Limits:
        """Return the limits of a search. white: its side. moves_made: by that side."""
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
        """Return the nodes for one move if `nps` is set."""
        per_move = (
            max(0, self.own_ms) // (self._moves_to_go(moves_made) or _EXPECTED_MOVES) + self.inc_ms
        )
        time_ms = per_move if self.movetime_ms is None else self.movetime_ms
        return max(1, time_ms * (self.nps or 0) // 1000)


def whole(text: str, low: int, high: int) -> int:
    """Read a whole number within bounds. Raises NumberError."""
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise NumberError(f"{clip(text)}, expected a whole number from {low} to {high}")
    return int(text)
