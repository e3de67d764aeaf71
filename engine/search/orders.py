"""What passes between the pool and a searcher process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.search.limits import Job


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """A job with its number, its start and how many searchers share it."""

    number: int
    job: Job
    started_ns: int
    generation: int
    searchers: int


@dataclass(frozen=True, slots=True)
class PerftOrder:
    """Counting below every first move."""

    number: int
    job: Job
    depth: int


@dataclass(frozen=True, slots=True)
class PrepareOrder:
    """Compiling a variant before its first search; answered by Ready."""

    job: Job


@dataclass(frozen=True, slots=True)
class ClearOrder:
    """Empties this searcher's part of the table and its histories."""

    searchers: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The process is up, or has prepared what it was asked to."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A report with the number of the search that it belongs to."""

    number: int
    report: Any
