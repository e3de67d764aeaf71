"""Ctrl-C as something to wait for, so that what is known so far can still be told.

What is to be done then is not decided here.
"""

from __future__ import annotations

import signal
import socket
from types import FrameType
from typing import Any


class Interrupt:
    """Inside `with`, the first Ctrl-C is noted and wakes who waits; a second one is as ever.

    Only in the main thread.
    """

    def __init__(self) -> None:
        self.requested = False
        self._ear, self._mouth = socket.socketpair()
        self._before: tuple[Any, int] | None = None

    def fileno(self) -> int:
        """Readable once Ctrl-C was pressed."""
        return self._ear.fileno()

    def __enter__(self) -> Interrupt:
        self._mouth.setblocking(False)
        old_fd = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        self._before = signal.signal(signal.SIGINT, self._note), old_fd
        return self

    def __exit__(self, *_exc: object) -> None:
        assert self._before
        handler, old_fd = self._before
        signal.signal(signal.SIGINT, handler)
        signal.set_wakeup_fd(old_fd)
        self._ear.close()
        self._mouth.close()

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
