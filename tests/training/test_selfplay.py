"""Self-play: games follow from their numbers, whoever plays them, and end when they are decided."""

from __future__ import annotations

import multiprocessing
import time
from dataclasses import replace
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.new_games import new_game
from amalthea.protocol.jobs.processes import ProcessExecutor
from amalthea.training import random_openings
from amalthea.training.evaluation_spec import EvaluationSpec
from amalthea.training.recipe import Recipe
from amalthea.training.selfplay import (
    DECIDED_CP,
    DECIDED_PLIES,
    EVEN_FROM,
    EVEN_PLIES,
    Adjudicator,
    Chunk,
    GameParameters,
    play_chunk,
)

HAND = EvaluationSpec()


def chunk(game: str, count: int, nodes: int = 40) -> Chunk:
    variant = variants.get(game)
    parameters = GameParameters(nodes, random_openings.opening_lengths(variant, Recipe()), 0.1)
    return Chunk(variant, HAND, parameters, "seed", 0, count)


@pytest.mark.parametrize(("game", "count"), [("chess", 4), ("gochess", 3), ("gess", 3)])
def test_games_are_legal_from_their_fen_to_their_end(game: str, count: int) -> None:
    played = play_chunk(chunk(game, count))
    assert played
    for record in played:
        moves = record.moves.split()
        assert len(moves) == len(record.scores) > 0
        after = new_game(game, record.fen, moves)
        status = after.position.status()
        if status.state != "ongoing":
            assert status.winner == record.winner
        assert set(record.strays) <= set(range(len(moves)))


def test_go_chess_begins_after_its_placement() -> None:
    fens = [record.fen for record in play_chunk(chunk("gochess", 3))]
    assert fens
    assert not [fen for fen in fens if "[" in fen]
    assert len(set(fens)) == len(fens)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    whole = chunk("chess", 6)
    parts = [replace(whole, first=first, count=2) for first in (4, 0, 2)]
    found = {part.first: play_chunk(part) for part in parts}
    assert found[0] + found[2] + found[4] == play_chunk(whole)


def test_workers_play_the_same_games_in_the_same_order() -> None:
    parts = [replace(chunk("chess", 2), first=first) for first in (0, 2, 4)]
    with ProcessExecutor(2) as executor:
        assert list(executor.map(play_chunk, iter(parts))) == [play_chunk(part) for part in parts]


def test_an_executor_ends_its_own_processes_alone() -> None:
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,))
    other.start()
    try:
        with ProcessExecutor(1) as executor:
            assert list(executor.map(abs, iter([-1]))) == [1]
        other.join(0.2)
        assert other.is_alive()
    finally:
        other.kill()


def test_nets_that_workers_unpack_are_removed_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "workers"
    net = EvaluationSpec.read(next(Path("engine/nets").glob("chess-*.net")))
    with ProcessExecutor(1, folder) as executor:
        list(executor.map(play_chunk, iter([replace(chunk("chess", 1), evaluation=net)])))
        assert [path for path in folder.rglob("*") if path.is_file()]
    assert not list(tmp_path.iterdir())


def test_a_decided_game_ends_for_the_side_that_has_won() -> None:
    for sign, winner in ((1, "w"), (-1, "b")):
        adjudicator = Adjudicator()
        for _ in range(DECIDED_PLIES):
            assert adjudicator.is_open
            adjudicator.add_score(sign * (DECIDED_CP + 1))
        assert not adjudicator.is_open
        assert adjudicator.winner == winner


def test_a_score_in_between_opens_a_game_again() -> None:
    adjudicator = Adjudicator()
    for score in [3000] * (DECIDED_PLIES - 1) + [0] + [3000] * (DECIDED_PLIES - 1):
        adjudicator.add_score(score)
    assert adjudicator.is_open


def test_a_long_even_game_is_drawn() -> None:
    adjudicator = Adjudicator()
    for _ in range(max(EVEN_FROM, EVEN_PLIES) - 1):
        adjudicator.add_score(0)
    assert adjudicator.is_open
    adjudicator.add_score(0)
    assert not adjudicator.is_open
    assert adjudicator.winner is None


def test_missing_net_is_an_error(tmp_path: Path) -> None:
    from amalthea.training import TrainError

    with pytest.raises(TrainError, match=r"none\.net: No such file"):
        EvaluationSpec.read(tmp_path / "none.net")
