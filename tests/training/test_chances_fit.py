"""The fit of winning chances finds the model by which results were drawn."""

from __future__ import annotations

from typing import Any

import pytest

from amalthea.engine.evaluation.chances import DEFAULT, Chances, between
from amalthea.training.chances_fit import fit_chances
from amalthea.training.samples import Samples

np = pytest.importorskip("numpy")

MEN = 32
FULL_AT_30 = 0.5


def drawn(model: Chances, count: int, settled: bool = True) -> Samples:
    """Return positions whose results follow a model, half of move 30, on boards half full."""
    dice = np.random.default_rng(1)
    move = np.where(np.arange(count) % 2, 30, 50)
    fullness = np.where(move == 30, FULL_AT_30, dice.integers(2, MEN + 1, count) / MEN)
    score = dice.integers(-900, 901, count)
    even, spread = (
        np.exp(np.log(empty) * (1 - fullness) + np.log(full) * fullness)
        for empty, full in (model.even_cp, model.spread_cp)
    )
    win, loss = (1 / (1 + np.exp((even - own) / spread)) for own in (score, -score))
    lot = dice.random(count)
    result = np.where(lot < win, 1.0, np.where(lot < win + loss, 0.0, 0.5))
    nothing: Any = np.zeros(count)
    men = np.rint(fullness * MEN)
    known = np.full(count, settled)
    return Samples(
        nothing, nothing, men, score, nothing, result, nothing, move, known, *(nothing,) * 3
    )


def test_the_model_by_which_results_were_drawn_is_found() -> None:
    model = Chances(90.0, (405.0, 20.0), (150.0, 300.0))
    found = fit_chances(drawn(model, 40_000), MEN)
    for own, other in ((found.even_cp, model.even_cp), (found.spread_cp, model.spread_cp)):
        for fullness in (0.2, 0.5, 0.9):
            assert between(own, fullness) == pytest.approx(between(other, fullness), rel=0.12)
    assert found.unit_cp == pytest.approx(90, rel=0.1)
    assert abs(found.win_draw_loss(found.unit_cp, FULL_AT_30)[0] - 500) <= 2


def test_without_draws_a_hundred_is_a_share_of_the_spread() -> None:
    found = fit_chances(drawn(Chances(1.0, (1.0, 1.0), (200.0, 200.0)), 20_000), MEN)
    assert found.unit_cp == pytest.approx(50, rel=0.1)
    assert 500 < found.win_draw_loss(found.unit_cp, FULL_AT_30)[0] <= 565


def test_positions_before_a_random_move_are_ignored() -> None:
    model = Chances(90.0, (405.0, 20.0), (150.0, 300.0))
    found = fit_chances(drawn(model, 1000, settled=False), MEN)
    assert found.even_cp == pytest.approx(DEFAULT.even_cp, abs=0.1)
    assert found.spread_cp == pytest.approx(DEFAULT.spread_cp, abs=0.1)
