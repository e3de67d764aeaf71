"""Games drawn at random, and known ones: the core against the slow rules of their descriptions."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from helpers.described_comparison import compare_walk
from helpers.games import army
from helpers.random_variants import random_variant
from helpers.random_walks import walks
from reference.common import Fault
from reference.described import DescribedPosition, rules_of

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from helpers.sample import Sample

pytestmark = pytest.mark.long

ORDINARY_GAMES, ALL_GAMES = 10, 125  # of a block
WALKS = 2  # of a game
BLOCKS = (  # of the games, each with what its walks must meet: all of it by them together
    {"castling", "checkmate", "drop", "en", "entering", "promotion", "wait"},
    {"goal"},
    {"checks", "extinction", "stalemate"},
    {"counting"},
)
FOUND = (  # seeds and positions where the two did not agree
    # A king leaps past a piece that a hopper shuns.
    (183, "kHcH/pp2/p1p1/P2H/3s~/1KP1/2H1[CPpp] b a - 1 13"),
    # Two pieces check a king that may only capture a checker; one is the hurdle of the other.
    (243, "1k6/2J5/8/4U3/8/8/1K6[PPupp] b - - 0 8"),
    # A hopper becomes pseudo-royal before its like.
    (440, "bh2/3k/3p/4/K2P/4/1HB1 b - - 1+1 7 4"),
    # A piece that another one shuns as a hurdle becomes one by promotion, before its king.
    (440, "bhk1/4/3p/4/3P/K3/B1H1 w - - 1+1 2 2"),
    # A king could go to where it castles but for a citadel, which only one side has there.
    (707, "t2k10/14/14/14/14/14/14/14/14/14/14/14/14/14/14/T3K9 b a - 0 5"),
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
    core = new_position(game, fen)
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


def compare_game(game: PiecesVariant, rng: random.Random, seen: Counter[str]) -> None:
    rules = rules_of(game)
    try:
        rules.from_fen(game.start)
    except Fault:
        with pytest.raises(FenError):
            new_position(game)
        return
    for _ in range(WALKS):
        compare_walk(game, rules, rng, seen)
