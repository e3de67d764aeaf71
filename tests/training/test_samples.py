"""Samples: which positions are kept, their values, and the cache beside the games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.protocol.jobs.processes import ProcessExecutor
from amalthea.protocol.records import self_play
from amalthea.protocol.records.self_play import Record
from amalthea.training import TrainError
from amalthea.training.samples import (
    MATE_CP,
    PADDING,
    Samples,
    SampleTask,
    find_numbering,
    fit_scale,
    join,
    load_samples,
    make_samples,
    td_values,
)

pytest.importorskip("numpy")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OPENING = "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 f1e2 g8f6"  # a capture, a capture, a check


def sampled_game(scores: list[int] | None = None, strays: tuple[int, ...] = ()) -> Record:
    moves = OPENING.split()
    return Record(START, OPENING, scores or [10] * len(moves), list(strays), Color.WHITE)


def sampled(*games: Record, gamma: float = 0.9) -> Samples:
    return make_samples(SampleTask(variants.get("chess"), games, 0, 300, gamma))[0]


def kept(samples: Samples, record: Record) -> list[int]:
    """Return the plies of a game whose positions were kept."""
    plies = []
    seen = [tuple(sorted(set(row.tolist()) - {PADDING})) for row in samples.numbers]
    for ply in range(len(record.scores)):
        position, _ = position_and_evaluator(
            variants.get("chess"), record.fen, record.moves.split()[:ply]
        )
        if tuple(sorted(kind_of(position.variant).features(position).active()[0])) in seen:
            plies.append(ply)
    return plies


def test_checks_and_captures_are_left_out() -> None:
    assert kept(sampled(sampled_game()), sampled_game()) == [0, 1, 4, 5, 7]


def test_random_moves_and_mates_are_left_out() -> None:
    scores = [10] * 8
    scores[4] = MATE_CP
    record = sampled_game(scores, (0,))
    assert kept(sampled(record), record) == [1, 5, 7]


def test_values_are_those_of_the_side_to_move() -> None:
    samples = sampled(sampled_game())
    assert samples.black.tolist() == [False, True, False, True, True]
    assert samples.result.tolist() == [1, 0, 1, 0, 0]
    assert [bool(value > 0.5) for value in samples.td_value] == [True, False, True, False, False]


def test_the_course_of_a_game_is_between_its_scores_and_its_end() -> None:
    scores = [30, -40, 50, -60]
    record = Record(START, "e2e4 e7e5 g1f3 g8f6", scores, [], Color.WHITE)
    assert td_values(record, 300, 1.0) == [1.0] * 4
    white = [0.525, 0.533, 0.542, 0.55]
    assert td_values(record, 300, 0.0) == pytest.approx(white, abs=1e-3)
    between = td_values(record, 300, 0.5)
    assert between[3] == pytest.approx((0.55 + 1) / 2, abs=1e-3)
    assert between[2] == pytest.approx((0.542 + between[3]) / 2, abs=1e-3)


def test_results_do_not_reach_back_over_a_random_move() -> None:
    plain = Record(START, "e2e4 e7e5", [0, 0], [], Color.WHITE)
    stray = Record(START, "e2e4 e7e5", [0, 0], [1], Color.WHITE)
    assert td_values(plain, 300, 0.9)[0] > 0.5
    assert td_values(stray, 300, 0.9) == [0.5, 0.5]


def test_a_fen_in_which_black_is_to_move_turns_the_scores() -> None:
    black = START.replace(" w ", " b ")
    assert td_values(Record(black, "e7e5", [900], [], None), 300, 0.0)[0] < 0.1


def test_every_position_is_kept_once_and_parts_join(tmp_path: Path) -> None:
    path = tmp_path / "g1.games.gz"
    self_play.append(path, [sampled_game(), sampled_game()])
    self_play.append(path, [sampled_game()])
    with ProcessExecutor(1) as executor:
        samples = load_samples(executor, variants.get("chess"), path, 300, 0.9)
        assert len(samples) == 5
        cache = tmp_path / "g1.samples.npz"
        again = load_samples(executor, variants.get("chess"), path, 300, 0.9)
        assert (again.numbers == samples.numbers).all()
        cache.write_bytes(b"damaged")
        assert len(load_samples(executor, variants.get("chess"), path, 300, 0.9)) == 5
        other = load_samples(executor, variants.get("chess"), path, 200, 0.9)
    assert (other.td_value != samples.td_value).any()
    both = join([samples, other])
    assert len(both) == 10
    assert both.game.tolist() == [0] * 10


def test_a_part_without_games_joins_others_when_the_evaluation_is_fitted() -> None:
    chess = variants.get("chess")
    empty, full = (
        make_samples(SampleTask(chess, games, 0, 300, 0.9, with_gradient=True))[0]
        for games in ((), (sampled_game(),))
    )
    assert len(empty) == 0 < len(full)
    assert join([empty, full]).gradient.shape == full.gradient.shape


def noisy(scale: float) -> Iterator[Record]:
    dice = random.Random(3)
    for _ in range(3000):
        score = dice.randint(-800, 800)
        wins = dice.random() < 1 / (1 + 2.718281828 ** (-score / scale))
        yield Record(START, "e2e4", [score], [], Color.WHITE if wins else Color.BLACK)


@pytest.mark.parametrize("scale", [150, 400])
def test_the_scale_by_which_results_were_drawn_is_found(tmp_path: Path, scale: int) -> None:
    self_play.append(tmp_path / "games.gz", list(noisy(scale)))
    assert fit_scale(tmp_path / "games.gz") == pytest.approx(scale, rel=0.15)


def test_games_of_another_variant_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "g1.games.gz"
    self_play.append(path, [Record(new_game("gast").position.fen(), "e2e6", [0], [], None)])
    with pytest.raises(TrainError, match=r"g1\.games\.gz: not games of chess"):
        find_numbering(variants.get("chess"), path)
    with pytest.raises(TrainError, match="game 1 is not a game of chess"):
        sampled(Record(START, "e2e6", [0], [], None))


def test_file_without_games_is_refused(tmp_path: Path) -> None:
    self_play.append(tmp_path / "g1.games.gz", [])
    with pytest.raises(TrainError, match="no games"):
        find_numbering(variants.get("chess"), tmp_path / "g1.games.gz")
