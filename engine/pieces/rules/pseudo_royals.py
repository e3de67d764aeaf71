"""Pseudo-royal pieces: they are royal while few of their type are left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import MAX_PIECES, PseudoRoyals
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.reading.values import ALL_PIECES
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.pseudo_royals": _pseudo_royals(draft)}


def _pseudo_royals(draft: Draft) -> PseudoRoyals | None:
    """Return the rule, None without one.

    It replaces extinction except in games with explosions, as nothing else removes such pieces. The
    king is royal in any case.
    """
    key = "extinctionPieceTypes"
    if not draft.settings.flag("extinctionPseudoRoyal"):
        return None
    if ALL_PIECES in draft.settings.kinds(key):
        draft.settings.fail(key, "expected letters of pseudo-royal types")
    letters = tuple(each for each in draft.letters(key) if each != draft.letter(KING))
    if not letters:
        return None
    return PseudoRoyals(
        letters,
        draft.settings.number("extinctionPieceCount") + 1,
        draft.settings.flag("dupleCheck"),
    )


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rules = variant.ends.pseudo_royals
    if rules is None:
        return
    if rules.most < 1 or not rules.pieces:
        yield f"pseudo-royal {rules.pieces!r}, limit {rules.most}: expected a type and at least 1"
    for piece in variant.pieces:
        if piece.letter in rules.pieces and (piece.royal or piece.second_square):
            yield f"{piece.name}: a royal piece, or one on two squares, may not be pseudo-royal"
    if any(piece.second_square for piece in variant.pieces):
        yield "pseudo-royal pieces cannot be combined with pieces on two squares"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.ends.pseudo_royals.pieces if variant.ends.pseudo_royals else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rules = variant.ends.pseudo_royals
    if rules is None:
        return {}
    values = without_defaults(
        ("pieces", list(rules.pieces), []),
        ("most", rules.most, 1),
        ("all_together", rules.all_together, False),
    )
    return {"pseudo_royals": values}


def _own_royals(words: Words, royals: PseudoRoyals) -> str:
    """Return the pseudo-royal pieces as a side's own: "its last king"."""
    if royals.most == 1:
        return f"its last {english.either(words.piece_names(royals.pieces))}"
    several = english.either(words.plural_names(royals.pieces))
    squares = words.variant.files * words.variant.ranks
    if royals.most >= min(squares, MAX_PIECES):
        return f"any of its {several}"
    return f"any of its {several}, while it has at most {english.number(royals.most)},"


def _checkmate(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if royals := variant.ends.pseudo_royals:
        also = "also " if variant.royal else ""
        yield (
            f"A side is {also}checkmated if {_own_royals(words, royals)} is attacked and no legal"
            " move ends the attack."
        )


def _safety(variant: PiecesVariant, words: Words) -> Iterator[str]:
    royals = variant.ends.pseudo_royals
    if royals is None:
        return
    yield f"A side may not leave {_own_royals(words, royals)} attacked."
    if royals.all_together:
        names = english.both(words.plural_names(royals.pieces))
        yield f"Nor may it leave all of its {names} attacked at once, however many it has."


RULE = Rule(
    name="pseudo_royals",
    fields=("ends.pseudo_royals",),
    keys={"extinctionPseudoRoyal": flag(), "dupleCheck": flag(requires=("extinctionPseudoRoyal",))},
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _checkmate), Text("Pieces", _safety)),
    decisive=("ends.pseudo_royals",),
)
