"""The game that the session has set up: a root position, the moves played and where they led."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import engine
from engine.errors import AmaltheaError, IllegalMove, clip

if TYPE_CHECKING:
    from engine.board.position import Position
    from engine.board.variant import Variant
    from engine.search.limits import Limits


class PhaseError(AmaltheaError, ValueError):
    """A side is named though one is to move, or none though both choose."""


@dataclass(frozen=True, slots=True)
class Game:
    """variant: as Chess960 plays it where that is on. fen: where this phase of the game began.
    moves: played since.
    """

    variant: Variant
    fen: str
    moves: tuple[str, ...]
    position: Position

    def check_limits(self, limits: Limits) -> Limits:
        """The limits, whose moves are legal here. Raises IllegalMove, PhaseError."""
        self.check_side("go", limits.side)
        if not limits.searchmoves:
            return limits
        legal = self._legal(limits.side)
        for move in limits.searchmoves:
            if move not in legal:
                where = clip(self.position.fen(), 200)
                raise IllegalMove(f"go searchmoves: {clip(move)} is illegal in {where}")
        return limits

    def legal_moves(self, side: str | None) -> list[str]:
        """Every legal move, `side`'s choices while both choose.

        Raises PhaseError.
        """
        self.check_side("moves", side)
        return self._legal(side)

    def check_side(self, command: str, side: str | None) -> None:
        """Raises PhaseError where a side is missing or has no meaning."""
        both = self.position.turn == "-"
        if both and side is None:
            raise PhaseError(f"{command}: both sides choose, expected 'side w' or 'side b'")
        if side is not None and not both:
            raise PhaseError(f"{command} side: {self.position.turn!r} is to move, not both sides")

    def _legal(self, side: str | None) -> list[str]:
        return self.position.choices(side or self.position.turn)


def set_up(
    variant: Variant, fen: str | None, moves: tuple[str, ...] = (), chess960: bool = False
) -> Game:
    """Plays `moves` from a FEN, or from the position of a new game.

    Raises FenError, and IllegalMove with the number of the move, from 1.
    """
    played = engine.new_game(variant, fen, moves, chess960)
    return Game(played.variant, played.fen, tuple(played.moves), played.position)
