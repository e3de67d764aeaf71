"""The listener of a search: a draw that the GUI offers is answered with the best move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.events import BestMove, Event, Info, Score
from amalthea.protocol.draw_offers import accepts_draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from amalthea.engine.api import Position
    from amalthea.engine.events import Listener


class OfferedSearch:
    """Listener of a search during which a draw may be offered.

    position: the position that is searched. others: called with every event. accept: called before
    the best move if the engine takes the draw.
    """

    def __init__(self, position: Position, others: Listener, accept: Callable[[], None]) -> None:
        self.offered = False
        self._position = position
        self._others = others
        self._accept = accept
        self._score: Score | None = None

    def __call__(self, event: Event) -> None:
        """Take an event of the search."""
        if isinstance(event, Info) and event.multipv == 1 and event.score.bound == "exact":
            self._score = event.score
        elif isinstance(event, BestMove) and self._is_drawn():
            self._accept()
        self._others(event)

    def _is_drawn(self) -> bool:
        score = self._score
        return self.offered and score is not None and accepts_draw(self._position, score)
