"""The time that a GUI gives becomes the limits of a search."""

from __future__ import annotations

import pytest

from amalthea.engine.core.color import Color
from amalthea.engine.search.limits import Limits
from amalthea.protocol.gtp.clock import Clock

OWN = Limits(movetime=2000)


def clock(*settings: int) -> Clock:
    made = Clock(OWN)
    made.set(*settings)
    return made


def test_without_a_clock_moves_have_their_own_limits() -> None:
    assert Clock(OWN).limits(Color.BLACK) == OWN


def test_period_without_moves_means_no_limit() -> None:
    assert clock(0, 1, 0).limits(Color.WHITE) == OWN


def test_main_time_alone_is_the_time_of_the_whole_game() -> None:
    limits = clock(300, 0, 0).limits(Color.BLACK)
    assert (limits.wtime, limits.btime, limits.winc, limits.movetime) == (300_000, 300_000, 0, None)


def test_periods_after_the_main_time_are_an_increment() -> None:
    limits = clock(300, 60, 20).limits(Color.WHITE)
    assert (limits.wtime, limits.winc, limits.movestogo) == (300_000, 3_000, None)


def test_a_period_alone_is_time_for_its_moves() -> None:
    limits = clock(0, 60, 20).limits(Color.WHITE)
    assert (limits.wtime, limits.winc, limits.movestogo) == (60_000, 0, 20)


def test_the_time_left_is_what_the_gui_says() -> None:
    given = clock(300, 60, 20)
    given.set_left(Color.BLACK, 17, 3)
    assert (given.limits(Color.BLACK).btime, given.limits(Color.BLACK).movestogo) == (17_000, 3)
    assert given.limits(Color.WHITE).wtime == 300_000
    given.set_left(Color.BLACK, 0, 0)
    assert given.limits(Color.BLACK).btime == 1


def test_the_engine_counts_the_time_where_the_gui_does_not() -> None:
    ours = clock(10, 6, 2)
    ours.spend(Color.BLACK, 4.0)
    assert ours.limits(Color.BLACK).btime == 6_000
    ours.spend(Color.BLACK, 7.0)
    assert (ours.limits(Color.BLACK).btime, ours.limits(Color.BLACK).movestogo) == (5_000, 2)
    ours.spend(Color.BLACK, 1.0)
    assert (ours.limits(Color.BLACK).btime, ours.limits(Color.BLACK).movestogo) == (4_000, 1)
    ours.spend(Color.BLACK, 1.0)
    assert (ours.limits(Color.BLACK).btime, ours.limits(Color.BLACK).movestogo) == (6_000, 2)
    ours.restart()
    assert ours.limits(Color.BLACK).btime == 10_000


@pytest.mark.parametrize("side", Color)
def test_sides_have_times_of_their_own(side: Color) -> None:
    ours = clock(10, 0, 0)
    ours.spend(Color.BLACK, 4.0)
    assert ours.limits(side).wtime == (6_000 if side is Color.BLACK else 10_000)
