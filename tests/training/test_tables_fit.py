"""The fit of the hand-written evaluation finds the numbers by which positions were labelled."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import HandWritten, TablesFile
from amalthea.engine.evaluation.tables_file import Tables, load, to_toml
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.training import tables_fit
from amalthea.training.fit import FitTask
from amalthea.training.recipe import Recipe
from amalthea.training.samples import PADDING, Samples
from amalthea.training.tables_fit import fit_tables
from helpers.random_games import begun
from helpers.sample import one_in

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="no torch")
SCALE_CP = 300


def numbers_of(variant: Variant) -> Tables:
    return kind_of(variant).tables(variant, HandWritten())


def labelled_by(variant: Variant, truth: HandWritten, count: int) -> FitTask:
    """Return positions of random games, each with the chance that the true numbers give it."""
    dice = random.Random(3)
    seen: list[list[int]] = []
    rows: list[tuple[bool, float, int]] = []
    slopes: list[list[float]] = []
    while len(seen) < count:
        start = begun(variant.name, dice).fen()
        position, evaluator = position_and_evaluator(variant, start, (), HandWritten())
        _, judge = position_and_evaluator(variant, start, (), truth)
        numbering = kind_of(variant).features(position).numbering
        for at in range(60):
            if position.status().state != "ongoing" or len(seen) == count:
                break
            position.play(dice.choice(position.legal_moves()))
            _, judge = position_and_evaluator(variant, position.fen(), (), truth)
            black = position.turn == "b"
            chance = 1 / (1 + math.exp(-judge.score() / SCALE_CP))
            seen.append(kind_of(variant).features(position).active()[0])
            rows.append((black, 1 - chance if black else chance, at))
            slopes.append([evaluator.phase(), *evaluator.gradient()])
    table = np.full((count, max(map(len, seen))), PADDING, np.uint16)
    for at, numbers in enumerate(seen):
        table[at, : len(numbers)] = numbers
    black, chance, at = (np.array(column) for column in zip(*rows, strict=True))
    phases_and_slopes = np.array(slopes, np.float32)
    nothing = np.zeros(count, np.int16)
    course = chance.astype(np.float32)
    settled = np.ones(count, bool)
    samples = Samples(
        table,
        black,
        nothing,
        nothing,
        nothing,
        course,
        course,
        nothing,
        settled,
        at,
        phases_and_slopes[:, 0],
        phases_and_slopes[:, 1:],
    )
    return FitTask(samples, numbering, Recipe(held_out=7), SCALE_CP, 1)


def fitted(variant: Variant, task: FitTask, folder: Path) -> tuple[Tables, list[float]]:
    """Return the numbers that are found, and the losses of the positions held out."""
    found, losses = fit_tables(task, variant, lambda _: None)
    path = folder / "found.toml"
    path.write_text(to_toml(found))
    tables = load(TablesFile(str(path)), kind_of(variant).layout(variant))
    return tables, [held for _, held in losses if held is not None]


def hands_of(tables: Tables) -> dict[str, int]:
    """Return the midgame values in hand; none in games without drops."""
    return {letter: piece.hand[0] for letter, piece in tables.pieces.items() if piece.hand}


def truth_of(folder: Path, tables: Tables) -> HandWritten:
    path = folder / "truth.toml"
    path.write_text(to_toml(tables))
    return HandWritten(tables=TablesFile(str(path)))


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few positions be enough to move the numbers."""
    monkeypatch.setattr(tables_fit, "_POSITIONS_PER_COUNT", 0.01)


@pytest.mark.thorough
@pytest.mark.usefixtures("free")
def test_values_and_weights_are_found(tmp_path: Path) -> None:
    chess = variants.get("chess")
    before = numbers_of(chess)
    knight = before.pieces["N"]
    dear = replace(knight, value=(knight.value[0] + 200, knight.value[1] + 200))
    weights = tuple({**dict(before.weights), "tempo": 60}.items())
    truth = replace(before, weights=weights, pieces={**before.pieces, "N": dear})
    found, held = fitted(chess, labelled_by(chess, truth_of(tmp_path, truth), 1500), tmp_path)
    assert abs(found.pieces["N"].value[0] - dear.value[0]) < 60
    assert abs(found.pieces["B"].value[0] - before.pieces["B"].value[0]) < 40
    assert abs(dict(found.weights)["tempo"] - 60) < 10
    assert held[-1] < held[0]


@pytest.mark.usefixtures("free")
def test_values_in_hand_are_found(tmp_path: Path) -> None:
    """The values on the board stay, as do those in hand without evidence."""
    crazyhouse = variants.get("crazyhouse")
    before = numbers_of(crazyhouse)
    knight = before.pieces["N"]
    in_hand = hands_of(before)
    dear = replace(knight, hand=(in_hand["N"] + 200, in_hand["N"] + 200))
    truth = replace(before, pieces={**before.pieces, "N": dear})
    found, held = fitted(
        crazyhouse, labelled_by(crazyhouse, truth_of(tmp_path, truth), 1500), tmp_path
    )
    moved = {letter: cp - in_hand[letter] for letter, cp in hands_of(found).items()}
    assert abs(moved["N"] - 200) < 60
    assert abs(moved["B"]) < 60
    assert abs(found.pieces["N"].value[0] - knight.value[0]) < 60
    assert held[-1] < held[0]


@pytest.mark.parametrize("name", one_in(2, ["crazyhouse", "chess"]))
def test_weights_without_evidence_stay_unchanged(tmp_path: Path, name: str) -> None:
    """The tables that are found are symmetrical."""
    game = variants.get(name)
    before = numbers_of(game)
    found, _ = fitted(game, labelled_by(game, truth_of(tmp_path, before), 300), tmp_path)
    in_hand = hands_of(before)
    assert all(abs(cp - in_hand[letter]) < 8 for letter, cp in hands_of(found).items())
    for letter, piece in found.pieces.items():
        assert all(row == row[::-1] for row in (*piece.midgame, *piece.endgame)), letter
    last = before.pieces["P"].endgame[0]  # no pawn stands there
    value = found.pieces["P"].value[1] - before.pieces["P"].value[1]
    moved = [new - old for new, old in zip(found.pieces["P"].endgame[0], last, strict=True)]
    assert all(abs(each + value) < 8 for each in moved)


@pytest.mark.thorough
@pytest.mark.usefixtures("free")
def test_stones_are_fitted_too(tmp_path: Path) -> None:
    gess = variants.get("gess")
    before = numbers_of(gess)
    weights = {**dict(before.weights), "stones_tempo": 70}
    truth = replace(before, weights=tuple(weights.items()))
    found, held = fitted(gess, labelled_by(gess, truth_of(tmp_path, truth), 400), tmp_path)
    assert abs(dict(found.weights)["stones_tempo"] - 70) < 15
    assert held[-1] < held[0]
