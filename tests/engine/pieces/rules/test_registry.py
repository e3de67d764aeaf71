"""The registry of rules: every key and every field of a description belongs to one rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import DrawRules
from amalthea.engine.pieces import rules
from amalthea.engine.pieces.description.enclosing import Enclosing
from amalthea.engine.pieces.description.endings import Ends
from amalthea.engine.pieces.description.variant import (
    Citadels,
    Drops,
    EnPassant,
    Explosions,
    FirstLeaps,
    PawnRules,
    PiecesVariant,
    SecondSteps,
    Untraded,
    Walls,
    special_fields,
)
from amalthea.engine.pieces.rules.registry import KEYS, RULES, errors
from amalthea.engine.pieces.rules.rule import CHAPTERS
from amalthea.engine.variant_files.shipped import variant
from helpers.random_variants import random_variant

WHOLE = {"ends", "draws"}  # fields whose parts belong to rules
OTHER_MODULES = {"__init__", "known_fingerprint", "places", "registry", "results", "rule", "words"}
SILENT = {"board", "diagonal_lines", "double_step", "missing", "pawns", "presentation"}
"""Rules without sentences of their own: other rules tell what they are about."""


DRAWN = 400
PICTURES = {"hexagonal", "synonyms"}  # fields of pictures and texts, which are not compared
# Notation, the clock, a phase before play, what only a FEN shows.
NOT_DRAWN = {"chess960", "pace", "placement", "blocked_in_fen"} | PICTURES


def test_keys_that_others_need_are_known() -> None:
    needed = {name for key in KEYS.keys.values() for name in key.requires}
    assert needed
    assert [name for name in needed if not KEYS.find(name)] == []


def modules() -> set[str]:
    folder = Path(str(rules.__file__)).parent
    return {path.stem for path in folder.glob("*.py")} - OTHER_MODULES


def description_fields() -> Iterator[str]:
    parts = {
        "citadels.": Citadels,
        "draws.": DrawRules,
        "ends.": Ends,
        "drops.": Drops,
        "enclosing.": Enclosing,
        "explosions.": Explosions,
        "first_leaps.": FirstLeaps,
        "pawns.": PawnRules,
        "second_steps.": SecondSteps,
        "untraded.": Untraded,
        "walls.": Walls,
    }
    for prefix, kind in {"": PiecesVariant, **parts}.items():
        yield from (f"{prefix}{each.name}" for each in fields(kind) if each.compare)


def test_every_module_of_a_rule_is_registered_by_its_name() -> None:
    assert sorted(rule.name for rule in RULES) == sorted(modules())


def test_every_field_of_a_description_belongs_to_one_rule() -> None:
    owned = Counter(name for rule in RULES for name in rule.fields)
    assert set(owned) - PICTURES == set(description_fields()) - WHOLE
    assert max(owned.values()) == 1


def test_every_key_belongs_to_one_rule() -> None:
    owned = Counter(key for rule in RULES for key in rule.keys)
    assert max(owned.values()) == 1
    assert set(owned) == set(KEYS.keys)


def test_rules_that_players_must_know_have_sentences() -> None:
    assert {rule.name for rule in RULES if not rule.texts} == SILENT
    assert {text.chapter for rule in RULES for text in rule.texts} == set(CHAPTERS)


@pytest.mark.parametrize("name", ["chess", "shogi", "xiangqi", "makruk", "gochess", "spartan"])
def test_two_rules_never_use_one_name_in_the_fingerprint(name: str) -> None:
    game = variant(name)
    used = Counter(each for rule in RULES for each in rule.fingerprint(game))
    assert max(used.values()) == 1


def test_games_drawn_at_random_have_every_rule_of_play() -> None:
    """They are compared with the slow rules of `tests/reference`, so each rule is tested twice."""
    drawn = {name for seed in range(DRAWN) for name in special_fields(random_variant(seed))}
    drawn |= {name.partition(".")[0] for name in drawn}
    owned = {name for rule in RULES for name in rule.fields}
    owned |= {f"pawns.en_passant.{each.name}" for each in fields(EnPassant)}
    assert owned - drawn == NOT_DRAWN


def test_rules_that_chess_lacks_leave_no_trace_in_its_fingerprint() -> None:
    chess = variants.get("chess")
    assert isinstance(chess, PiecesVariant)
    used = {each for rule in RULES for each in rule.fingerprint(chess)}
    assert used == {"files", "ranks", "pieces", "pawns", "promotions"}


@pytest.mark.parametrize("name", ["amazons", "chu", "tamerlane", "ataxx", "musketeer"])
@pytest.mark.parametrize("other", ["amazons", "chu", "tamerlane", "ataxx", "musketeer"])
def test_families_of_rules_exclude_each_other(name: str, other: str) -> None:
    """A position has the rules of one family: those of another would be ignored."""
    game, added = variant(name), variant(other)
    assert isinstance(game, PiecesVariant)
    assert isinstance(added, PiecesVariant)
    letter = game.pieces[0].letter
    both = {
        "amazons": replace(game, walls=added.walls),
        "chu": replace(game, ends=replace(game.ends, perpetual_attack_loses=True)),
        "tamerlane": replace(game, swaps={letter: letter}),
        "ataxx": replace(game, enclosing=added.enclosing),
        "musketeer": replace(game, drops=Drops(waiting=True, freely=False)),
    }[other]
    found = [error for _, error in errors(both)]
    assert len(both.families) == (1 if name == other else 2)
    assert name == other or any("cannot be combined" in error for error in found), found
