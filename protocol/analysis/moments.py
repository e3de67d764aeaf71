"""A point of a game: how it stands there and how it came to that. Values, without a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amalthea.engine.core.game import Game, illegal
from amalthea.engine.core.status import Status
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.engine.game_kinds import new_game
from amalthea.protocol.analysis import notation

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


@dataclass(frozen=True, slots=True)
class Moment:
    """root, moves: where its phase of the game began and went on. fen: where that led.

    choosers: "w", "b" or "wb" while both choose. number: of the move that is to come; choices of
    both sides count like moves, and play goes on counting. remarks: what had to be mended in the
    FEN that it began with, where nothing comes before this moment.
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
        """Whether the game is."""
        return self.status.state != "ongoing"

    @property
    def both_choose(self) -> bool:
        """Whether no side is to move because both choose in secret."""
        return len(self.choosers) > 1

    @property
    def turn(self) -> str:
        """The side to move, "-" while both choose."""
        return "-" if self.both_choose else self.choosers


def follow(
    variant: Variant, fen: str | None, moves: Sequence[str]
) -> tuple[list[Moment], list[str]]:
    """Every moment of a game, one more than it has moves, and the moves in the engine's text.

    Players may go on after a draw that neither claimed.
    fen: None for a new game. Raises FenError, and IllegalMove with the number of the move.
    """
    try:
        game = new_game(variant, fen)
    except FenError as error:
        raise FenError(
            f"{error} (read as {variant.name}: --variant NAME tells the game)"
        ) from error
    moments = [replace(_here(game), remarks=tuple(game.position.remarks))]
    played: list[str] = []
    together = 0  # choices of both sides so far
    for number, text in enumerate(moves, 1):
        try:
            move = notation.read_move(game.position, text)
            game.play(move)
        except IllegalMove as error:
            raise illegal(number, text, game.position) from error
        played.append(move)
        together += moments[-1].both_choose
        moments.append(_here(game, together))
    return moments, played


def _here(game: Game, together: int = 0) -> Moment:
    position = game.position
    return Moment(
        position.variant,
        game.fen,
        tuple(game.moves),
        position.fen(),
        position.choosers(),
        together + position.fullmove(),
        position.status(),
    )
