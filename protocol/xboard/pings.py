"""Pings of XBoard that wait for their answer."""

from __future__ import annotations

from amalthea.protocol.console import Console
from amalthea.protocol.xboard.clock import whole

_MOST = 1_000_000_000 - 1


class Pings:
    """Pings that wait until the search has ended, or until what will search has started.

    So a client that waits for the answer before it starts the clock does not wait for processes
    later.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._numbers: list[int] = []

    def add(self, text: str) -> None:
        """Let a ping wait. Raises NumberError."""
        self._numbers.append(whole(text, 0, _MOST))

    def answer(self) -> None:
        """Answer all that wait, in order."""
        self._console.write(*(f"pong {each}" for each in self._numbers))
        self._numbers.clear()
