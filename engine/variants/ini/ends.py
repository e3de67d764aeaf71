"""How games of a section end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.board.fen import MAX_COUNTER
from engine.board.variant import DrawRules
from engine.kinds.army.regions import Region
from engine.kinds.army.rules import Ends, Extinction, Goal, InsufficientMaterial
from engine.variants.ini import pawns
from engine.variants.ini.draft import Draft
from engine.variants.ini.keys import KING, SIDES
from engine.variants.ini.values import ALL_PIECES

MOST_MOVES = MAX_COUNTER // 2  # what FEN can count
_USUAL = Ends()
NEVER = 1_000_000  # plies, or repetitions, that no game sees


def described(draft: Draft) -> Mapping[str, Any]:
    """Draws and all that wins besides checkmate. Raises VariantError."""
    ends = Ends(
        stalemate=_value(draft, "stalemateValue"),
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


def _value(draft: Draft, key: str) -> str:
    value = draft.settings.text(key)
    if value == "none":
        draft.settings.fail(key, "expected win, loss or draw")
    return value


def _extinctions(draft: Draft) -> Iterator[Extinction]:
    """Any of several types may not be lost, or all pieces together."""
    if draft.settings.text("extinctionValue") == "none":
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
        answered = draft.settings.flag("flagMove")
        if answered and kinds != (KING,):
            draft.settings.fail(
                "flagMove", "that rule is missing: a move after other pieces than kings arrive"
            )
        count = draft.settings.number("flagPieceCount")
        if kinds:
            yield Goal(piece, Region(*squares), count, answered)


def _check_forms(draft: Draft, kinds: tuple[str, ...], key: str) -> None:
    """Raises VariantError where a promoted form would count as one of these pieces."""
    if set(pawns.forms(draft).values()) & set(kinds):
        draft.settings.fail(key, "that rule is missing: promoted forms that count as other pieces")


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
        repetitions=draft.settings.number("nFoldRule") or NEVER,
        plies=2 * draft.settings.number("nMoveRule") or NEVER,
        repetition=_value(draft, "nFoldValue"),
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
