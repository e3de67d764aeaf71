"""Progress of long work: plain lines from time to time, and a bar on a terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import threading

import pytest

from amalthea.protocol.progress import Progress, clock_text

COLOUR = re.compile(r"\x1b\[(?:38;|[39][0-7]m)")  # rich may know fewer colours than the terminal


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def show(
    progress: Progress, clock: Clock, shares: list[float], each_s: float, after_s: float | None
) -> None:
    progress.begin("generation 1, fit", after_s)
    for share in shares:
        clock.now += each_s if share else 0.0
        progress.update(share, "so far")
    progress.end("done")


def plain(
    shares: list[float], each_s: float, after_s: float | None = None, quiet: bool = False
) -> list[str]:
    clock, stream = Clock(), io.StringIO()
    show(Progress(stream, "chess", quiet, clock), clock, shares, each_s, after_s)
    return stream.getvalue().splitlines()


def test_a_short_stage_is_one_line() -> None:
    assert plain([0.0, 0.5, 0.9], 3) == ["chess, generation 1, fit: done"]


def test_a_long_stage_shows_the_time_left() -> None:
    assert plain([0.0, 0.25, 0.5], 300, 600) == [
        "chess, generation 1, fit: so far, 0:15:00 left, 0:25:00 in all",
        "chess, generation 1, fit: so far, 0:10:00 left, 0:20:00 in all",
        "chess, generation 1, fit: done",
    ]


def test_the_share_done_by_an_earlier_run_does_not_count_for_the_time_left() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(stream, "chess", clock=clock)
    progress.begin("fit")
    progress.update(0.5, "so far")
    clock.now = 300.0
    progress.update(0.75, "so far")
    assert stream.getvalue() == "chess, fit: so far, 0:05:00 left\n"


def test_plain_lines_come_every_ten_seconds() -> None:
    assert len(plain([step / 40 for step in range(40)], 1)) == 3 + 1


def test_quiet_progress_shows_nothing() -> None:
    assert plain([0.0, 0.5], 300, quiet=True) == []


def test_without_a_stream_nothing_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    Progress(None, "chess").note("gone")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00:00"), (59.6, "0:01:00"), (3723.2, "1:02:03"), (1e6, "277:46:40")],
)
def test_seconds_are_shown_as_on_a_clock(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


def on_terminal(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> str:
    """Return what a terminal gets from a stage."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    master, slave = pty.openpty()
    chunks: list[bytes] = []

    def read() -> None:
        try:
            while chunk := os.read(master, 65536):
                chunks.append(chunk)
        except OSError:  # so Linux reports that the other end is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    clock = Clock()
    with os.fdopen(slave, "w") as stream:
        show(Progress(stream, "chess", clock=clock), clock, [0.0, 0.25], 300, None)
    reader.join(60)
    os.close(master)
    return b"".join(chunks).decode()


def test_a_terminal_shows_a_bar_that_disappears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = on_terminal(monkeypatch, {"TERM": "xterm-256color", "COLUMNS": "120"})
    assert "so far, 0:15:00 left" in shown
    assert COLOUR.search(shown)
    assert "\x1b[2K" in shown, "the bar is removed"
    assert shown.rstrip().endswith("chess, generation 1, fit: done")


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"TERM": "xterm-256color", "COLUMNS": "120", "NO_COLOR": "1"}
    shown = on_terminal(monkeypatch, settings)
    assert "so far, 0:15:00 left" in shown
    assert not COLOUR.search(shown)


def test_a_dumb_terminal_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = on_terminal(monkeypatch, {"TERM": "dumb"})
    assert "\x1b" not in shown
    assert "so far, 0:15:00 left" in shown
