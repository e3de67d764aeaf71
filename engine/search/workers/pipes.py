"""Python objects over pipes between the main process and its searchers: length, then a pickle.

Both ends are this program, so pickles are safe here.
"""

from __future__ import annotations

import os
import pickle
import struct
from typing import Any

_LENGTH = struct.Struct("<I")
_CHUNK = 1 << 16


def send(fd: int, message: Any) -> None:
    """Writes one message. Raises OSError when the other end is gone."""
    data = memoryview(_packed(message))
    while data:
        data = data[os.write(fd, data) :]


def _packed(message: Any) -> bytes:
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


class Sender:
    """Sends without waiting: what the pipe does not hold is kept until it has room.

    That the other end is gone is no error; whoever reads from it notices.
    """

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd
        self._kept = bytearray()

    @property
    def keeps(self) -> bool:
        """Whether something waits for room."""
        return bool(self._kept)

    def send(self, message: Any) -> None:
        """Sends a message after all that is kept."""
        self._kept += _packed(message)
        self.go_on()

    def go_on(self) -> None:
        """Sends as much of what is kept as there is room for."""
        try:
            while self._kept:
                del self._kept[: os.write(self._fd, self._kept)]
        except BlockingIOError:
            pass
        except OSError:
            self._kept.clear()


class Receiver:
    """Collects messages from a pipe, which may or may not block."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.closed = False
        self._pending = bytearray()

    def receive(self) -> list[Any]:
        """Reads once and returns the complete messages; `closed` is set at the end of file."""
        try:
            chunk = os.read(self.fd, _CHUNK)
        except BlockingIOError:
            return []
        if not chunk:
            self.closed = True
        self._pending += chunk
        messages = []
        while len(self._pending) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack_from(self._pending)[0]
            if len(self._pending) < end:
                break
            messages.append(pickle.loads(self._pending[_LENGTH.size : end]))
            del self._pending[:end]
        return messages
