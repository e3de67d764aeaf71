"""How moves and scores are written for people: chess in SAN, all other games in coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.errors import IllegalMove

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant


def read_move(position: Position, text: str) -> str:
    """A move as a person writes it, in the engine's text; SAN is read in chess.

    Raises IllegalMove where SAN cannot be read; other texts are passed on unseen.
    """
    if not _has_san(position.variant) or text in position.legal_moves():
        return text
    import chess

    try:
        return chess.Board(position.fen()).parse_san(text.rstrip("!?")).uci()
    except ValueError as error:
        raise IllegalMove(str(error)) from error


def written(variant: Variant, fen: str, moves: Sequence[str]) -> tuple[str, ...]:
    """A line of play from a position, as a person reads it."""
    if not _has_san(variant):
        return tuple(moves)
    import chess

    board = chess.Board(fen)
    texts = []
    for text in moves:
        move = chess.Move.from_uci(text)
        texts.append(board.san(move))
        board.push(move)
    return tuple(texts)


def numbered(number: int, turn: str) -> str:
    """What stands before a move: "12." for White's, "12..." for Black's."""
    return f"{number}..." if turn == "b" else f"{number}."


def counted(number: int) -> str:
    """A large count in few digits: "950", "12.3k", "4.56M"."""
    for size, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= 0.9995 * size:  # what would be rounded up to it
            return f"{number / size:.3g}{unit}"
    return str(number)


def seconds(milliseconds: int) -> str:
    """A time as "0.12 s"."""
    return f"{milliseconds / 1000:.2f} s"


def _has_san(variant: Variant) -> bool:
    """Standard algebraic notation belongs to orthodox chess alone."""
    return variant == variants.get("chess")
