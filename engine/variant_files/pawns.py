"""The pawns of a section, and what promotes to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.description.regions import Region, zone_of
from amalthea.engine.pieces.description.variant import MAX_ADVANCE, EnPassant, PawnRules, Promotion
from amalthea.engine.variant_files import own_keys
from amalthea.engine.variant_files.draft import Draft
from amalthea.engine.variant_files.keys import KING, SIDES

PAWN = "pawn"
_PROMOTION_KEYS = ("promotionPawnTypes", "promotionPieceTypes")
_STANDARD = ("queen", "rook", "bishop", "knight")


def described(draft: Draft) -> Mapping[str, Any]:
    """The pawns and all promotions. Raises VariantError."""
    limits = {
        letter: most
        for key, most in draft.settings.by_piece("promotionLimit").items()
        if (letter := draft.letter(key)) and isinstance(most, int) and most > 0
    }
    if set(draft.settings.by_piece("promotionLimit")) & set(forms(draft).values()):
        draft.settings.fail("promotionLimit", "that rule is missing: limits of promoted forms")
    return {
        "pawns": _pawn_rules(draft),
        "promotions": tuple(_promotions(draft)),
        **({"limits": limits} if limits else {}),
        "stranding": not draft.settings.flag("immobilityIllegal"),
    }


def promoting(draft: Draft) -> set[str]:
    """The letters of what becomes something else. Raises VariantError."""
    return {promotion.piece for promotion in _promotions(draft)}


def _promotions(draft: Draft) -> list[Promotion]:
    """A pawn's choices are marked where they would go to a hand as pawns."""
    listed = list(own_keys.promotions(draft))
    listed = listed or [*_pawn_promotions(draft), *_piece_promotions(draft)]
    return [
        replace(each, to=tuple(to if to[0] == "+" else draft.as_promoted(to) for to in each.to))
        if each.piece in _promoted(draft)
        else each
        for each in listed
    ]


def _promoted(draft: Draft) -> set[str]:
    """What promotes on either side."""
    return {letter for side in SIDES for letter in draft.letters(f"promotionPawnTypes{side}")}


def twins(draft: Draft) -> tuple[str, ...]:
    """The letters of what pawns become that is another type then. Raises VariantError."""
    if not draft.settings.flag("pieceDrops"):
        return ()
    marked = {letter for each in _promotions(draft) for letter in each.to if letter[-1] == "~"}
    return tuple(piece.letter for piece in draft.pieces if f"{piece.letter}~" in marked)


def main_pawn(draft: Draft) -> str:
    """The letter of the pawn that promoted pieces were."""
    kinds = draft.settings.kinds("promotionPawnTypes")
    letter = draft.letter(PAWN if PAWN in kinds else kinds[0])
    assert letter
    return letter


def leap_zone(draft: Draft) -> int | Region | None:
    """From where pawns make their double step, and other pieces `i` moves."""
    needed = any(piece.key == PAWN or "i" in piece.moves for piece in draft.pieces)
    if not draft.settings.flag("doubleStep") or not needed:
        return None
    return draft.zone("doubleStepRegion")


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
        if piece == PAWN and draft.settings.flag("piecePromotionOnCapture"):
            draft.settings.fail(key, "that rule is missing: pawns that promote by capturing only")
        if form in found:
            draft.settings.fail(key, "that rule is missing: forms that promote again")
        kinds = (draft.settings.kinds(f"promotionPawnTypes{side}") for side in SIDES)
        if piece != PAWN and any(piece in each for each in kinds):
            draft.settings.fail(key, "that rule is missing: pawns' promotion beside another form")
    return found


def _pawn_rules(draft: Draft) -> PawnRules | None:
    """The pawn is the first piece whose moves reset the draw count, or that is taken in passing."""
    resetting = tuple(
        dict.fromkeys(letter for side in SIDES for letter in draft.letters(f"nMoveRuleTypes{side}"))
    )
    leap = leap_zone(draft)
    en_passant = own_keys.en_passant(draft) or _en_passant(draft, leap)
    pawns = [*resetting, *(en_passant.taken if en_passant else ())]
    if not pawns:
        return None
    usual = draft.letter(PAWN)
    pawn = usual if usual in pawns else pawns[0]
    own_ranks = [
        draft.own_rank(letter.isupper(), rank)
        for (_, rank), letter in draft.board.items()
        if letter.upper() == pawn
    ]
    own_ranks += [leap] if isinstance(leap, int) else []
    if _retreats(pawn, draft):
        own_ranks = [1]
    if draft.settings.flag("pieceDrops"):
        barred = pawn == draft.letter(PAWN) and not draft.settings.flag("firstRankPawnDrops")
        own_ranks.append(2 if barred else 1)
    return PawnRules(
        pawn,
        min(own_ranks, default=1),
        en_passant and _simplified(en_passant, pawn),
        None if resetting == (pawn,) else resetting,
    )


def _retreats(pawn: str, draft: Draft) -> bool:
    """Whether a pawn may go back, as far as the first rank."""
    (piece,) = (each for each in draft.pieces if each.letter == pawn)
    paths = betza.parse(piece.moves.replace("e", ""), draft.ranks)
    return any(step.dy < 0 for path in paths for step in path.steps)


def _simplified(en_passant: EnPassant, pawn: str) -> EnPassant:
    """Without what is so wherever nothing is said."""
    return replace(
        en_passant,
        taken=() if en_passant.taken == (pawn,) else en_passant.taken,
        takers=() if en_passant.takers == (pawn,) else en_passant.takers,
    )


def _en_passant(draft: Draft, leap: int | Region | None) -> EnPassant | None:
    """After pawns' steps of two or three squares, and after other pieces' `i` moves."""
    takers = draft.letters("enPassantTypes")
    advances = {letter: steps for letter, steps in _advances(draft, leap) if steps}
    lengths = sorted(set().union(*advances.values()))
    if not takers or not lengths:
        return None
    if len(lengths) > 2 or lengths[-1] > MAX_ADVANCE:
        draft.settings.fail("enPassantTypes", "that rule is missing: advances of several lengths")
    region = _en_passant_region(draft, leap, lengths)
    if region and not (region.white or region.black):
        return None
    return EnPassant(
        steps=lengths[0],
        always_shown=False,
        also=0 if len(lengths) == 1 else lengths[1],
        every=lengths[-1] > 2,
        taken=tuple(advances),
        takers=takers,
        region=region,
    )


def _advances(draft: Draft, leap: int | Region | None) -> Iterator[tuple[str, set[int]]]:
    """The numbers of steps by which pieces advance so that they may be taken in passing."""
    for piece in draft.pieces:
        if piece.key == PAWN:
            triple = draft.zone("tripleStepRegion")
            yield piece.letter, {2} if leap and not triple else {2, 3} if leap else set()
        elif leap is not None and "i" in piece.moves:
            paths = betza.parse(piece.moves.replace("e", ""), draft.ranks)
            yield piece.letter, {_advance(path, piece.key, draft) for path in paths} - {0}


def _advance(path: betza.Path, key: str, draft: Draft) -> int:
    """The number of squares of a first move straight on, 0 for other moves and for leaps."""
    if not path.initial or len(path.steps) == 1:
        return 0
    ways = {(step.dx, step.dy) for step in path.steps}
    (across, forward), *others = ways
    if others or forward != 1 or abs(across) > 1:
        draft.settings.fail(key, "that rule is missing: en passant after moves that go not forward")
    return len(path.steps)


def _en_passant_region(
    draft: Draft, leap: int | Region | None, lengths: list[int]
) -> Region | None:
    """Where the sides capture so; None where it holds no square back that an advance passes."""
    homes = [
        zone_of(leap).squares(colour, draft.files, draft.ranks) if leap else frozenset()
        for colour in range(2)
    ]
    passed = {  # by who captures
        side: {
            (file + across * n, rank + forward * n)
            for file, rank in homes[mover]
            for n in range(1, lengths[-1])
            for across in (-1, 0, 1)
        }
        for side, mover, forward in (("White", 1, -1), ("Black", 0, 1))
    }
    held = {side: draft.region(f"enPassantRegion{side}") for side in passed}
    board = {(file, rank) for file in range(draft.files) for rank in range(draft.ranks)}
    if all(passed[side] & board <= held[side] for side in passed):
        return None
    return Region(draft.named(held["White"]), draft.named(held["Black"]))


def _pawn_promotions(draft: Draft) -> Iterator[Promotion]:
    zone = draft.zone("promotionRegion")
    rules = {
        side: (*(draft.settings.kinds(f"{key}{side}") for key in _PROMOTION_KEYS),)
        for side in SIDES
    }
    if zone is None or rules["White"] == rules["Black"]:
        yield from _promotions_of("White", zone, draft)
        return
    white, black = (zone_of(zone).squares(n, draft.files, draft.ranks) for n in range(2))
    yield from _promotions_of("White", Region(draft.named(white), ()), draft)
    yield from _promotions_of("Black", Region((), draft.named(black)), draft)


def _promotions_of(side: str, zone: int | Region | None, draft: Draft) -> Iterator[Promotion]:
    """The promotions of one side's pawns, in a zone that may hold for both."""
    pieces, choices = (draft.letters(f"{key}{side}") for key in _PROMOTION_KEYS)
    king = draft.letter(KING)
    for key, letters in zip(_PROMOTION_KEYS, (pieces, choices), strict=True):
        if king in letters:
            draft.settings.fail(key, "a king neither promotes nor comes from promotion")
    if set(pieces) & set(choices):
        draft.settings.fail("promotionPieceTypes", "a piece cannot become itself")
    optional = not draft.settings.flag("mandatoryPawnPromotion")
    pawn = draft.letter(PAWN)
    for piece in dict.fromkeys((*pieces, *([pawn] if PAWN in forms(draft) and pawn else []))):
        to = choices if piece in pieces else ()
        to += (f"+{piece}",) if piece == pawn and PAWN in forms(draft) else ()
        if zone and to:
            yield Promotion(piece, zone, to, optional)


def _piece_promotions(draft: Draft) -> Iterator[Promotion]:
    zone = draft.zone("promotionRegion")
    optional = not draft.settings.flag("mandatoryPiecePromotion")
    capturing = draft.settings.flag("piecePromotionOnCapture")
    for piece in (draft.letter(key) for key in forms(draft) if key != PAWN):
        if piece and zone:
            yield Promotion(piece, zone, (f"+{piece}",), optional, True, capturing)
            if draft.settings.flag("pieceDemotion"):
                yield Promotion(f"+{piece}", zone, (piece,), optional, True, capturing)
