"""The position that is searched, and its evaluator, kept from one search of a game to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.core.game import shared_length
from amalthea.engine.evaluators import position_and_evaluator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation import Evaluation
    from amalthea.engine.evaluation.evaluator import Evaluator


class CurrentPosition:
    """The current position of a game and its evaluator."""

    _position: Position
    _evaluator: Evaluator

    def __init__(self) -> None:
        self._start: tuple[Variant, str, Evaluation | None] | None = None
        self._moves: list[str] = []  # played since the start

    def go_to(
        self, variant: Variant, fen: str, moves: Sequence[str], evaluation: Evaluation | None
    ) -> tuple[Position, Evaluator]:
        """Return the position after moves from a FEN, and its evaluator.

        In the same game only moves that differ are taken back, and the others played. Raises as
        `position_and_evaluator` does.
        """
        start = (variant, fen, evaluation)
        if start != self._start:
            self.forget()
            self._position, self._evaluator = position_and_evaluator(
                variant, fen, evaluation=evaluation
            )
            self._start = start
        for _ in range(len(self._moves) - shared_length(self._moves, moves)):
            self._position.undo()
            self._moves.pop()
        for move in moves[len(self._moves) :]:
            self._position.play(move)
            self._moves.append(move)
        return self._position, self._evaluator

    def forget(self) -> None:
        """Forget the position, so that the next `go_to` sets up a new one."""
        self._start = None
        self._moves.clear()
