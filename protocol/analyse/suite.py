"""A suite solved: which positions, after what time, and how it reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from engine.search.reports import Info, Report
from protocol.analyse import judgement, notation

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.search.limits import Limits
    from protocol.analyse.analyst import Opinion
    from protocol.analyse.epd import Task
    from protocol.analyse.place import Place

_NAME_WIDTH = 28
_MOVE_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a task.

    since: the report in which the solution was first on top to stay there, None if it is not
    there in the end. last: the search's last report, None when it told none.
    """

    task: Task
    found: str | None
    since: Info | None
    last: Info | None

    @property
    def solved(self) -> bool:
        return self.found in self.task.solutions


class Solver(Protocol):
    """What a suite needs of an analyst."""

    @property
    def interrupted(self) -> bool: ...

    def forget(self) -> None: ...

    def opinion(
        self, place: Place, limits: Limits, lines: int, watch: Callable[[Report], None]
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


def solve(tasks: Sequence[Task], analyst: Solver, limits: Limits, lines: int) -> Iterator[Outcome]:
    """One outcome after the other, each searched with an empty table; an interrupt ends them."""
    for task in tasks:
        watch = _Watch(task.solutions)
        analyst.forget()
        opinion = analyst.opinion(task.place, limits, lines, watch.hear)
        if analyst.interrupted:
            return
        since = watch.since if opinion.best in task.solutions else None
        yield Outcome(task, opinion.best, since, watch.last)


# -- how it reads ----------------------------------------------------------------------------------


def heading() -> str:
    """Above the rows."""
    return _row("position", "", "found", "depth", "score", "solved in", "nodes", "wanted")


def row(outcome: Outcome) -> str:
    """One line for an outcome: + or - and, where solved, since when."""
    task, last, since = outcome.task, outcome.last, outcome.since
    return _row(
        task.name,
        "+" if outcome.solved else "-",
        _found(outcome),
        str(last.depth) if last else "",
        str(judgement.standing(last.score, task.place.turn)) if last else "",
        notation.seconds(since.time_ms) if since else "",
        notation.counted(since.nodes) if since else "",
        "" if outcome.solved else task.wanted,
    )


def summary(outcomes: Sequence[Outcome], total: int) -> str:
    """The last line."""
    solved = [outcome for outcome in outcomes if outcome.solved]
    text = f"solved {len(solved)} of {total}"
    if len(outcomes) < total:
        text += f", {len(outcomes)} of them tried"
    times = [outcome.since.time_ms for outcome in solved if outcome.since]
    if times:
        text += f"; mean time to solution {notation.seconds(round(sum(times) / len(times)))}"
    return text


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Plain values; what is not known is left out."""
    task, last, since = outcome.task, outcome.last, outcome.since
    values: dict[str, Any] = {
        "id": task.name,
        "variant": task.place.variant.name,
        "fen": task.place.fen,
        "solved": outcome.solved,
        "found": outcome.found,
        "solutions": sorted(task.solutions),
    }
    if last:
        values["depth"] = last.depth
        values["score"] = judgement.standing(last.score, task.place.turn).to_json()
        values["nodes"] = last.nodes
        values["time_ms"] = last.time_ms
    if since:
        values["solved_at"] = {
            "depth": since.depth,
            "nodes": since.nodes,
            "time_ms": since.time_ms,
        }
    return values


def summary_json(outcomes: Sequence[Outcome], total: int) -> dict[str, Any]:
    """The result of a suite."""
    solved = sum(outcome.solved for outcome in outcomes)
    return {"result": {"solved": solved, "tried": len(outcomes), "positions": total}}


def _found(outcome: Outcome) -> str:
    if outcome.found is None:
        return "(none)"
    place = outcome.task.place
    return notation.written(place.variant, place.fen, (outcome.found,))[0]


def _row(
    name: str, sign: str, found: str, depth: str, score: str, time: str, nodes: str, wanted: str
) -> str:
    shown = name if len(name) <= _NAME_WIDTH else f"{name[: _NAME_WIDTH - 3]}..."
    return (
        f"{sign:1} {shown:{_NAME_WIDTH}} {found:{_MOVE_WIDTH}} {depth:>5} {score:>8}"
        f" {time:>10} {nodes:>7}  {wanted}"
    ).rstrip()
