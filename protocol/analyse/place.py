"""A point of a game: how it stands there and how it came to that. Values, without a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import engine
from engine.board.game import Game
from engine.board.status import Status
from engine.errors import FenError, IllegalMove, clip
from protocol.analyse import notation

if TYPE_CHECKING:
    from engine.board.variant import Variant


@dataclass(frozen=True, slots=True)
class Place:
    """root, moves: where its phase of the game began and went on. fen: where that led.

    turn: "w", "b" or "-" while both choose. number: of the move that is to come.
    """

    variant: Variant
    root: str
    moves: tuple[str, ...]
    fen: str
    turn: str
    number: int
    status: Status

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.status.state != "ongoing"


def walk(variant: Variant, fen: str | None, moves: Sequence[str]) -> tuple[list[Place], list[str]]:
    """Every place of a game, one more than it has moves, and the moves in the engine's text.

    Players may go on after a draw that neither claimed.
    fen: None for a new game. Raises FenError, and IllegalMove with the number of the move.
    """
    try:
        record = Game(engine.new_position(variant, fen))
    except FenError as error:
        raise FenError(
            f"{error} (read as {variant.name}: --variant NAME tells the game)"
        ) from error
    places = [_here(record)]
    played = []
    for number, text in enumerate(moves, 1):
        try:
            move = notation.read_move(record.position, text)
            record.play(move)
        except IllegalMove as error:
            where = clip(record.position.fen(), 200)
            raise IllegalMove(f"move {number}, {clip(text)}, is illegal in {where}") from error
        played.append(move)
        places.append(_here(record))
    return places, played


def _here(record: Game) -> Place:
    position = record.position
    fen = position.fen()
    return Place(
        position.variant,
        record.fen,
        tuple(record.moves),
        fen,
        position.turn,
        int(fen.split()[-1]),
        position.status(),
    )
