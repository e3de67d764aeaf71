"""Waiting pieces in a FEN: one more rank for each side behind its back rank, with "*" for none.

Other programs write Musketeer Chess in the same way: "*l*c****/rnbqkbnr/.../RNBQKBNR/L*C*****".
These ranks are left out while no piece waits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import LETTER
from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.text.hands import Hands, hand_letters

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant

Waiting = Mapping[Square, str]
"""The letters of waiting pieces, by the square of the piece in front."""

_NOBODY = "*"
_PARTS = re.compile(rf"\d{{1,2}}|{LETTER}|.", re.ASCII | re.DOTALL)


def take_waiting(placement: str, variant: PiecesVariant) -> tuple[str, dict[Square, str]]:
    """Return the board of a FEN's first field without hands, and the waiting pieces.

    Raises FenError.
    """
    rows = placement.split("/")
    waits = variant.drops is not None and variant.drops.waiting
    if not waits or len(rows) != variant.ranks + 2:
        return placement, {}
    waiting = {
        (file, rank): letter
        for row, rank in ((rows[0], variant.ranks - 1), (rows[-1], 0))
        for file, letter in enumerate(_row(row, rank == 0, variant))
        if letter != _NOBODY
    }
    return "/".join(rows[1:-1]), waiting


def check_waiting(
    waiting: Waiting, hands: Hands, pieces: Mapping[Square, str], variant: PiecesVariant
) -> None:
    """Raise FenError if a piece cannot wait where it does, or is there more than once.

    hands: with the waiting pieces.
    """
    pawn = variant.pawns.letter if variant.pawns else ""
    for square, letter in waiting.items():
        front = pieces.get(square, "")
        if not front or front.isupper() != letter.isupper() or front.upper() == pawn:
            raise FenError(f"{letter!r} waits behind {square_name(*square)}, where no piece stands")
    for letter, many in hands.items():
        if many > 1:
            raise FenError(f"{letter!r} waits or is in hand {many} times, expected once")
    for castling in variant.castlings:
        for top in (0, variant.ranks - 1):
            ends = (castling.king[0], castling.partners[0][0])
            files = [variant.square(end)[0] for end in ends]
            if all((file, top) in waiting for file in files):
                names = " and ".join(square_name(file, top) for file in files)
                raise FenError(f"pieces wait behind {names}, which one castling would leave")


def with_waiting(board: str, waiting: Waiting, variant: PiecesVariant) -> str:
    """Return the board of a FEN with the ranks of waiting pieces above and below it."""
    top, bottom = (
        "".join(waiting.get((file, rank), _NOBODY) for file in range(variant.files))
        for rank in (variant.ranks - 1, 0)
    )
    return f"{top}/{board}/{bottom}"


def hands_with(hands: Hands, waiting: Waiting) -> dict[str, int]:
    """Return the hands with waiting pieces."""
    return dict(Counter(hands) + Counter(waiting.values()))


def hands_without(hands: Hands, waiting: Waiting) -> dict[str, int]:
    """Return the hands without waiting pieces."""
    return dict(Counter(hands) - Counter(waiting.values()))


def _row(text: str, white: bool, variant: PiecesVariant) -> list[str]:
    """Return what waits behind each file; a number stands for that many files without a piece."""
    known = {letter if white else letter.lower() for letter in hand_letters(variant)}
    row: list[str] = []
    for part in _PARTS.findall(text):
        row += [_NOBODY] * int(part) if part.isdigit() else [part]
    if len(row) != variant.files or not {*row} - {_NOBODY} <= known:
        raise FenError(f"waiting pieces {text!r}, expected a letter or '*' for each file")
    return row
