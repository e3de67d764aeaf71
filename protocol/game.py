"""The game that the session has set up: a root position, the moves played and where they led."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import engine
from engine.errors import IllegalMove
from protocol import chess960
from protocol.console import clip

if TYPE_CHECKING:
    from engine.board.position import Position
    from engine.search.limits import Limits
    from engine.variants.description import Variant


@dataclass(frozen=True, slots=True)
class Game:
    """fen: the root's. moves: in the engine's own texts. king_takes_rook: as UCI_Chess960 says."""

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
        return chess960.line_from_engine(self.position, moves) if self.king_takes_rook else moves

    def check_limits(self, limits: Limits) -> Limits:
        """The limits with their moves in the engine's texts. Raises IllegalMove."""
        if not limits.searchmoves:
            return limits
        legal = self.position.legal_moves()
        moves = tuple(self.read(move) for move in limits.searchmoves)
        for move in moves:
            if move not in legal:
                where = clip(self.position.fen(), 200)
                raise IllegalMove(f"go searchmoves: {clip(move)} is illegal in {where}")
        return replace(limits, searchmoves=moves)

    def legal_moves(self) -> list[str]:
        """Every legal move as the client reads it."""
        return [self.write((move,))[0] for move in self.position.legal_moves()]


def set_up(
    variant: Variant, fen: str | None, moves: tuple[str, ...] = (), king_takes_rook: bool = False
) -> Game:
    """Plays `moves` from a FEN, or from the start position.

    Raises FenError, and IllegalMove with the number of the move, from 1.
    """
    position = engine.new_position(variant, fen)
    root = position.fen()
    played = []
    for number, text in enumerate(moves, 1):
        move = chess960.to_engine(position, text) if king_takes_rook else text
        try:
            position.play(move)
        except IllegalMove as error:
            where = clip(position.fen(), 200)
            raise IllegalMove(f"move {number}, {clip(text)}, is illegal in {where}") from error
        played.append(move)
    return Game(variant, root, tuple(played), position, king_takes_rook)
