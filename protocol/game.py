"""The game that the session has set up: a root position, the moves played and where they led."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import engine
from engine.board.game import Game as Played
from engine.errors import AmaltheaError, IllegalMove, clip
from protocol import chess960

if TYPE_CHECKING:
    from engine.board.position import Position
    from engine.board.variant import Variant
    from engine.search.limits import Limits


class PhaseError(AmaltheaError, ValueError):
    """A side is named though one is to move, or none though both choose."""


@dataclass(frozen=True, slots=True)
class Game:
    """fen: where this phase of the game began. moves: played since, in the engine's own texts.
    king_takes_rook: as UCI_Chess960 says.
    """

    variant: Variant
    fen: str
    moves: tuple[str, ...]
    position: Position
    king_takes_rook: bool

    def read(self, move: str) -> str:
        """A move of the client in the engine's text."""
        return chess960.to_engine(self.position, move) if self.king_takes_rook else move

    def write(self, moves: tuple[str, ...]) -> tuple[str, ...]:
        """A line of play from here as the client reads it."""
        if not self.king_takes_rook or self.position.turn == "-":
            return moves
        return chess960.line_from_engine(self.position, moves)

    def check_limits(self, limits: Limits) -> Limits:
        """The limits with their moves in the engine's texts. Raises IllegalMove, PhaseError."""
        self.check_side("go", limits.side)
        if not limits.searchmoves:
            return limits
        legal = self._legal(limits.side)
        moves = tuple(self.read(move) for move in limits.searchmoves)
        for move in moves:
            if move not in legal:
                where = clip(self.position.fen(), 200)
                raise IllegalMove(f"go searchmoves: {clip(move)} is illegal in {where}")
        return replace(limits, searchmoves=moves)

    def legal_moves(self, side: str | None) -> list[str]:
        """Every legal move as the client reads it, `side`'s choices while both choose.

        Raises PhaseError.
        """
        self.check_side("moves", side)
        return [self.write((move,))[0] for move in self._legal(side)]

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
    variant: Variant, fen: str | None, moves: tuple[str, ...] = (), king_takes_rook: bool = False
) -> Game:
    """Plays `moves` from a FEN, or from the position of a new game.

    Raises FenError, and IllegalMove with the number of the move, from 1.
    """
    record = Played(engine.new_position(variant, fen))
    for number, text in enumerate(moves, 1):
        move = chess960.to_engine(record.position, text) if king_takes_rook else text
        try:
            record.play(move)
        except IllegalMove as error:
            where = clip(record.position.fen(), 200)
            raise IllegalMove(f"move {number}, {clip(text)}, is illegal in {where}") from error
    return Game(variant, record.fen, tuple(record.moves), record.position, king_takes_rook)
