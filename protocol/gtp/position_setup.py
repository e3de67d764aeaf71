"""Positions that a GUI sets up stone by stone, for games in which a side's pieces are all alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.core.fen import write_rank
from amalthea.protocol.gtp.board import point
from amalthea.protocol.gtp.parsing import GtpError

if TYPE_CHECKING:
    from amalthea.protocol.gtp.clicked_game import ClickedGame


def stones(game: ClickedGame, placed: list[tuple[Color, str | None]]) -> str:
    """Return the FEN of a board with these stones; the side to move stays. Raises GtpError."""
    side_tokens, board = game.board.uniform_tokens(), game.board
    if not side_tokens:
        raise GtpError("this game has several piece types: use amalthea-fen")
    tokens: dict[tuple[int, int], str] = {}
    for side, square in placed:
        if square is None or not board.inside(square):
            raise GtpError(f"no stone can stand on {point(square) if square else 'a pass'}")
        tokens[board.cell(square)] = side_tokens[side]
    rows = (
        write_rank([tokens.get((file, rank)) for file in range(board.variant.files)])
        for rank in reversed(range(board.variant.ranks))
    )
    return f"{'/'.join(rows)} {game.fen.split()[1]} - - 0 1"


def with_side(game: ClickedGame, side: Color) -> str:
    """Return the FEN of the first position with another side to move."""
    fields = game.fen.split()
    fields[1] = side
    return " ".join(fields)
