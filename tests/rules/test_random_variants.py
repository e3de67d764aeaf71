"""Games drawn at random, and known ones: the core against the slow rules of their descriptions."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from games import army
from random_variants import random_variant
from reference.common import Fault
from reference.described import DescribedPosition, rules_of
from rules.drawing import walks

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position as Core
    from amalthea.engine.pieces.description.variant import ArmyVariant
    from conftest import Sample

ORDINARY_GAMES, ALL_GAMES = 10, 125  # of a block
WALKS = 2  # of a game
PLIES = 30
CAPTURE = 0.5  # chance to capture where that is possible
SPECIAL = 0.3  # to promote, castle, capture in passing
BLOCKS = (  # of the games, each with what its walks must meet: all of it by them together
    {"castling", "checkmate", "drop", "en", "promotion"},
    {"goal", "stalemate"},
    {"checks", "extinction"},
    {"counting"},
)
CHILDREN = 3  # moves tried at each position
FOUND = (  # seeds and positions where the two did not agree
    # A king leaps past a piece that a hopper shuns.
    (183, "kHcH/pp2/p1p1/P2H/3s~/1KP1/2H1[CPpp] b a - 1 13"),
    # Of two who check a king that may only take his checker, one is the hurdle of the other.
    (243, "1k6/2J5/8/4U3/8/8/1K6[PPupp] b - - 0 8"),
    # A hopper becomes pseudo-royal before its like.
    (440, "bh2/3k/3p/4/K2P/4/1HB1 b - - 1+1 7 4"),
)


@pytest.mark.parametrize("block", range(len(BLOCKS)))
def test_core_and_descriptions_agree_on_random_games(block: int, sample: Sample) -> None:
    size = sample(ORDINARY_GAMES, ALL_GAMES)
    seen: Counter[str] = Counter()
    for seed in range(block * size, (block + 1) * size):
        compare_game(random_variant(seed), random.Random(seed), seen)
    if size >= ORDINARY_GAMES:
        assert set(seen) >= BLOCKS[block], seen


@pytest.mark.parametrize(("seed", "fen"), FOUND)
def test_core_and_descriptions_agree_where_they_once_did_not(seed: int, fen: str) -> None:
    game = random_variant(seed)
    core: Core = new_position(game, fen)
    reference = rules_of(game).from_fen(fen)
    assert sorted(core.legal_moves()) == sorted(reference.legal_moves())
    assert str(core.status()) == reference.status()


@pytest.mark.parametrize("game", ["chess", "gast", "gast14"])
def test_descriptions_mean_the_known_games(game: str, sample: Sample) -> None:
    compared = 0
    for _, steps in walks(game, seed=5):
        described: DescribedPosition | None = None
        for walk, known in steps:
            if described is None:
                described = rules_of(army(game)).from_fen(walk.fen)
            else:
                described = described.play(walk.moves[-1])
            assert described.fen() == known.fen(), str(walk)
            assert sorted(described.legal_moves()) == sorted(known.legal_moves()), str(walk)
            assert described.status() == known.status(), str(walk)
            compared += 1
        if compared >= sample(100, 2_000):
            return


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_seed_draws_the_same_game(seed: int) -> None:
    assert random_variant(seed) == random_variant(seed)
    assert random_variant(seed) != random_variant(seed + 1)


def compare_game(game: ArmyVariant, rng: random.Random, seen: Counter[str]) -> None:
    rules = rules_of(game)
    try:
        rules.from_fen(game.start)
    except Fault:
        with pytest.raises(FenError):
            new_position(game)
        return
    for _ in range(WALKS):
        compare_walk(game, rules, rng, seen)


def compare_walk(
    game: ArmyVariant,
    rules: type[DescribedPosition],
    rng: random.Random,
    seen: Counter[str],
    plies: int = PLIES,
) -> None:
    reference, core = rules.from_fen(game.start), new_position(game)
    fens: list[str] = []
    for _ in range(plies):
        fens.append(core.fen())
        compare_position(game, core, reference)
        compare_children(core, reference, rng)
        seen.update(move.kind.split()[0] for move in reference.legal if move.kind)
        seen.update(reference.status().split()[-1:])
        if not reference.legal:
            break
        move = choose(reference, rng)
        core.play(move)
        reference = reference.play(move)
    compare_position(game, core, reference)
    for fen in reversed(fens if core.fen() != fens[-1] else fens[:-1]):
        core.undo()
        assert core.fen() == fen


def choose(reference: DescribedPosition, rng: random.Random) -> str:
    special = [move for move in reference.legal if move.kind]
    captures = [move for move in reference.legal if reference.captures(move)]
    if special and rng.random() < SPECIAL:
        return str(rng.choice(special))
    if captures and rng.random() < CAPTURE:
        return str(rng.choice(captures))
    return str(rng.choice(reference.legal))


def compare_position(game: ArmyVariant, core: Core, reference: DescribedPosition) -> None:
    where = f"{game!r}: {reference.fen()}"
    assert core.fen() == reference.fen(), where
    assert sorted(core.legal_moves()) == sorted(reference.legal_moves()), where
    assert core.in_check() == reference.in_check(), where
    assert str(core.status()) == reference.status(), where
    core.verify()
    again = new_position(game, core.fen())
    assert (again.fen(), again.key()) == (core.fen(), core.key()), where


def compare_children(core: Core, reference: DescribedPosition, rng: random.Random) -> None:
    """Play some moves and take them back."""
    fen, key = core.fen(), core.key()
    for move in rng.sample(reference.legal, min(CHILDREN, len(reference.legal))):
        child = reference.after(move)
        core.play(str(move))
        assert core.fen() == child.fen(), f"{move} in {fen}"
        core.undo()
        assert (core.fen(), core.key()) == (fen, key), f"undo of {move} in {fen}"
