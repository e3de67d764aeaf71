"""The pieces of a section: how each moves, and what it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from amalthea.engine.errors import BetzaError
from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PieceType
from amalthea.engine.variant_files import own_keys, pawns
from amalthea.engine.variant_files.diagonals import along_lines
from amalthea.engine.variant_files.draft import Draft
from amalthea.engine.variant_files.keys import KING, SIDES
from amalthea.engine.variant_files.settings import Piece

_SOLDIER = "soldier"
_CANNON_OF_KOREA = "janggiCannon"
_BEFORE_PROMOTION = "fW"
_EN_PASSANT = "e"  # a mark in a pawn's notation, no move


def described(draft: Draft) -> Mapping[str, Any]:
    """The piece types. Raises VariantError."""
    names, notation = own_keys.names(draft), own_keys.notation(draft)
    turns, covers, pivots = own_keys.turns(draft), own_keys.covers(draft), own_keys.pivots(draft)
    types = [*(_piece_type(piece, draft) for piece in draft.pieces), *_promoted(draft)]
    return {
        "pieces": tuple(
            replace(
                each,
                name=names.get(each.letter, each.name),
                settings=turns.get(each.letter, ()),
                covers=covers.get(each.letter),
                pivots=pivots.get(each.letter),
                written=notation.get(each.letter, ""),
            )
            for each in types
        ),
        "flying_general": draft.settings.flag("flyingGeneral") and bool(draft.letter(KING)),
        "passes": _passes(draft),
        "safe_leap": draft.settings.flag("safeLeap"),
    }


def _passes(draft: Draft) -> tuple[bool, bool]:
    """Whether each side may pass, which is written as a move of its king to where he stands."""
    white, black = (draft.settings.flag(f"pass{side}") for side in SIDES)
    if (white or black) and not draft.letter(KING):
        draft.settings.fail("pass", "that rule is missing: passing without a king")
    return white, black


def _piece_type(piece: Piece, draft: Draft) -> PieceType:
    """First-move-only moves hold, in this dialect, wherever the double step does.

    Of a piece that carries a right they hold as long as that.
    """
    if piece.key == _CANNON_OF_KOREA and piece.letter in pawns.twins(draft):
        draft.settings.fail(piece.key, "that rule is missing: promoted cannons that shun cannons")
    moves = piece.moves.replace(_EN_PASSANT, "")
    region = _region(piece, draft)
    try:
        terms = betza.terms(moves)
    except BetzaError as error:
        draft.settings.fail(piece.key, str(error))
    from_rank: dict[int | Region, str] = dict(own_keys.rank_moves(draft).get(piece.letter, {}))
    royal = piece.key == KING
    if any(right.piece == piece.letter for right in own_keys.rights(draft)):
        return PieceType(piece.letter, piece.key, moves, from_rank, royal, region=region)
    always = "".join(term for term in terms if "i" not in term)
    first = [term.replace("i", "") for term in terms if "i" in term]
    for term in first:
        if "m" not in term or "c" in term:
            draft.settings.fail(
                piece.key, f"that rule is missing: 'i' moves that capture, expected im for {term}"
            )
    if piece.key == pawns.PAWN:
        first.append("fmR2")
    if first and (rank := pawns.leap_zone(draft)):
        from_rank[rank] = from_rank.get(rank, "") + "".join(first)
    if piece.key == pawns.PAWN and (triple := draft.zone("tripleStepRegion")):
        from_rank[triple] = from_rank.get(triple, "") + "fmR3"
    first_rank = draft.settings.number("soldierPromotionRank")
    if piece.key == _SOLDIER and first_rank > 1:
        always = _BEFORE_PROMOTION
        ranks = range(first_rank, draft.ranks + 1)
        from_rank[Region(tuple(f"*{rank}" for rank in ranks))] = moves
    from_rank |= along_lines(piece, draft)
    return PieceType(
        piece.letter,
        piece.key,
        always,
        from_rank,
        royal,
        region=region,
        aloof=piece.key == _CANNON_OF_KOREA,
    )


def _region(piece: Piece, draft: Draft) -> Region | None:
    """Where a piece may go: a side for which nothing is said may go everywhere."""
    key = piece.key[0].upper() + piece.key[1:]
    sides = [draft.region(f"mobilityRegion{side}{key}") for side in SIDES]
    everywhere = frozenset(
        (file, rank) for file in range(draft.files) for rank in range(draft.ranks)
    )
    if not any(sides):
        return None
    white, black = (draft.named(side or everywhere) for side in sides)
    return Region(white, black)


def _promoted(draft: Draft) -> Iterator[PieceType]:
    """The promoted form of a piece, `+N`, moves like the piece it stands for, so does `Q~`."""
    by_key = {piece.key: piece for piece in draft.pieces}
    for key, form in pawns.forms(draft).items():
        moves = _piece_type(by_key[form], draft)
        yield replace(moves, letter=f"+{draft.letter(key)}")
    for piece in draft.pieces:
        if piece.letter in pawns.twins(draft):
            moves = _piece_type(piece, draft)
            yield replace(moves, letter=f"{piece.letter}~", name=f"promoted {moves.name}")
