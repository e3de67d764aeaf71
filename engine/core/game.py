"""A game as far as it has been played, through all its phases."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from amalthea.engine.errors import IllegalMove, clip

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant

_LONGEST_SHOWN = 200  # characters of a FEN in a message
_JOINT = ","  # in a move of both sides, between White's choice and Black's


class Game:
    """position: where the game stands. fen, moves: how its present phase began and went on.

    The positions of one phase share what repetition needs to know; a search begins from these.
    """

    def __init__(self, position: Position) -> None:
        self._begin(position)

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.position.variant

    def play(self, move: str) -> None:
        """Raises IllegalMove and changes nothing."""
        after = self.position.play(move)
        if after is self.position:
            self.moves.append(move)
        else:
            self._begin(after)

    def play_all(self, moves: Iterable[str]) -> None:
        """Raises IllegalMove with the number of the move, from 1, and where it is illegal.

        The moves before that one have been played then.
        """
        for number, move in enumerate(moves, 1):
            try:
                self.play(move)
            except IllegalMove as error:
                raise illegal(number, move, self.position) from error

    def _begin(self, position: Position) -> None:
        self.position = position
        self.fen = position.fen()
        self.moves: list[str] = []


def joint_move(choices: Iterable[str]) -> str:
    """The move that the choices of all sides that choose make, White's first."""
    return _JOINT.join(choices)


def find_choice(text: str, legal: Collection[str]) -> str | None:
    """The legal move, or choice, of that text, None where there is none.

    It may be written in another case where only one is meant: `p@e4` for White's `P@e4`.
    """
    if text in legal:
        return text
    near = [move for move in legal if move.lower() == text.lower()]
    return near[0] if len(near) == 1 else None


def choices_in(move: str, choosers: str) -> list[tuple[str, str]]:
    """(side, its choice) of a move, by the sides that chose."""
    return list(zip(choosers, move.split(_JOINT) if len(choosers) > 1 else [move], strict=True))


def illegal(number: int, move: str, position: Position) -> IllegalMove:
    """The error of a game's illegal move, by its number from 1."""
    where = clip(position.fen(), _LONGEST_SHOWN)
    return IllegalMove(f"move {number}, {clip(move)}, is illegal in {where}")
