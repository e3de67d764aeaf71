"""What passes between the pool and a searcher process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import BestMove, Info


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """A job with its number, its start and how many searchers share it."""

    number: int
    job: Job
    started_ns: int
    searchers: int


@dataclass(frozen=True, slots=True)
class PerftOrder:
    """Counting below every first move."""

    number: int
    job: Job
    depth: int


@dataclass(frozen=True, slots=True)
class PrepareOrder:
    """Compiling a variant before its first search; answered by Prepared."""

    job: Job


@dataclass(frozen=True, slots=True)
class ClearOrder:
    """Forgetting the histories, as for a new game."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The process is up, or has prepared what it was asked to."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a searcher has found when its search ends; every SearchOrder is answered by one.

    lines: of the last iteration, the best first; none where there was nothing to search. failed:
    whether an error ended it, so that no move does not mean that there is none.
    """

    best: BestMove
    lines: tuple[Info, ...] = ()
    failed: bool = False
    told_ns: int = 0  # of the monotonic clock


@dataclass(frozen=True, slots=True)
class Told:
    """A report, or a Result, with the number of the search that it belongs to."""

    number: int
    report: Any
