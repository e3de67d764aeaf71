"""Scripted conversations with the engine as a process, for tests of the whole program."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from amalthea.protocol.uci_client.info_lines import InfoLine, read_info

ENGINE = [sys.executable, "-I", "-m", "amalthea"]
_GUARD_S = 300.0  # only against hanging: nothing is measured with it
_RUN_GUARD_S = 120.0  # likewise, of a command that is run to its end


def completed(
    words: Sequence[str],
    text: str = "",
    folder: Path | None = None,
    preexec: Callable[[], None] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end. text: its standard input. preexec: see helpers.limited.limits."""
    return subprocess.run(
        words,
        input=text,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=_RUN_GUARD_S,
        check=False,
        preexec_fn=preexec,
    )


class Dialogue:
    """Context manager: a running engine, which must exit with status 0."""

    def __init__(self, *arguments: str, engine: Sequence[str] = ENGINE) -> None:
        self.process = subprocess.Popen(
            [*engine, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.process.kill()
        elif self.is_alive() and self.process.stdin and not self.process.stdin.closed:
            self.send("quit")
        status = self.process.wait(_GUARD_S)
        assert kind is not None or status == 0

    def is_alive(self) -> bool:
        """Return True while the main process runs."""
        return self.process.poll() is None

    def send_raw(self, data: bytes) -> None:
        """Send raw bytes."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *lines: str) -> None:
        """Send lines of text."""
        self.send_raw("".join(f"{line}\n" for line in lines).encode())

    def close_input(self) -> None:
        """End the input, as a pipe does."""
        assert self.process.stdin
        self.process.stdin.close()

    def rest(self) -> Iterator[str]:
        """Yield all lines to the end of the output."""
        while (line := self._lines.get(timeout=_GUARD_S)) is not None:
            yield line

    def heard(self, within_s: float = 0.0) -> str | None:
        """Return the next line, or None if there is none within that time or the output ended."""
        try:
            return self._lines.get(timeout=within_s) if within_s else self._lines.get_nowait()
        except queue.Empty:
            return None

    def until(self, prefix: str) -> list[str]:
        """Return all lines up to the first that begins with a text, inclusive."""
        return self._until(lambda line: line.startswith(prefix), prefix)

    def until_has(self, *parts: str) -> list[str]:
        """Return all lines up to the first that contains one of these texts, inclusive."""
        return self._until(lambda line: any(part in line for part in parts), " or ".join(parts))

    def _until(self, is_last: Callable[[str], bool], awaited: str) -> list[str]:
        lines: list[str] = []
        deadline = time.monotonic() + _GUARD_S
        while not lines or not is_last(lines[-1]):
            line = self._lines.get(timeout=max(0.01, deadline - time.monotonic()))
            assert line is not None, f"the engine ended before {awaited!r}: {lines[-5:]}"
            lines.append(line)
        return lines

    def answer(self, *lines: str) -> list[str]:
        """Return the answers to lines that are answered at once, without the final readyok."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def search(self, command: str) -> list[str]:
        """Return the lines of a search up to its best move."""
        self.send(command)
        return self.until("bestmove")


def errors(lines: list[str]) -> list[str]:
    """Return the error lines."""
    return [line for line in lines if line.startswith("info string error:")]


def infos(lines: list[str]) -> list[InfoLine]:
    """Return the lines with a principal variation."""
    found = map(read_info, lines)
    return [info for info in found if info and info.score and info.pv]
