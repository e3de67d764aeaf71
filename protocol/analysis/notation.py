"""Text of moves and numbers for people: chess in SAN, all other games in coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.errors import IllegalMove

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant


def read_move(position: Position, text: str) -> str:
    """Return the engine's text of a move as a person writes it; chess also reads SAN.

    Raises IllegalMove if SAN cannot be read; in other games the text is returned unchecked.
    """
    if not _has_san(position.variant) or text in position.legal_moves():
        return text
    import chess

    try:
        return chess.Board(position.fen()).parse_san(text.rstrip("!?")).uci()
    except ValueError as error:
        raise IllegalMove(str(error)) from error


def line_text(variant: Variant, fen: str, moves: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a line from a position as text for people."""
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
    """Return the number before a move: "12." for White's, "12..." for Black's."""
    return f"{number}..." if turn == "b" else f"{number}."


def counted(number: int) -> str:
    """Return a large number in few digits: "950", "12.3k", "4.56M"."""
    for size, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= 0.9995 * size:  # rounds up to the unit
            return f"{number / size:.3g}{unit}"
    return str(number)


def seconds(milliseconds: int) -> str:
    """Return a time in seconds, such as "0.12 s"."""
    return f"{milliseconds / 1000:.2f} s"


def _has_san(variant: Variant) -> bool:
    """Return True for orthodox chess, the only game with standard algebraic notation."""
    return variant == variants.get("chess")
