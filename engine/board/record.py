"""A game as far as it has been played, through all its phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board.position import Position


class Record:
    """position: where the game stands. fen, moves: how its present phase began and went on.

    The positions of one phase share what repetition needs to know; a search begins from these.
    """

    def __init__(self, position: Position) -> None:
        self._begin(position)

    def play(self, move: str) -> None:
        """Raises IllegalMove and changes nothing."""
        after = self.position.play(move)
        if after is self.position:
            self.moves.append(move)
        else:
            self._begin(after)

    def _begin(self, position: Position) -> None:
        self.position = position
        self.fen = position.fen()
        self.moves: list[str] = []
