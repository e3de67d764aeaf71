"""The time that a GUI gives becomes the limits of a search."""

from __future__ import annotations

import pytest

from amalthea.engine.search.limits import Limits
from amalthea.protocol.gtp.clock import Clock

OWN = Limits(movetime=2000)


def clock(*settings: int) -> Clock:
    made = Clock(OWN)
    made.set(*settings)
    return made


def test_without_a_clock_moves_have_their_own_limits() -> None:
    assert Clock(OWN).limits("b") == OWN


def test_period_without_moves_means_no_limit() -> None:
    assert clock(0, 1, 0).limits("w") == OWN


def test_main_time_alone() -> None:
    limits = clock(300, 0, 0).limits("b")
    assert (limits.wtime, limits.btime, limits.winc, limits.movetime) == (300_000, 300_000, 0, None)


def test_what_comes_after_the_main_time_counts_by_the_move() -> None:
    limits = clock(300, 60, 20).limits("w")
    assert (limits.wtime, limits.winc, limits.movestogo) == (300_000, 3_000, None)


def test_periods_alone() -> None:
    limits = clock(0, 60, 20).limits("w")
    assert (limits.wtime, limits.winc, limits.movestogo) == (60_000, 0, 20)


def test_what_the_gui_says_is_left() -> None:
    told = clock(300, 60, 20)
    told.set_left("b", 17, 3)
    assert (told.limits("b").btime, told.limits("b").movestogo) == (17_000, 3)
    assert told.limits("w").wtime == 300_000
    told.set_left("b", 0, 0)
    assert told.limits("b").btime == 1


def test_a_gui_that_says_nothing_leaves_the_counting_to_us() -> None:
    ours = clock(10, 6, 2)
    ours.spend("b", 4.0)
    assert ours.limits("b").btime == 6_000
    ours.spend("b", 7.0)
    assert (ours.limits("b").btime, ours.limits("b").movestogo) == (5_000, 2)
    ours.spend("b", 1.0)
    assert (ours.limits("b").btime, ours.limits("b").movestogo) == (4_000, 1)
    ours.spend("b", 1.0)
    assert (ours.limits("b").btime, ours.limits("b").movestogo) == (6_000, 2)
    ours.restart()
    assert ours.limits("b").btime == 10_000


@pytest.mark.parametrize("side", ["w", "b"])
def test_sides_have_times_of_their_own(side: str) -> None:
    ours = clock(10, 0, 0)
    ours.spend("b", 4.0)
    assert ours.limits(side).wtime == (6_000 if side == "b" else 10_000)
