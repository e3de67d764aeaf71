"""Chess960: a game played from any array of its first rank, such as a random one.

King and rook end on the same squares as in the game itself, wherever they start. This works for
games in which the king castles with one rook on either side; other games only write castling as
Chess960 does.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import lru_cache

from amalthea.engine.core import fen as fields
from amalthea.engine.core.letters import FORM
from amalthea.engine.pieces.description.mating import is_one_shade
from amalthea.engine.pieces.description.variant import Castling, PiecesVariant, Right
from amalthea.engine.pieces.rules.walls import DETAILS
from amalthea.engine.pieces.text.piece_fen import read_scene

_MAX_FILES = 10  # later ones are called k and q, which mean sides of the board in a FEN


def chess960(variant: PiecesVariant, fen: str) -> PiecesVariant:
    """Return the game as Chess960 plays it from that FEN.

    Castling is written king takes rook; a right belongs to a rook on any file and is written as
    that file's letter, as in a Shredder-FEN. Raises FenError.
    """
    if not variant.castlings:
        return variant
    if not _castles_plainly(variant):
        return replace(variant, chess960=True)
    return _from_any_array(variant, _king_files(variant, fen))


def shuffled(variant: PiecesVariant, seed: int) -> str:
    """Return the start position with the pieces of the king's rank in random order.

    The king stands between its two rooks, and two pieces that keep to their shade stand on both;
    Black's array is White's. Returns the start position itself where that is impossible.
    """
    start = variant.start_fen()
    board = re.split(r"[\[ ]", start, maxsplit=1)[0]
    rows = board.split("/")
    king = variant.castles(variant.castlings[0]) if variant.castlings else ""
    at = next((number for number, row in enumerate(rows) if king in re.findall(FORM, row)), None)
    if at is None or not _castles_plainly(variant):
        return start
    array = re.findall(FORM, rows[at])
    opposite = variant.ranks - 1 - at
    rook = variant.rights[0].piece
    plain = "".join(array) == rows[at] and rows[opposite] == rows[at].lower()
    if not plain or len(array) != variant.files or array.count(rook) != 2:
        return start
    dice = random.Random(seed)
    dice.shuffle(array)
    while not _is_valid_array(variant, array, king, rook):
        dice.shuffle(array)
    rows[at] = "".join(array)
    rows[opposite] = rows[at].lower()
    return "/".join(rows) + start[len(board) :]


def _is_valid_array(variant: PiecesVariant, array: list[str], king: str, rook: str) -> bool:
    """Return True if the king stands between its rooks, and pairs of bishops on both shades."""
    first, last = (file for file, letter in enumerate(array) if letter == rook)
    pairs = (
        [file % 2 for file, letter in enumerate(array) if letter == piece.letter]
        for piece in variant.pieces
        if is_one_shade(piece, variant)
    )
    return first < array.index(king) < last and all(
        len(shades) != 2 or len(set(shades)) == 2 for shades in pairs
    )


def _castles_plainly(variant: PiecesVariant) -> bool:
    """Return True if the king castles with one rook on either side, and all rights are for that."""
    castlings = variant.castlings
    return (
        variant.files <= _MAX_FILES
        and not (variant.walls and (variant.files - 1) * variant.files * variant.ranks > DETAILS)
        and all(len(castling.partners) == 1 for castling in castlings)
        and len({variant.castles(castling) for castling in castlings}) == 1
        and all(
            castling.rights == _right_squares(castling, *_homes(castling)) for castling in castlings
        )
        and len({castling.king[0] for castling in castlings}) == 1
        and len({_wing(*_homes(castling)) for castling in castlings}) == len(castlings)
        and (castlings[0].standing or len(castlings) == len(variant.rights))
        and len({right.piece for right in variant.rights}) == 1
        and all(_rank(king) == _rank(rook) for king, rook in map(_homes, castlings))
    )


def _king_files(variant: PiecesVariant, fen: str) -> frozenset[str]:
    """Return the files from which kings may castle: all, so that all arrays are of one game.

    A king that is not royal is no different from others of its kind, such as promoted ones. Only
    one that has rights in the FEN may castle then, by default the one on the game's own file. That
    is also so where the king has a right of its own.
    """
    castling = variant.castlings[0]
    square = castling.king[0]
    if not castling.piece and square not in castling.rights:
        return frozenset(chr(ord("a") + file) for file in range(variant.files))
    rights = fields.split(fen).rights
    home = variant.square(square)[1]
    king = variant.castles(castling)
    homes = {king: home, king.lower(): variant.ranks - 1 - home}
    cases = {right.isupper() for right in rights if right != "-"}
    found = frozenset(
        chr(ord("a") + file)
        for (file, rank), letter in read_scene(fen, variant).items()
        if homes.get(letter) == rank and letter.isupper() in cases
    )
    return found or frozenset(square[0])


@lru_cache(maxsize=64)
def _from_any_array(variant: PiecesVariant, king_files: frozenset[str]) -> PiecesVariant:
    """Return the game with rights for rooks on all files, and castlings of kings on some files."""
    rank = _rank(variant.castlings[0].king[0])
    letter = variant.rights[0].piece
    kings = [f"{file}{rank}" for file in sorted(king_files)]
    rooks = [f"{chr(ord('a') + file)}{rank}" for file in reversed(range(variant.files))]
    return replace(
        variant,
        chess960=True,
        rights=tuple(Right(square, letter, square[0].upper()) for square in rooks),
        castlings=tuple(
            _castling_from(castling, king, rook)
            for castling in variant.castlings
            for king in kings
            for rook in rooks
            if _wing(king, rook) == _wing(*_homes(castling))
        ),
    )


def _castling_from(castling: Castling, king: str, rook: str) -> Castling:
    """Return the same castling for a king and a rook on other squares."""
    king_to, rook_to = castling.king[1], castling.partners[0][1]
    crossed = (_squares_between(king, king_to) | _squares_between(rook, rook_to)) - {king, rook}
    return replace(
        castling,
        king=(king, king_to),
        partners=((rook, rook_to),),
        rights=_right_squares(castling, king, rook),
        standing=tuple((rook, letter) for _, letter in castling.standing),
        empty=tuple(sorted(crossed)),
    )


def _right_squares(castling: Castling, king: str, rook: str) -> tuple[str, ...]:
    """Return the squares of the pieces whose rights a castling of king and rook needs.

    That is the rook. In games with gating, where every piece of the first rank has a right, it is
    the king, too.
    """
    return (rook, king) if castling.king[0] in castling.rights else (rook,)


def _homes(castling: Castling) -> tuple[str, str]:
    """Return the starting squares of king and rook."""
    return castling.king[0], castling.partners[0][0]


def _wing(king: str, rook: str) -> int:
    """Return the side of the king on which the rook stands: 1 towards the last file, else -1."""
    return (rook[0] > king[0]) - (rook[0] < king[0])


def _squares_between(first: str, last: str) -> set[str]:
    """Return the squares of a rank between two squares, both included."""
    low, high = sorted((ord(first[0]), ord(last[0])))
    return {f"{chr(file)}{_rank(first)}" for file in range(low, high + 1)}


def _rank(square: str) -> str:
    return square[1:]
