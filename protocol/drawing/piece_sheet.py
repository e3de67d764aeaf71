"""A piece type in words, and its moves as a text diagram."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Offset = tuple[int, int]  # files to the right, ranks ahead

_LEAST_REACH = 2  # squares from the piece to the diagram's edge
_MOST_REACH = 4

LEGEND = (
    "O  moves or captures     M  moves only     C  captures only     whatever stands in between",
    "o  moves or captures     m  moves only     c  captures only     over empty squares",
    "+  moves there only as its first move or from a rank named in its notes",
    "Lines that reach the edge of a diagram may continue beyond it.",
)


@dataclass(frozen=True, slots=True)
class PieceSheet:
    """Piece type: its name, moves and notes.

    letter: that of White's piece in FEN.
    moves: in Betza notation.
    notes: rules that the notation cannot express.
    signs: the sign, see LEGEND, of each square around White's piece that it may reach.
    covers: the squares that it covers, relative to its anchor.
    """

    letter: str
    name: str
    moves: str
    notes: tuple[str, ...]
    signs: Mapping[Offset, str]
    covers: tuple[Offset, ...]


def reach(found: Iterable[Offset]) -> int:
    """Return how many squares a diagram of these offsets extends to each side."""
    furthest = max((max(map(abs, offset)) for offset in found), default=0)
    return min(max(furthest, _LEAST_REACH), _MOST_REACH)


def diagram(piece: PieceSheet) -> list[str]:
    """Return the rows of the diagram, with White's piece in brackets, moving up."""
    half = reach(piece.signs)
    found = {**piece.signs, **dict.fromkeys(piece.covers, piece.letter.strip("+~"))}
    sides = range(-half, half + 1)
    rows = {dy: [found.get((dx, dy), ".") for dx in sides] for dy in reversed(sides)}
    return [
        _row(row, [half + dx for dx, at in piece.covers if at == dy]) for dy, row in rows.items()
    ]


def _row(signs: list[str], own: list[int]) -> str:
    """Return a line of text with brackets around the columns of the piece itself."""
    text = list(" ".join(signs))
    if own:
        text[2 * min(own) - 1] = "["
        text[2 * max(own) + 1] = "]"
    return "".join(text)
