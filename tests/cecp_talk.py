"""Scripted conversations with the front end of CECP over a pool that only pretends."""

from __future__ import annotations

import os
from typing import Any, cast

from engine.search.reports import BestMove, Report
from fake_pool import FakePool
from protocol.cecp.front_end import CecpFrontEnd
from protocol.console import Console


class StoppingPool(FakePool):
    """A search ends as soon as it is stopped."""

    def stop(self) -> None:
        super().stop()
        if self.searching:
            self.reports.append(BestMove(None))


class CecpTalk:
    """A front end on a pipe, a new game begun: `say` lines, `hear` what it answered since."""

    def __init__(self, *first: str) -> None:
        self._out, self._into = os.pipe()
        os.set_blocking(self._out, False)
        self.pool = StoppingPool()
        self.front = CecpFrontEnd(Console(self._into), cast(Any, lambda *_: self.pool))
        self.say("xboard", "protover 2", "new", *first)

    def say(self, *lines: str) -> list[str]:
        for line in lines:
            self.front.handle(line)
        return self.hear()

    def report(self, *reports: Report) -> list[str]:
        """The pool tells these, one by one."""
        self.pool.reports.extend(reports)
        while self.pool.reports:
            self.front.collect()
        return self.hear()

    def hear(self) -> list[str]:
        try:
            return os.read(self._out, 1 << 20).decode().splitlines()
        except BlockingIOError:
            return []

    def close(self) -> None:
        self.front.close()
        os.close(self._out)
        os.close(self._into)
