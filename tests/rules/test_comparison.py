"""The compiled core against the reference rules, over random walks; not a difference allowed."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from engine import new_position
from reference import RULES, Position
from reference.common import Move
from reference.gess import FACTS
from rules.drawing import Walk, walks

if TYPE_CHECKING:
    from conftest import Sample
    from engine.board.position import Position as Core

SEED = 1
ORDINARY_SIZES = {
    "chess": 5_000,
    "gast": 5_000,
    "gast14": 2_000,
    "ganymede": 2_000,
    "gochess": 5_000,
    "gess": 1_000,
    "gess-cvp": 1_000,
}
THOROUGH_SIZE = 50_000
THOROUGH_SIZES = {"gess": 20_000, "gess-cvp": 20_000}  # where it is not that size
SPECIAL_CHILDREN = 40  # most moves with a special rule to play at each position
ORDINARY_CHILDREN = 3  # most moves without one

COMMON_KINDS = {
    "pin",
    "check",
    "double check",
    "win w checkmate",
    "win b checkmate",
    "draw stalemate",
    "draw repetition",
    "draw fiftymove",
    "draw bare",
}
GAST_KINDS = {
    *COMMON_KINDS,
    "en passant by 1",
    "en passant by 2",
    "illegal en passant",
    *(
        f"{side} {castling} {wing}"
        for side in "wb"
        for castling in (
            "archer castling",
            "rook after archer",
            "direct castling",
            "double castling",
        )
        for wing in "KQ"
    ),
    *(f"{side} promotion {letter}" for side in "wb" for letter in "qrbnga"),
}
GANYMEDE_KINDS = {
    *(f"promotion +{letter}" for letter in "QBRNIGDSP"),
    *(f"{castling} {wing}" for castling in ("castling", "griffon castling") for wing in "KQ"),
    *(f"{turn} {setting}" for turn in ("turn", "turn on the spot") for setting in "SLZ"),
    "wall slide",
    "wall capture",
    "double capture",
    "captures wall",
    "pivot to V",
    "pivot to W",
    "double step",
    "double step by right",
}
GESS_RESULTS = {"win w rings", "win b rings", "draw repetition", "draw fiftymove"}
KINDS = {
    "chess": {
        *COMMON_KINDS,
        "en passant by 1",
        "illegal en passant",
        *(f"{side} castling {wing}" for side in "wb" for wing in "KQ"),
        *(f"{side} promotion {letter}" for side in "wb" for letter in "qrbn"),
        "draw insufficient",
    },
    "gast": GAST_KINDS,
    "gast14": {*GAST_KINDS, "w promotion o", "b promotion o"},
    "ganymede": {*COMMON_KINDS, *(f"{side} {kind}" for side in "wb" for kind in GANYMEDE_KINDS)},
    "gochess": {
        *COMMON_KINDS,
        *(
            f"{side} pawn capture {x}{y}"
            for side in "wb"
            for x in ("+1", "-1")
            for y in ("+1", "-1")
        ),
    },
    **{
        game: {*GESS_RESULTS, *(f"{side} {fact}" for side in "wb" for fact in facts)}
        for game, facts in FACTS.items()
    },
}


@pytest.mark.parametrize("game", RULES)
def test_core_and_reference_agree_on_random_walks(game: str, sample: Sample) -> None:
    size = sample(ORDINARY_SIZES[game], THOROUGH_SIZES.get(game, THOROUGH_SIZE))
    seen: Counter[str] = Counter()
    for rng, steps in walks(game, SEED):
        core: Core | None = None
        fens: list[str] = []
        for walk, reference in steps:
            if core is None:
                core = new_position(game, walk.fen)
            else:
                core.play(walk.moves[-1])
            fens.append(core.fen())
            compare_position(core, reference, walk)
            seen.update(reference.facts_here())
            seen.update(compare_children(core, reference, rng, walk))
            seen["positions"] += 1
        assert core is not None
        for fen in reversed(fens[:-1]):
            core.undo()
            assert core.fen() == fen, f"after undo, {walk}"
        if seen["positions"] >= size:
            break
    if size >= ORDINARY_SIZES[game]:
        assert KINDS[game] <= set(seen), sorted(seen.items())


def compare_position(core: Core, reference: Position, walk: Walk) -> None:
    assert core.fen() == reference.fen(), str(walk)
    assert core.turn == reference.turn, str(walk)
    assert sorted(core.legal_moves()) == sorted(reference.legal_moves()), str(walk)
    assert core.in_check() == reference.in_check(), str(walk)
    assert str(core.status()) == reference.status(), str(walk)


def compare_children(core: Core, reference: Position, rng: random.Random, walk: Walk) -> set[str]:
    """Play and take back special moves and some others; gives what is special about them."""
    special = [move for move in reference.legal if move.kind]
    plain = [move for move in reference.legal if not move.kind]
    fen, key = core.fen(), core.key()
    seen: set[str] = set()
    for move in some_of(rng, special, SPECIAL_CHILDREN) + some_of(rng, plain, ORDINARY_CHILDREN):
        child = reference.after(move)
        core.play(str(move))
        assert core.fen() == child.fen(), f"{move} after {walk}"
        assert core.in_check() == child.in_check(), f"{move} after {walk}"
        core.undo()
        assert (core.fen(), core.key()) == (fen, key), f"undo of {move} after {walk}"
        seen |= reference.facts(move)
    return seen


def some_of(rng: random.Random, moves: list[Move], most: int) -> list[Move]:
    return moves if len(moves) <= most else rng.sample(moves, most)
