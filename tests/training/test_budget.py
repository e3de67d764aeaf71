"""The budget of a generation in a given time, and how times and numbers are written."""

from __future__ import annotations

import pytest

from amalthea.protocol.charting.wording import grouped, minutes
from amalthea.training.budget import MIN_PAIRS, MIN_POSITIONS, SELF_PLAY_SHARE, Budget
from amalthea.training.recipe import Recipe
from amalthea.training.state import FIT, SELF_PLAY, TRIAL, Generation, State


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (119, "119 s"), (120, "2 min"), (7500, "2 h 5 min")]
)
def test_times_are_short(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


def test_numbers_have_thousands() -> None:
    assert grouped(1234567) == "1 234 567"


def generation(at: int, **more: float) -> Generation:
    own = Generation(at, Recipe(), None)
    own.games, own.played = 100, 10_000
    own.seconds = dict(more)
    return own


def state(*generations: Generation) -> State:
    return State("chess", "rules", generations=list(generations))


def test_recipe_limits_a_training_without_minutes() -> None:
    own = generation(1, **{SELF_PLAY: 10})
    budget = Budget(2)
    assert budget.positions(state(own), own, 1000) == own.recipe.positions
    assert budget.pairs(state(own), own) == own.recipe.pairs
    assert not budget.is_spent(state(own))
    assert budget.is_spent(state(own, own))


def test_generation_gets_a_share_of_the_remaining_time() -> None:
    first = generation(1, **{SELF_PLAY: 300, FIT: 60, TRIAL: 240})
    own = Generation(2, Recipe(), None)
    budget = Budget(4, 40)
    known = state(first, own)
    assert budget.positions(known, own, 1000) == round(600 * SELF_PLAY_SHARE * 1000)
    assert not budget.is_spent(known)
    first.seconds[FIT] = 2400
    assert budget.positions(known, own, 1000) == MIN_POSITIONS
    assert budget.is_spent(known)


def test_pairs_fit_into_the_time_of_a_trial() -> None:
    own = generation(1, **{SELF_PLAY: 100})
    few = Budget(1, 1).pairs(state(own), own)
    more = Budget(1, 10).pairs(state(own), own)
    assert MIN_PAIRS <= few < more <= own.recipe.pairs


def test_later_stages_are_estimated_by_the_previous_generation() -> None:
    first = generation(1, **{SELF_PLAY: 300, FIT: 60, TRIAL: 240})
    own = Generation(2, Recipe(), None)
    budget = Budget(3)
    assert budget.seconds_after(state(first, own), own, FIT) == 240 + 600
    assert budget.seconds_after(state(first), first, FIT) is None
