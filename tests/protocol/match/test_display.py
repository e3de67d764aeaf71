"""What a running match shows: exact plain lines, rich's picture, a terminal, lost readers."""

from __future__ import annotations

import io
import os
import pty
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TextIO

import pytest
from rich.console import Console

from amalthea.protocol.match.display import (
    Display,
    LiveDisplay,
    PlainDisplay,
    game_line,
    make_display,
)
from amalthea.protocol.progress import Clock, steady_console
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.sprt import Sprt
from helpers.finished_games import finished_game, finished_match

PAIR = ("A", "B")
TRIANGLE = [
    finished_game(1, "A", "B", "1"),
    finished_game(2, "B", "A", "="),
    finished_game(3, "A", "C", "1"),
    finished_game(4, "C", "A", "0", reason="time", detail="0.3 s too late"),
]


def ticking(step: float = 10.0) -> Clock:
    """Return a clock that goes on by so many seconds whenever it is read."""
    times = iter(range(1_000_000))
    return lambda: step * next(times)


def show(display: Display, games: list[GameRecord], done: int = 0, total: int = 0) -> None:
    names = sorted({name for each in games for name in (each.white, each.black)})
    display.begin("A match", names, total or len(games), games[:done])
    for record in games[done:]:
        display.game(record)
    display.end()


# Plain.


def test_plain_output_of_two_players_shows_each_game_and_the_score() -> None:
    stream = io.StringIO()
    show(PlainDisplay(stream, Sprt(0, 10), ticking()), finished_match("1=1"), done=1)
    assert stream.getvalue().splitlines() == [
        "A match: 3 games, 1 played before",
        "[2/3] game 2: B - A 1/2-1/2 repetition, 0 plies, 0.0 s",
        "  A - B: +1 =1 -0, 1.5/2 (75.0 %), Elo +190.8 +/- 784.0,"
        " LLR +0.03 (-2.94 to +2.94), Elo 0 or 10",
        "[3/3] game 3: A - B 1-0 checkmate, 0 plies, 0.0 s",
        "  A - B: +2 =1 -0, 2.5/3 (83.3 %), Elo +190.8 +/- 784.0,"
        " LLR +0.03 (-2.94 to +2.94), Elo 0 or 10",
        "3 of 3 games, 0:00:20",
        "#  player  points  games   score  won  drawn  lost",
        "1  A          2.5      3  83.3 %    2      1     0",
        "2  B          0.5      3  16.7 %    0      1     2",
        "A against B:",
        "  Elo: +190.8 +/- 784.0 (95 %: -687.5 to +880.6)",
        "  LOS: 75.0 %",
        "  pairs 0-2: 0 0 0 1 0",
        "  SPRT: LLR +0.03 (-2.94 to +2.94), Elo 0 or 10",
        "White 2, Black 0, drawn 1; checkmate 2, repetition 1; 0 plies a game",
    ]


def test_plain_output_of_many_players_prints_standings_rarely() -> None:
    stream = io.StringIO()
    games = [
        finished_game(number, *pair, "1=0"[number % 3])
        for number, pair in enumerate([("A", "B"), ("B", "C"), ("C", "A")] * 20, start=1)
    ]
    show(PlainDisplay(stream, None, ticking()), games)
    lines = stream.getvalue().splitlines()
    assert sum(line.startswith("[") for line in lines) == 60
    assert sum(line.startswith("#") for line in lines) == 6
    assert len(lines) == 1 + 60 + 6 * 4 + 2


def test_a_match_without_games_shows_no_score() -> None:
    stream = io.StringIO()
    show(PlainDisplay(stream, None, ticking()), [], total=10)
    assert stream.getvalue() == "A match: 10 games\n0 of 10 games, 0:00:10\n"


def test_the_remaining_time_is_estimated_from_the_games_of_this_run() -> None:
    stream = io.StringIO()
    now = [100.0]
    display = PlainDisplay(stream, None, lambda: now[0])
    display.begin("A match", PAIR, 7, finished_match("1=0"))
    for record in finished_match("1=0=1")[3:]:
        display.game(record)
    now[0] = 120.0
    display.end()
    assert "5 of 7 games, 0:00:20, 0:00:20 left\n" in stream.getvalue()


def test_a_quiet_match_shows_only_its_result() -> None:
    stream = io.StringIO()
    show(PlainDisplay(stream, None, ticking(), quiet=True), finished_match("1=1="))
    shown = stream.getvalue()
    assert "game 1" not in shown
    assert "4 of 4 games" in shown


def test_ending_a_display_before_it_began_prints_nothing() -> None:
    stream = io.StringIO()
    PlainDisplay(stream).end()
    LiveDisplay(steady_console(stream)).end()
    assert stream.getvalue() == ""


def test_the_line_of_a_game_has_its_details() -> None:
    assert game_line(TRIANGLE[3]) == (
        "game 4: C - A 0-1 time forfeit (0.3 s too late), 0 plies, 0.0 s"
    )


def test_text_from_engines_stays_on_one_line() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    display = make_display(stream, None)
    display.begin("Zoë's match", ["A\udc80", "B"], 2, [])
    display.game(finished_game(1, "A\udc80", "B", "1", detail="\x1b[2Jgone\nthe lines"))
    display.note("one\ntwo")
    first, second, third, *rest = raw.getvalue().decode().splitlines()
    assert first == "Zo\\xeb's match: 2 games"
    assert second.startswith("[1/2] game 1: A? - B 1-0 checkmate (?[2Jgone?the lines), 0 plies")
    assert third.startswith("  A? - B: +1")
    assert rest == ["one", "two"]


# Rich.


def rendered(display: LiveDisplay, console: Console) -> str:
    console.print(display.picture())
    return console.export_text()


@pytest.fixture
def console() -> Console:
    return Console(
        file=io.StringIO(), record=True, force_terminal=True, width=100, _environ={"TERM": "xterm"}
    )


def test_live_standings_of_two_players_are_shown(console: Console) -> None:
    display = LiveDisplay(console, Sprt(0, 10), ticking())
    display.begin("A [bold]match", PAIR, 40, finished_match("1=")[:1])
    for record in finished_match("1=10")[1:]:
        display.game(record)
    text = rendered(display, console)
    display.note("\x1b[2J[red]")
    display.end()
    assert "?[2J[red]" in console.export_text()
    for wanted in (
        "A [bold]match",
        "4 of 40 games",
        " left",
        "player",
        "A - B",
        "2.5/4",
        "Elo",
        "LOS",
        "pairs 0-2",
        "0 0 1 1 0",
        "LLR",
        "Elo 0 or 10",
        "White 3, Black 0, drawn 1",
        "game 4: B - A 1-0 checkmate",
    ):
        assert wanted in text, wanted
    assert all(len(line) <= 100 for line in text.splitlines())


def test_live_standings_of_three_players_are_a_crosstable(console: Console) -> None:
    display = LiveDisplay(console, None, ticking())
    display.begin("Triangle", ("A", "B", "C"), 6, TRIANGLE)
    text = rendered(display, console)
    display.end()
    assert "1.5/2" in text
    assert "2/2" in text
    assert "LOS" not in text


def test_the_live_display_starts_without_games(console: Console) -> None:
    display = LiveDisplay(console, None, ticking())
    display.begin("Nothing yet", PAIR, 6, [])
    text = rendered(display, console)
    display.end()
    assert "0 of 6 games" in text
    assert "no game has ended yet" in text


def test_players_are_shown_in_their_order_whichever_game_ends_first() -> None:
    stream = io.StringIO()
    display = PlainDisplay(stream, None, ticking())
    display.begin("A match", PAIR, 4, [])
    display.game(finished_match("00")[1])
    assert stream.getvalue().splitlines()[-1].startswith("  A - B: +0 =0 -1, 0/1")


# A terminal.


class Terminal:
    """A pseudo-terminal and all that was written to it."""

    def __init__(self) -> None:
        self._master, slave = pty.openpty()
        self.stream = os.fdopen(slave, "w")
        self._chunks: list[bytes] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        try:
            while chunk := os.read(self._master, 65536):
                self._chunks.append(chunk)
        except OSError:  # so Linux reports that the other end is closed
            pass

    def close(self) -> str:
        """Close the terminal; return what was written to it."""
        self.stream.close()
        self._reader.join(timeout=60)
        os.close(self._master)
        return b"".join(self._chunks).decode()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setenv("TERM", "xterm-256color")
    terminal = Terminal()
    yield terminal
    if not terminal.stream.closed:
        terminal.close()


def test_a_terminal_gets_live_standings_that_stay_at_the_end(terminal: Terminal) -> None:
    display = make_display(terminal.stream, Sprt(0, 10))
    assert isinstance(display, LiveDisplay)
    display.begin("On a terminal", PAIR, 4, [])
    display.game(finished_match("1")[0])
    display.note("[red]as it is[/red]")
    for record in finished_match("1=10")[1:]:
        display.game(record)
    display.end()
    display.end()
    for thread in threading.enumerate():
        if "rich" in type(thread).__module__:  # it was asked to stop, and may take a moment
            thread.join(timeout=60)
            assert not thread.is_alive()
    shown = terminal.close()
    assert "[red]as it is[/red]" in shown
    assert shown.rstrip().endswith("\x1b[?25h"), "the cursor is visible again"
    last = shown.rsplit("On a terminal", 1)[1]
    assert "4 of 4 games" in last
    assert "LLR" in last


def test_a_terminal_without_rich_gets_plain_lines(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert isinstance(make_display(terminal.stream, None), PlainDisplay)


def test_a_dumb_terminal_gets_plain_lines(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(make_display(terminal.stream, None), PlainDisplay)


def test_a_file_gets_plain_lines() -> None:
    assert isinstance(make_display(io.StringIO(), None), PlainDisplay)


# Nobody reads any more.


@pytest.mark.parametrize(
    "make",
    [PlainDisplay, lambda stream: LiveDisplay(steady_console(stream))],
    ids=("plain", "live"),
)
def test_a_closed_output_raises_an_error_once(make: Callable[[TextIO], Display]) -> None:
    reading, writing = os.pipe()
    stream = os.fdopen(writing, "w")
    display = make(stream)
    display.begin("A match", PAIR, 2, [])
    os.close(reading)
    with pytest.raises(BrokenPipeError):
        display.note("nobody reads this")
    display.end()
    with pytest.raises(BrokenPipeError):
        stream.close()
