"""Citadels: squares that most pieces may not enter, where a royal piece finds a draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.variant import square_name
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import Citadels, PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, NOWHERE, SIDES, Key, each
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    sides = [draft.region(f"citadel{side}") for side in SIDES]
    if not any(sides):
        return {}
    white, black = (draft.named(side) for side in sides)
    pieces, guards = draft.letters("citadelTypes"), draft.letters("citadelGuardTypes")
    return {"citadels": Citadels(Region(white, black), pieces, guards)}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rule = variant.citadels
    if not rule:
        return
    if error := rule.squares.error(variant.files, variant.ranks):
        yield f"citadels: {error}"
    if not rule.pieces:
        yield "citadels: expected `citadelTypes`, the pieces that draw the game there"
    if any(piece.second_square for piece in variant.pieces):
        yield "citadels cannot be combined with pieces on two squares"
    if variant.second_steps or variant.enclosing:
        yield "citadels cannot be combined with second steps or enclosing"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return (*variant.citadels.pieces, *variant.citadels.guards) if variant.citadels else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.citadels
    if rule is None:
        return {}
    found = without_defaults(
        ("squares", rule.squares.value(), None),
        ("pieces", list(rule.pieces), []),
        ("guards", list(rule.guards), []),
    )
    return {"citadels": found}


def _where(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.citadels
    if rule is None:
        return
    for colour, side in enumerate(SIDES):
        squares = rule.squares.squares(colour, variant.files, variant.ranks)
        if squares:
            names = [square_name(*square) for square in sorted(squares)]
            yield f"{side}'s citadel is {english.both(names)}."
    yield f"Only {words.any_piece(rule.pieces)} may enter the enemy's citadel."
    if rule.guards:
        yield f"Only {words.any_piece(rule.guards)} may enter that of its own side."


def _drawn(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if rule := variant.citadels:
        name = english.capitalised(words.any_piece(rule.pieces))
        yield f"{name} in the enemy's citadel ends the game as a draw."


RULE = Rule(
    name="citadels",
    fields=("citadels", "citadels.squares", "citadels.pieces", "citadels.guards"),
    keys={
        "citadel": Key(values.squares, each(NOWHERE), extension=True, sides=SIDES),
        "citadelTypes": Key(values.kinds, NOBODY, extension=True, requires=("citadelWhite",)),
        "citadelGuardTypes": Key(values.kinds, NOBODY, extension=True, requires=("citadelWhite",)),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _where), Text("Draws", _drawn)),
)
