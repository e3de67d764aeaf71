"""Messages over pipes between the main process and its workers: a length and the packed message.

A message becomes a list of the number of its class and its fields, which `marshal` writes faster
than `pickle` would. An object of another class, such as a variant, is pickled the first time and
named by a number from then on; the receiver gets the same object each time. Both ends are this
program, so both formats are safe here.
"""

from __future__ import annotations

import marshal
import os
import pickle
import struct
from typing import Any

from amalthea.engine.search.workers.messages import MESSAGES

_LENGTH = struct.Struct("<I")
_CHUNK = 1 << 16
_MAX_KNOWN = 256  # objects of other classes; then both ends forget them
_NUMBERS = {kind: number for number, kind in enumerate(MESSAGES)}
_PLAIN = frozenset({bool, bytes, float, int, str, type(None)})  # written as they are


def send(fd: int, *messages: Any) -> None:
    """Write messages, waiting for room. Raises OSError if the other end is gone."""
    packer = _Packer()
    data = memoryview(b"".join(map(packer.pack, messages)))
    while data:
        data = data[os.write(fd, data) :]


class _Packer:
    """Packer of messages, which knows the objects that it has packed before."""

    def __init__(self) -> None:
        self._known: dict[object, int] = {}

    def pack(self, message: Any) -> bytes:
        """Return the bytes of a message."""
        body = marshal.dumps(self._flatten(message))
        return _LENGTH.pack(len(body)) + body

    def _flatten(self, value: Any) -> Any:
        """Return a value in built-in types.

        A tuple holds either plain values and such tuples only, or anything else.
        """
        kind = type(value)
        if kind in _PLAIN or (kind is tuple and _is_plain(value)):
            return value
        if kind is tuple:
            return tuple(map(self._flatten, value))
        if kind in _NUMBERS:
            parts = [getattr(value, name) for name in kind.__slots__]
            flat = [part if type(part) in _PLAIN else self._flatten(part) for part in parts]
            return [_NUMBERS[kind], *flat]
        if (number := self._known.get(value)) is not None:
            return [-1 - number]
        if len(self._known) == _MAX_KNOWN:
            self._known.clear()
        number = self._known[value] = len(self._known)
        return [-1 - number, pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)]


def _is_plain(values: tuple[Any, ...]) -> bool:
    """Return True if a tuple has no messages and no objects of other classes."""
    return not values or type(values[0]) is tuple or type(values[0]) in _PLAIN


class _Unpacker:
    """Counterpart of a packer."""

    def __init__(self) -> None:
        self._known: list[Any] = []

    def unpack(self, body: bytes | bytearray) -> Any:
        """Return the message of these bytes."""
        return self._restore(marshal.loads(body))

    def _restore(self, value: Any) -> Any:
        """Return a value as it was before `_Packer` wrote it in built-in types."""
        if type(value) is tuple and value and type(value[0]) is list:
            return tuple(map(self._restore, value))
        if type(value) is not list:
            return value
        number, *rest = value
        if number >= 0:
            parts = [part if type(part) in _PLAIN else self._restore(part) for part in rest]
            return MESSAGES[number](*parts)
        if rest:
            del self._known[-1 - number :]
            self._known.append(pickle.loads(rest[0]))
        return self._known[-1 - number]


class Sender:
    """Sender that never blocks: data that does not fit into the pipe is kept for `flush`.

    A closed pipe is no error here; the receiver at this end notices it.
    """

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd
        self._packer = _Packer()
        self._unsent = bytearray()

    @property
    def has_unsent(self) -> bool:
        """True if something is waiting for room."""
        return bool(self._unsent)

    def send(self, message: Any) -> None:
        """Send a message after those that still wait for room."""
        self._unsent += self._packer.pack(message)
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
        self._unpacker = _Unpacker()
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
            messages.append(self._unpacker.unpack(self._pending[_LENGTH.size : end]))
            del self._pending[:end]
        return messages
