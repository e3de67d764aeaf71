"""The loop: waits for input and for the pool, without threads, and keeps commands in order."""

from __future__ import annotations

import select
import time
from collections import deque

from protocol.console import LONGEST_LINE, LineReader
from protocol.session import Session

_LAST_WORD_S = 1.0  # for the best move of a search that `quit` or the end of input stopped


def converse(session: Session, reader: LineReader) -> None:
    """Runs a session on an input until `quit` or the end of input, which means the same."""
    pending: deque[str | None] = deque()
    while not session.ended:
        if pending and not session.blocked:
            _handle(session, pending.popleft())
        elif reader.ended and not pending and not session.blocked:
            session.handle("quit")
        else:
            # Input is read only when the last of it is dealt with: what piles up is not ours.
            listening = not pending and not reader.ended
            if _wait(session, [reader.descriptor] if listening else []):
                pending += reader.read()
            session.collect()
    finish(session, _LAST_WORD_S)


def finish(session: Session, within_s: float | None = None) -> None:
    """Waits for the end of what runs, at most so many seconds."""
    until = None if within_s is None else time.monotonic() + within_s
    while session.busy or session.blocked:
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            return
        _wait(session, [], left)
        session.collect()


def _handle(session: Session, line: str | None) -> None:
    if line is None:
        session.refuse(f"a line of more than {LONGEST_LINE} bytes was skipped")
    else:
        session.handle(line)


def _wait(session: Session, inputs: list[int], longest: float | None = None) -> bool:
    """Waits for input, the pool or the time of either; whether there is input."""
    times = [t for t in (session.timeout(), longest) if t is not None]
    readable, _, _ = select.select(
        [*inputs, *session.filenos()], [], [], min(times) if times else None
    )
    return any(descriptor in readable for descriptor in inputs)
