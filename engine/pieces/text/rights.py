"""The rights field of a FEN: letters and bits, White's in the variant's order, then Black's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.variant import Castling, PiecesVariant, Right

_WINGS = "KQ"  # the king's side and the queen's, in the letters of chess


def read_rights(
    text: str, pieces: dict[Square, str], variant: PiecesVariant, remarks: list[str]
) -> int:
    """Return the rights as bits, with a remark for each corrected letter.

    An impossible right is left out: a piece is not at home, the game has no such right, or it was
    already named. Raises FenError for letters that are no right in any game.
    """
    rights = 0
    for letter in "" if text == "-" else text:
        bit = _bit_named(letter, variant)
        by_wing = bit is None and _knows_wings(variant) and letter.upper() in _WINGS
        if by_wing:
            bit = _outermost(letter, pieces, variant)
        elif bit is None and not _is_right(letter, variant):
            raise FenError(f"rights {text!r}: unknown letter {letter!r}")
        if bit is None:
            reason = "has no piece to castle with" if by_wing else f"is no right of {variant.name}"
        elif rights >> bit & 1:
            reason = "is repeated"
        else:
            reason = _reason_against(bit, pieces, variant) or ""
        if bit is None or reason:
            remarks.append(f"rights {text!r}: {letter!r} {reason}, left out")
            continue
        if by_wing and not variant.chess960 and not _has_gates(variant):
            written = write_rights(1 << bit, variant)
            remarks.append(f"rights {text!r}: {letter!r} read as {written!r}")
        rights |= 1 << bit
        if by_wing and _has_gates(variant):
            rights |= _king_rights(bit, pieces, variant)
    return rights


def flipped_rights(rights: int, variant: PiecesVariant) -> int:
    """Return the rights with colours exchanged, without those that the other side cannot have."""
    count = len(variant.rights)
    both = sum(1 << bit for bit, right in enumerate(variant.rights) if not right.side)
    return rights >> count & both | (rights & both) << count


def write_rights(rights: int, variant: PiecesVariant) -> str:
    """Return the rights field, "-" for no rights.

    Where pieces enter behind first moves, K and Q stand for the rights of king and rook.
    """
    if _has_gates(variant) and not variant.chess960:
        return "".join(_gating_letters(rights, variant)) or "-"
    letters = [right.letter for right in variant.rights]
    letters += [letter.lower() for letter in letters]
    return "".join(letter for bit, letter in enumerate(letters) if rights >> bit & 1) or "-"


def _has_gates(variant: PiecesVariant) -> bool:
    return variant.drops is not None and variant.drops.gating


def _gating_letters(rights: int, variant: PiecesVariant) -> Iterator[str]:
    """Yield the letters of rights in a game with gating: K and Q for castlings, then the files."""
    count = len(variant.rights)
    for black in (False, True):
        own = {
            right.square: right.letter
            for bit, right in enumerate(variant.rights, count * black)
            if rights >> bit & 1
        }
        castling = [
            each
            for each in variant.castlings
            if each.belongs_to("b" if black else "w") and own.keys() >= set(each.rights)
        ]
        wings = [_WINGS[each.partners[0][0] < each.king[0]] for each in castling]
        named = {square for each in castling for square in each.rights}
        others = [letter for square, letter in own.items() if square not in named]
        yield from (_coloured(letter, black) for letter in (*wings, *others))


def _king_rights(bit: int, pieces: dict[Square, str], variant: PiecesVariant) -> int:
    """Return the rights, as bits, of kings at home that castle with the piece of a right."""
    found = 0
    for home, king, rights in _kings_with(bit, variant):
        if pieces.get(home) == king:
            found |= rights
    return found


@lru_cache(maxsize=1024)
def _kings_with(bit: int, variant: PiecesVariant) -> tuple[tuple[Square, str, int], ...]:
    """Return home and letter of each king that castles with a right, and its own right, as bits."""
    side, index = divmod(bit, len(variant.rights))
    black = bool(side)
    bits = list(enumerate(variant.rights, len(variant.rights) * side))
    return tuple(
        (
            _square(castling.king[0], variant, black),
            _coloured(variant.castles(castling), black),
            sum(1 << other for other, right in bits if right.square == castling.king[0]),
        )
        for castling in _castlings_with(variant.rights[index], variant, black)
    )


@lru_cache(maxsize=1024)
def _bit_named(letter: str, variant: PiecesVariant) -> int | None:
    """Return the bit of a right by its own letter or, failing that, by its piece's file."""
    if not letter.isascii():
        return None
    side = "w" if letter.isupper() else "b"
    rights = [(bit, right) for bit, right in enumerate(variant.rights) if right.belongs_to(side)]
    names = {right.letter: bit for bit, right in reversed(rights)}
    files = {right.square[0].upper(): bit for bit, right in reversed(rights)}
    bit = names.get(letter.upper(), files.get(letter.upper()))
    return None if bit is None else bit + len(variant.rights) * (side == "b")


def _is_right(letter: str, variant: PiecesVariant) -> bool:
    """Return True if a letter names a right in some game: a wing, or a file of this board."""
    files = {chr(ord("A") + file) for file in range(variant.files)}
    return letter.isascii() and letter.upper() in files | {*_WINGS}


@lru_cache(maxsize=64)
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
        direction * (file - home): bit
        for bit, file, partners in _castling_rights(variant, black)
        if any(each <= pieces.items() for each in partners)
        and not _reason_against(bit, pieces, variant)
    }
    farthest = max(beyond, default=0)
    return beyond[farthest] if farthest > 0 else None


@lru_cache(maxsize=256)
def _castling_rights(
    variant: PiecesVariant, black: bool
) -> tuple[tuple[int, int, tuple[frozenset[tuple[Square, str]], ...]], ...]:
    """Return (bit, file, partners) of each right of a side to castle.

    partners: for each castling with the right, the pieces that must be on its squares; empty unless
    the game has gating, where a right does not say which piece has it.
    """
    return tuple(
        (
            bit,
            _square(right.square, variant, black)[0],
            tuple(
                frozenset(
                    (_square(square, variant, black), _coloured(letter, black))
                    for square, letter in (castling.standing if _has_gates(variant) else ())
                )
                for castling in castlings
            ),
        )
        for bit, right in enumerate(variant.rights, len(variant.rights) * black)
        if right.belongs_to("b" if black else "w")
        and (castlings := _castlings_with(right, variant, black))
    )


def _king_file(pieces: dict[Square, str], variant: PiecesVariant, black: bool) -> int | None:
    """Return the file of the piece that castles as the king does; a royal one may be anywhere."""
    for home, king in _castling_kings(variant, black):
        if pieces.get(home) == king:
            return home[0]
    royal = _coloured(variant.royal, black)
    return next((file for (file, _), found in pieces.items() if found == royal), None)


@lru_cache(maxsize=256)
def _castling_kings(variant: PiecesVariant, black: bool) -> tuple[tuple[Square, str], ...]:
    """Return home and letter of each king that castles."""
    return tuple(
        (_square(castling.king[0], variant, black), _coloured(variant.castles(castling), black))
        for castling in variant.castlings
        if castling.belongs_to("b" if black else "w")
    )


class _Needs(NamedTuple):
    """What a right needs: its piece on its square, and the king on one of its homes.

    king, homes: empty for a right that serves no castling.
    """

    square: Square
    piece: str
    king: str
    homes: tuple[Square, ...]


@lru_cache(maxsize=1024)
def _needs(bit: int, variant: PiecesVariant) -> _Needs:
    """Return what a right needs."""
    side, index = divmod(bit, len(variant.rights))
    black, right = bool(side), variant.rights[index]
    castlings = _castlings_with(right, variant, black)
    return _Needs(
        _square(right.square, variant, black),
        _coloured(right.piece, black),
        _coloured(variant.castles(castlings[0]), black) if castlings else "",
        tuple(sorted({_square(castling.king[0], variant, black) for castling in castlings})),
    )


def _reason_against(bit: int, pieces: dict[Square, str], variant: PiecesVariant) -> str | None:
    """Return the reason why a right is impossible: its piece, or every such king, is away."""
    needs = _needs(bit, variant)
    stands = pieces.get(needs.square, "")
    if _has_gates(variant):
        own = stands and stands.islower() == (bit >= len(variant.rights))
        return None if own else f"needs a piece on {square_name(*needs.square)}"
    if stands != needs.piece:
        return f"needs {needs.piece!r} on {square_name(*needs.square)}"
    if not needs.homes:
        right = variant.rights[bit % len(variant.rights)]
        return None if _is_for_first_moves(right, variant) else "serves no castling"
    if needs.king not in map(pieces.get, needs.homes):
        return f"needs {needs.king!r} on {_named_homes(needs.homes, variant)}"
    return None


def _named_homes(homes: Sequence[Square], variant: PiecesVariant) -> str:
    """Return the names of squares, or that of their rank if they are nearly all of it."""
    if len(homes) >= variant.files - 1 and len({rank for _, rank in homes}) == 1:
        return f"rank {homes[0][1] + 1}"
    return " or ".join(square_name(*home) for home in homes)


def _castlings_with(right: Right, variant: PiecesVariant, black: bool) -> list[Castling]:
    """Return the castlings of a side that need a right."""
    return [
        castling
        for castling in variant.castlings
        if right.square in castling.rights and castling.belongs_to("b" if black else "w")
    ]


def _is_for_first_moves(right: Right, variant: PiecesVariant) -> bool:
    """Return True if a right allows its piece a first move, which needs no king."""
    return any(path.initial for path in variant.paths(variant.piece(right.piece).moves))


def _square(square: str, variant: PiecesVariant, black: bool) -> Square:
    """Return a square that is written for White, mirrored for Black."""
    file, rank = variant.square(square)
    return (file, variant.ranks - 1 - rank if black else rank)


def _coloured(letter: str, black: bool) -> str:
    return letter.lower() if black else letter
