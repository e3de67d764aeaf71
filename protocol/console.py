"""Lines read from and written to file descriptors, and the debug log of both directions."""

from __future__ import annotations

import os
import select
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.events import EngineError, Listener
from amalthea.engine.system_errors import error_reason

if TYPE_CHECKING:
    from amalthea.engine.options import Text

LONGEST_LINE = 4 << 20  # bytes; a game of 100,000 moves fits
_CHUNK = 1 << 16
# A log can be a pipe or a device; O_NONBLOCK keeps a blocked one from blocking the engine.
_APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class LogError(AmaltheaError):
    """Error for a debug log that cannot be opened."""


class LineReader:
    """Reader that splits the bytes of a descriptor into lines, in whatever pieces they arrive.

    A line ends with LF or CR LF. Bytes that are not UTF-8 become U+FFFD. A byte order mark, with
    which some programs begin, is left out. A line longer than LONGEST_LINE is discarded and read as
    None.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.ended = False
        self._pieces: list[bytes] = []
        self._held = 0
        self._skipping = False

    def read(self) -> list[str | None]:
        """Return the lines that one read completes and keep the rest.

        Sets `ended` at the end of the file.
        """
        data = os.read(self.descriptor, _CHUNK)
        if not data:
            self.ended = True
            return self._take() if self._held or self._skipping else []
        lines: list[str | None] = []
        *complete, rest = data.split(b"\n")
        for piece in complete:
            self._keep(piece)
            lines += self._take()
        self._keep(rest)
        return lines

    def _keep(self, piece: bytes) -> None:
        self._held += len(piece)
        if self._held > LONGEST_LINE:
            self._skipping = True
            self._pieces.clear()
        elif piece:
            self._pieces.append(piece)

    def _take(self) -> list[str | None]:
        data = b"".join(self._pieces).removeprefix(BOM_UTF8).removesuffix(b"\r")
        line = data.decode("utf-8", "replace")
        skipped = self._skipping
        self._pieces.clear()
        self._held = 0
        self._skipping = False
        return [None if skipped else line]


class OutputLost(Exception):
    """Error for output that is closed or full."""


class Console:
    """Writer of whole lines, which also logs both directions while a log is open."""

    def __init__(self, descriptor: int) -> None:
        self._log_lost: Callable[[str], None] = lambda _: None  # called with the error of the log
        self._descriptor = descriptor
        self._log: BinaryIO | None = None

    def write(self, *lines: str) -> None:
        """Write lines. Raises OutputLost if the output is closed or full."""
        if not lines:
            return
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        try:
            while data:
                data = data[self._write_some(data) :]
        except OSError as error:
            raise OutputLost(error_reason(error)) from error
        for line in lines:
            self.log("<<", line)

    def check(self) -> None:
        """Raise OutputLost if nothing reads the output any more."""
        poll = select.poll()
        poll.register(self._descriptor, 0)  # 0: report errors and hang-ups only
        if poll.poll(0):
            raise OutputLost("nothing reads it any more") from BrokenPipeError()

    def _write_some(self, data: bytes) -> int:
        """Write data and return the number of bytes written.

        Waits first if another process made the descriptor non-blocking and it is full.
        """
        try:
            return os.write(self._descriptor, data)
        except BlockingIOError:
            select.select([], [self._descriptor], [])
            return 0

    def log(self, direction: str, line: str) -> None:
        """Append a line to the log, if one is open."""
        if self._log:
            now = time.time()
            clock = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
            text = f"{clock}.{int(now % 1 * 1000):03d} {direction} {line}\n"
            try:
                self._log.write(text.encode("utf-8", "replace"))
            except OSError as error:
                self.open_log("")
                self._log_lost(f"the log ends here: {error_reason(error)}")

    def follow_log(self, option: Text, listener: Listener) -> None:
        """Log to the file that the option names.

        listener: called with an EngineError if the log can no longer be written.
        """
        option.effect = lambda: self.open_log(option.value)
        self._log_lost = lambda why: listener(EngineError(why))

    def open_log(self, path: str) -> None:
        """Append both directions to a file from now on; "" closes the log.

        Raises LogError and keeps the previous log if the file cannot be opened.
        """
        before, self._log = self._log, _opened(path) if path else None
        if before:
            before.close()


def _opened(path: str) -> BinaryIO:
    """Open a file for appending. Raises LogError."""
    try:
        descriptor = os.open(path, _APPENDING, 0o666)
    except (OSError, ValueError) as error:
        raise LogError(f"cannot write the log {path!r}: {error_reason(error)}") from error
    return os.fdopen(descriptor, "ab", buffering=0)


def keep_standard_descriptors() -> None:
    """Open closed standard descriptors on /dev/null, so that no other file takes their place."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


def abandon_output() -> None:
    """Redirect standard output to /dev/null, so that its buffer does not fail again at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
