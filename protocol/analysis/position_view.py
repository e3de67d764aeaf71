"""Views of a search of one position: its lines during the search, and the best move at the end.

On a terminal this is a table that is redrawn in place, elsewhere a line of text for every report,
or JSON. Scores are from White's view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TextIO

from amalthea.engine.search.reports import Info, Note, Report
from amalthea.protocol.analysis import number_text
from amalthea.protocol.progress import live_console
from amalthea.protocol.statistics import scoring
from amalthea.protocol.tool import write, write_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    from amalthea.engine.core.color import Color
    from amalthea.protocol.analysis.analyst import SearchResult
    from amalthea.protocol.analysis.moments import Moment


class View(Protocol):
    """View of a search, to be used in a `with` block: `update` for each report, then `conclude`."""

    def __enter__(self) -> View: ...

    def __exit__(self, *failure: object) -> None: ...

    def update(self, report: Report) -> None:
        """Show a report."""

    def conclude(self, result: SearchResult) -> None:
        """Show the result."""


def make_view(moment: Moment, side: Color, as_json: bool, stream: TextIO | None) -> View:
    """Return the view for an output stream; None is a closed stream.

    side: the one from whose view the engine's scores are.
    """
    if as_json:
        return JsonView(moment, side)
    console = live_console(stream)
    return LiveView(moment, side, console) if console else TextView(moment, side)


class TextView:
    """Text view: a line for every report, and the best move at the end."""

    def __init__(self, moment: Moment, side: Color) -> None:
        self._moment = moment
        self._side = side

    def __enter__(self) -> TextView:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def update(self, report: Report) -> None:
        """Show a report."""
        if isinstance(report, Info):
            depth, score, nodes, time, moves = cells(report, self._moment, self._side)
            write(f"depth {depth:>3}  {score:>7}  {nodes:>6} nodes  {time:>9}  {moves}")
        elif isinstance(report, Note):
            write(report.text)

    def conclude(self, result: SearchResult) -> None:
        """Show the result."""
        write(conclusion(result, self._moment))


class LiveView:
    """Table of the lines of the last iteration, redrawn in place; it remains at the end."""

    def __init__(self, moment: Moment, side: Color, console: Console) -> None:
        self._moment = moment
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

    def update(self, report: Report) -> None:
        """Show a report."""
        if isinstance(report, Info):
            self._lines[report.multipv] = report
            if self._live:
                self._live.update(self._table(), refresh=True)
        elif isinstance(report, Note):
            self._note = report.text

    def conclude(self, result: SearchResult) -> None:
        """Show the result."""
        self._lines = {info.multipv: info for info in result.lines}
        if self._live:
            self._live.update(self._table(), refresh=True)
            self._live.stop()
        for text in (self._note, conclusion(result, self._moment)):
            if text:
                self._console.print(text, highlight=False, markup=False)

    def _table(self) -> Table:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        moment = self._moment
        who = f"{moment.turn.label} to move" if moment.turn else "both sides choose"
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
    """JSON view: an object a line for every report, the last one with the result."""

    def __init__(self, moment: Moment, side: Color) -> None:
        self._moment = moment
        self._side = side

    def __enter__(self) -> JsonView:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def update(self, report: Report) -> None:
        """Show a report."""
        if isinstance(report, Info):
            write_json(line_json(report, self._moment, self._side))
        elif isinstance(report, Note):
            write_json({"note": report.text})

    def conclude(self, result: SearchResult) -> None:
        """Show the result."""
        write_json({"result": result_json(result, self._moment, self._side)})


def cells(info: Info, moment: Moment, side: Color) -> tuple[str, str, str, str, str]:
    """Return depth, score, nodes, time and moves of a line as text for people."""
    return (
        str(info.depth),
        str(scoring.line_score(info, side)),
        number_text.counted(info.nodes),
        number_text.seconds(info.time_ms),
        " ".join(moment.move_texts(info.pv)),
    )


def result_json(result: SearchResult, moment: Moment, side: Color) -> dict[str, Any]:
    """Return the values of a result."""
    values: dict[str, Any] = {
        "variant": moment.variant.name,
        "fen": moment.fen,
        "status": str(moment.status),
        "best": result.best,
    }
    if result.best:
        (values["best_written"],) = moment.move_texts((result.best,))
    values["lines"] = [line_json(info, moment, side) for info in result.lines]
    return values


def line_json(info: Info, moment: Moment, side: Color) -> dict[str, Any]:
    """Return the values of a line; `moves` in the engine's text, `written` as text for people."""
    return {
        "line": info.multipv,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "score": scoring.line_score(info, side).to_json(),
        "nodes": info.nodes,
        "nps": info.nps,
        "hashfull": info.hashfull,
        "time_ms": info.time_ms,
        "moves": list(info.pv),
        "written": list(moment.move_texts(info.pv)),
    }


def conclusion(result: SearchResult, moment: Moment) -> str:
    """Return the last line of the output: the best move, or how the game ended."""
    if result.best is None:
        return f"no move: {moment.status}"
    return f"best move {moment.move_texts((result.best,))[0]}"
