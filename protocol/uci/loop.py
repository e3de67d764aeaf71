"""The loop: waits for input and for the engine, without threads, and keeps commands in order."""

from __future__ import annotations

from collections import deque

from protocol.console import LONGEST_LINE, LineReader
from protocol.uci.front_end import UciFrontEnd

_LAST_WORD_S = 1.0  # for the best move of a search that `quit` or the end of input stopped


def converse(uci: UciFrontEnd, reader: LineReader) -> None:
    """Runs a conversation on an input until `quit` or the end of input, which means the same."""
    pending: deque[str | None] = deque()
    while not uci.ended:
        if pending and not uci.engine.blocked:
            _handle(uci, pending.popleft())
        elif reader.ended and not pending and not uci.engine.blocked:
            uci.handle("quit")
        else:
            # Input is read only when the last of it is dealt with: what piles up is not ours.
            listening = not pending and not reader.ended
            if uci.engine.sleep([reader.descriptor] if listening else []):
                pending += reader.read()
            uci.collect()
    uci.finish(_LAST_WORD_S)


def _handle(uci: UciFrontEnd, line: str | None) -> None:
    if line is None:
        uci.refuse(f"a line of more than {LONGEST_LINE} bytes was skipped")
    else:
        uci.handle(line)
