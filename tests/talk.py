"""Scripted conversations with the UCI front end over a pool that only pretends."""

from __future__ import annotations

import os
from typing import Any, cast

from engine.search.reports import Report
from fake_pool import FakePool
from protocol.console import Console
from protocol.uci.front_end import UciFrontEnd

ERROR = "info string error: "


class Talk:
    """A front end on a pipe: `say` lines, `hear` what it answered since."""

    def __init__(self) -> None:
        self._out, into = os.pipe()
        os.set_blocking(self._out, False)
        self._into = into
        self.pool = FakePool()
        self.uci = UciFrontEnd(Console(into), cast(Any, self._make_pool))

    def _make_pool(self, hash_mib: int, threads: int) -> FakePool:
        self.pool.hash_mib, self.pool.threads = hash_mib, threads
        return self.pool

    def say(self, *lines: str) -> list[str]:
        for line in lines:
            self.uci.handle(line)
        return self.hear()

    def report(self, *reports: Report) -> list[str]:
        """The pool tells these, one by one."""
        self.pool.reports.extend(reports)
        while self.pool.reports:
            self.uci.collect()
        return self.hear()

    def hear(self) -> list[str]:
        try:
            return os.read(self._out, 1 << 20).decode().splitlines()
        except BlockingIOError:
            return []

    def called(self, name: str) -> list[tuple[Any, ...]]:
        return [call[1:] for call in self.pool.calls if call[0] == name]

    def close(self) -> None:
        os.close(self._out)
        os.close(self._into)
