"""Messages between the pool and its workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amalthea.engine.search.limits import Job, Limits
from amalthea.engine.search.reports import (
    BestMove,
    CurrentMove,
    EngineError,
    Info,
    Note,
    PerftLine,
    PerftTotal,
    Progress,
    Score,
)


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """Order to search: job, number and start of the search, and how many workers share it."""

    number: int
    job: Job
    started_ns: int
    workers: int


@dataclass(frozen=True, slots=True)
class PerftOrder:
    """Order to count leaves below every root move."""

    number: int
    job: Job
    depth: int


@dataclass(frozen=True, slots=True)
class PrepareOrder:
    """Order to compile a variant before its first search; answered by Prepared."""

    job: Job


@dataclass(frozen=True, slots=True)
class ClearOrder:
    """Order to reset the histories, as for a new game."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """Order to take a new table and histories. alone: the table may be private."""

    alone: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """Answer of a worker that has started, or has compiled the requested variant."""


@dataclass(frozen=True, slots=True)
class Result:
    """A worker's result, the answer to a SearchOrder.

    lines: of the last iteration, best first; none if there was nothing to search. failed: an error
    ended the search, so no move does not mean that there is none. sent_ns: monotonic clock.
    """

    best: BestMove
    lines: tuple[Info, ...] = ()
    failed: bool = False
    sent_ns: int = 0


@dataclass(frozen=True, slots=True)
class SearchReport:
    """A report or Result with the number of its search."""

    number: int
    report: Any


# Every class of messages and of their parts; see `pipes`.
MESSAGES = (
    SearchOrder,
    PerftOrder,
    PrepareOrder,
    ClearOrder,
    TableOrder,
    Job,
    Limits,
    Prepared,
    SearchReport,
    Result,
    BestMove,
    Info,
    Score,
    Progress,
    CurrentMove,
    PerftLine,
    PerftTotal,
    Note,
    EngineError,
)
