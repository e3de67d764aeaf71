"""The loop: waits for input and for the engine, without threads, and keeps commands in order."""

from __future__ import annotations

import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol

from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.console import LONGEST_LINE, LineReader, OutputLost

_LAST_WORD_S = 1.0  # for the best move of a search that `quit` or the end of input stopped


class Listener(Protocol):
    """What takes lines."""

    def handle(self, line: str) -> None:
        """Carries out one command."""

    def refuse(self, message: str) -> None:
        """Answers input that is wrong."""


class FrontEnd(Listener, Protocol):
    """What speaks a protocol of lines; `ended` when it has said all."""

    engine: Engine
    ended: bool

    def collect(self) -> None:
        """Tells what the engine has to tell."""

    def finish(self, within_s: float | None = None) -> None:
        """Waits for the end of what runs."""

    def close(self) -> None:
        """Ends the engine's processes."""


def guarded(act: Callable[[], object], refuse: Callable[[str], None]) -> None:
    """Does what a command asks for; every error ends as a refusal, but that nobody listens.

    Raises OutputLost.
    """
    try:
        act()
    except AmaltheaError as error:
        refuse(str(error))
    except OutputLost:
        raise
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        refuse(f"internal error: {type(error).__name__}: {error}")


def converse(front: FrontEnd, reader: LineReader, read: Iterable[str | None] = ()) -> None:
    """Runs a conversation on an input until `quit` or the end of input, which means the same.

    read: lines that were read already.
    """
    pending: deque[str | None] = deque(read)
    while not front.ended:
        if pending and not front.engine.blocked:
            take(front, pending.popleft())
        elif reader.ended and not pending and not front.engine.blocked:
            front.handle("quit")
        else:
            # Input is read only when the last of it is dealt with: what piles up is not ours.
            listening = not pending and not reader.ended
            if front.engine.sleep([reader.descriptor] if listening else []):
                pending += reader.read()
            front.collect()
    front.finish(_LAST_WORD_S)


def take(listener: Listener, line: str | None) -> None:
    """Hands a line on; None stands for one that was too long."""
    if line is None:
        listener.refuse(f"a line of more than {LONGEST_LINE} bytes was skipped")
    else:
        listener.handle(line)
