"""Trials: pairs of games in the order of their numbers, until the test is decided."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from amalthea.engine import variants
from amalthea.engine.errors import StorageError
from amalthea.protocol.statistics.elo import Tally
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.storage import member_log
from amalthea.training import trial
from amalthea.training.evaluation_spec import EvaluationSpec
from amalthea.training.trial import Pair, TrialSetup, play_pairs, run_trial, tally
from helpers.executors import InlineExecutor

OPENING = (4, 6)


class Pairs(InlineExecutor):
    """Executor that plays nothing: every pair has the same points."""

    def __init__(self, points: tuple[float, float]) -> None:
        super().__init__()
        self._points = points

    def answer(self, work: Callable[[Any], Any], task: Any) -> Any:
        return [Pair(number, "fen", self._points) for number in range(*task[1:])]


def setup(nodes: int = 60, opponent: EvaluationSpec | None = None) -> TrialSetup:
    return TrialSetup(
        variants.get("chess"),
        EvaluationSpec(),
        opponent or EvaluationSpec(),
        nodes,
        OPENING,
        "seed",
    )


def test_pairs_share_an_opening_and_follow_from_their_number() -> None:
    whole = play_pairs((setup(), 0, 3))
    assert [pair.number for pair in whole] == [0, 1, 2]
    assert len({pair.fen for pair in whole}) == 3
    assert play_pairs((setup(), 2, 3)) == whole[2:]
    assert [sum(pair.points) for pair in whole] == [1.0] * 3, "it played itself"


def test_points_are_those_of_the_player_on_trial() -> None:
    pairs = [Pair(0, "", (1.0, 0.0)), Pair(1, "", (0.5, 1.0)), Pair(2, "", (0.0, 0.0))]
    assert tally(pairs) == Tally(2, 1, 3, (1, 0, 1, 1, 0))


def test_trial_resumes(tmp_path: Path) -> None:
    path = tmp_path / "trial.gz"
    tallies: list[Tally] = []
    first = run_trial(InlineExecutor(), path, setup(), 2, None, tallies.append)
    assert first[1] == 2
    executor = InlineExecutor()
    second = run_trial(executor, path, setup(), 6, None, tallies.append)
    assert [task[1:] for task in executor.tasks] == [(2, 4), (4, 6)]
    assert second[1] == 4
    assert sum(second[0].pairs) == 6
    assert tallies[-1] == second[0]
    assert [pair.number for pair in trial.read(path)] == list(range(6))
    assert run_trial(InlineExecutor(), path, setup(), 6, None, tallies.append) == (second[0], 0)


@pytest.mark.parametrize(("points", "decision"), [((1.0, 1.0), "H1"), ((0.0, 0.0), "H0")])
def test_a_trial_ends_when_it_is_decided(
    tmp_path: Path, points: tuple[float, float], decision: str
) -> None:
    test = Sprt(0, 50)
    path = tmp_path / "trial.gz"
    result, played = run_trial(Pairs(points), path, setup(), 400, test, lambda _: None)
    assert test.state(result).decision == decision
    assert played < 400
    assert run_trial(Pairs(points), path, setup(), 400, test, lambda _: None) == (result, 0)


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "{}",
        json.dumps({"number": 1, "fen": "", "points": [1, 0]}),
        json.dumps({"number": 0, "fen": "", "points": [1, 2]}),
        json.dumps({"number": 0, "fen": "", "points": [1]}),
    ],
)
def test_file_of_another_kind_is_refused(tmp_path: Path, line: str) -> None:
    member_log.append(tmp_path / "trial.gz", [line])
    with pytest.raises(StorageError, match=r"trial\.gz: line 1: not a pair of games"):
        run_trial(InlineExecutor(), tmp_path / "trial.gz", setup(), 4, None, lambda _: None)
