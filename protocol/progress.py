"""Progress of long work: a bar of rich on a terminal, elsewhere a plain line from time to time.

Colours are off where the output is no terminal, and everywhere if NO_COLOR is set.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Self, TextIO

from amalthea.engine.text import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar

REFRESHES_PER_SECOND = 2  # clocks show seconds
PLAIN_LINES_S = 10.0  # between plain lines
SETTLED_S = 3.0  # from the start of a stage until its remaining time is estimated
_BAR_WIDTH = 20

Clock = Callable[[], float]


class Progress:
    """Progress display of one stage after the other; leave its `with` block to remove the bar.

    stream: where it is shown, None for nowhere. subject: the words that begin every line. quiet:
    True to show nothing.
    """

    def __init__(
        self,
        stream: TextIO | None,
        subject: str,
        quiet: bool = False,
        clock: Clock = time.monotonic,
    ) -> None:
        self._stream = None if quiet else stream
        self._subject = subject
        self._clock = clock
        self._console = live_console(self._stream)
        self._bar: Bar | None = None
        self._stage = ""
        self._begun = self._shown_at = clock()
        self._first: float | None = None
        self._after_s: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.clear()

    def begin(self, stage: str, after_s: float | None = None) -> None:
        """Begin a stage. after_s: the estimated time after it, None if unknown."""
        self.clear()
        self._stage, self._after_s = stage, after_s
        self._begun = self._shown_at = self._clock()
        self._first = None

    def seconds(self) -> float:
        """Return the seconds since the stage began."""
        return self._clock() - self._begun

    def update(self, share: float, text: str) -> None:
        """Show the finished share of the stage, from 0 to 1, and a text.

        The first share counts as finished by an earlier run, and not in the speed of this one.
        """
        now = self._clock()
        if self._first is None:
            self._first = share
        words = f"{text}{self._left(share)}"
        if self._console:
            self._show(self._console, share, words)
        elif now - self._shown_at >= PLAIN_LINES_S:
            self._shown_at = now
            self.note(f"{self._stage}: {words}")

    def end(self, text: str) -> None:
        """Finish the stage and print a line that stays."""
        self.note(f"{self._stage}: {text}")

    def note(self, text: str) -> None:
        """Print a line that stays."""
        self.clear()
        if self._stream:
            with contextlib.suppress(OSError, ValueError):
                print(printable(f"{self._subject}, {text}"), file=self._stream, flush=True)

    def clear(self) -> None:
        """Remove the bar until the next update, to make room for other output."""
        bar, self._bar = self._bar, None
        if bar:
            with contextlib.suppress(OSError, ValueError):
                bar.stop()

    def _show(self, console: Console, share: float, words: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self._bar is None:
                self._bar = _bar(console)
                title = printable(f"{self._subject}, {self._stage}")
                self._bar.add_task(title, total=1.0, words="")
                self._bar.start()
            self._bar.update(self._bar.task_ids[0], completed=share, words=printable(words))

    def _left(self, share: float) -> str:
        """Return the remaining time of the stage and of all work in words, "" if unknown."""
        done = share - (self._first or 0.0)
        if self.seconds() < SETTLED_S or done <= 0:
            return ""
        left = max(0.0, 1 - share) * self.seconds() / done
        whole = "" if self._after_s is None else f", {clock_text(left + self._after_s)} in all"
        return f", {clock_text(left)} left{whole}"


def live_console(stream: TextIO | None) -> Console | None:
    """Return a console for a terminal that can redraw lines; None without one, or without rich."""
    if stream is None or not stream.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return None
    try:
        return steady_console(stream)
    except ImportError:
        return None


def steady_console(stream: TextIO) -> Console:
    """Return a console that leaves a broken pipe to the caller; rich would exit the program."""
    from rich.console import Console

    class SteadyConsole(Console):
        def on_broken_pipe(self) -> None:
            raise  # noqa: PLE0704  (rich calls this while it handles the error)

    return SteadyConsole(file=stream)


def clock_text(seconds: float) -> str:
    """Return seconds as hours, minutes and seconds: "1:02:03"."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _bar(console: Console) -> Bar:
    """Return a bar that disappears when it is stopped."""
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=_BAR_WIDTH),
        TextColumn("{task.fields[words]}", markup=False),
        console=console,
        transient=True,
        refresh_per_second=REFRESHES_PER_SECOND,
        redirect_stdout=False,
        redirect_stderr=False,
    )
