"""What a training says while it goes on, and how much a generation may do in the time given."""

from __future__ import annotations

from io import StringIO

import pytest

from amalthea.protocol.charting.wording import grouped, minutes
from amalthea.training.budget import MIN_PAIRS, MIN_POSITIONS, SELF_PLAY_SHARE, Budget
from amalthea.training.progress import Progress
from amalthea.training.recipe import Recipe
from amalthea.training.state import FIT, SELF_PLAY, TRIAL, Generation, State


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def told(stream: StringIO, shares: list[float], each_s: float, after_s: float | None) -> str:
    clock = Clock()
    progress = Progress(stream, "chess", clock)
    progress.begin("generation 1, fit", after_s)
    for share in shares:
        progress.update(share, "so far")
        clock.now += each_s
    progress.end("done")
    return stream.getvalue()


def test_elsewhere_a_stage_is_one_line() -> None:
    assert told(StringIO(), [0.1, 0.5, 0.9], 5, 10) == "chess, generation 1, fit: done\n"


def test_a_terminal_sees_how_far_it_is_and_how_long_it_takes() -> None:
    shown = told(Terminal(), [0.0, 0.25, 0.5], 300, 600).split("\r")
    assert shown[1].rstrip() == "chess, generation 1, fit: so far"
    assert shown[2].rstrip() == "chess, generation 1, fit: so far, 15 min left, 25 min in all"
    assert shown[3].rstrip() == "chess, generation 1, fit: so far, 10 min left, 20 min in all"
    assert not shown[-2].strip(), "the line is wiped"
    assert shown[-1] == "chess, generation 1, fit: done\n"


def test_finished_work_of_an_earlier_run_takes_no_time() -> None:
    shown = told(Terminal(), [0.5, 0.75], 300, None).split("\r")
    assert shown[2].rstrip() == "chess, generation 1, fit: so far, 5 min left"


def test_a_line_is_not_shown_more_often_than_it_can_be_read() -> None:
    assert told(Terminal(), [0.1 * step for step in range(10)], 0.01, None).count("so far") == 1


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
