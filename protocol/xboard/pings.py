"""Pings of XBoard that wait for their answer."""

from __future__ import annotations

from amalthea.protocol.console import Console
from amalthea.protocol.xboard.clock import whole

_MOST = 1_000_000_000 - 1


class Pings:
    """Pings that are answered when the search has ended, or else when the workers have started.

    Clients start the clock after the answer, so the start of the workers takes none of its time.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._numbers: list[int] = []

    def add(self, text: str) -> None:
        """Add a ping that waits. Raises NumberError."""
        self._numbers.append(whole(text, 0, _MOST))

    def answer(self) -> None:
        """Answer all waiting pings, in order."""
        self._console.write(*(f"pong {each}" for each in self._numbers))
        self._numbers.clear()
