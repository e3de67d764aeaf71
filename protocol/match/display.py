"""Progress of a match on standard output: live standings in a terminal, plain lines elsewhere.

Both are a `Display`. They show a game when it has ended, not when it begins.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING, Protocol, TextIO

from amalthea.engine.core.status import label
from amalthea.engine.text import printable
from amalthea.protocol.progress import (
    REFRESHES_PER_SECOND,
    Clock,
    clock_text,
    live_console,
)
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.elo import Tally, tally
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings import Crosstable, crosstable
from amalthea.protocol.statistics.standings_text import (
    endings_line,
    match_facts,
    points_text,
    score_line,
    sprt_text,
    standings_cells,
    standings_lines,
)

if TYPE_CHECKING:
    from rich.console import Console, OverflowMethod, RenderableType
    from rich.live import Live
    from rich.text import Text

LAST_GAMES = 5  # of the live display
MIN_GAMES_BETWEEN_STANDINGS = 10  # games, for more than two players
MAX_STANDINGS = 10  # times that the plain lines of a tournament show standings


class Display(Protocol):
    """Display of a match's progress.

    If the output is closed, `end` does nothing and all other methods raise BrokenPipeError.
    """

    def begin(
        self, title: str, names: Sequence[str], total: int, done: Sequence[GameRecord]
    ) -> None:
        """Begin before the first game.

        Args:
            names: the players, in their order.
            total: games of the whole plan.
            done: games of earlier runs.
        """

    def game(self, record: GameRecord) -> None:
        """Show that a game has ended."""

    def note(self, text: str) -> None:
        """Show a remark."""

    def end(self) -> None:
        """Finish after the last game, or if the match is stopped; further calls do nothing."""


def make_display(stream: TextIO, sprt: Sprt | None, quiet: bool = False) -> Display:
    """Return live standings for a terminal that can show them, if rich is installed, else lines.

    quiet: show the results at the end, and no game before.
    """
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")  # a name must not end a match
    console = None if quiet else live_console(stream)
    return LiveDisplay(console, sprt) if console else PlainDisplay(stream, sprt, quiet=quiet)


@dataclass(slots=True)
class _Progress:
    """The games so far and the time they took. earlier: number of games at the beginning."""

    title: str
    names: Sequence[str]
    total: int
    games: list[GameRecord]
    clock: Clock
    earlier: int
    started: float

    @staticmethod
    def begin(
        title: str, names: Sequence[str], total: int, done: Sequence[GameRecord], clock: Clock
    ) -> _Progress:
        return _Progress(title, names, total, list(done), clock, len(done), clock())

    @property
    def is_duel(self) -> bool:
        return len(self.names) == 2

    def duel(self) -> Tally:
        """Return the result of two players, from the first one's view."""
        return tally(self.games, *self.names)

    def elapsed(self) -> float:
        return self.clock() - self.started

    def left(self) -> float | None:
        """Return the estimated seconds until the end; None before the first game."""
        played = len(self.games) - self.earlier
        if not played:
            return None
        return self.elapsed() / played * max(0, self.total - len(self.games))

    def progress(self) -> str:
        """Return the progress of the match, in words."""
        left = self.left()
        known = f", {clock_text(left)} left" if left else ""
        return f"{len(self.games)} of {self.total} games, {clock_text(self.elapsed())}{known}"


def game_line(record: GameRecord) -> str:
    """Return a finished game in one line."""
    detail = f" ({record.detail})" if record.detail else ""
    return (
        f"game {record.number}: {record.white} - {record.black} {record.result}"
        f" {label(record.reason)}{detail}, {len(record.plies)} plies, {record.seconds:.1f} s"
    )


def summary_lines(progress: _Progress, sprt: Sprt | None) -> list[str]:
    """Return the results as plain text; no lines without games."""
    if not progress.games:
        return []
    table = crosstable(progress.games)
    lines = standings_lines(table)
    if progress.is_duel:
        first, second = progress.names
        lines.append(f"{first} against {second}:")
        lines += [f"  {name}: {value}" for name, value in match_facts(progress.duel(), sprt)]
    return [*lines, endings_line(table)]


class PlainDisplay:
    """A line for each game and the score; from time to time the standings of many players."""

    def __init__(
        self,
        stream: TextIO,
        sprt: Sprt | None = None,
        clock: Clock = time.monotonic,
        quiet: bool = False,
    ) -> None:
        self._stream = stream
        self._quiet = quiet
        self._sprt = sprt
        self._clock = clock
        self._progress: _Progress | None = None

    def begin(
        self, title: str, names: Sequence[str], total: int, done: Sequence[GameRecord]
    ) -> None:
        self._progress = _Progress.begin(title, names, total, done, self._clock)
        before = f", {len(done)} played before" if done else ""
        if not self._quiet:
            self.note(f"{title}: {total} games{before}")

    def game(self, record: GameRecord) -> None:
        progress = self._progress
        assert progress, "begin comes first"
        progress.games.append(record)
        if self._quiet:
            return
        lines = [f"[{len(progress.games)}/{progress.total}] {game_line(record)}"]
        if progress.is_duel:
            lines.append(self._score(progress))
        elif self._standings_are_due(progress):
            lines += standings_lines(crosstable(progress.games))
        self._print(lines)

    def note(self, text: str) -> None:
        self._print(text.splitlines())

    def end(self) -> None:
        progress, self._progress = self._progress, None
        if progress:
            with suppress(BrokenPipeError):
                self._print([progress.progress(), *summary_lines(progress, self._sprt)])

    def _score(self, progress: _Progress) -> str:
        results = progress.duel()
        test = f", {sprt_text(self._sprt, results)}" if self._sprt else ""
        return f"  {score_line(results, *progress.names)}{test}"

    def _standings_are_due(self, progress: _Progress) -> bool:
        every = max(MIN_GAMES_BETWEEN_STANDINGS, progress.total // MAX_STANDINGS)
        count = len(progress.games)
        return count % every == 0 and count < progress.total

    def _print(self, lines: Sequence[str]) -> None:
        self._stream.write("".join(f"{printable(line)}\n" for line in lines))
        self._stream.flush()


class LiveDisplay:
    """Standings that are updated in place, by rich; the last state remains on the screen."""

    def __init__(
        self,
        console: Console,
        sprt: Sprt | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._console = console
        self._sprt = sprt
        self._clock = clock
        self._progress: _Progress | None = None
        self._results: RenderableType = ""
        self._live: Live | None = None

    def begin(
        self, title: str, names: Sequence[str], total: int, done: Sequence[GameRecord]
    ) -> None:
        from rich.live import Live

        self._progress = _Progress.begin(title, names, total, done, self._clock)
        self._results = _results(self._progress, self._sprt)
        self._live = Live(
            console=self._console,
            get_renderable=self.picture,
            refresh_per_second=REFRESHES_PER_SECOND,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def game(self, record: GameRecord) -> None:
        assert self._progress, "begin comes first"
        self._progress.games.append(record)
        self._results = _results(self._progress, self._sprt)

    def note(self, text: str) -> None:
        for line in text.splitlines():
            self._console.print(_text(line))

    def end(self) -> None:
        live, self._live = self._live, None
        if live:
            with suppress(BrokenPipeError):
                live.stop()

    def picture(self) -> RenderableType:
        """Return everything that is shown. Also called by the thread that refreshes the screen."""
        from rich.console import Group

        assert self._progress, "begin comes first"
        return Group(_progress_bar(self._progress), self._results)


def _text(words: str, style: str = "", cut: bool = False) -> Text:
    """Return the words without any markup. cut: truncate instead of wrapping."""
    from rich.text import Text

    fit: OverflowMethod = "ellipsis" if cut else "fold"
    return Text(printable(words), style=style, no_wrap=cut, overflow=fit)


def _progress_bar(progress: _Progress) -> RenderableType:
    """Return the title above a bar and the progress in words."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 1), expand=True)
    grid.add_column(ratio=1)
    grid.add_column(justify="right", no_wrap=True)
    bar = ProgressBar(total=max(1, progress.total), completed=len(progress.games))
    grid.add_row(bar, _text(progress.progress()))
    return Group(_text(progress.title, style="bold"), grid)


def _results(progress: _Progress, sprt: Sprt | None) -> RenderableType:
    """Return standings, statistics and the last games, which change only when a game ends."""
    from rich.console import Group

    if not progress.games:
        return _text("no game has ended yet", style="dim")
    table = crosstable(progress.games)
    parts: list[RenderableType] = [_standings(table)]
    if progress.is_duel:
        parts.append(_facts(progress, sprt))
    parts.append(_text(endings_line(table), "dim"))
    parts += [_text(game_line(each), "dim", cut=True) for each in progress.games[-LAST_GAMES:]]
    return Group(*parts)


def _standings(table: Crosstable) -> RenderableType:
    from rich import box
    from rich.table import Table as Grid

    heads, *rows = standings_cells(table)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, head in enumerate(heads):
        grid.add_column(head, justify="left" if column == 1 else "right", no_wrap=True)
    for row in rows:
        grid.add_row(*(_text(cell, "bold" if at == 1 else "") for at, cell in enumerate(row)))
    return grid


def _facts(progress: _Progress, sprt: Sprt | None) -> RenderableType:
    """Return the statistics of two players."""
    from rich.table import Table as Grid

    first, second = progress.names
    results = progress.duel()
    grid = Grid.grid(padding=(0, 2))
    score = f"{points_text(results.points)}/{results.games}"
    grid.add_row(_text(f"{first} - {second}", "bold"), _text(score))
    for name, value in match_facts(results, sprt):
        grid.add_row(_text(name), _text(value))
    return grid
