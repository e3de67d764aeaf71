"""The loop: waits for input and for the engine, and keeps commands in order."""

from __future__ import annotations

from collections import deque

from protocol.console import LONGEST_LINE, LineReader
from protocol.gtp.front_end import GtpFrontEnd
from protocol.gtp.parsing import INTERRUPT

_MOST_WAITING = 1000  # lines that are read ahead while a search runs


def converse(gtp: GtpFrontEnd, reader: LineReader) -> None:
    """Runs a conversation until `quit`; at the end of input what was asked is still answered."""
    waiting: deque[str | None] = deque()
    while not gtp.ended:
        if waiting and not gtp.busy:
            _handle(gtp, waiting.popleft())
        elif reader.ended and not waiting and not gtp.busy:
            return
        else:
            listening = not reader.ended and len(waiting) < _MOST_WAITING
            if gtp.engine.sleep([reader.descriptor] if listening else []):
                for line in reader.read():
                    _take(gtp, line, waiting)
            if gtp.streaming and (waiting or reader.ended):
                gtp.interrupt()
            gtp.collect()


def _take(gtp: GtpFrontEnd, line: str | None, waiting: deque[str | None]) -> None:
    """An interrupt acts at once, but on nothing that was asked after it."""
    if line is not None and " ".join(line.split()) == INTERRUPT:
        if not waiting:
            gtp.interrupt()
    else:
        waiting.append(line)


def _handle(gtp: GtpFrontEnd, line: str | None) -> None:
    if line is None:
        gtp.refuse(f"a line of more than {LONGEST_LINE} bytes was skipped")
    else:
        gtp.handle(line)
