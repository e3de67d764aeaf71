"""What is searched for a GUI, one thing at a time, and what its end answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from amalthea.engine.events import BestMove, Info
from amalthea.engine.search.limits import Limits

if TYPE_CHECKING:
    from amalthea.engine.engine import Engine
    from amalthea.protocol.gtp.clicked_game import ClickedGame
    from amalthea.protocol.gtp.lines import Lines

Answer = Callable[[BestMove], str]


class Thinking:
    """engine: searches where its game stands."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._answer: Answer | None = None
        self._began = 0.0
        self.lines: dict[int, Info] = {}  # the newest, by their rank from 1

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._answer is not None

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.monotonic() - self._began

    def begin(self, game: ClickedGame, limits: Limits, answer: Answer, multipv: int = 0) -> None:
        """Searches the move that is being clicked. Raises what Engine.go raises.

        multipv: how many lines are wanted, 0 for as many as the option says.
        """
        side = game.side if game.choosing else None
        begun = tuple(game.ways.moves(game.clicked)) if game.clicked else ()
        option = self._engine.options.multipv
        before, option.value = option.value, multipv or option.value
        self.lines = {}
        self._began = time.monotonic()
        try:
            self._engine.go(replace(limits, side=side, searchmoves=begun))
        finally:
            option.value = before
        self._answer = answer

    def hear(self, info: Info) -> None:
        """A line of play."""
        self.lines[info.multipv] = info

    def end(self, best: BestMove) -> str:
        """The answer to what was asked."""
        answer, self._answer = self._answer, None
        assert answer
        return answer(best)

    def known(self) -> Lines:
        """The lines that have moves."""
        return {rank: info for rank, info in self.lines.items() if info.pv}
