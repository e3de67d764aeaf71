"""One position looked at: its lines while they deepen, and what is best in the end.

On a terminal that is a table which stays in its place, else a line of text for every report, or
JSON. Scores are White's view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TextIO

from amalthea.engine.search.reports import Info, Note, Report
from amalthea.protocol.analysis import judgement, notation
from amalthea.protocol.analysis.output import say_json
from amalthea.protocol.tool import say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    from amalthea.protocol.analysis.analyst import Opinion
    from amalthea.protocol.analysis.moments import Moment


class View(Protocol):
    """Shows a search. `hear` every report, then `conclude`; inside `with`."""

    def __enter__(self) -> View: ...

    def __exit__(self, *failure: object) -> None: ...

    def hear(self, report: Report) -> None: ...

    def conclude(self, opinion: Opinion) -> None: ...


def make_view(moment: Moment, side: str, as_json: bool, stream: TextIO | None) -> View:
    """The view that fits a stream, None for a closed one.

    side: "w" or "b", from whose view the engine's scores are.
    """
    if as_json:
        return JsonView(moment, side)
    if stream and stream.isatty():
        try:
            from rich.console import Console
        except ImportError:
            pass
        else:
            return LiveView(moment, side, Console(file=stream))
    return TextView(moment, side)


class TextView:
    """A line for every report, at the end the best move."""

    def __init__(self, moment: Moment, side: str) -> None:
        self._place = moment
        self._side = side

    def __enter__(self) -> TextView:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def hear(self, report: Report) -> None:
        if isinstance(report, Info):
            depth, score, nodes, time, moves = cells(report, self._place, self._side)
            say(f"depth {depth:>3}  {score:>7}  {nodes:>6} nodes  {time:>9}  {moves}")
        elif isinstance(report, Note):
            say(report.text)

    def conclude(self, opinion: Opinion) -> None:
        say(conclusion(opinion, self._place))


class LiveView:
    """A table of the lines of the last iteration, redrawn in place; it stays when all is done."""

    def __init__(self, moment: Moment, side: str, console: Console) -> None:
        self._place = moment
        self._side = side
        self._console = console
        self._lines: dict[int, Info] = {}
        self._note = ""
        self._live: Live | None = None

    def __enter__(self) -> LiveView:
        from rich.live import Live

        self._live = Live(self._table(), console=self._console, auto_refresh=False)
        self._live.start()
        return self

    def __exit__(self, *failure: object) -> None:
        if self._live:
            self._live.stop()

    def hear(self, report: Report) -> None:
        if isinstance(report, Info):
            self._lines[report.multipv] = report
            if self._live:
                self._live.update(self._table(), refresh=True)
        elif isinstance(report, Note):
            self._note = report.text

    def conclude(self, opinion: Opinion) -> None:
        self._lines = {info.multipv: info for info in opinion.lines}
        if self._live:
            self._live.update(self._table(), refresh=True)
            self._live.stop()
        for text in (self._note, conclusion(opinion, self._place)):
            if text:
                self._console.print(text, highlight=False, markup=False)

    def _table(self) -> Table:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        moment = self._place
        who = {"w": "White to move", "b": "Black to move"}.get(moment.turn, "both sides choose")
        table = Table(
            title=f"{moment.variant.title}, move {moment.number}, {who}",
            title_justify="left",
            box=box.SIMPLE_HEAD,
            expand=True,
        )
        for name in ("depth", "score", "nodes", "time"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("moves", ratio=1, no_wrap=True, overflow="ellipsis")
        for number in sorted(self._lines):
            row = cells(self._lines[number], moment, self._side)
            table.add_row(*(Text(cell) for cell in row), style="bold" if number == 1 else None)
        return table


class JsonView:
    """An object a line for every report, the last one with the result."""

    def __init__(self, moment: Moment, side: str) -> None:
        self._place = moment
        self._side = side

    def __enter__(self) -> JsonView:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def hear(self, report: Report) -> None:
        if isinstance(report, Info):
            say_json(line_json(report, self._place, self._side))
        elif isinstance(report, Note):
            say_json({"note": report.text})

    def conclude(self, opinion: Opinion) -> None:
        moment = self._place
        values: dict[str, Any] = {
            "variant": moment.variant.name,
            "fen": moment.fen,
            "status": str(moment.status),
            "best": opinion.best,
        }
        if opinion.best:
            values["best_written"] = notation.written(moment.variant, moment.fen, (opinion.best,))[
                0
            ]
        values["lines"] = [line_json(info, moment, self._side) for info in opinion.lines]
        say_json({"result": values})


def cells(info: Info, moment: Moment, side: str) -> tuple[str, str, str, str, str]:
    """Depth, score, nodes, time and moves of a line, as a person reads them."""
    return (
        str(info.depth),
        str(judgement.standing(info, side)),
        notation.counted(info.nodes),
        notation.seconds(info.time_ms),
        " ".join(notation.written(moment.variant, moment.fen, info.pv)),
    )


def line_json(info: Info, moment: Moment, side: str) -> dict[str, Any]:
    """A line's plain values; `moves` in the engine's text, `written` as a person reads them."""
    return {
        "line": info.multipv,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "score": judgement.standing(info, side).to_json(),
        "nodes": info.nodes,
        "nps": info.nps,
        "hashfull": info.hashfull,
        "time_ms": info.time_ms,
        "moves": list(info.pv),
        "written": list(notation.written(moment.variant, moment.fen, info.pv)),
    }


def conclusion(opinion: Opinion, moment: Moment) -> str:
    """The last line: the best move, or how the game has ended."""
    if opinion.best is None:
        return f"no move: {moment.status}"
    return f"best move {notation.written(moment.variant, moment.fen, (opinion.best,))[0]}"
