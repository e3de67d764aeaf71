"""Screening: changes are drawn for each side, their effects estimated, the state saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine.errors import StorageError
from amalthea.engine.game_kinds import weights
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.training import TrainError
from amalthea.training.tuning.screening import (
    Screening,
    ScreenSettings,
    parse_change,
    read_screening,
    screen,
)
from helpers.trainings import TempoExecutor, silent

TEMPO, DEAR = weights()["tempo"], weights()["mobility_dear"]
CHANGES = (f"tempo={TEMPO + 5}", f"mobility_dear={DEAR + 50},pair_two_shades_midgame=1")
SETTINGS = ScreenSettings(CHANGES, ("chess", "gast"), 50, 1)


def judge() -> TempoExecutor:
    """Return an executor by which more tempo wins a game of a pair in chess, both in gast."""
    return TempoExecutor({"chess": 0.5, "gast": 1.0})


def test_a_change_is_on_one_side_whole_and_drawn_by_chance() -> None:
    state = Screening(SETTINGS)
    drawn = set()
    for number in range(1, 41):
        pair = state.pair(number)
        sides = [dict(side.weights or {}) for side in pair.sides]
        assert {side["tempo"] for side in sides} == {TEMPO, TEMPO + 5}
        with_dear = [side["mobility_dear"] == DEAR + 50 for side in sides]
        assert [side["pair_two_shades_midgame"] == 1 for side in sides] == with_dear
        assert sorted(with_dear) == [False, True]
        assert pair.variant.name == SETTINGS.games[(number - 1) % 2]
        drawn.add(tuple(state.made_by_first(number)))
    assert len(drawn) == 4


def test_effect_of_a_change_is_independent_of_others(tmp_path: Path) -> None:
    state = Screening(SETTINGS)
    screen(state, 400, tmp_path / "state.json", judge(), silent)
    tempo, dear = state.effects()
    # Three quarters of the points in chess, all of them in gast.
    assert state.effects("chess")[0].value == pytest.approx(190.8, abs=0.1)
    assert state.effects("gast")[0].value > 1000
    assert abs(dear.value) < 50 < tempo.low


def test_screening_resumes(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    counts: list[int] = []
    screen(Screening(SETTINGS), 30, path, judge(), counts.append)
    state = read_screening(path)
    assert (state.settings, len(state.points)) == (SETTINGS, 30)
    screen(state, 20, path, judge(), counts.append)
    assert counts == [20, 30, 40, 50]
    whole = Screening(SETTINGS)
    screen(whole, 50, tmp_path / "whole.json", judge(), silent)
    assert read_screening(path).points == whole.points


def test_played_pairs_are_kept_if_a_worker_dies(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    with pytest.raises(JobsFailed):
        screen(Screening(SETTINGS), 10, path, TempoExecutor(dies_after=3), silent)
    assert len(read_screening(path).points) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tempo", "'tempo': expected NAME=VALUE"),
        ("tempo=much", "'tempo=much': expected NAME=VALUE"),
        ("nothing=1", "nothing cannot be tuned"),
    ],
)
def test_invalid_changes_are_refused(text: str, said: str) -> None:
    with pytest.raises(TrainError, match=said):
        parse_change(text)


def test_two_changes_of_one_number_are_refused() -> None:
    with pytest.raises(TrainError, match="tempo is set by two changes"):
        Screening(ScreenSettings(("tempo=1", "tempo=2"), ("chess",), 50, 1))


@pytest.mark.parametrize("text", ["", "[]", '{"settings": {}}', '{"points": [1]}'])
def test_a_file_that_holds_no_screening_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(StorageError, match="not a screening: "):
        read_screening(path)
