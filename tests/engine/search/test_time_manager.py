"""Time manager: bounds leave time on the clock and are sensible at the edges."""

import itertools
from dataclasses import replace

import pytest

from amalthea.engine.core.variant import Pace
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.time_manager import Lateness, bounds

PACE = Pace(moves=70, least=20)


@pytest.mark.parametrize(
    ("left", "increment", "moves"),
    list(
        itertools.product(
            (-50, 0, 1, 20, 1000, 60_000, 86_400_000), (0, 10, 5000), (None, 1, 2, 40)
        )
    ),
)
def test_hard_bound_stays_within_the_clock(left: int, increment: int, moves: int | None) -> None:
    limits = Limits(wtime=left, btime=1, winc=increment, binc=0, movestogo=moves)
    found = bounds(limits, "w", 10, PACE, 1)
    assert found is not None
    assert found.soft is not None
    assert 1 <= found.soft <= found.hard
    assert found.hard <= max(1, left - 10)


def test_only_the_own_clock_sets_the_bounds() -> None:
    limits = Limits(wtime=1000, btime=100_000)
    white, black = bounds(limits, "w", 0, PACE, 1), bounds(limits, "b", 0, PACE, 1)
    assert white
    assert black
    assert white.hard < black.hard


@pytest.mark.parametrize(("movetime", "searched"), [(500, 470), (40, 30), (10, 7.5), (1, 1)])
def test_move_time_is_used_up_but_for_the_overhead(movetime: int, searched: float) -> None:
    found = bounds(Limits(movetime=movetime), "w", 30, PACE, 1)
    assert found is not None
    assert (found.soft, found.hard) == (None, searched)


def test_a_missing_clock_is_taken_to_be_the_other_one() -> None:
    clocks = (Limits(wtime=5000, winc=50), Limits(btime=5000, binc=50))
    first, *others = (bounds(limits, side, 10, PACE, 1) for limits in clocks for side in "wb")
    assert first is not None
    assert others == [first] * 3


@pytest.mark.parametrize("limits", [Limits(), Limits(depth=5), Limits(wtime=9, infinite=True)])
def test_a_search_without_a_clock_has_no_bounds(limits: Limits) -> None:
    assert bounds(limits, "w", 10, PACE, 1) is None


def test_fewer_moves_to_go_means_more_time() -> None:
    many, few = (bounds(Limits(wtime=10_000, movestogo=n), "w", 0, PACE, 1) for n in (40, 4))
    assert many
    assert few
    assert (few.soft or 0) > (many.soft or 0)


@pytest.mark.parametrize("increment", [0, 10, 100])
def test_a_clock_with_a_high_overhead_does_not_run_out(increment: int) -> None:
    left, overhead, lost = 1000.0, 10.0, 3.0  # ms; lost: what a move takes beyond its bound
    for move in range(1, 100):
        limits = Limits(wtime=int(left), winc=increment)
        found = bounds(limits, "w", overhead, PACE, move)
        assert found
        assert found.soft
        left += increment - found.soft - lost
    assert left > (40 if increment else 0)


def test_time_is_kept_for_the_expected_number_of_moves() -> None:
    def soft(pace: Pace, fullmove: int = 1) -> float:
        found = bounds(Limits(wtime=60_000), "w", 0, pace, fullmove)
        assert found
        assert found.soft
        return found.soft

    long = Pace(moves=101, least=40, foresight=1.0)
    assert soft(long) == pytest.approx(soft(replace(long, foresight=0.5)) / 2)
    assert soft(long) == pytest.approx(soft(long, 61) * 40 / 100)
    assert soft(long, 61) == soft(long, 200)


def test_time_is_reserved_for_the_longest_delay_which_decays_slowly() -> None:
    def hard(lateness: Lateness, left: int = 1000) -> float:
        found = bounds(Limits(wtime=left, winc=10), "w", 10, PACE, 1, lateness)
        assert found
        return found.hard

    late = Lateness()
    usual = hard(late)
    late.add(100)
    assert 1 < hard(late) < usual - 5
    for _ in range(300):
        late.add(0)
    assert hard(late) == pytest.approx(usual, rel=0.01)
    late.add(1e9)  # the machine was suspended
    assert 1 < hard(late, left=5000)
    assert 1 <= hard(late, left=20) <= 20


@pytest.mark.parametrize("left", [-50, 0, 1, 5000])
def test_a_byoyomi_is_used_up_once_the_clock_is(left: int) -> None:
    limits = Limits(wtime=left, btime=60_000, byoyomi=10_000)
    found = bounds(limits, "w", 10, PACE, 1)
    assert found
    assert found.soft
    assert found.hard >= 9_900
    assert found.hard <= max(0, left) + 10_000 - 10
    least = 0.8 * 0.75 * 0.9 * 0.6  # the smallest share of the soft bound that ends a search
    assert found.soft * least >= 9_900


def test_a_byoyomi_alone_is_a_time_for_each_move() -> None:
    assert Limits(byoyomi=3000).timed
    found = bounds(Limits(byoyomi=3000), "b", 10, PACE, 90)
    assert found
    assert 2_900 <= found.hard <= 2_990


def test_a_byoyomi_comes_on_top_of_the_share_of_the_clock() -> None:
    without = bounds(Limits(wtime=600_000), "w", 10, PACE, 1)
    found = bounds(Limits(wtime=600_000, byoyomi=10_000), "w", 10, PACE, 1)
    assert without
    assert without.soft
    assert found
    assert found.soft
    assert found.soft - without.soft == pytest.approx(9_940)
    assert found.hard - without.hard == pytest.approx(9_940)


@pytest.mark.parametrize("byoyomi", [1, 5, 20, 60])
def test_a_short_byoyomi_leaves_time_for_the_overhead(byoyomi: int) -> None:
    found = bounds(Limits(wtime=0, byoyomi=byoyomi), "w", 10, PACE, 1)
    assert found
    assert 1 <= found.hard <= max(1, byoyomi - 10)
