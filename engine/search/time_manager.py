"""Time manager: the time for a move, computed from the clock."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.core.variant import Pace
from amalthea.engine.search.limits import Limits

_MAX_MOVES_LEFT = 50  # in a long time control, so that the first moves get enough time
_MIN_MOVES_LEFT = 10  # also where games are expected to be shorter: time must not run out
_INCREMENT_SHARE = 0.8  # of the increment added to the soft bound
_HARD_FACTOR = 5.0  # hard bound divided by soft bound
_HARD_SHARE = 0.6  # of the remaining time, unless it is the last move of the time control
_LAST_MOVE_SHARE = 0.9
_MOVETIME_LOST_SHARE = 0.25  # of a fixed time for the move: the most that is kept for overhead
_MIN_MS = 1.0
_MAX_MS = 1e12  # thirty years: in nanoseconds it still fits in 64 bits
_RESERVE_MS = 50.0  # for moments in which the machine is busy
_RESERVE_SHARE = 0.5  # of the remaining time, at most
_LATE_SHARE = 0.35  # of the remaining time: the most that is kept for a late answer
_LATE_FACTOR = 2.0  # of the lateness: the client is late, too, on the same busy machine
_LATE_DECAY = 0.97  # of the reserve for late answers, a move
_LATE_WEIGHT = 0.05  # of the newest answer in the mean
_MAX_LATE_MS = 500.0  # later answers come from a machine that was suspended

_BEGIN_SHARE = 0.8  # of the soft bound: an iteration takes about as long as all before it
# Factors of the soft bound by the outcome of an iteration.
_BY_STABILITY = (1.3, 1.1, 1.0, 0.9, 0.8, 0.75)  # by iterations since the best move changed
_DROP_CP = 120.0  # a score drop by this much in three iterations doubles the time
_MAX_DROP_FACTOR, _MIN_DROP_FACTOR = 1.4, 0.9
_EFFORT_BASE = 1.65  # minus the best move's share of nodes, which is 65 % on average
_MAX_EFFORT_FACTOR, _MIN_EFFORT_FACTOR = 1.15, 0.6
# The smallest share of the soft bound after which no further iteration is started.
_MIN_SHARE = _BEGIN_SHARE * min(_BY_STABILITY) * _MIN_DROP_FACTOR * _MIN_EFFORT_FACTOR


@dataclass(frozen=True, slots=True)
class Bounds:
    """Time bounds of a move in milliseconds.

    soft: mean time to spend, None if only the hard bound matters. hard: the search is stopped.
    left: time on the player's clock, 0 without one.
    """

    soft: float | None
    hard: float
    left: float = 0.0


class Lateness:
    """Record of how late answers were, which predicts how late the next ones may be.

    mean_ms: the mean, in which recent answers count most. reserve_ms: the time to keep for another
    late answer; it decays slowly.
    """

    def __init__(self) -> None:
        self.mean_ms = 0.0
        self.reserve_ms = 0.0

    def add(self, late_ms: float) -> None:
        """Record an answer that came so many milliseconds after its time bound or its search."""
        late_ms = max(0.0, min(_MAX_LATE_MS, late_ms))
        self.mean_ms += _LATE_WEIGHT * (late_ms - self.mean_ms)
        self.reserve_ms = max(_LATE_FACTOR * late_ms, _LATE_DECAY * self.reserve_ms)


def bounds(
    limits: Limits,
    side: str,
    overhead_ms: float,
    pace: Pace,
    fullmove: int,
    lateness: Lateness | None = None,
) -> Bounds | None:
    """Return the time bounds of a search for `side`, or None if no clock is running.

    overhead_ms: time lost with every move besides the search. lateness: of the earlier answers.
    """
    late = lateness or Lateness()
    overhead_ms += late.mean_ms
    if not limits.timed:
        return None
    if limits.movetime is not None:
        whole = min(_MAX_MS, limits.movetime)
        lost = min(overhead_ms, _MOVETIME_LOST_SHARE * whole)
        return Bounds(None, max(_MIN_MS, whole - lost))
    white, black = (limits.wtime, limits.winc), (limits.btime, limits.binc)
    own, other = (white, black) if side == "w" else (black, white)
    given = own if own[0] is not None else other  # a client may name one clock only
    left, increment = (min(_MAX_MS, ms or 0) for ms in given)
    if limits.movestogo:
        moves: float = min(limits.movestogo, _MAX_MOVES_LEFT)
    else:
        moves = max(_MIN_MOVES_LEFT, pace.provided(fullmove))
    reserve = min(_RESERVE_MS, _RESERVE_SHARE * left) + min(late.reserve_ms, _LATE_SHARE * left)
    usable = max(_MIN_MS, left - overhead_ms - reserve)
    share = _LAST_MOVE_SHARE if moves == 1 else _HARD_SHARE
    lost = max(0.0, overhead_ms - increment) * (moves - 1)  # with the later moves
    soft = min(usable * share, (usable - lost) / moves + increment * _INCREMENT_SHARE)
    soft = max(_MIN_MS, soft)
    found = Bounds(soft, max(_MIN_MS, min(usable * share, soft * _HARD_FACTOR)), left)
    if not limits.byoyomi:
        return found
    return _with_byoyomi(found, min(_MAX_MS, limits.byoyomi), overhead_ms, late)


def _with_byoyomi(clock: Bounds, byoyomi_ms: float, overhead_ms: float, late: Lateness) -> Bounds:
    """Return the bounds of a move that may take the byoyomi on top of its share of the clock.

    What is left of a byoyomi is lost. So once the clock has less than one of them, the search goes
    on until all of it is used, whatever the iterations find.

    clock: the bounds by the clock alone.
    """
    reserve = min(_RESERVE_MS, _RESERVE_SHARE * byoyomi_ms)
    reserve += min(late.reserve_ms, _LATE_SHARE * byoyomi_ms)
    free = max(_MIN_MS, byoyomi_ms - overhead_ms - reserve)
    hard = free if clock.left <= 0 else clock.hard + free
    soft = hard / _MIN_SHARE if clock.left < free else (clock.soft or 0.0) + free
    return Bounds(soft, hard, max(0.0, clock.left) + byoyomi_ms)


class TimeManager:
    """Time manager, which adjusts the soft bound to the course of the iterations."""

    def __init__(self) -> None:
        self._best: str | None = None
        self._stable = 0
        self._scores: list[int] = []

    def update(self, best: str, score: int, effort: float) -> float:
        """Return the share of the soft bound after which no further iteration is started.

        best, score: of the finished iteration, in centipawns. effort: the best move's share of all
        nodes, 0 to 1.
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
            * max(_MIN_DROP_FACTOR, min(_MAX_DROP_FACTOR, fall))
            * max(_MIN_EFFORT_FACTOR, min(_MAX_EFFORT_FACTOR, _EFFORT_BASE - effort))
        )
