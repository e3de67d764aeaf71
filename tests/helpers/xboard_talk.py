"""Scripted conversations with the front end of CECP over a pool that only pretends."""

from __future__ import annotations

from amalthea.engine.search.reports import BestMove
from amalthea.protocol.xboard.front_end import CecpFrontEnd
from helpers.fake_pool import FakePool
from helpers.talk import LineTalk


class StoppingPool(FakePool):
    """A search ends as soon as it is stopped."""

    def stop(self) -> None:
        super().stop()
        if self.searching:
            self.reports.append(BestMove(None))


class CecpTalk(LineTalk[CecpFrontEnd]):
    """In CECP, a new game begun."""

    def __init__(self, *first: str) -> None:
        super().__init__(CecpFrontEnd, StoppingPool())
        self.say("xboard", "protover 2", "new", *first)
