"""Perpetual chases: a side that attacked one piece anew by every move of a repetition has lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.common_rules import is_limit
from amalthea.engine.core.english import capitalised
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_DEARER = {
    "horse": ("rook",),
    "cannon": ("rook",),
    "elephant": ("rook", "cannon", "horse"),
    "fers": ("rook", "cannon", "horse"),
}


def _read(draft: Draft) -> Mapping[str, object]:
    """Return the Asian rule: soldiers never chase, nor are they chased before they go sideways."""
    if draft.settings.text("chasingRule") == "none":
        return {}
    soldier = draft.letter("soldier")
    home = tuple(f"*{rank}" for rank in range(1, draft.settings.number("soldierPromotionRank")))
    dearer = {
        draft.letter(key): tuple(filter(None, map(draft.letter, others)))
        for key, others in _DEARER.items()
    }
    chases = Chases(
        harmless=(soldier,) if soldier else (),
        dearer=tuple((letter, others) for letter, others in dearer.items() if letter and others),
        spared=((soldier, Region(home)),) if soldier and home else (),
    )
    return {"ends.chases": chases}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    chases = variant.ends.chases
    if chases is None:
        return
    for letter in dict.fromkeys(_named(chases)):
        if letter not in {piece.letter for piece in variant.pieces}:
            yield f"chases: no piece type has the letter {letter!r}"
    for letter, region in chases.spared:
        if error := region.error(variant.files, variant.ranks):
            yield f"chases of {letter!r}: {error}"
    if any(piece.second_square for piece in variant.pieces):
        yield "chases cannot be judged with pieces on two squares"


def _named(chases: Chases) -> Iterator[str]:
    yield from chases.harmless
    yield from (letter for letter, _ in (*chases.dearer, *chases.spared))
    yield from (letter for _, others in chases.dearer for letter in others)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    chases = variant.ends.chases
    if chases is None:
        return {}
    values = without_defaults(
        ("harmless", list(chases.harmless), []),
        ("dearer", [[letter, list(others)] for letter, others in chases.dearer], []),
        ("spared", [[letter, region.value()] for letter, region in chases.spared], []),
    )
    return {"chases": values}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rules = variant.ends.chases
    if rules is None or not is_limit(variant.draws.repetitions):
        return
    yield (
        "A perpetual chase loses: a side may not repeat the position with moves that all attack"
        " the same piece anew, unless both sides do."
    )
    yield (
        "An attack on a protected piece is not a chase, nor is one on a piece of the attacker's"
        " type that could capture the attacker as well."
    )
    harmless = [letter for letter in (variant.royal, *rules.harmless) if letter]
    if harmless:
        attackers = english.both(words.plural_names(harmless))
        yield f"Attacks by {attackers} are never a chase."
    for letter, others in rules.dearer:
        yield (
            f"{capitalised(words.any_piece([letter]))} may not chase"
            f" {words.any_piece(others)} even if it is protected."
        )
    for letter, region in rules.spared:
        name = capitalised(words.any_piece([letter]))
        yield f"{name} {words.on(region)} may always be attacked."


RULE = Rule(
    name="chases",
    fields=("ends.chases",),
    keys={"chasingRule": Key(values.one_of("none", "axf"), "none")},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
)
