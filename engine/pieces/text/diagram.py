"""Diagrams: a setup as text for people."""

from __future__ import annotations

from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.text.hands import write_hands
from amalthea.engine.pieces.text.piece_fen import Setup
from amalthea.engine.pieces.text.waiting import hands_without

_BLOCKED = "###"
_LEAST_WIDTH = 3
_LEAN = {0: ":", -1: "\\", 1: "/"}  # strokes by the files of a White piece's step ahead


def draw(setup: Setup, variant: PiecesVariant) -> str:
    """Return the board with labelled ranks and files, White's side below.

    There is no line between the squares of a piece on two squares. A piece with settings is drawn
    between strokes that lean in its direction.
    """
    width = _width(variant)
    shown = dict.fromkeys(setup.blocked, f"{_BLOCKED:^{width}}")
    joined: set[tuple[Square, Square]] = set()
    for square, letter in setup.pieces.items():
        piece = variant.piece(letter.upper())
        shown[square] = f"{_strokes(letter, variant):^{width}}"
        if piece.second_square:
            other = (square[0] + piece.second_square[0], square[1] + piece.second_square[1])
            shown[other] = shown[square]
            joined.add((square, other))
    lines = [_ruler(variant.ranks, joined, variant)]
    for rank in reversed(range(variant.ranks)):
        lines.append(_row(rank, shown, joined, variant))
        lines.append(_ruler(rank, joined, variant))
    files = (square_name(file, 0)[0] for file in range(variant.files))
    lines.append("     " + " ".join(f"{file:^{width}}" for file in files).rstrip())
    unplaced = hands_without(setup.hands, setup.waiting)
    if unplaced:
        lines.append(f"Hands: {write_hands(unplaced, variant)}")
    if setup.waiting:
        waiting = (f"{letter} {square_name(*at)}" for at, letter in sorted(setup.waiting.items()))
        lines.append(f"Waiting: {', '.join(waiting)}")
    return "\n".join(lines)


def _width(variant: PiecesVariant) -> int:
    """Return the width of a square in characters: three unless letters are long."""
    return max(_LEAST_WIDTH, *(len(_strokes(piece.letter, variant)) for piece in variant.pieces))


def _strokes(letter: str, variant: PiecesVariant) -> str:
    """Return a piece's letter, between the strokes of its setting if it has any."""
    piece = variant.piece(letter.upper())
    if not piece.settings:
        return letter
    ahead = next(path.steps[0] for path in variant.paths(piece.moves) if path.steps[0].dy > 0)
    stroke = _LEAN[ahead.dx]  # Black's forward is the other way, on the same line
    return f"{stroke}{letter}{stroke}"


def _row(
    rank: int,
    shown: dict[Square, str],
    joined: set[tuple[Square, Square]],
    variant: PiecesVariant,
) -> str:
    text = f"{rank + 1:>3} |"
    empty = " " * _width(variant)
    for file in range(variant.files):
        open_side = ((file, rank), (file + 1, rank)) in joined
        text += shown.get((file, rank), empty) + (shown[file, rank][0] if open_side else "|")
    return text


def _ruler(rank: int, joined: set[tuple[Square, Square]], variant: PiecesVariant) -> str:
    """Return the line below a rank, open where a piece goes on; rank `variant.ranks` is the top."""
    width = _width(variant)
    sides = (
        (" " if ((file, rank - 1), (file, rank)) in joined else "-") * width
        for file in range(variant.files)
    )
    return "    +" + "".join(f"{side}+" for side in sides)
