"""The time that a GUI gives, as limits of a search.

GTP has a main time and after it periods of so many seconds for so many moves. A GUI may tell what
is left; one that does not leaves the counting to the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from amalthea.engine.search.limits import Limits

_MS = 1000  # of a second


@dataclass(slots=True)
class _Left:
    """Milliseconds, and the moves to be made in them; 0 moves: it is main time."""

    ms: float
    moves: int = 0


class Clock:
    """own: the limits of a move where no time is given."""

    def __init__(self, own: Limits) -> None:
        self.own = own
        self._given: tuple[int, int, int] | None = None  # main and period in ms, its moves
        self._left: dict[str, _Left] = {}

    def set(self, main_s: int, period_s: int, moves: int) -> None:
        """The time for a game of each side; a period without moves means no limit at all."""
        unlimited = period_s > 0 and moves == 0
        self._given = None if unlimited else (main_s * _MS, period_s * _MS, moves)
        self.restart()

    def restart(self) -> None:
        """A new game begins."""
        self._left = {side: self._period(main=True) for side in "bw"} if self._given else {}

    def tell(self, side: str, seconds: int, moves: int) -> None:
        """What is left to a side; 0 moves: of its main time."""
        self._left[side] = _Left(seconds * _MS, moves)

    def spend(self, side: str, seconds: float) -> None:
        """A side has thought so long about a move."""
        left = self._left.get(side)
        if left is None or self._given is None:
            return
        left.ms -= seconds * _MS
        if left.moves:
            left.moves -= 1
            if left.moves == 0:
                self._left[side] = self._period()
        elif left.ms <= 0:
            over = left.ms
            self._left[side] = self._period()
            self._left[side].ms += over

    def limits(self, side: str) -> Limits:
        """For a side's next move."""
        left = self._left.get(side)
        if left is None:
            return self.own
        period_ms, moves = self._given[1:] if self._given else (0, 0)
        ms, each = max(1, round(left.ms)), 0
        if not left.moves and moves:
            each = round(period_ms / moves)  # what comes after the main time, as if with each move
        own = replace(self.own, movetime=None, movestogo=left.moves or None)
        return replace(own, wtime=ms, btime=ms, winc=each, binc=each)

    def _period(self, main: bool = False) -> _Left:
        """The main time, or a period, or nothing where there is none."""
        assert self._given
        main_ms, period_ms, moves = self._given
        if main and (main_ms or not moves):
            return _Left(main_ms)
        return _Left(period_ms, moves)
