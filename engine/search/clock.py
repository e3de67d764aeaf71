"""From the time on the clock to the time for this move."""

from __future__ import annotations

from dataclasses import dataclass

from engine.search.limits import Limits

_MOVES_LEFT = 34  # expected until the end of the game when the clock does not say
_MOST_MOVES_LEFT = 50  # of a long time control, so that its first moves are not starved
_INCREMENT_SHARE = 0.75  # of the increment that a move may spend at once
_HARD_FACTOR = 5.0  # hard bound over soft bound
_HARD_SHARE = 0.6  # of the time left, at most, unless it is the last move of the control
_LEAST_MS = 1.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """soft: no new iteration after about it. hard: the search is stopped. Milliseconds."""

    soft: float | None
    hard: float


def bounds(limits: Limits, side: str, overhead_ms: int) -> Bounds | None:
    """The time bounds of a search for the side to move; None when no clock runs."""
    if not limits.timed:
        return None
    if limits.movetime is not None:
        time = max(_LEAST_MS, limits.movetime - overhead_ms)
        return Bounds(None, time)
    left = limits.wtime if side == "w" else limits.btime
    if left is None:
        return None
    increment = (limits.winc if side == "w" else limits.binc) or 0
    moves = min(limits.movestogo or _MOVES_LEFT, _MOST_MOVES_LEFT)
    usable = max(_LEAST_MS, left - overhead_ms)
    hard_share = 0.9 if moves == 1 else _HARD_SHARE
    soft = min(usable * hard_share, usable / moves + increment * _INCREMENT_SHARE)
    hard = min(usable * hard_share, soft * _HARD_FACTOR)
    return Bounds(max(_LEAST_MS, min(soft, hard)), max(_LEAST_MS, hard))
