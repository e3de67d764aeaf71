"""A game as it has been played so far, through all of its phases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from itertools import chain
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
    moves: the moves played since `fen`.

    A game with a placement phase, for instance, has two phases; a null move begins another one.
    Repetitions are counted within one phase, so a search starts from `fen` and `moves`.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._fen = ""  # until someone asks for it
        self.moves: list[str] = []
        self._past: list[tuple[Position, str, list[str]]] = []  # of the phases before

    @property
    def variant(self) -> Variant:
        """The game's description."""
        return self.position.variant

    @property
    def fen(self) -> str:
        """The first position of the current phase."""
        if not self._fen:
            first = self.position.copy() if self.moves else self.position
            for _ in self.moves:
                first.undo()
            self._fen = first.fen()
        return self._fen

    @property
    def first_fen(self) -> str:
        """The first position of the game."""
        return self._past[0][1] if self._past else self.fen

    @property
    def played(self) -> list[str]:
        """All moves since `first_fen`."""
        return [*chain.from_iterable(earlier for _, _, earlier in self._past), *self.moves]

    def play(self, move: str) -> None:
        """Play a move. Raises IllegalMove and changes nothing if the move is illegal."""
        after = self.position.play(move)
        if after is self.position:
            self.moves.append(move)
        else:
            self.begin_phase(move, after)

    def begin_phase(self, move: str, after: Position) -> None:
        """Go on from the position after a move that ended a phase, or after a null move."""
        self._past.append((self.position, self.fen, [*self.moves, move]))
        self.position, self._fen, self.moves = after, "", []

    def undo(self) -> str:
        """Take the last move back and return it. Raises IllegalMove when there is none."""
        if self.moves:
            self.position.undo()
        elif self._past:
            self.position, self._fen, self.moves = self._past.pop()
        else:
            raise IllegalMove("no move to take back")
        return self.moves.pop()

    def play_all(self, moves: Iterable[str], first: int = 1) -> None:
        """Play moves in order. first: number of the first one.

        Raises IllegalMove with the number of the move and the position in which it is illegal. The
        moves before it stay played.
        """
        for number, move in enumerate(moves, first):
            try:
                self.play(move)
            except IllegalMove as error:
                raise illegal(number, move, self.position) from error

    def go_to(self, moves: Sequence[str]) -> None:
        """Make these all moves of the game: take back those that differ, and play the others.

        Raises as `play_all` does.
        """
        played = self.played
        shared = shared_length(played, moves)
        for _ in range(len(played) - shared):
            self.undo()
        self.play_all(moves[shared:], shared + 1)

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        other = copy(self)
        other.position, other.moves = self.position.copy(), list(self.moves)
        other._past = [(before.copy(), fen, list(moves)) for before, fen, moves in self._past]
        return other


def shared_length(some: Sequence[str], other: Sequence[str]) -> int:
    """Return how many moves two games have in common before they differ."""
    pairs = enumerate(zip(some, other, strict=False))
    differs_at = (number for number, (one, two) in pairs if one != two)
    return next(differs_at, min(len(some), len(other)))


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


def illegal(number: int, move: str, position: Position, reason: str = "") -> IllegalMove:
    """Return the error for an illegal move of a game. number: that of the move, from 1."""
    where = clip(position.fen(), _LONGEST_SHOWN)
    return IllegalMove(f"move {number}, {clip(move)}, is illegal in {where}", reason)
