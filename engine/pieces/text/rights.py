"""The rights field of a FEN: letters and bits, White's in the variant's order, then Black's."""

from __future__ import annotations

from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.variant import Castling, PiecesVariant, Right

_WINGS = "KQ"  # the king's side and the queen's, in the letters of chess


def read_rights(
    text: str, pieces: dict[Square, str], variant: PiecesVariant
) -> tuple[int, tuple[str, ...]]:
    """Return the rights as bits, and a remark for each corrected letter.

    A right that cannot be, because a piece is not at home, is left out. Raises FenError for letters
    that are unknown in the game or repeated.
    """
    rights = 0
    remarks = []
    for letter in "" if text == "-" else text:
        bit = _bit_named(letter, variant)
        by_wing = bit is None and _knows_wings(variant) and letter.upper() in _WINGS
        if by_wing:
            bit = _outermost(letter, pieces, variant)
        elif bit is None:
            raise FenError(f"rights {text!r}: unknown letter {letter!r}")
        fault = "has no piece to castle with" if bit is None else _fault(bit, pieces, variant)
        if bit is None or fault:
            remarks.append(f"rights {text!r}: {letter!r} {fault}, left out")
            continue
        if rights >> bit & 1:
            raise FenError(f"rights {text!r}: {letter!r} is repeated")
        if by_wing and not variant.chess960:
            written = write_rights(1 << bit, variant)
            remarks.append(f"rights {text!r}: {letter!r} read as {written!r}")
        rights |= 1 << bit
    return rights, tuple(remarks)


def write_rights(rights: int, variant: PiecesVariant) -> str:
    """Return the rights field, "-" for no rights."""
    letters = [right.letter for right in variant.rights]
    letters += [letter.lower() for letter in letters]
    return "".join(letter for bit, letter in enumerate(letters) if rights >> bit & 1) or "-"


def _bit_named(letter: str, variant: PiecesVariant) -> int | None:
    """Return the bit of a right by its own letter or, failing that, by its piece's file."""
    names = [right.letter for right in variant.rights]
    files = [right.square[0].upper() for right in variant.rights]
    for known in (names, files):
        if letter.isascii() and letter.upper() in known:
            bit = known.index(letter.upper())
            return bit if letter.isupper() else bit + len(variant.rights)
    return None


def _knows_wings(variant: PiecesVariant) -> bool:
    """Return True if KQkq differ from the letters of the game's own rights."""
    own = {right.letter for right in variant.rights}
    return bool(variant.castlings) and not own & set(_WINGS)


def _outermost(letter: str, pieces: dict[Square, str], variant: PiecesVariant) -> int | None:
    """Return the right that "K" or "Q" means, None if no piece there can castle.

    It is that of the piece farthest on that side of the king, as in X-FEN.
    """
    black = letter.islower()
    home = _king_file(pieces, variant, black)
    if home is None:
        return None
    direction = 1 if letter.upper() == "K" else -1
    beyond = {
        direction * (_square(right.square, variant, black)[0] - home): bit
        for bit, right in enumerate(variant.rights, len(variant.rights) * black)
        if _castlings_with(right, variant) and not _fault(bit, pieces, variant)
    }
    farthest = max(beyond, default=0)
    return beyond[farthest] if farthest > 0 else None


def _king_file(pieces: dict[Square, str], variant: PiecesVariant, black: bool) -> int | None:
    """Return the file of the piece that castles as the king does; a royal one may be anywhere."""
    for castling in variant.castlings:
        king = _coloured(variant.castles(castling), black)
        home = _square(castling.king[0], variant, black)
        if pieces.get(home) == king:
            return home[0]
    royal = _coloured(variant.royal, black)
    return next((file for (file, _), found in pieces.items() if found == royal), None)


def _fault(bit: int, pieces: dict[Square, str], variant: PiecesVariant) -> str | None:
    """Return the reason why a right is impossible: its piece, or every such king, is away."""
    black, index = divmod(bit, len(variant.rights))
    right = variant.rights[index]
    square = _square(right.square, variant, bool(black))
    letter = _coloured(right.piece, bool(black))
    if pieces.get(square) != letter:
        return f"needs {letter!r} on {square_name(*square)}"
    castlings = _castlings_with(right, variant)
    if not castlings:
        return None if _is_for_first_moves(right, variant) else "serves no castling"
    king = _coloured(variant.castles(castlings[0]), bool(black))
    homes = {_square(castling.king[0], variant, bool(black)) for castling in castlings}
    if not any(pieces.get(home) == king for home in homes):
        return f"needs {king!r} on {' or '.join(sorted(square_name(*home) for home in homes))}"
    return None


def _castlings_with(right: Right, variant: PiecesVariant) -> list[Castling]:
    return [castling for castling in variant.castlings if right.square in castling.rights]


def _is_for_first_moves(right: Right, variant: PiecesVariant) -> bool:
    """Return True if a right allows its piece a first move, which needs no king."""
    return any(path.initial for path in variant.paths(variant.piece(right.piece).moves))


def _square(square: str, variant: PiecesVariant, black: bool) -> Square:
    """Return a square that is written for White, mirrored for Black."""
    file, rank = variant.square(square)
    return (file, variant.ranks - 1 - rank if black else rank)


def _coloured(letter: str, black: bool) -> str:
    return letter.lower() if black else letter
