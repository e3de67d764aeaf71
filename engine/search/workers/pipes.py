"""Messages over pipes between the main process and its workers: length and pickle.

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
    """Write one message, waiting for room. Raises OSError if the other end is gone."""
    data = memoryview(_packed(message))
    while data:
        data = data[os.write(fd, data) :]


def _packed(message: Any) -> bytes:
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


class Sender:
    """Sender that never blocks: data that does not fit into the pipe is kept for `flush`.

    A closed pipe is no error here; the receiver at this end notices it.
    """

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd
        self._unsent = bytearray()

    @property
    def has_unsent(self) -> bool:
        """True if something is waiting for room."""
        return bool(self._unsent)

    def send(self, message: Any) -> None:
        """Send a message after all that is unsent."""
        self._unsent += _packed(message)
        self.flush()

    def flush(self) -> None:
        """Send as much as the pipe has room for."""
        try:
            while self._unsent:
                del self._unsent[: os.write(self._fd, self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()


class Receiver:
    """Receiver of messages from a pipe, blocking or not."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.closed = False
        self._pending = bytearray()

    def receive(self) -> list[Any]:
        """Read once and return the complete messages; sets `closed` at the end of file."""
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
