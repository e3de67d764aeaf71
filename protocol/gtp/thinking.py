"""Searches for a GUI, one at a time, each ending with an answer."""

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
    """Search for a GUI. lines: the latest line of each rank, from 1."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._answer: Answer | None = None
        self._started_at = 0.0
        self.lines: dict[int, Info] = {}

    @property
    def busy(self) -> bool:
        """True until the search is answered."""
        return self._answer is not None

    @property
    def seconds(self) -> float:
        """Seconds since the start of the search."""
        return time.monotonic() - self._started_at

    def begin(self, game: ClickedGame, limits: Limits, answer: Answer, multipv: int = 0) -> None:
        """Start a search, restricted to moves that begin with the clicks so far.

        multipv: number of lines, 0 for that of the option. Raises the errors of Engine.go.
        """
        side = game.side if game.choosing else None
        moves = tuple(game.ways.moves(game.clicked)) if game.clicked else ()
        option = self._engine.options.multipv
        before, option.value = option.value, multipv or option.value
        self.lines = {}
        self._started_at = time.monotonic()
        try:
            self._engine.go(replace(limits, side=side, searchmoves=moves))
        finally:
            option.value = before
        self._answer = answer

    def add_line(self, info: Info) -> None:
        """Store a line."""
        self.lines[info.multipv] = info

    def end(self, best: BestMove) -> str:
        """End the search and return the answer."""
        answer, self._answer = self._answer, None
        assert answer
        return answer(best)

    def known(self) -> Lines:
        """Return the lines that have moves."""
        return {rank: info for rank, info in self.lines.items() if info.pv}
