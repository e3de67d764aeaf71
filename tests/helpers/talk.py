"""Scripted conversations with line-based front ends over fake pools."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from amalthea.engine.search.reports import Report
from amalthea.protocol.console import Console
from amalthea.protocol.loop import FrontEnd
from amalthea.protocol.ucci.front_end import UcciFrontEnd
from amalthea.protocol.uci.front_end import UciFrontEnd
from amalthea.protocol.usi.front_end import UsiFrontEnd
from helpers.fake_pool import FakePool

ERROR = "info string error: "

Front = TypeVar("Front", bound=FrontEnd)


class Pipe:
    """A pipe that a front end writes to; it returns what was written since the last call."""

    def __init__(self) -> None:
        self._out, self._into = os.pipe()
        os.set_blocking(self._out, False)
        self.console = Console(self._into)

    def text(self) -> str:
        pieces = []
        try:
            while piece := os.read(self._out, 1 << 20):
                pieces.append(piece)
        except BlockingIOError:
            pass
        return b"".join(pieces).decode()

    def close(self) -> None:
        os.close(self._out)
        os.close(self._into)


class LineTalk(Generic[Front]):
    """A front end on a pipe: `say` sends lines, `hear` returns the answers since."""

    def __init__(self, make: Callable[[Console, Any], Front], pool: FakePool) -> None:
        self.pool = pool
        self._pipe = Pipe()
        self.front = make(self._pipe.console, self._make_pool)

    def _make_pool(self, hash_mib: int, threads: int) -> FakePool:
        self.pool.hash_mib, self.pool.threads = hash_mib, threads
        return self.pool

    def say(self, *lines: str) -> list[str]:
        for line in lines:
            self.front.handle(line)
            while self.pool.reports:
                self.front.collect()
        return self.hear()

    def report(self, *reports: Report) -> list[str]:
        """Have the pool deliver reports, one by one."""
        self.pool.reports.extend(reports)
        while self.pool.reports:
            self.front.collect()
        return self.hear()

    def hear(self) -> list[str]:
        return self._pipe.text().splitlines()

    def called(self, name: str) -> list[tuple[Any, ...]]:
        return [call[1:] for call in self.pool.calls if call[0] == name]

    def close(self) -> None:
        self.front.close()
        self._pipe.close()


class Talk(LineTalk[UciFrontEnd]):
    """Conversation in UCI."""

    def __init__(self) -> None:
        super().__init__(UciFrontEnd, FakePool())


class UsiTalk(LineTalk[UsiFrontEnd]):
    """Conversation in USI."""

    def __init__(self) -> None:
        super().__init__(UsiFrontEnd, FakePool())


class UcciTalk(LineTalk[UcciFrontEnd]):
    """Conversation in UCCI."""

    def __init__(self) -> None:
        super().__init__(UcciFrontEnd, FakePool())
