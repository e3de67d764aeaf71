"""Tuning: its parameters, steps towards winning values, pairs of games, saved states, the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.errors import StorageError
from amalthea.engine.game_kinds import weights
from amalthea.engine.search.constants import tunable_constants
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.storage.files import WriteError
from amalthea.training import TrainError
from amalthea.training.tuning import parameters, state
from amalthea.training.tuning.pairs import SAVED_EVERY, Pair, Side, play_pair
from amalthea.training.tuning.parameters import STEPS
from amalthea.training.tuning.spsa import tune
from amalthea.training.tuning.state import MAX_POINTS, Settings, State
from helpers.limited import fill_disk_for
from helpers.trainings import TempoExecutor, silent

SETTINGS = Settings(("tempo", "king_attack_midgame"), ("chess", "gess"), 50, 1)


def test_every_weight_can_be_tuned_and_has_a_step() -> None:
    known = parameters.tunable_parameters()
    assert set(known) == {*weights(), *tunable_constants()}
    assert all(number.step > 0 for number in known.values())
    assert known["tempo"].step == STEPS["tempo"]
    assert set(STEPS) <= set(weights())


def test_numbers_are_chosen_by_patterns() -> None:
    found = [number.name for number in parameters.matching(["pawn_pas*", "tempo"])]
    assert found == ["pawn_passed_midgame", "pawn_passed_endgame", "tempo"]
    with pytest.raises(TrainError, match="no parameter matches 'nothing'"):
        parameters.matching(["tempo", "nothing"])


def test_tuning_moves_towards_winning_values() -> None:
    known = State(SETTINGS)
    begun = dict(known.values)
    known.learn({"tempo": 1, "king_attack_midgame": -1}, 1.0)
    assert known.values["tempo"] > begun["tempo"]
    assert known.values["king_attack_midgame"] < begun["king_attack_midgame"]
    known.learn({"tempo": 1, "king_attack_midgame": 1}, -1.0)
    known.learn({"tempo": -1, "king_attack_midgame": 1}, 0.0)
    assert known.pairs == 3
    assert known.values["tempo"] == pytest.approx(begun["tempo"], abs=0.001)


def test_values_stay_within_their_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = parameters.Parameter("tempo", 14, 6.0, low=13.9, high=14.05)
    monkeypatch.setattr(state, "parameters_by_name", lambda names: [narrow])
    known = State(SETTINGS)
    for points, end in ((1.0, 14.05), (-1.0, 13.9)):
        for _ in range(20):
            known.learn({"tempo": 1}, points)
        assert known.values["tempo"] == end


def test_pairs_take_games_in_turn_and_mirror_their_sides(tmp_path: Path) -> None:
    executor = TempoExecutor()
    known = State(SETTINGS)
    tune(known, 2 * SAVED_EVERY, tmp_path / "state.json", executor, silent)
    assert [pair.variant.name for pair in executor.pairs[:4]] == ["chess", "gess", "chess", "gess"]
    assert [pair.number for pair in executor.pairs] == list(range(1, 2 * SAVED_EVERY + 1))
    for pair in executor.pairs:
        first, second = (dict(side.weights or {}) for side in pair.sides)
        assert set(first) == {"tempo", "king_attack_midgame"}
        # Twice the step apart, but for the rounding.
        assert abs(abs(first["tempo"] - second["tempo"]) - 2 * STEPS["tempo"]) <= 1
    assert known.values["tempo"] > weights()["tempo"] + 4


def test_saved_tuning_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    whole = State(SETTINGS)
    tune(whole, 2 * SAVED_EVERY, tmp_path / "other.json", TempoExecutor(), silent)
    counts: list[int] = []
    for _ in range(2):
        known = state.read(path) if path.exists() else State(SETTINGS)
        tune(known, SAVED_EVERY, path, TempoExecutor(), counts.append)
    assert counts == [SAVED_EVERY, 2 * SAVED_EVERY]
    assert state.read(path) == known == whole
    assert (tmp_path / "state.html").exists()


def test_learned_values_are_kept_if_a_worker_dies(tmp_path: Path) -> None:
    path, counts = tmp_path / "state.json", list[int]()
    with pytest.raises(JobsFailed):
        tune(State(SETTINGS), SAVED_EVERY, path, TempoExecutor(dies_after=3), counts.append)
    assert state.read(path).pairs == 3
    assert counts == [3]


def test_a_page_that_a_full_disk_refuses_is_reported_once_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, path = tmp_path / "state.html", tmp_path / "state.json"
    fill_disk_for(monkeypatch, page.name)

    def make_room(pairs: int) -> None:
        assert state.read(path).pairs == pairs
        assert page.exists() == (pairs > 2 * SAVED_EVERY)
        if pairs == 2 * SAVED_EVERY:
            monkeypatch.undo()

    tune(State(SETTINGS), 3 * SAVED_EVERY, path, TempoExecutor(), make_room)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"amalthea tune: cannot write '{page}': No space left on device (")
    assert line.endswith("; it is tried again later")
    assert page.is_file()


def test_a_tuning_ends_when_the_disk_has_no_room_for_its_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "state.json"
    tune(State(SETTINGS), SAVED_EVERY, path, TempoExecutor(), silent)
    fill_disk_for(monkeypatch, path.name)
    with pytest.raises(WriteError, match=r"cannot write '.*': No space left on device"):
        tune(state.read(path), SAVED_EVERY, path, TempoExecutor(), silent)
    assert state.read(path).pairs == SAVED_EVERY


def test_the_page_shows_every_number(tmp_path: Path) -> None:
    known = State(SETTINGS)
    tune(known, SAVED_EVERY, tmp_path / "state.json", TempoExecutor(), silent)
    page = (tmp_path / "state.html").read_text("utf-8")
    assert page.count("<figure") == 2
    assert "20 pairs" in page
    assert "chess gess in turn" in page
    assert f"From {weights()['tempo']} to " in page
    assert "$" not in page


def test_history_of_a_long_tuning_is_thinned() -> None:
    known = State(SETTINGS)
    for pairs in range(3 * MAX_POINTS):
        known.pairs = pairs
        known.record_values()
    assert MAX_POINTS / 2 <= len(known.course) <= MAX_POINTS
    marked = [point[0] for point in known.course]
    assert marked[0] == 0
    assert marked == sorted(set(marked))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a tuning: input data was truncated"),
        ("[]", "not a tuning: expected table, got list"),
        ('{"pairs": 3}', "not a tuning: missing field settings"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(StorageError, match=said):
        state.read(path)


def test_unknown_parameter_is_named(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    State(SETTINGS).write(path)
    values = json.loads(path.read_text())
    values["settings"]["numbers"] = ["gone"]
    path.write_text(json.dumps(values))
    with pytest.raises(TrainError, match="gone cannot be tuned"):
        state.read(path)


def test_state_of_another_tuning_is_refused() -> None:
    wanted = {"numbers": None, "games": ("chess",), "nodes": 50, "seed": None}
    with pytest.raises(TrainError, match="games chess, expected chess gess as before"):
        state.check_same(Path("a.json"), SETTINGS, wanted)
    state.check_same(Path("a.json"), SETTINGS, wanted | {"games": None})


def test_side_with_better_weights_wins_a_pair() -> None:
    sides = (Side({}, {}), Side({"value_scale": 0}, {}))
    chess = variants.get("chess")
    assert play_pair(Pair(chess, sides, 300, 1, 1)) > 0
    assert play_pair(Pair(chess, sides[::-1], 300, 1, 1)) < 0


def test_equal_sides_share_a_pair_and_pairs_differ_by_number() -> None:
    usual = Side(None, {})
    for number in (1, 2):
        assert play_pair(Pair(variants.get("chess"), (usual, usual), 60, number, 1)) == 0


def test_a_cluster_and_processes_here_tune_alike(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from amalthea.protocol.jobs.dask_cluster import ClusterExecutor
    from amalthea.protocol.jobs.processes import ProcessExecutor

    settings = Settings(("value_scale",), ("chess",), 40, 1)
    found = [State(settings) for _ in range(2)]
    with ProcessExecutor(1) as executor:
        tune(found[0], 4, tmp_path / "here.json", executor, silent)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        ClusterExecutor(cluster.scheduler_address) as executor,
    ):
        tune(found[1], 4, tmp_path / "there.json", executor, silent)
    assert found[0] == found[1]
    assert found[0].pairs == 4
