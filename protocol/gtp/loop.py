"""The loop: waits for input and for the engine, and keeps commands in order.

Other than loop, it reads ahead: an interrupt, or whatever line ends a stream, arrives
while the answer before it is awaited; and what was asked before the end of input is answered.
"""

from __future__ import annotations

from collections import deque

from amalthea.protocol.console import LineReader
from amalthea.protocol.gtp.front_end import GtpFrontEnd
from amalthea.protocol.gtp.parsing import INTERRUPT
from amalthea.protocol.loop import take

_MOST_WAITING = 1000  # lines that are read ahead while a search runs


def converse(gtp: GtpFrontEnd, reader: LineReader) -> None:
    """Runs a conversation until `quit`; at the end of input what was asked is still answered."""
    waiting: deque[str | None] = deque()
    while not gtp.ended:
        if waiting and not gtp.busy:
            take(gtp, waiting.popleft())
        elif reader.ended and not waiting and not gtp.busy:
            return
        else:
            if waiting and (gtp.streaming or _is_interrupt(waiting[0])):
                _end_what_runs(gtp, waiting)
            listening = not reader.ended and len(waiting) < _MOST_WAITING
            if gtp.engine.sleep([reader.descriptor] if listening else []):
                waiting += reader.read()
            if gtp.streaming and reader.ended:
                gtp.interrupt()
            gtp.collect()


def _end_what_runs(gtp: GtpFrontEnd, waiting: deque[str | None]) -> None:
    """An interrupt is for what was asked before it, and for nothing after."""
    while waiting and _is_interrupt(waiting[0]):
        waiting.popleft()
    gtp.interrupt()


def _is_interrupt(line: str | None) -> bool:
    return line is not None and " ".join(line.split()) == INTERRUPT
