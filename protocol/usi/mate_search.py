"""The answer to `go mate`: the line that mates, or why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from amalthea.engine.events import BestMove, Event, FinalScore, Info, Score

if TYPE_CHECKING:
    from amalthea.engine.events import Listener
    from amalthea.protocol.uci.move_text import MoveText

_NO_MATE = "nomate"  # the side to move cannot mate
_UNKNOWN = "timeout"  # the search ended before it found a mate


class MateSearch:
    """Listener of a search for a mate.

    moves: writes its moves. say: called with the line that ends it. others: called with all events
    but the last.
    """

    def __init__(self, moves: MoveText, say: Callable[[str], None], others: Listener) -> None:
        self._moves = moves
        self._say = say
        self._others = others
        self._score = Score(0)
        self._line: tuple[str, ...] = ()

    def __call__(self, event: Event) -> None:
        """Take an event of the search."""
        match event:
            case BestMove():
                self._say(f"checkmate {self._result()}")
                return
            case Info() if event.multipv == 1 and event.score.bound == "exact":
                self._score, self._line = event.score, event.pv
            case FinalScore():
                self._score = event.score
        self._others(event)

    def _result(self) -> str:
        if not self._score.mate:
            return _UNKNOWN
        if self._score.wins and self._line:
            return " ".join(map(self._moves.write, self._line))
        return _NO_MATE
