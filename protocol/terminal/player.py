"""The engine as an opponent at the terminal, whose searches Ctrl-C ends."""

from __future__ import annotations

import time
from collections.abc import Callable

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.engine import Engine
from amalthea.engine.errors import WorkerError
from amalthea.engine.events import BestMove, EngineError, Event, Info, Remark
from amalthea.engine.search.limits import Limits
from amalthea.protocol import NAME
from amalthea.protocol.levels import engine_name
from amalthea.protocol.records.game_record import Thought, thought_of


class TerminalPlayer:
    """An engine that searches while its user waits. write: prints its errors and remarks."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self.engine = Engine(self._on_event)
        self._write = write
        self._last: Info | None = None
        self._best: str | None = None

    @property
    def name(self) -> str:
        """The name of the player, with its strength if that is limited."""
        options = self.engine.options
        if options.limit_strength.value:
            return f"{NAME} (Elo {options.elo.value})"
        return engine_name(options.skill_level.value)

    def best_move(self, position: Position, side: Color, seconds: float) -> tuple[str, Thought]:
        """Return the move or choice for a side, and its score; Ctrl-C ends the search at once.

        Raises WorkerError.
        """
        self._last = self._best = None
        engine = self.engine
        engine.set_game(position.game)
        engine.prepare()  # else the start of its processes would count as thinking
        engine.wait()
        movetime = max(1, round(seconds * 1000))
        begun = time.monotonic()
        engine.go(Limits(movetime=movetime, side=None if position.turn else side))
        try:
            engine.wait()
        except KeyboardInterrupt:
            engine.stop()
            engine.wait()
        if self._best is None:
            raise WorkerError("the engine has no move")
        return self._best, thought_of(self._last, time.monotonic() - begun)

    def _on_event(self, event: Event) -> None:
        match event:
            case Info() if event.multipv == 1 and event.score.bound == "exact":
                self._last = event
            case BestMove(move):
                self._best = move
            case EngineError(text) | Remark(text):
                self._write(text)
