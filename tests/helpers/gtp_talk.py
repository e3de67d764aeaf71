"""Conversations with the GTP front end in this process, over a real or a fake pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Report
from amalthea.engine.tasks import new_pool
from amalthea.protocol.gtp.front_end import GtpFrontEnd
from helpers.fake_pool import FakePool
from helpers.talk import Pipe

_GUARD_S = 300.0  # only against hanging: nothing is measured with it


class GtpTalk:
    """Front end on pipes: `answer` returns the whole answer to a line, `ask` its text.

    pool: a fake one, whose searches end when a test has it report so; None for a real one.
    """

    def __init__(
        self, variant: str = "chess", pool: FakePool | None = None, nodes: int = 100, **begin: str
    ) -> None:
        self._answers, self._asides = Pipe(), Pipe()
        self.front = GtpFrontEnd(
            self._answers.console,
            self._asides.console,
            Limits(nodes=nodes),
            cast(Any, (lambda *_: pool) if pool else new_pool),
        )
        self.front.engine.set_option("Threads", "1")
        self.front.engine.set_option("UCI_Variant", variant)
        self.front.begin(begin.get("fen"))

    def answer(self, line: str) -> str:
        """Return the whole answer to a line, after all searches have ended."""
        self.front.handle(line)
        while self.front.busy and self.front.engine.filenos():
            self.front.engine.sleep((), _GUARD_S)
            self.front.collect()
        return self.hear()

    def ask(self, line: str) -> str:
        """Return the text of an answer, which must be a success."""
        answer = self.answer(line)
        assert answer.startswith("="), (line, answer)
        assert answer.endswith("\n\n"), (line, answer)
        return answer[1:].strip()

    def fault(self, line: str) -> str:
        """Return the text of an answer, which must be a failure in one line."""
        answer = self.answer(line)
        assert answer.startswith("?"), (line, answer)
        assert answer.endswith("\n\n"), (line, answer)
        assert answer.count("\n") == 2, (line, answer)
        return answer[1:].strip()

    def report(self, pool: FakePool, *reports: Report) -> str:
        """Have the fake pool deliver reports; return the output."""
        pool.reports.extend(reports)
        while pool.reports:
            self.front.collect()
        return self.hear()

    def hear(self) -> str:
        """Return the answers since the last call."""
        return self._answers.text()

    def aside(self) -> str:
        """Return standard error since the last call."""
        return self._asides.text()

    def state(self) -> Mapping[str, str]:
        """Return all that a GUI would see."""
        asked = ("side_to_move", "board", "legal_moves", "board_gfx", "final_result")
        seen = {name: self.ask(f"gogui-rules_{name}") for name in asked}
        names = ("amalthea-moves", "amalthea-fen", "amalthea-settings")
        return seen | {name: self.ask(name) for name in names}

    def close(self) -> None:
        self.front.close()
        self._answers.close()
        self._asides.close()


MakeTalk = Callable[..., GtpTalk]  # with what a GtpTalk is made of
