"""Progress of a training on standard error.

It is a changing line on a terminal, elsewhere one line for each stage.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import TextIO

from amalthea.protocol.charting.wording import minutes

REFRESH_S = 0.5  # between updates of the line
SETTLED_S = 3.0  # of a stage, before the remaining time is estimated

Clock = Callable[[], float]


class Progress:
    """Progress of one stage after the other. game: begins every line."""

    def __init__(self, stream: TextIO, game: str, clock: Clock = time.monotonic) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._game = game
        self._clock = clock
        self._stage = ""
        self._begun = self._shown_at = clock()
        self._first: float | None = None
        self._after_s: float | None = None
        self._shown = 0  # length of the changing line

    def begin(self, stage: str, after_s: float | None) -> None:
        """Begin a stage. after_s: the estimated time after it, None if unknown."""
        self._stage, self._after_s = stage, after_s
        self._begun = self._clock()
        self._shown_at = self._begun - REFRESH_S
        self._first = None

    def seconds(self) -> float:
        """Return the seconds since the stage began."""
        return self._clock() - self._begun

    def update(self, share: float, text: str) -> None:
        """Show the finished share of the stage.

        The first share is what an earlier run had finished.
        """
        now = self._clock()
        if self._first is None:
            self._first = share
        if not self._live or now - self._shown_at < REFRESH_S:
            return
        self._shown_at = now
        self._show(f"{self._line()}: {text}{self._left(share)}")

    def end(self, text: str) -> None:
        """Finish the stage."""
        self._show("")
        self.note(f"{self._stage}: {text}")

    def note(self, text: str) -> None:
        """Print a line that stays."""
        self._write(f"{self._game}, {text}\n")

    def clear(self) -> None:
        """Clear the changing line."""
        self._show("")

    def _line(self) -> str:
        return f"{self._game}, {self._stage}"

    def _left(self, share: float) -> str:
        """Return the remaining time of the stage and of everything, in words."""
        done = share - (self._first or 0.0)
        if self.seconds() < SETTLED_S or done <= 0:
            return ""
        left = max(0.0, 1 - share) * self.seconds() / done
        whole = "" if self._after_s is None else f", {minutes(left + self._after_s)} in all"
        return f", {minutes(left)} left{whole}"

    def _show(self, text: str) -> None:
        if self._live and (text or self._shown):
            self._write(f"\r{text.ljust(self._shown)}{'' if text else chr(13)}")
            self._shown = len(text)

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()
