"""Moments of a game: a position as text, with the moves that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amalthea.engine.core.game import Game, illegal
from amalthea.engine.core.status import Status
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.engine.new_games import new_game
from amalthea.protocol.analysis import notation

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


@dataclass(frozen=True, slots=True)
class Moment:
    """Position of a game.

    root, moves: start of this phase of the game, and the moves since. fen: the position now.
    choosers: "w", "b" or "wb" while both choose. number: number of the next move, with choices of
    both sides counted as moves. remarks: corrections of the FEN, only in the first moment.
    """

    variant: Variant
    root: str
    moves: tuple[str, ...]
    fen: str
    choosers: str
    number: int
    status: Status
    remarks: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.status.state != "ongoing"

    @property
    def both_choose(self) -> bool:
        """True if both sides choose in secret."""
        return len(self.choosers) > 1

    @property
    def turn(self) -> str:
        """The side to move, "-" while both choose."""
        return "-" if self.both_choose else self.choosers


def follow(
    variant: Variant, fen: str | None, moves: Sequence[str]
) -> tuple[list[Moment], list[str]]:
    """Return all moments of a game, one more than it has moves, and the engine's text of its moves.

    The game may continue after a draw that neither player claimed. fen: None for a new game.
    Raises FenError, and IllegalMove with the number of the move.
    """
    try:
        game = new_game(variant, fen)
    except FenError as error:
        raise FenError(f"{error} (read as {variant.name}; --variant NAME sets the game)") from error
    moments = [replace(_moment(game), remarks=tuple(game.position.remarks))]
    played: list[str] = []
    joint_choices = 0
    for number, text in enumerate(moves, 1):
        try:
            move = notation.read_move(game.position, text)
            game.play(move)
        except IllegalMove as error:
            raise illegal(number, text, game.position) from error
        played.append(move)
        joint_choices += moments[-1].both_choose
        moments.append(_moment(game, joint_choices))
    return moments, played


def _moment(game: Game, joint_choices: int = 0) -> Moment:
    position = game.position
    return Moment(
        position.variant,
        game.fen,
        tuple(game.moves),
        position.fen(),
        position.choosers(),
        joint_choices + position.fullmove(),
        position.status(),
    )
