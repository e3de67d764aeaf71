"""Test suites: solving their positions, and the results as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from amalthea.engine.search.reports import Info, Report
from amalthea.engine.text import counted
from amalthea.protocol.analysis import number_text
from amalthea.protocol.statistics import scoring

if TYPE_CHECKING:
    from collections.abc import Callable

    from amalthea.engine.search.limits import Limits
    from amalthea.protocol.analysis.analyst import SearchResult
    from amalthea.protocol.analysis.epd import Problem
    from amalthea.protocol.analysis.moments import Moment

_NAME_WIDTH = 28
_MOVE_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Attempt:
    """Result of a problem.

    since: the report from which the solution stayed the best move, None if it is not the best move
    at the end. last: the last report of the search, None if there was none.
    """

    problem: Problem
    found: str | None
    since: Info | None
    last: Info | None

    @property
    def solved(self) -> bool:
        """True if the move found is a solution."""
        return self.found in self.problem.solutions


class Solver(Protocol):
    """Interface of an analyst that solves problems."""

    @property
    def interrupted(self) -> bool:
        """True once the user has pressed Ctrl-C."""

    def forget(self) -> None:
        """Clear the transposition table."""

    def search(
        self, moment: Moment, limits: Limits, lines: int, listener: Callable[[Report], None]
    ) -> SearchResult:
        """Search a moment and return the result; `listener` gets every report."""


class _SolutionTracker:
    """Listener of a search that keeps the report from which the solution stayed the best move."""

    def __init__(self, solutions: frozenset[str]) -> None:
        self._solutions = solutions
        self.since: Info | None = None
        self.last: Info | None = None

    def update(self, report: Report) -> None:
        """Store a report of the first line."""
        if not isinstance(report, Info) or report.multipv != 1:
            return
        self.last = report
        if report.pv[0] not in self._solutions:
            self.since = None
        elif self.since is None:
            self.since = report


def solve(
    problems: Sequence[Problem], analyst: Solver, limits: Limits, lines: int
) -> Iterator[Attempt]:
    """Yield an attempt for each problem, searched with an empty table, until an interrupt."""
    for problem in problems:
        tracker = _SolutionTracker(problem.solutions)
        analyst.forget()
        result = analyst.search(problem.moment, limits, lines, tracker.update)
        if analyst.interrupted:
            return
        since = tracker.since if result.best in problem.solutions else None
        yield Attempt(problem, result.best, since, tracker.last)


# -- output ----------------------------------------------------------------------------------------


def heading() -> str:
    """Return the heading of the table."""
    return _row("position", "", "found", "depth", "score", "solved in", "nodes", "wanted")


def row(attempt: Attempt) -> str:
    """Return the row of an attempt: whether it succeeded, and the time and nodes until then."""
    problem, last, since = attempt.problem, attempt.last, attempt.since
    return _row(
        problem.name,
        _sign(attempt),
        _found(attempt),
        str(last.depth) if last else "",
        str(scoring.line_score(last, problem.moment.choosers[0])) if last else "",
        number_text.seconds(since.time_ms) if since else "",
        number_text.counted(since.nodes) if since else "",
        "" if attempt.solved else problem.wanted,
    )


def summary(attempts: Sequence[Attempt], total: int) -> str:
    """Return the last line, with the totals."""
    solved = [attempt for attempt in attempts if attempt.solved]
    unknown = sum(not attempt.problem.solutions for attempt in attempts)
    text = f"solved {len(solved)} of {total - unknown}"
    if unknown:
        text += f", {counted(unknown, 'position')} without a solution"
    if len(attempts) < total:
        text += f", {len(attempts)} of them tried"
    times = [attempt.since.time_ms for attempt in solved if attempt.since]
    if times:
        text += f"; mean time to solution {number_text.seconds(round(sum(times) / len(times)))}"
    return text


def attempt_json(attempt: Attempt) -> dict[str, Any]:
    """Return the values of an attempt, without unknown ones."""
    problem, last, since = attempt.problem, attempt.last, attempt.since
    values: dict[str, Any] = {
        "id": problem.name,
        "variant": problem.moment.variant.name,
        "fen": problem.moment.fen,
        "found": attempt.found,
    }
    if problem.solutions:
        values["solved"] = attempt.solved
        values["solutions"] = sorted(problem.solutions)
    if last:
        values["depth"] = last.depth
        values["score"] = scoring.line_score(last, problem.moment.choosers[0]).to_json()
        values["nodes"] = last.nodes
        values["time_ms"] = last.time_ms
    if since:
        values["solved_at"] = {
            "depth": since.depth,
            "nodes": since.nodes,
            "time_ms": since.time_ms,
        }
    return values


def summary_json(attempts: Sequence[Attempt], total: int) -> dict[str, Any]:
    """Return the totals of a suite."""
    solved = sum(attempt.solved for attempt in attempts)
    return {"result": {"solved": solved, "tried": len(attempts), "positions": total}}


def _sign(attempt: Attempt) -> str:
    """Return "+" for a solved problem, "-" for another, "" for a position without a solution."""
    if not attempt.problem.solutions:
        return ""
    return "+" if attempt.solved else "-"


def _found(attempt: Attempt) -> str:
    if attempt.found is None:
        return "(none)"
    moment = attempt.problem.moment
    return moment.move_texts((attempt.found,))[0]


def _row(
    name: str, sign: str, found: str, depth: str, score: str, time: str, nodes: str, wanted: str
) -> str:
    shown = name if len(name) <= _NAME_WIDTH else f"{name[: _NAME_WIDTH - 3]}..."
    return (
        f"{sign:1} {shown:{_NAME_WIDTH}} {found:{_MOVE_WIDTH}} {depth:>5} {score:>8}"
        f" {time:>10} {nodes:>7}  {wanted}"
    ).rstrip()
