"""A UCI engine as a process: start it, write lines, read lines with their times, end it.

An engine runs in a session of its own. It is killed together with all processes that it has
started, in whatever group or session, and does not outlive the thread that started it.
"""

from __future__ import annotations

import ctypes
import os
import queue
import shlex
import signal
import subprocess
import sys
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import BinaryIO

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.options import Option
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.console import LineReader
from amalthea.protocol.uci_client.option_lines import read_option

OURS = (sys.executable, "-I", "-m", "amalthea")  # the command line of this engine

ANSWER_S = 60.0  # longest wait for an answer that should come at once
EXIT_S = 10.0  # longest wait for the process to end after `quit`
JOIN_S = 2.0  # longest wait for the rest of a dead process's output
ERRORS_CHUNKS = 16  # number of last reads of standard error that are kept
ERRORS_CHUNK_BYTES = 4096
UNREAD_READS = 256  # of up to 64 KiB each; then the engine has to wait until they are read

_MARK = "AMALTHEA_ENGINES"  # environment variable with the marks of the engines above a process
_MAX_SWEEPS = 10  # for processes that start others while they are being killed

_PR_SET_PDEATHSIG = 1  # operation of prctl(2)

_libc = ctypes.CDLL(None)


class EngineFailure(AmaltheaError):
    """Failure of an engine. name: that of the engine; what: the rest of the message."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(name, what)
        self.name = name
        self.what = what

    def __str__(self) -> str:
        return f"{self.name}: {self.what}"


class EngineDied(EngineFailure):
    """Failure of a process that could not be started, has ended, or closed its output."""


class NoAnswer(EngineFailure):
    """Failure of a running process to send the expected line in time."""


@dataclass(frozen=True, slots=True)
class OutputLine:
    """One line of output, without its end, and when it arrived (time.perf_counter, seconds)."""

    text: str
    at: float


class UciProcess:
    """Running UCI engine, to be used in a `with` block, which ends the process.

    options: its options by name in lower case, known after `start_uci` or `shake_hands`.
    Raises EngineDied if the command cannot be started.
    """

    def __init__(
        self, command: str | Sequence[str], name: str = "", directory: str | None = None
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = name or self.command[0].rsplit("/", 1)[-1]
        self.options: dict[str, Option] = {}
        self._mark = uuid.uuid4().hex
        self.started_at = time.perf_counter()
        self._process = self._start(directory)
        self._reads: queue.Queue[tuple[list[str], float] | None] = queue.Queue(UNREAD_READS)
        self._lines: deque[str] = deque()  # unread lines of the last read
        self._lines_at = 0.0
        self._ended = False
        self._errors: deque[bytes] = deque(maxlen=ERRORS_CHUNKS)
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._stdin = self._process.stdin
        self._readers = (
            Thread(target=self._collect, args=(self._process.stdout,), daemon=True),
            Thread(target=self._collect_errors, args=(self._process.stderr,), daemon=True),
        )
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> UciProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_exc: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code, None while the process runs."""
        return self._process.poll()

    def send(self, *lines: str) -> None:
        """Write lines. Raises EngineDied."""
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Write raw bytes. Raises EngineDied."""
        try:
            self._stdin.write(data)
            self._stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise self._death() from error

    def end_input(self) -> None:
        """Close the engine's standard input."""
        with suppress(BrokenPipeError):  # the engine ended without reading the last lines
            self._stdin.close()

    def read(self, timeout: float = ANSWER_S) -> OutputLine:
        """Return the next line.

        Raises NoAnswer after `timeout` seconds, EngineDied at the end of the output.
        """
        deadline = time.perf_counter() + timeout
        while not self._lines:
            if self._ended:
                raise self._death()
            try:
                read = self._reads.get(timeout=max(0.0, deadline - time.perf_counter()))
            except queue.Empty:
                raise NoAnswer(self.name, f"no line for {timeout:.1f} s") from None
            self._take(read)
        return OutputLine(self._lines.popleft(), self._lines_at)

    def listen(self, timeout: float = ANSWER_S) -> Iterator[OutputLine]:
        """Yield lines for `timeout` seconds in total.

        Raises NoAnswer when the time is over, EngineDied at the end of the output.
        """
        deadline = time.perf_counter() + timeout
        left = timeout
        while left > 0:
            try:
                line = self.read(left)
            except NoAnswer:
                break
            yield line
            left = deadline - time.perf_counter()
        raise NoAnswer(self.name, f"waited {timeout:.1f} s")

    def read_until(
        self, end: str | Callable[[str], bool], timeout: float = ANSWER_S
    ) -> list[OutputLine]:
        """Return all lines up to the first that satisfies `end`, or starts with the word `end`.

        timeout: seconds in total. Raises NoAnswer, with the last lines, or EngineDied.
        """
        wanted = end if callable(end) else lambda text: text.split(maxsplit=1)[:1] == [end]
        lines: list[OutputLine] = []
        try:
            for line in self.listen(timeout):
                lines.append(line)
                if wanted(line.text):
                    break
        except NoAnswer:
            last = [line.text for line in lines[-5:]]
            raise NoAnswer(
                self.name, f"waited {timeout:.1f} s for {end!r}, last lines {last}"
            ) from None
        return lines

    def ask(
        self, line: str, end: str | Callable[[str], bool], timeout: float = ANSWER_S
    ) -> OutputLine:
        """Send a line and return the line that `read_until` stops at."""
        self.send(line)
        return self.read_until(end, timeout)[-1]

    def shake_hands(self, timeout: float = ANSWER_S) -> None:
        """Exchange `uci` and `uciok` and store the options. Raises NoAnswer, EngineDied."""
        self.send("uci")
        options = map(read_option, (line.text for line in self.read_until("uciok", timeout)))
        self.options = {option.name.lower(): option for option in options if option}

    def set_option(self, name: str, value: str) -> None:
        """Set an option if the engine has it."""
        if name.lower() in self.options:
            self.send(f"setoption name {name} value {value}")

    def start_uci(self, options: Mapping[str, str] | None = None) -> None:
        """Shake hands, set the options that the engine has in order, and wait for `readyok`."""
        self.shake_hands()
        for name, value in (options or {}).items():
            self.set_option(name, value)
        self.ask("isready", "readyok")

    def errors(self) -> str:
        """Return the end of the standard error output so far."""
        return b"".join(tuple(self._errors)).decode(errors="replace")

    def close(self, patience: float = EXIT_S) -> int:
        """Send `quit`, kill the engine if it does not end in time, and return its exit code."""
        with suppress(EngineDied):
            self.send("quit")
        self.end_input()
        return self.wait(patience)

    def wait(self, patience: float = EXIT_S) -> int:
        """Wait for the engine to end, kill it if it does not, and return its exit code."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        return self.kill()

    def kill(self) -> int:
        """Kill the process and all processes that it has started; return its exit code."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        _end_all(self._mark)
        self.end_input()
        deadline = time.perf_counter() + JOIN_S
        while self._readers[0].is_alive() and time.perf_counter() < deadline:
            with suppress(queue.Empty):  # the reader may be waiting for space in the queue
                self._take(self._reads.get(timeout=0.01))
        self._readers[1].join(JOIN_S)
        return code

    def _start(self, directory: str | None) -> subprocess.Popen[bytes]:
        parent = os.getpid()
        try:
            return subprocess.Popen(
                self.command,
                cwd=directory,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, _MARK: f"{os.environ.get(_MARK, '')} {self._mark}"},
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(parent),  # noqa: PLW1509 - takes no lock
            )
        except (OSError, subprocess.SubprocessError) as error:
            what = getattr(error, "filename", None) or self.command[0]
            why = f"{what}: {error_reason(error)}"
            raise EngineDied(self.name, f"cannot be started: {why}") from error

    def _collect(self, output: BinaryIO) -> None:
        """Queue the lines of standard output; runs in a thread."""
        reader = LineReader(output.fileno())
        while not reader.ended:
            lines = reader.read()
            now = time.perf_counter()
            self._reads.put(([line for line in lines if line is not None], now))
        output.close()
        self._reads.put(None)

    def _take(self, read: tuple[list[str], float] | None) -> None:
        """Store the lines of a read; None is the end of the output."""
        if read is None:
            self._ended = True
        else:
            lines, self._lines_at = read
            self._lines.extend(lines)

    def _collect_errors(self, output: BinaryIO) -> None:
        """Keep the end of standard error; runs in a thread."""
        while data := os.read(output.fileno(), ERRORS_CHUNK_BYTES):
            self._errors.append(data)
        output.close()

    def _death(self) -> EngineDied:
        """Return the error for an engine that has ended, with the end of its error output."""
        with suppress(subprocess.TimeoutExpired):  # the output ends slightly before the process
            self._process.wait(JOIN_S)
        self._readers[1].join(JOIN_S)
        errors = self.errors().strip()[-2000:]
        what = f"ended with exit code {self.exit_code}"
        return EngineDied(self.name, f"{what}: {errors}" if errors else what)


def _end_all(mark: str) -> None:
    """Kill the user's processes that carry a mark, also those that have left their group."""
    import psutil

    for _ in range(_MAX_SWEEPS):
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if mark in process.environ().get(_MARK, ""):
                    process.kill()
                    found.append(process)
        if not found:
            return
        psutil.wait_procs(found, timeout=JOIN_S)


def die_with_parent(parent: int) -> None:
    """Have the calling process killed when the thread that started it ends.

    parent: the process id of the parent. Uses prctl(2) on Linux; on other systems the process
    ends when it reads the end of its input. If the parent is already gone, the process exits now.
    """
    if sys.platform == "linux":
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
