"""Scripted conversations with the CECP front end over a fake pool."""

from __future__ import annotations

from amalthea.engine.search.reports import BestMove
from amalthea.protocol.xboard.front_end import CecpFrontEnd
from helpers.fake_pool import FakePool
from helpers.talk import LineTalk


class StoppingPool(FakePool):
    """Fake pool whose searches end as soon as they are stopped."""

    def stop(self) -> None:
        super().stop()
        if self.searching and not self.reports:
            self.reports.append(BestMove(None))


class CecpTalk(LineTalk[CecpFrontEnd]):
    """Conversation in CECP after `new`."""

    def __init__(self, *first: str) -> None:
        super().__init__(CecpFrontEnd, StoppingPool())
        self.say("xboard", "protover 2", "new", *first)
