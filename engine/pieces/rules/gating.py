"""Gating: a piece from the hand enters on the square that another one leaves by its first move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.variant import square_name
from amalthea.engine.pieces.description.variant import Castling, Drops, PiecesVariant, Right
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key, flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_MOST_FILES = 10  # the next one is called K


def rights(draft: Draft, castlings: Iterable[Castling]) -> Iterator[Right]:
    """Yield the right of each square that the first position names by its file.

    The letters of castlings stand for the squares of king and rook.
    """
    rank = draft.settings.number("castlingRank") - 1
    shown = draft.start.rights
    for file in range(draft.files):
        square = square_name(file, rank)
        letter = chr(ord("A") + file)
        sides = ""
        for side, sign in (("w", letter), ("b", letter.lower())):
            by_castling = any(
                square in castling.rights and castling.belongs_to(side) for castling in castlings
            )
            home = rank if side == "w" else draft.ranks - 1 - rank
            piece = draft.board.get((file, home), "")
            if (sign in shown or by_castling) and piece and piece.isupper() == (side == "w"):
                sides += side
        if sides:
            yield Right(square, "", letter, "" if sides == "wb" else sides)


def with_gates(castling: Castling, rook: str) -> Castling:
    """Return a castling that needs the rights of king and rook; rook: its letter."""
    partner = castling.partners[0][0]
    return replace(castling, rights=(partner, castling.king[0]), standing=((partner, rook),))


def _errors(variant: PiecesVariant) -> Iterator[str]:
    drops = variant.drops
    if drops is None or not drops.gating:
        return
    ends = variant.ends
    if ends.pseudo_royals or ends.forced_capture or ends.checked_king_stays or not ends.checking:
        yield (
            "gating cannot be combined with pseudo-royal pieces, forced captures or limits of"
            " checks"
        )
    if variant.explosions or variant.mutually_immune or ends.chases:
        yield "gating cannot be combined with explosions, immunity or chasing rules"
    if drops.promoted or drops.first or drops.castling:
        yield "gating cannot be combined with promoted or compulsory drops, or castling after them"
    if variant.files > _MOST_FILES:
        yield f"gating needs a board of at most {_MOST_FILES} files, as K and Q mean castlings"
    yield from _ambiguous_promotions(variant, drops)


def _ambiguous_promotions(variant: PiecesVariant, drops: Drops) -> Iterator[str]:
    """Yield an error for each promotion that is written like a move behind which a piece enters.

    Pawns matter only if one stands on the square of a right in the first position, as they never
    reach such a square later.
    """
    rows = variant.start_rows()
    squares = [variant.square(right.square) for right in variant.rights]
    on_rights = {rows[rank][file].upper() for file, rank in squares}
    pawn = variant.pawns.letter if variant.pawns else ""
    for piece in variant.pieces:
        if piece.letter != pawn or pawn in on_rights:
            for sign in sorted(variant.promotion_signs(piece.letter) - drops.held.keys()):
                yield (
                    f"gating: {piece.letter} promotes to {sign}, which also enters behind it; both"
                    " moves would be written alike"
                )


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    drops = variant.drops
    return without_defaults(
        ("gating", drops is not None and drops.gating, False),
        ("drops_freely", drops is None or drops.freely, True),
    )


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    drops = variant.drops
    if drops is None or not drops.gating:
        return
    yield (
        "When a piece leaves its square of the first position for the first time, a piece from the"
        " hand of its side may enter on that square in the same move. That move must be legal"
        " without the piece that enters."
    )
    if variant.castlings:
        yield "After castling, one piece may enter on a square that king or rook have left."
    if not drops.freely:
        yield "A piece for which no such square is left stays in hand."


RULE = Rule(
    name="gating",
    fields=("drops.gating", "drops.freely"),
    keys={
        "gating": flag(requires=("seirawanGating", "cambodianMoves")),
        "seirawanGating": Key(values.flag, False, requires=("gating",)),
    },
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Drops", _sentences),),
)
