"""A suite solved: which positions, after what time, and how it reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from amalthea.engine.search.reports import Info, Report
from amalthea.protocol.analysis import judgement, notation

if TYPE_CHECKING:
    from collections.abc import Callable

    from amalthea.engine.search.limits import Limits
    from amalthea.protocol.analysis.analyst import Opinion
    from amalthea.protocol.analysis.epd import Problem
    from amalthea.protocol.analysis.moments import Moment

_NAME_WIDTH = 28
_MOVE_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a problem.

    since: the report in which the solution was first on top to stay there, None if it is not
    there in the end. last: the search's last report, None when it told none.
    """

    problem: Problem
    found: str | None
    since: Info | None
    last: Info | None

    @property
    def solved(self) -> bool:
        return self.found in self.problem.solutions


class Solver(Protocol):
    """What a suite needs of an analyst."""

    @property
    def interrupted(self) -> bool: ...

    def forget(self) -> None: ...

    def opinion(
        self, moment: Moment, limits: Limits, lines: int, watch: Callable[[Report], None]
    ) -> Opinion: ...


class _Watch:
    """Hears a search and remembers since when it has had the solution on top."""

    def __init__(self, solutions: frozenset[str]) -> None:
        self._solutions = solutions
        self.since: Info | None = None
        self.last: Info | None = None

    def hear(self, report: Report) -> None:
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
    """One attempt after the other, each searched with an empty table; an interrupt ends them."""
    for problem in problems:
        watch = _Watch(problem.solutions)
        analyst.forget()
        opinion = analyst.opinion(problem.moment, limits, lines, watch.hear)
        if analyst.interrupted:
            return
        since = watch.since if opinion.best in problem.solutions else None
        yield Attempt(problem, opinion.best, since, watch.last)


# -- how it reads ----------------------------------------------------------------------------------


def heading() -> str:
    """Above the rows."""
    return _row("position", "", "found", "depth", "score", "solved in", "nodes", "wanted")


def row(attempt: Attempt) -> str:
    """One line for an attempt: + or - and, where solved, since when."""
    problem, last, since = attempt.problem, attempt.last, attempt.since
    return _row(
        problem.name,
        "+" if attempt.solved else "-",
        _found(attempt),
        str(last.depth) if last else "",
        str(judgement.standing(last, problem.moment.turn)) if last else "",
        notation.seconds(since.time_ms) if since else "",
        notation.counted(since.nodes) if since else "",
        "" if attempt.solved else problem.wanted,
    )


def summary(attempts: Sequence[Attempt], total: int) -> str:
    """The last line."""
    solved = [attempt for attempt in attempts if attempt.solved]
    text = f"solved {len(solved)} of {total}"
    if len(attempts) < total:
        text += f", {len(attempts)} of them tried"
    times = [attempt.since.time_ms for attempt in solved if attempt.since]
    if times:
        text += f"; mean time to solution {notation.seconds(round(sum(times) / len(times)))}"
    return text


def attempt_json(attempt: Attempt) -> dict[str, Any]:
    """Plain values; what is not known is left out."""
    problem, last, since = attempt.problem, attempt.last, attempt.since
    values: dict[str, Any] = {
        "id": problem.name,
        "variant": problem.moment.variant.name,
        "fen": problem.moment.fen,
        "solved": attempt.solved,
        "found": attempt.found,
        "solutions": sorted(problem.solutions),
    }
    if last:
        values["depth"] = last.depth
        values["score"] = judgement.standing(last, problem.moment.turn).to_json()
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
    """The result of a suite."""
    solved = sum(attempt.solved for attempt in attempts)
    return {"result": {"solved": solved, "tried": len(attempts), "positions": total}}


def _found(attempt: Attempt) -> str:
    if attempt.found is None:
        return "(none)"
    moment = attempt.problem.moment
    return notation.written(moment.variant, moment.fen, (attempt.found,))[0]


def _row(
    name: str, sign: str, found: str, depth: str, score: str, time: str, nodes: str, wanted: str
) -> str:
    shown = name if len(name) <= _NAME_WIDTH else f"{name[: _NAME_WIDTH - 3]}..."
    return (
        f"{sign:1} {shown:{_NAME_WIDTH}} {found:{_MOVE_WIDTH}} {depth:>5} {score:>8}"
        f" {time:>10} {nodes:>7}  {wanted}"
    ).rstrip()
