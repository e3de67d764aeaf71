"""Diagonal lines between squares, along which some pieces move, too."""

from __future__ import annotations

from collections import defaultdict

from amalthea.engine.core.variant import Square
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOWHERE, Key
from amalthea.engine.pieces.reading.settings import Piece
from amalthea.engine.pieces.rules.rule import Rule

_WAYS = {"fr": (1, 1), "fl": (-1, 1), "br": (1, -1), "bl": (-1, -1)}
_STEPS = {  # the pieces that move along lines, and how; {} stands for the line's length
    "wazir": "F",
    "soldier": "F",
    "rook": "B{}",
    "janggiCannon": "pB{}",
}
_KING_AS = "wazir"
_FORWARD = "soldier"


def along_lines(piece: Piece, draft: Draft) -> dict[int | Region, str]:
    """Return the further moves of a piece along the lines, by the region in which it has them."""
    lines = draft.region("diagonalLines")
    kind = _KING_AS if piece.moves == "W" else piece.key
    if not lines or kind not in _STEPS:
        return {}
    squares: dict[str, tuple[set[Square], set[Square]]] = defaultdict(lambda: (set(), set()))
    for square in lines:
        for way, (across, ahead) in _WAYS.items():
            if kind == _FORWARD and way[0] == "b":
                continue
            for colour, forward in enumerate((1, -1)):
                far = _length(square, across * forward, ahead * forward, lines)
                if far:
                    moves = way + _STEPS[kind].format(far)
                    squares[moves][colour].add(square)
    found: dict[int | Region, str] = defaultdict(str)
    for moves, (white, black) in sorted(squares.items()):
        found[Region(draft.named(frozenset(white)), draft.named(frozenset(black)))] += moves
    return found


def _length(square: Square, across: int, ahead: int, lines: frozenset[Square]) -> int:
    """Return the number of squares that a line leads on from one of its squares."""
    file, rank = square
    far = 0
    while (file + across * (far + 1), rank + ahead * (far + 1)) in lines:
        far += 1
    return far


RULE = Rule(name="diagonal_lines", keys={"diagonalLines": Key(values.squares, NOWHERE)})
