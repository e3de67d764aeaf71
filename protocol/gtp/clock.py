"""Time controls of GTP as limits of a search.

GTP has a main time and then periods with a number of seconds for a number of moves. A GUI may send
the time left; if it does not, the engine counts by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from amalthea.engine.core.color import Color
from amalthea.engine.search.limits import Limits

_MS = 1000  # per second


@dataclass(slots=True)
class _TimeLeft:
    """Milliseconds left, and the moves to be made in them; 0 moves mean main time."""

    ms: float
    moves: int = 0


class Clock:
    """Clocks of both sides. default: the limits of a move without a time control."""

    def __init__(self, default: Limits) -> None:
        self.default = default
        self._control: tuple[int, int, int] | None = None  # main time, period (ms), its moves
        self._left: dict[str, _TimeLeft] = {}

    def set(self, main_s: int, period_s: int, moves: int) -> None:
        """Set the time control of both sides; a period without moves means no limit."""
        unlimited = period_s > 0 and moves == 0
        self._control = None if unlimited else (main_s * _MS, period_s * _MS, moves)
        self.restart()

    def restart(self) -> None:
        """Reset both clocks for a new game."""
        self._left = {side: self._period(main=True) for side in Color} if self._control else {}

    def set_left(self, side: Color, seconds: int, moves: int) -> None:
        """Set the time left to a side; 0 moves mean main time."""
        self._left[side] = _TimeLeft(seconds * _MS, moves)

    def spend(self, side: Color, seconds: float) -> None:
        """Take the time of a move from a side's clock."""
        left = self._left.get(side)
        if left is None or self._control is None:
            return
        left.ms -= seconds * _MS
        if left.moves:
            left.moves -= 1
            if left.moves == 0:
                self._left[side] = self._period()
        elif left.ms <= 0:
            overdrawn = left.ms
            self._left[side] = self._period()
            self._left[side].ms += overdrawn

    def limits(self, side: Color) -> Limits:
        """Return the limits of a side's next move."""
        left = self._left.get(side)
        if left is None:
            return self.default
        period_ms, moves = self._control[1:] if self._control else (0, 0)
        ms, increment = max(1, round(left.ms)), 0
        if not left.moves and moves:
            increment = round(period_ms / moves)  # the later periods, spread over their moves
        limits = replace(self.default, movetime=None, movestogo=left.moves or None)
        return replace(limits, wtime=ms, btime=ms, winc=increment, binc=increment)

    def _period(self, main: bool = False) -> _TimeLeft:
        """Return the time of a new period, or the main time if there is any."""
        assert self._control
        main_ms, period_ms, moves = self._control
        if main and (main_ms or not moves):
            return _TimeLeft(main_ms)
        return _TimeLeft(period_ms, moves)
