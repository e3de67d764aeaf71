"""Event loop: waits for input and for the engine, without threads, and keeps commands in order."""

from __future__ import annotations

import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol

from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.console import LONGEST_LINE, Console, LineReader, OutputLost

LOOK_S = 0.2  # after the end of input, between two checks that the output is still read
_LAST_MOVE_S = 1.0  # wait for the best move of a search stopped by `quit`


class LineHandler(Protocol):
    """Handler of input lines."""

    def handle(self, line: str) -> None:
        """Carry out one command."""

    def refuse(self, message: str) -> None:
        """Answer invalid input with an error message."""


class FrontEnd(LineHandler, Protocol):
    """Front end that speaks a line protocol; `ended` is set when the conversation is over."""

    engine: Engine
    ended: bool

    def collect(self) -> None:
        """Pass on the events of the engine."""

    def close(self) -> None:
        """End the engine's processes."""


def guarded(action: Callable[[], object], refuse: Callable[[str], None]) -> None:
    """Run an action and pass the message of any error to `refuse`.

    Raises OutputLost if the output is closed.
    """
    try:
        action()
    except AmaltheaError as error:
        refuse(str(error))
    except OutputLost:
        raise
    except (OSError, MemoryError) as error:
        refuse(f"this command failed: {error_reason(error)}")
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        refuse(f"internal error: {type(error).__name__}: {error}")


def converse(
    front: FrontEnd, reader: LineReader, console: Console, read: Iterable[str | None] = ()
) -> None:
    """Run a conversation until `quit`, or until the input and the task that runs then have ended.

    A search that would not end by itself is stopped at the end of input.

    console: the output; what runs after the end of input ends as soon as nothing reads it.
    read: lines that have already been read.
    """
    pending: deque[str | None] = deque(read)
    while not front.ended:
        if pending and not front.engine.blocked:
            take(front, pending.popleft())
        elif reader.ended and not pending and front.engine.needs_command:
            front.engine.stop()  # its best move follows
        elif reader.ended and not (pending or front.engine.blocked or front.engine.busy):
            return
        else:
            # Unhandled input stays in the pipe, so that a fast client has to wait.
            listening = not pending and not reader.ended
            inputs = [reader.descriptor] if listening else []
            if front.engine.sleep(inputs, LOOK_S if reader.ended else None):
                pending += reader.read()
            front.collect()
            if reader.ended:
                console.check()
    finish(front, _LAST_MOVE_S)


def finish(front: FrontEnd, within_s: float | None = None) -> None:
    """Wait until no search runs or waits, at most `within_s` seconds; None waits without limit."""
    guarded(lambda: front.engine.wait(within_s), front.refuse)


def take(handler: LineHandler, line: str | None) -> None:
    """Pass a line to the handler; None stands for a line that was too long."""
    if line is None:
        handler.refuse(f"a line of more than {LONGEST_LINE} bytes was skipped")
    else:
        handler.handle(line)
