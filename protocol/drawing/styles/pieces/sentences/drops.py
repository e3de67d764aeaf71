"""Sentences on drops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.english import capitalised, with_article
from amalthea.protocol.drawing.styles.pieces.sentences.names import any_piece, piece_name
from amalthea.protocol.drawing.styles.pieces.sentences.places import on

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant, Drops

Sentences = Iterator[str]


def captured(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield where captured pieces go."""
    if rules.captured:
        yield "A captured piece goes to the hand of the side that captured it and changes sides."


def held(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield what captured pieces become in hand."""
    if any(letter == f"+{base}" for letter, base in rules.held.items()):
        yield "A promoted piece reverts to its original form when it is captured."
    forms: dict[str, list[str]] = {}
    for letter, base in rules.held.items():
        if letter != f"+{base}":
            forms.setdefault(base, []).append(letter)
    for base, letters in forms.items():
        form = any_piece(variant, [base])
        yield f"{capitalised(any_piece(variant, letters))} becomes {form} when it is captured."


def dropping(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield what a drop is."""
    yield "Instead of moving, a side may drop a piece from its hand on an empty square."


def regions(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield where pieces may be dropped, one sentence for each region."""
    pieces: dict[str, list[str]] = {}
    for letter, region in rules.regions.items():
        where = f"only be dropped {on(variant, region)}" if region.white else "not be dropped"
        pieces.setdefault(where, []).append(letter)
    for where, letters in pieces.items():
        yield f"{capitalised(any_piece(variant, letters))} may {where}."


def most_on_file(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield how many pieces of a type may be dropped on one file."""
    for letter, most in rules.most_on_file.items():
        name = piece_name(variant, letter)
        several = with_article(name) if most == 1 else english.count(most, name)
        yield (
            f"{capitalised(any_piece(variant, [letter]))} may not be dropped on a file that already"
            f" holds {several} of the same side."
        )


def never_mating(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield which drops may not mate."""
    if rules.never_mating:
        names = any_piece(variant, rules.never_mating)
        yield f"{capitalised(names)} may not be dropped to give checkmate."


def checking(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield that drops may not give check."""
    if not rules.checking:
        yield "No drop may give check."


def promoted(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield that promoted forms may be dropped."""
    if rules.promoted:
        yield "A piece may be dropped in its promoted form."


def first(variant: ArmyVariant, rules: Drops) -> Sentences:
    """Yield what must be dropped first."""
    if rules.first:
        names = any_piece(variant, rules.first)
        yield f"While a side can drop {names}, it must do so before any other move or drop."
