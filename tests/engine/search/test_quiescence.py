"""Quiescence: how many nodes it may take, whatever the game."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.errors import FenError
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.new_games import new_game
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.searcher import MATE_SCORE, Searcher
from amalthea.engine.search.shared_memory import private_memory
from amalthea.engine.search.solo import SoloSearcher
from amalthea.engine.search.transposition_table import MIB, Table
from helpers.random_variants import random_variant

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from helpers.sample import Sample

NODES = 20_000
MOST_IN_QUIESCENCE = 0.75  # two of three nodes, 1,000 more, and the first capture of every leaf
FOUND = (121, 382, 846, 1037, 1086, 1155, 1919)  # random games in which it had nearly all


def searched(game: Game, nodes: int = NODES) -> tuple[Searcher, int]:
    """Return a searcher after a search, and the depth that it finished."""
    position, evaluator = position_and_evaluator(game.variant, game.fen, game.moves)
    control = Control(mmap.mmap(-1, CONTROL_BYTES))
    searcher = Searcher(position, evaluator, Table(private_memory(MIB)), control)
    searcher.start(1, nodes, ())
    depth = 0
    while depth < 40 and searcher.iterate(depth + 1, 1):
        depth += 1
    return searcher, depth


@pytest.mark.parametrize("variant", ["clobber", "grasshopper", "antichess", "threekings"])
def test_quiescence_leaves_nodes_to_the_search(variant: str) -> None:
    searcher, depth = searched(new_game(variant))
    assert searcher.quiescence_share() <= MOST_IN_QUIESCENCE
    assert depth >= 1


def test_quiescence_leaves_nodes_to_the_search_of_any_game(sample: Sample) -> None:
    for seed in (*FOUND, *range(sample(8, 2000))):
        try:
            game = new_game(random_variant(seed))
        except FenError:  # its kings face each other
            continue
        searcher, _ = searched(game)
        assert searcher.quiescence_share() <= MOST_IN_QUIESCENCE, seed


def test_where_every_move_captures_there_is_no_quiescence() -> None:
    """With all captures of the leaf, depth 4 took more than 17 million nodes."""
    searcher, depth = searched(new_game("clobber10", moves=["f1f2"]))
    assert depth >= 4
    assert searcher.quiescence_share() == 0


def test_a_side_that_cannot_capture_has_lost() -> None:
    game = new_game("clobber", "5/5/5/5/5/Pp3 w - - 0 1")
    assert SoloSearcher(1).search(game, nodes=0, deepest=2).score == MATE_SCORE - 1


def test_effort_is_the_share_of_nodes_of_the_best_move() -> None:
    searcher, _ = searched(new_game("chess"))
    assert 0.1 < searcher.best_move_effort() < 1
