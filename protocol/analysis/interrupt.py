"""Ctrl-C as an event to wait for, so that results so far can still be printed."""

from __future__ import annotations

import signal
import socket
from types import FrameType
from typing import Any


class Interrupt:
    """Handler of Ctrl-C, to be used in a `with` block of the main thread.

    The first Ctrl-C sets `requested` and makes `fileno` readable; a second one raises
    KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.requested = False
        self._reading, self._writing = socket.socketpair()
        self._before: tuple[Any, int] | None = None

    def fileno(self) -> int:
        """Return a descriptor that is readable once Ctrl-C was pressed."""
        return self._reading.fileno()

    def __enter__(self) -> Interrupt:
        self._writing.setblocking(False)
        old_fd = signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        self._before = signal.signal(signal.SIGINT, self._on_signal), old_fd
        return self

    def __exit__(self, *_exc: object) -> None:
        assert self._before
        handler, old_fd = self._before
        signal.signal(signal.SIGINT, handler)
        signal.set_wakeup_fd(old_fd)
        self._reading.close()
        self._writing.close()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
