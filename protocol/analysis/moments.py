"""Moments of a game: a position as text, of which a file may have very many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import illegal
from amalthea.engine.core.status import State, Status
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.protocol.records.notation import is_san, line_written

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


@dataclass(frozen=True, slots=True)
class Moment:
    """Position of a game.

    root, moves: start of this phase of the game, and the moves since. fen: the position now.
    choosers: the side to move, or both sides. number: number of the next move, with choices of
    both sides counted as moves. remarks: corrections of the FEN, only in the first moment.
    """

    variant: Variant
    root: str
    moves: tuple[str, ...]
    fen: str
    choosers: tuple[Color, ...]
    number: int
    status: Status
    remarks: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.status.state is not State.ONGOING

    @property
    def both_choose(self) -> bool:
        """True if both sides choose in secret."""
        return len(self.choosers) > 1

    @property
    def turn(self) -> Color | None:
        """The side to move, None while both choose."""
        return None if self.both_choose else self.choosers[0]

    @property
    def position(self) -> Position:
        """The position, without the moves that led to it."""
        return Position(self.variant, self.fen)

    def move_texts(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return moves from here on as text for people: SAN if they have it, or coordinates."""
        short = is_san(self.variant)
        return line_written(self.position, moves) if short else tuple(moves)


def follow(
    variant: str | Variant, fen: str | None, moves: Sequence[str]
) -> tuple[list[Moment], list[str]]:
    """Return all moments of a game, one more than it has moves, and the engine's text of its moves.

    The game may continue after a draw that neither player claimed. fen: None for a new game.
    Raises FenError, and IllegalMove with the number of the move.
    """
    try:
        position = Position(variant, fen)
    except FenError as error:
        name = variant if isinstance(variant, str) else variant.name
        raise FenError(f"{error} (read as {name}; --variant NAME sets the game)") from error
    moments = [replace(moment_of(position), remarks=position.remarks)]
    joint_choices = 0
    for number, text in enumerate(moves, 1):
        try:
            position.push(text, null=True)
        except IllegalMove as error:
            raise illegal(number, text, position.game.position) from error
        joint_choices += moments[-1].both_choose
        moments.append(moment_of(position, joint_choices))
    return moments, [move.text for move in position.moves]


def moment_of(position: Position, joint_choices: int = 0) -> Moment:
    """Return the moment of a position. joint_choices: the choices of both sides before it."""
    return Moment(
        position.variant,
        position.game.fen,
        tuple(position.game.moves),
        position.fen(),
        position.choosers,
        joint_choices + position.fullmove_number,
        position.status,
    )
