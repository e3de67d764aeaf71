"""How games of a section end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from amalthea.engine.core.fen import MAX_COUNTER
from amalthea.engine.core.variant import UNLIMITED, DrawRules
from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.endings import (
    Counting,
    Ends,
    Extinction,
    Goal,
    Line,
    PseudoRoyals,
)
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import InsufficientMaterial
from amalthea.engine.variant_files import pawns
from amalthea.engine.variant_files.draft import Draft
from amalthea.engine.variant_files.keys import KING, SIDES
from amalthea.engine.variant_files.values import ALL_PIECES

MOST_MOVES = MAX_COUNTER // 2  # what FEN can count
_USUAL = Ends()


def described(draft: Draft) -> Mapping[str, Any]:
    """Draws and all that wins besides checkmate. Raises VariantError."""
    ends = Ends(
        stalemate=_value(draft, "stalemateValue"),
        by_count=draft.settings.flag("stalematePieceCount"),
        mate=_value(draft, "checkmateValue"),
        must_capture=draft.settings.flag("mustCapture"),
        pseudo_royals=_pseudo_royals(draft),
        king_stays=draft.settings.flag("makpongRule"),
        counting=_counting(draft),
        perpetual=draft.settings.flag("perpetualCheckIllegal"),
        chases=_chases(draft),
        absolute=_repetition(draft) != "draw" and draft.settings.flag("nFoldValueAbsolute"),
        draws=_draws_for(draft),
        lines=tuple(_lines(draft)),
        extinctions=tuple(_extinctions(draft)),
        goals=tuple(_goals(draft)),
        checks=_checks(draft),
        checking=draft.settings.flag("checking"),
    )
    return {
        "draws": _draws(draft),
        "insufficient": _insufficient(draft, pawns.promoting(draft)),
        "ends": _USUAL if ends == _USUAL else ends,  # one for all the games of a large file
    }


_DEARER = {
    "horse": ("rook",),
    "cannon": ("rook",),
    "elephant": ("rook", "cannon", "horse"),
    "fers": ("rook", "cannon", "horse"),
}


def _chases(draft: Draft) -> Chases | None:
    """The rule of Asia; soldiers never chase, nor are they chased before they go sideways."""
    if draft.settings.text("chasingRule") == "none":
        return None
    soldier = draft.letter("soldier")
    home = tuple(f"*{rank}" for rank in range(1, draft.settings.number("soldierPromotionRank")))
    dearer = {
        draft.letter(key): tuple(filter(None, map(draft.letter, others)))
        for key, others in _DEARER.items()
    }
    return Chases(
        harmless=(soldier,) if soldier else (),
        dearer=tuple((letter, others) for letter, others in dearer.items() if letter and others),
        spared=((soldier, Region(home)),) if soldier and home else (),
    )


def _value(draft: Draft, key: str) -> str:
    value = draft.settings.text(key)
    if value == "none":
        draft.settings.fail(key, "expected win, loss or draw")
    return value


def _repetition(draft: Draft) -> str:
    return _value(draft, "nFoldValue")


def _extinctions(draft: Draft) -> Iterator[Extinction]:
    """Any of several types may not be lost, or all pieces together."""
    if draft.settings.text("extinctionValue") == "none" or _has_pseudo_royals(draft):
        return
    kinds = draft.settings.kinds("extinctionPieceTypes")
    _check_forms(draft, kinds, "extinctionPieceTypes")
    if not kinds:
        return
    yield Extinction(
        pieces=() if ALL_PIECES in kinds else draft.letters("extinctionPieceTypes"),
        left=draft.settings.number("extinctionPieceCount"),
        against=draft.settings.number("extinctionOpponentPieceCount"),
        claim=draft.settings.flag("extinctionClaim"),
        value=draft.settings.text("extinctionValue"),
    )


def _has_pseudo_royals(draft: Draft) -> bool:
    return draft.settings.flag("extinctionPseudoRoyal")


def _pseudo_royals(draft: Draft) -> PseudoRoyals | None:
    """What may not be lost is not lost either: there is no extinction beside them."""
    kinds = draft.settings.kinds("extinctionPieceTypes") if _has_pseudo_royals(draft) else ()
    if not kinds:
        return None
    if draft.settings.flag("pieceDrops"):
        draft.settings.fail(
            "extinctionPseudoRoyal", "that rule is missing: pseudo-royal pieces beside drops"
        )
    if ALL_PIECES in kinds:
        draft.settings.fail("extinctionPieceTypes", "pseudo-royal is a type, expected letters")
    _check_forms(draft, kinds, "extinctionPieceTypes")
    return PseudoRoyals(
        tuple(draft.letters("extinctionPieceTypes")),
        draft.settings.number("extinctionPieceCount") + 1,
        draft.settings.flag("dupleCheck"),
    )


def _goals(draft: Draft) -> Iterator[Goal]:
    """One goal of both sides, or one each where other pieces are to reach it."""
    sides = {
        side: (draft.settings.kinds(f"flagPiece{side}"), draft.region(f"flagRegion{side}"))
        for side in SIDES
    }
    for kinds in dict.fromkeys(kinds for kinds, squares in sides.values() if squares):
        _check_forms(draft, kinds, "flagPiece")
        if len(kinds) > 1:
            draft.settings.fail("flagPiece", "expected one piece or *")
        squares = (draft.named(at) if kind == kinds else () for kind, at in sides.values())
        piece = None if ALL_PIECES in kinds else draft.letter(kinds[0]) if kinds else None
        later, safe = (draft.settings.flag(key) for key in ("flagMove", "flagPieceSafe"))
        royal = kinds == (KING,)
        if later and safe and royal:
            draft.settings.fail("flagMove", "that rule is missing: safe kings with a move after")
        if kinds:
            yield Goal(
                piece,
                Region(*squares),
                draft.settings.number("flagPieceCount"),
                answered=later and royal,
                held=later and not royal,
                safe=safe,
                filled=draft.settings.flag("flagPieceBlockedWin"),
            )


def _check_forms(draft: Draft, kinds: tuple[str, ...], key: str) -> None:
    """Raises VariantError where a promoted form would count as one of these pieces."""
    if set(pawns.forms(draft).values()) & set(kinds):
        draft.settings.fail(key, "that rule is missing: promoted forms that count as other pieces")


_DRAWS = {"none": "", "whitedrawodds": "White", "blackdrawodds": "Black", "unweighted": "more"}


def _draws_for(draft: Draft) -> str:
    how = draft.settings.text("materialCounting")
    if how not in _DRAWS:
        draft.settings.fail("materialCounting", "that rule is missing: points of pieces")
    return _DRAWS[how]


_LONGEST = 64  # moves of a lone king in Thailand
_THAI = {("rook", 2): 8, ("rook", 1): 16, ("silver", 2): 22, ("knight", 2): 32, ("silver", 1): 44}
_ASEAN = {("rook", 1): 16, ("silver", 1): 44, ("knight", 1): 64}


def _counting(draft: Draft) -> Counting | None:
    """The rules of Thailand, of Cambodia, where a lone king has a move less, and of ASEAN."""
    rule = draft.settings.text("countingRule")
    if rule == "none":
        return None
    if rule == "asean":
        return Counting(0, _limits(draft, _ASEAN, 0), from_pieces=False)
    less = 1 if rule == "cambodian" else 0
    found = _limits(draft, _THAI, less)
    longest = _LONGEST - less
    if less:
        return Counting(longest, found, longest, most=3, pawns=True)
    return Counting(longest, found, longest)


def _limits(
    draft: Draft, limits: Mapping[tuple[str, int], int], less: int
) -> tuple[tuple[str, int, int], ...]:
    """By letters, so many moves less; what the game has not is left out."""
    return tuple(
        (letter, least, moves - less)
        for (key, least), moves in limits.items()
        if (letter := draft.letter(key))
    )


def _lines(draft: Draft) -> Iterator[Line]:
    """Rows, blocks, and pieces anywhere on one line."""
    kinds = draft.settings.kinds("connectPieceTypes")
    _check_forms(draft, kinds, "connectPieceTypes")
    pieces = () if ALL_PIECES in kinds else draft.letters("connectPieceTypes")
    ways = "".join(
        way
        for way, name in (("h", "Horizontal"), ("v", "Vertical"), ("d", "Diagonal"))
        if draft.settings.flag(f"connect{name}")
    )
    for key, directions, gaps in (
        ("connectN", ways, False),
        ("connectNxN", "b", False),
        ("collinearN", ways, True),
    ):
        length = draft.settings.number(key)
        if length and length < 2:
            draft.settings.fail(key, "expected at least 2 pieces")
        if length and (pieces or ALL_PIECES in kinds):
            yield Line(length, pieces, directions, gaps, _value(draft, "connectValue"))


def _checks(draft: Draft) -> int:
    """The number that wins stands in the first position's FEN."""
    if not draft.settings.flag("checkCounting"):
        return 0
    if not draft.start.checks:
        draft.fail_start("expected the checks that win before the numbers, like 3+3")
    return max(map(int, draft.start.checks.split("+")))


def _draws(draft: Draft) -> DrawRules:
    """Where a number is 0 there is no such draw."""
    if draft.settings.number("nFoldRule") == 1:
        draft.settings.fail("nFoldRule", "expected 0 for none, or at least 2")
    if draft.settings.number("nMoveRule") > MOST_MOVES:
        draft.settings.fail("nMoveRule", f"expected 0 for none, to {MOST_MOVES}")
    return DrawRules(
        repetitions=draft.settings.number("nFoldRule") or UNLIMITED,
        plies=2 * draft.settings.number("nMoveRule") or UNLIMITED,
        repetition=_repetition(draft),
    )


def _confines_kings(draft: Draft) -> bool:
    """Whether a king is easier to mate: he may not go everywhere, or has corners of his own."""
    keys = ("flyingGeneral", *(f"mobilityRegion{side}King" for side in SIDES))
    return "*" in draft.start.placement or any(map(draft.settings.is_set, keys))


def _insufficient(draft: Draft, promoting: set[str]) -> InsufficientMaterial:
    """A lone knight or bishop, and bishops on one shade, can mate on no board; not so what becomes
    something else.
    """
    lone = [letter for letter in map(draft.letter, ("knight", "bishop")) if letter]
    lone = [letter for letter in lone if letter not in promoting and not _confines_kings(draft)]
    bishop = draft.letter("bishop")
    return InsufficientMaterial(
        lone=tuple(lone), same_shade=tuple(letter for letter in lone if letter == bishop)
    )
