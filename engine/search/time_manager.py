"""From the time on the clock to the time for this move."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.core.variant import Pace
from amalthea.engine.search.limits import Limits

_MOST_MOVES_LEFT = 50  # of a long time control, so that its first moves are not starved
_LEAST_MOVES_LEFT = 22  # provided for however late it is: what is left must not run out
_INCREMENT_SHARE = 0.8  # of the increment that a move may spend at once
_HARD_FACTOR = 5.0  # hard bound over soft bound
_HARD_SHARE = 0.6  # of the time left, at most, unless it is the last move of the control
_LAST_MOVE_SHARE = 0.9
_LEAST_MS = 1.0
_MOST_MS = 1e12  # thirty years, and still far from what 64 bits hold of nanoseconds
_RESERVE_MS = 50.0  # kept for a moment in which the machine is busy with something else
_RESERVE_SHARE = 0.5  # of the time left, at most

_BEGIN_SHARE = 0.8  # of the soft bound: an iteration takes about as long as all before it
# What an iteration's outcome makes of the soft bound: factors of it.
_BY_STABILITY = (1.3, 1.1, 1.0, 0.9, 0.8, 0.75)  # by iterations since the best move changed
_DROP_CP = 120.0  # a fall of the score by so much in three iterations asks for twice the time
_DROP_MOST, _DROP_LEAST = 1.4, 0.9
_EFFORT_EVEN = 1.65  # less the share of nodes that the best move took: 65 % is the usual
_EFFORT_MOST, _EFFORT_LEAST = 1.15, 0.6


@dataclass(frozen=True, slots=True)
class Bounds:
    """soft: what the move should take in the mean. hard: the search is stopped. Milliseconds."""

    soft: float | None
    hard: float


def bounds(
    limits: Limits, side: str, overhead_ms: float, pace: Pace, fullmove: int
) -> Bounds | None:
    """The time bounds of a search for the side to move; None when no clock runs.

    overhead_ms: what is lost with every move besides thinking.
    """
    if not limits.timed:
        return None
    if limits.movetime is not None:
        return Bounds(None, max(_LEAST_MS, min(_MOST_MS, limits.movetime) - overhead_ms))
    given = limits.wtime if side == "w" else limits.btime
    if given is None:
        return None
    left = min(_MOST_MS, given)
    increment = min(_MOST_MS, (limits.winc if side == "w" else limits.binc) or 0)
    if limits.movestogo:
        moves: float = min(limits.movestogo, _MOST_MOVES_LEFT)
    else:
        moves = max(_LEAST_MOVES_LEFT, pace.provided(fullmove))
    reserve = min(_RESERVE_MS, _RESERVE_SHARE * left)
    usable = max(_LEAST_MS, left - overhead_ms - reserve)
    share = _LAST_MOVE_SHARE if moves == 1 else _HARD_SHARE
    lost = max(0.0, overhead_ms - increment) * (moves - 1)  # with the later moves
    soft = min(usable * share, (usable - lost) / moves + increment * _INCREMENT_SHARE)
    soft = max(_LEAST_MS, soft)
    return Bounds(soft, max(_LEAST_MS, min(usable * share, soft * _HARD_FACTOR)))


class Patience:
    """How much of the soft bound a search is given, as its iterations tell how hard the move is."""

    def __init__(self) -> None:
        self._best: str | None = None
        self._stable = 0
        self._scores: list[int] = []

    def heed(self, best: str, score: int, effort: float) -> float:
        """The share after which no new iteration is begun.

        best, score: of the iteration that has ended, centipawns. effort: the best move's part of
        all nodes, 0 to 1.
        """
        self._stable = self._stable + 1 if best == self._best else 0
        self._best = best
        self._scores.append(score)
        stability = _BY_STABILITY[min(self._stable, len(_BY_STABILITY) - 1)]
        earlier = self._scores[max(0, len(self._scores) - 4)]
        fall = 1 + (earlier - score) / _DROP_CP
        return (
            _BEGIN_SHARE
            * stability
            * max(_DROP_LEAST, min(_DROP_MOST, fall))
            * max(_EFFORT_LEAST, min(_EFFORT_MOST, _EFFORT_EVEN - effort))
        )
