"""What can run in the pool, and how its reports read: a search or a perft. The third is bench.

A work's `lines` gives the lines to show for a report; `next_job` what to search when it has ended.
"""

from __future__ import annotations

from typing import Protocol

from engine.search.limits import Job
from engine.search.reports import BestMove, Info, Note, PerftLine, PerftTotal, Report
from protocol import text


class Work(Protocol):
    def lines(self, report: Report) -> list[str]: ...

    def next_job(self) -> Job | None: ...


class Search:
    """A `go`: info lines, at last the best move."""

    def __init__(self, show_wdl: bool) -> None:
        self._show_wdl = show_wdl

    def lines(self, report: Report) -> list[str]:
        if isinstance(report, Note):
            return [text.note(report.text)]
        if isinstance(report, Info):
            return [text.info(report, self._show_wdl)]
        if isinstance(report, BestMove):
            return [text.best_move(tuple(move for move in (report.move, report.ponder) if move))]
        return []

    def next_job(self) -> Job | None:
        return None


class Perft:
    """A `go perft`: leaves by first move, and in total."""

    def lines(self, report: Report) -> list[str]:
        if isinstance(report, PerftLine):
            return [f"{report.move}: {report.nodes}"]
        if isinstance(report, PerftTotal):
            return text.perft_total(report)
        return []

    def next_job(self) -> Job | None:
        return None
