"""Event loop of GTP: waits for input and for the engine, and keeps commands in order.

Unlike the loop of the other front ends it reads ahead, because an interrupt, or the line that ends
a stream, arrives during a search. Commands before the end of the input are still answered.
"""

from __future__ import annotations

from collections import deque

from amalthea.protocol.console import Console, LineReader
from amalthea.protocol.gtp.front_end import GtpFrontEnd
from amalthea.protocol.gtp.parsing import INTERRUPT
from amalthea.protocol.loop import LOOK_S, take

_MAX_WAITING = 1000  # lines read ahead during a search


def converse(gtp: GtpFrontEnd, reader: LineReader, console: Console) -> None:
    """Run a conversation until `quit` or the end of the input, whose last command is answered.

    console: the output; a search after the end of input ends as soon as nothing reads it.
    """
    waiting: deque[str | None] = deque()
    while not gtp.ended:
        if waiting and not gtp.busy:
            take(gtp, waiting.popleft())
        elif reader.ended and not waiting and not gtp.busy:
            return
        else:
            if waiting and (gtp.streaming or _is_interrupt(waiting[0])):
                _interrupt(gtp, waiting)
            listening = not reader.ended and len(waiting) < _MAX_WAITING
            inputs = [reader.descriptor] if listening else []
            if gtp.engine.sleep(inputs, LOOK_S if reader.ended else None):
                waiting += reader.read()
            if gtp.streaming and reader.ended:
                gtp.interrupt()
            gtp.collect()
            if reader.ended:
                console.check()


def _interrupt(gtp: GtpFrontEnd, waiting: deque[str | None]) -> None:
    """Stop the search and drop the interrupts, which do not apply to later commands."""
    while waiting and _is_interrupt(waiting[0]):
        waiting.popleft()
    gtp.interrupt()


def _is_interrupt(line: str | None) -> bool:
    return line is not None and " ".join(line.split()) == INTERRUPT
