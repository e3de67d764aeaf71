"""A game as it has been played so far, through all of its phases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from amalthea.engine.errors import IllegalMove
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant

Side = TypeVar("Side", bound=str)

_LONGEST_SHOWN = 200  # the longest FEN in a message, in characters
_JOINT = ","  # separates White's choice from Black's in a joint move


class Game:
    """A game: the current position and how its current phase came about.

    position: the current position.
    fen: the first position of the current phase.
    moves: the moves played since `fen`.

    A game with a placement phase, for instance, has two phases. Repetitions are counted within one
    phase, so a search starts from `fen` and `moves`.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.fen = position.fen()
        self.moves: list[str] = []
        self._past: list[tuple[Position, str, list[str]]] = []  # of the phases before

    @property
    def variant(self) -> Variant:
        """The game's description."""
        return self.position.variant

    def play(self, move: str) -> None:
        """Play a move. Raises IllegalMove and changes nothing if the move is illegal."""
        after = self.position.play(move)
        if after is self.position:
            self.moves.append(move)
        else:
            self._past.append((self.position, self.fen, self.moves))
            self.position, self.fen, self.moves = after, after.fen(), []

    def undo(self) -> None:
        """Take the last move back. Raises IllegalMove when there is none."""
        if self.moves:
            self.position.undo()
            self.moves.pop()
        elif self._past:
            self.position, self.fen, self.moves = self._past.pop()
        else:
            raise IllegalMove("no move to take back")

    def play_all(self, moves: Iterable[str]) -> None:
        """Play moves in order.

        Raises IllegalMove with the number of the move, from 1, and the position in which it is
        illegal. The moves before it stay played.
        """
        for number, move in enumerate(moves, 1):
            try:
                self.play(move)
            except IllegalMove as error:
                raise illegal(number, move, self.position) from error

    def copy(self, position: Position) -> Game:
        """Return an independent copy of the game.

        position: the first one of the current phase, set up again from `fen`.
        """
        other = Game(position)
        other._past = list(self._past)
        other.play_all(self.moves)
        return other


def joint_move(choices: Iterable[str]) -> str:
    """Return the move made of the choices of all sides that choose at once, White's first."""
    return _JOINT.join(choices)


def find_choice(text: str, legal: Collection[str]) -> str | None:
    """Return the legal move or choice that a text means, or None.

    Upper and lower case may differ if only one legal move matches: `p@e4` is read as White's
    `P@e4`.
    """
    if text in legal:
        return text
    near = [move for move in legal if move.lower() == text.lower()]
    return near[0] if len(near) == 1 else None


def choices_in(move: str, choosers: Sequence[Side]) -> list[tuple[Side, str]]:
    """Split a move into the choice of each side that chose: (side, choice)."""
    return list(zip(choosers, move.split(_JOINT) if len(choosers) > 1 else [move], strict=True))


def illegal(number: int, move: str, position: Position) -> IllegalMove:
    """Return the error for an illegal move of a game. number: that of the move, from 1."""
    where = clip(position.fen(), _LONGEST_SHOWN)
    return IllegalMove(f"move {number}, {clip(move)}, is illegal in {where}")
