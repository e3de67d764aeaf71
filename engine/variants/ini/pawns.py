"""The pawns of a section, and what promotes to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.kinds.army.rules import EnPassant, PawnRules, Promotion
from engine.variants.ini import own
from engine.variants.ini.draft import Draft
from engine.variants.ini.keys import KING

PAWN = "pawn"
_STANDARD = ("queen", "rook", "bishop", "knight")


def described(draft: Draft) -> Mapping[str, Any]:
    """The pawns and all promotions. Raises VariantError."""
    return {"pawns": _pawn_rules(draft), "promotions": tuple(_promotions(draft))}


def promoting(draft: Draft) -> set[str]:
    """The letters of what becomes something else. Raises VariantError."""
    return {promotion.piece for promotion in _promotions(draft)}


def _promotions(draft: Draft) -> list[Promotion]:
    listed = list(own.promotions(draft))
    return listed or [*_pawn_promotions(draft), *_piece_promotions(draft)]


def leap_rank(draft: Draft) -> int | None:
    """The own rank from which pawns make their double step, and other pieces `i` moves."""
    needed = any(piece.key == PAWN or "i" in piece.moves for piece in draft.pieces)
    if not draft.settings.flag("doubleStep") or not needed:
        return None
    return draft.one_rank("doubleStepRegion")


def forms(draft: Draft) -> Mapping[str, str]:
    """What pieces other than pawns become: keys by key. Raises VariantError."""
    key = "promotedPieceType"
    found = {
        piece: form
        for piece, form in draft.settings.by_piece(key).items()
        if isinstance(form, str) and draft.letter(piece) and draft.letter(form)
    }
    for piece, form in found.items():
        if KING in (piece, form):
            draft.settings.fail(key, "a king neither promotes nor comes from promotion")
        if draft.letter(piece) in draft.letters("nMoveRuleTypes"):
            draft.settings.fail(key, "that rule is missing: pawns with a promoted form")
    if found and not draft.settings.flag("mandatoryPiecePromotion"):
        draft.settings.fail(
            key,
            "that rule is missing: promotion by choice, expected mandatoryPiecePromotion = true",
        )
    return found


def _pawn_rules(draft: Draft) -> PawnRules | None:
    letters = draft.letters("nMoveRuleTypes")
    if len(letters) > 1:
        draft.settings.fail("nMoveRuleTypes", "that rule is missing: several kinds of pawn")
    if not letters:
        return None
    (pawn,) = letters
    leap = leap_rank(draft)
    own_ranks = [
        draft.own_rank(letter.isupper(), rank)
        for (_, rank), letter in draft.board.items()
        if letter.upper() == pawn
    ]
    first_rank = min([*own_ranks, *([leap] if leap else [])], default=1)
    en_passant = own.en_passant(draft)
    if not en_passant and (en_passant := _en_passant(draft, leap)) and first_rank != leap:
        draft.fail_start("that rule is missing: pawns behind the rank of their double step")
    return PawnRules(pawn, first_rank, en_passant)


def _en_passant(draft: Draft, leap: int | None) -> EnPassant | None:
    types = draft.settings.kinds("enPassantTypes")
    pawn = draft.settings.kinds("nMoveRuleTypes")
    if not types or leap is None:
        return None
    passed = {white: leap if white else draft.ranks - 1 - leap for white in (True, False)}
    whole = {
        white: {
            file
            for file, rank in draft.region(f"enPassantRegion{side}")
            if rank == passed[not white]
        }
        for white, side in ((True, "White"), (False, "Black"))
    }
    if not any(whole.values()):
        return None
    if types != (PAWN,) or pawn != (PAWN,):
        draft.settings.fail(
            "enPassantTypes", "that rule is missing: en passant by other than ordinary pawns"
        )
    if any(len(files) != draft.files for files in whole.values()):
        draft.settings.fail(
            "enPassantRegion", "that rule is missing: en passant on some passed squares only"
        )
    return EnPassant(steps=2, always_shown=False)


def _pawn_promotions(draft: Draft) -> Iterator[Promotion]:
    pieces, choices = draft.letters("promotionPawnTypes"), draft.letters("promotionPieceTypes")
    king = draft.letter(KING)
    for key, letters in (("promotionPieceTypes", choices), ("promotionPawnTypes", pieces)):
        if king in letters:
            draft.settings.fail(key, "a king neither promotes nor comes from promotion")
    if set(pieces) & set(choices):
        draft.settings.fail("promotionPieceTypes", "a piece cannot become itself")
    rank = draft.one_rank("promotionRegion") if pieces and choices else None
    if rank:
        yield from (Promotion(piece, rank, choices) for piece in pieces)


def _piece_promotions(draft: Draft) -> Iterator[Promotion]:
    promoted = [letter for letter in map(draft.letter, forms(draft)) if letter]
    rank = draft.one_rank("promotionRegion") if promoted else None
    if rank:
        yield from (Promotion(piece, rank, (f"+{piece}",)) for piece in promoted)
