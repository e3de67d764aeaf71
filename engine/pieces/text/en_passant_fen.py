"""The en passant field of a FEN: the squares that a piece has just passed, and that piece.

The squares follow each other without a separator. If the piece does not stand straight ahead of
them, its own square is among them, as in Fairy-Stockfish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import SQUARE, Square, parse_square, square_name
from amalthea.engine.errors import FenError

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant

_SQUARES = re.compile(SQUARE)
_ACROSS = (0, -1, 1)  # files of an advance's step


def write_targets(targets: tuple[Square, ...], passer: Square | None) -> str:
    """Return the field, "-" for no target."""
    if not targets or not passer:
        return "-"
    shown = sorted(targets, key=lambda square: (square[1], square[0]))
    if any(file != passer[0] for file, _ in targets):
        shown.append(passer)
    return "".join(square_name(*square) for square in shown)


def read_targets(
    written: str,
    side: str,
    pieces: dict[Square, str],
    variant: PiecesVariant,
    remarks: list[str],
) -> tuple[tuple[Square, ...], Square | None]:
    """Return the targets, the last one passed first, and the square of the piece to capture.

    Squares that no piece can just have passed are left out. Raises FenError for other text.
    """
    text = written.lower()
    if text == "-":
        return (), None
    if text != written:
        remarks.append(f"en passant target {written!r} read as {text!r}")
    named = [parse_square(name) for name in _SQUARES.findall(text)]
    squares = [square for square in named if square]
    if not squares or "".join(_SQUARES.findall(text)) != text:
        raise FenError(f"en passant target {text!r} is not a square")
    found, reason = _match_advance(squares, side, pieces, variant)
    if found is None:
        remarks.append(f"en passant target {text!r} {reason}, left out")
        return (), None
    return found


def _match_advance(
    squares: list[Square], side: str, pieces: dict[Square, str], variant: PiecesVariant
) -> tuple[tuple[tuple[Square, ...], Square] | None, str]:
    """Return ((targets, passer), ""), or (None, reason) if no enemy piece can have passed there."""
    pawns = variant.pawns
    if not pawns or not pawns.en_passant:
        return None, f"in {variant.name}, which has no en passant"
    if any(file >= variant.files or rank >= variant.ranks for file, rank in squares):
        return None, "is off the board"
    mover = "w" if side == "b" else "b"
    passers = {each.upper() if mover == "w" else each.lower() for each in pawns.passing}
    reasons: list[str] = []
    for origin, passed, passer in _advances(squares, mover, variant):
        if pieces.get(passer) not in passers:
            reasons.append(f"needs {_either(passers)} on {square_name(*passer)}")
        elif taken := next((each for each in (origin, *passed) if each in pieces), None):
            reasons.append(f"needs {square_name(*taken)} empty")
        elif not _can_advance(pieces[passer], origin, passer, variant):
            reasons.append(f"needs an advance from {square_name(*origin)}")
        else:
            targets = tuple(square for square in passed if square in squares)
            return (targets, passer), ""
    return None, next(iter(reasons), "is not where such an advance passes")


def _advances(
    squares: list[Square], mover: str, variant: PiecesVariant
) -> Iterator[tuple[Square, list[Square], Square]]:
    """Yield (origin, squares passed, end) of each advance that passes these squares.

    The squares passed begin with the last one. Straight advances come first.
    """
    assert variant.pawns and variant.pawns.en_passant
    rules = variant.pawns.en_passant
    forward = 1 if mover == "w" else -1
    for across, length in product(_ACROSS, rules.lengths):
        for distance in range(1, length if rules.every else 2):
            for file, rank in squares:
                passer = file + across * distance, rank + forward * distance
                way = [(passer[0] - across * n, passer[1] - forward * n) for n in range(length + 1)]
                if set(squares) <= set(way[:-1]) and _on_board(way, variant):
                    yield way[-1], way[1:-1], passer


def _on_board(way: list[Square], variant: PiecesVariant) -> bool:
    return all(0 <= file < variant.files and 0 <= rank < variant.ranks for file, rank in way)


def _can_advance(letter: str, origin: Square, passer: Square, variant: PiecesVariant) -> bool:
    """Return True if the piece, which is on `passer` now, can move there from `origin`."""
    piece = variant.piece(letter.upper())
    colour = 0 if letter.isupper() else 1
    turned = -1 if colour else 1
    goal = (passer[0] - origin[0]) * turned, (passer[1] - origin[1]) * turned
    paths = variant.paths(piece.moves, *variant.further_moves(piece, colour, origin))
    return any(square == goal and step.move for path in paths for square, step in path.walk())


def _either(letters: set[str]) -> str:
    return " or ".join(repr(letter) for letter in sorted(letters))
