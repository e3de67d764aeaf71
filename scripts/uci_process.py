"""One UCI engine behind its pipes: start it, write lines, read lines with their times, end it.

What the benchmarks, the matches and the protocol tests share. It knows no game.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

ANSWER_S = 60.0  # longest wait for an answer that should come at once
EXIT_S = 10.0  # longest wait for the process to end after `quit`
ERRORS_BYTES = 65_536  # as much of standard error is kept


class EngineDied(RuntimeError):
    """The process ended, or closed its output, while an answer was awaited."""


class NoAnswer(TimeoutError):
    """The process is alive but the awaited line did not come in time."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of output, without its end, and when it arrived (time.perf_counter, seconds)."""

    text: str
    at: float


class UciProcess:
    """A running engine. Use it in a `with` block: leaving the block ends the process."""

    def __init__(self, command: str | Sequence[str], name: str = "") -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = name or self.command[0].rsplit("/", 1)[-1]
        self.started_at = time.perf_counter()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._error_text = ""
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        self._lines: SimpleQueue[Line | None] = SimpleQueue()  # None: the output is closed
        self._reader = Thread(target=self._collect, daemon=True)
        self._reader.start()

    def __enter__(self) -> UciProcess:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while the process runs."""
        return self._process.poll()

    def send(self, *lines: str) -> None:
        """Writes the lines. Raises EngineDied."""
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Writes the bytes as they are. Raises EngineDied."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise EngineDied(self._obituary()) from error

    def end_input(self) -> None:
        """Closes the engine's standard input."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it ended with our last lines unread
            self._process.stdin.close()

    def read(self, timeout: float = ANSWER_S) -> Line:
        """The next line. Raises NoAnswer after `timeout` seconds, EngineDied at the end."""
        try:
            line = self._lines.get(timeout=max(0.0, timeout))
        except Empty:
            raise NoAnswer(f"{self.name}: no line for {timeout:.1f} s") from None
        if line is None:
            self._lines.put(None)
            raise EngineDied(self._obituary())
        return line

    def read_until(self, end: str | Callable[[str], bool], timeout: float = ANSWER_S) -> list[Line]:
        """All lines up to and with the first that satisfies `end` or whose first word it is.

        timeout: seconds for all of it. Raises NoAnswer, naming what came instead, or EngineDied.
        """
        wanted = end if callable(end) else lambda text: text.split(maxsplit=1)[:1] == [end]
        deadline = time.perf_counter() + timeout
        lines: list[Line] = []
        while not lines or not wanted(lines[-1].text):
            try:
                lines.append(self.read(deadline - time.perf_counter()))
            except NoAnswer:
                heard = [line.text for line in lines[-5:]]
                raise NoAnswer(
                    f"{self.name}: waited {timeout:.1f} s for {end!r}, last lines {heard}"
                ) from None
        return lines

    def ask(self, line: str, end: str | Callable[[str], bool], timeout: float = ANSWER_S) -> Line:
        """Sends a line and returns the line that `read_until` stops at."""
        self.send(line)
        return self.read_until(end, timeout)[-1]

    def start_uci(self, options: Mapping[str, str] | None = None) -> None:
        """Exchanges `uci` and `uciok`, sets those of the options that the engine has, in the
        order given, and waits for `readyok`.
        """
        self.send("uci")
        offered = {option_name(line.text) for line in self.read_until("uciok")}
        for name, value in (options or {}).items():
            if name.lower() in offered:
                self.send(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def errors(self) -> str:
        """What it has written to standard error so far, from the beginning."""
        if not self._errors.closed:
            # pread: the engine writes through the same open file, its offset must stay
            written = os.pread(self._errors.fileno(), ERRORS_BYTES, 0)
            self._error_text = written.decode(errors="replace")
        return self._error_text

    def close(self) -> int:
        """Sends `quit`, waits, kills it if it stays; returns its exit code."""
        with suppress(EngineDied):  # all the better
            self.send("quit")
        self.end_input()
        return self.wait()

    def wait(self) -> int:
        """Waits for it to end by itself, kills it if it does not; returns its exit code."""
        try:
            self._process.wait(EXIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        code = self._process.wait()
        self._reader.join(EXIT_S)
        self.errors()
        self._errors.close()
        return code

    def _collect(self) -> None:
        assert self._process.stdout is not None
        for data in self._process.stdout:
            now = time.perf_counter()
            self._lines.put(Line(data.decode(errors="replace").rstrip("\r\n"), now))
        self._process.stdout.close()
        self._lines.put(None)

    def _obituary(self) -> str:
        return f"{self.name} ended (exit code {self.exit_code}): {self.errors()[-2000:].strip()}"


def info_field(info: str, name: str) -> int | None:
    """The number that follows `name` in an info line, None when it is not there."""
    words = info.split()
    if name not in words[:-1]:
        return None
    return int(words[words.index(name) + 1])


def option_name(line: str) -> str:
    """The name, in lower case, of the option that a line of the engine's offers; "" if none."""
    if not line.startswith("option name "):
        return ""
    return line.removeprefix("option name ").partition(" type ")[0].lower()
