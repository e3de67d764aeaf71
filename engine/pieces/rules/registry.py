"""All rules of games of pieces, with the table of keys, checks, fingerprints and chapters.

A rule is added here once; within a chapter the sentences follow the order of this list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache

from amalthea.engine.core import fingerprint
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.description.incomplete import UnknownField
from amalthea.engine.pieces.description.variant import PiecesVariant, special_fields
from amalthea.engine.pieces.reading.keys import SIDES, KeyTable
from amalthea.engine.pieces.rules import (
    back_and_forth,
    bare_royal,
    blocked_squares,
    board,
    burning,
    castling,
    chains,
    chases,
    checking,
    checks_given,
    citadels,
    counting,
    diagonal_lines,
    double_step,
    draw_winner,
    drops,
    en_passant,
    enclosing,
    explosions,
    extinction,
    facing_kings,
    first_leaps,
    first_position,
    flying_general,
    forced_capture,
    full_board,
    gating,
    goals,
    immobility,
    insufficient_material,
    jumping,
    lines,
    makpong,
    mate_conditions,
    missing,
    mutual_immunity,
    passing,
    pawns,
    perpetual_attack,
    perpetual_check,
    piece_types,
    placement,
    presentation,
    progress,
    promotion,
    pseudo_royals,
    relocations,
    repetition,
    royal,
    safe_leap,
    second_steps,
    stalemate,
    turns,
    two_square_pieces,
    uncapturable,
    untraded,
    waiting,
    walls,
)
from amalthea.engine.pieces.rules.rule import CHAPTERS, Rule
from amalthea.engine.pieces.rules.words import Words

RULES: tuple[Rule, ...] = (
    board.RULE,
    piece_types.RULE,
    royal.RULE,
    mate_conditions.RULE,
    pseudo_royals.RULE,
    goals.RULE,
    checks_given.RULE,
    extinction.RULE,
    bare_royal.RULE,
    lines.RULE,
    chains.RULE,
    stalemate.RULE,
    repetition.RULE,
    perpetual_check.RULE,
    perpetual_attack.RULE,
    back_and_forth.RULE,
    chases.RULE,
    draw_winner.RULE,
    full_board.RULE,
    first_position.RULE,
    checking.RULE,
    passing.RULE,
    flying_general.RULE,
    facing_kings.RULE,
    safe_leap.RULE,
    first_leaps.RULE,
    forced_capture.RULE,
    makpong.RULE,
    explosions.RULE,
    mutual_immunity.RULE,
    uncapturable.RULE,
    citadels.RULE,
    relocations.RULE,
    second_steps.RULE,
    burning.RULE,
    jumping.RULE,
    untraded.RULE,
    immobility.RULE,
    diagonal_lines.RULE,
    blocked_squares.RULE,
    walls.RULE,
    pawns.RULE,
    double_step.RULE,
    en_passant.RULE,
    promotion.RULE,
    drops.RULE,
    enclosing.RULE,
    gating.RULE,
    waiting.RULE,
    turns.RULE,
    two_square_pieces.RULE,
    castling.RULE,
    progress.RULE,
    counting.RULE,
    placement.RULE,
    insufficient_material.RULE,
    presentation.RULE,
    missing.RULE,
)

KEYS = KeyTable(
    {name: key for rule in RULES for name, key in rule.keys.items()},
    decisive=[
        name + side
        for rule in RULES
        if rule.decisive
        for name, key in rule.keys.items()
        for side in (SIDES if key.sides else ("",))
    ],
)


def checked(variant: PiecesVariant) -> PiecesVariant:
    """Return the description itself.

    Raises VariantError if it contradicts itself, with the name of the variant and what is wrong.
    """
    for _, error in errors(variant):
        raise VariantError(f"variant {variant.name!r}: {error}")
    return variant


def errors(variant: PiecesVariant) -> Iterator[tuple[Rule | None, str]]:
    """Yield every contradiction in a description, a sentence each, with the rule that it is about.

    If a description names unknown pieces, only these errors are yielded. In an incomplete
    description a check ends without an error where it needs an unknown field.
    """
    try:
        unknown = _unknown_letters(variant)
        if unknown:
            yield from ((None, f"no piece type has the letter {letter!r}") for letter in unknown)
            return
        royal = sum(piece.royal for piece in variant.pieces)
        decisive = {field for rule in RULES for field in rule.decisive}
        if royal > 1 or (royal == 0 and decisive.isdisjoint(special_fields(variant))):
            yield None, "expected exactly one royal piece type, or none and another end of the game"
    except UnknownField:
        pass
    for rule in RULES:
        try:
            yield from ((rule, error) for error in rule.errors(variant))
        except UnknownField:
            continue
        except VariantError as error:
            yield rule, str(error)


def _unknown_letters(variant: PiecesVariant) -> list[str]:
    """Return the letters that rules name and that no piece type has."""
    known = {piece.letter for piece in variant.pieces}
    named: dict[str, None] = {}
    for rule in RULES:
        with suppress(UnknownField):
            named |= dict.fromkeys(rule.letters(variant))
    return [letter for letter in named if letter not in known]


@lru_cache(maxsize=64)
def fingerprint_of(variant: PiecesVariant) -> str:
    """Return the fingerprint of a game's rules.

    It covers the board, how the pieces move on it, what they become, and how the game ends, but
    neither the names of game and pieces nor the first position.
    """
    named = (pair for rule in RULES for pair in rule.fingerprint(variant).items())
    return fingerprint.fingerprint(named)


def chapters(variant: PiecesVariant, words: Words) -> Mapping[str, list[str]]:
    """Return the sentences on a game's rules by chapter, in order."""
    found: dict[str, list[str]] = {chapter: [] for chapter in CHAPTERS}
    for rule in RULES:
        for text in rule.texts:
            found[text.chapter].extend(text.sentences(variant, words))
    return found
