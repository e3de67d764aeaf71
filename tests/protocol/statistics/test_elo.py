"""Elo, LOS and SPRT: published figures, an independent calculation, properties, simulations."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.core.color import Color
from amalthea.protocol.records.game_record import Ply, Thought
from amalthea.protocol.statistics.elo import (
    NO_PAIRS,
    Estimate,
    Pairs,
    Tally,
    elo,
    elo_of,
    expected,
    los,
    normalized_elo,
    tally,
)
from amalthea.protocol.statistics.sprt import Sprt, SprtError, llr
from helpers.finished_games import finished_game, finished_match

if TYPE_CHECKING:
    from helpers.sample import Sample


NELO = 800 / math.log(10)  # normalised Elo of a score one standard deviation above even


def of_pairs(*pairs: int) -> Tally:
    """Return a tally of complete pairs; how their single games ended does not matter to it."""
    low, below, even, above, high = pairs
    return Tally(
        above + 2 * high + even, 0, below + 2 * low + even, (low, below, even, above, high)
    )


def random_pairs(dice: random.Random, largest: int) -> Pairs:
    low, below, even, above, high = (dice.randrange(largest) for _ in NO_PAIRS)
    return low, below, even, above, high


# Normalised Elo.


def test_games_and_pairs_of_them_have_the_same_normalised_elo() -> None:
    spread = math.sqrt(0.6 * 0.25**2 + 0.3 * 0.25**2 + 0.1 * 0.75**2)
    games = normalized_elo(Tally(12_000, 6_000, 2_000))
    assert games.value == pytest.approx(NELO * 0.25 / spread, rel=1e-3)
    assert games.high - games.value == pytest.approx(1.96 * NELO / math.sqrt(20_000), rel=1e-3)
    assert games.value - games.low == pytest.approx(games.high - games.value)
    pairs = normalized_elo(of_pairs(100, 600, 2_100, 3_600, 3_600))  # of the same independent games
    assert (pairs.value, pairs.error) == pytest.approx((games.value, games.error), rel=1e-3)


def test_normalised_elo_without_a_spread_is_undefined() -> None:
    assert normalized_elo(Tally(3, 0, 0)) == Estimate(0.0, -math.inf, math.inf)


# Published figures.


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"),
    [
        # fastchess, app/tests/sprt_test.cpp: logistic, pentanomial and trinomial
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, -4.98),
        ((21184, 40708, 21404), 0.5, 2.5, -1.57),
        ((57030, 106593, 57433), 0, 2, -2.59),
        # tests of Stockfish on fishtest, with the numbers of their pull requests
        ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),  # 3209
        ((58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),  # 3209
        ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),  # 3098
        ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),  # 3098
        ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),  # 2971
    ],
)
def test_log_likelihood_ratios_are_the_published_ones(
    counts: tuple[int, ...], elo0: float, elo1: float, published: float
) -> None:
    assert llr(counts, elo0, elo1) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    ("results", "difference", "error", "superior"),
    [
        # fastchess, app/tests/elo_test.cpp
        (Tally(136, 111, 96), 40.70, 30.43, 0.9960),
        (of_pairs(34, 54, 63, 64, 75), 55.58, 27.65, 1.0),
        (of_pairs(332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
        (of_pairs(7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_elo_and_superiority_are_the_published_ones(
    results: Tally, difference: float, error: float, superior: float
) -> None:
    assert elo(results).value == pytest.approx(difference, abs=0.006)
    assert elo(results).error == pytest.approx(error, abs=0.006)
    assert los(results) == pytest.approx(superior, abs=0.00006)


def test_the_elo_formula_has_its_textbook_values() -> None:
    assert elo_of(0.75) == pytest.approx(190.848, abs=0.001)
    assert expected(200) == pytest.approx(0.7597, abs=0.0001)
    for difference in (-1500.0, -3.0, 0.0, 40.0, 700.0):
        assert elo_of(expected(difference)) == pytest.approx(difference, abs=1e-6)


# Against scipy.


def log_likelihood_by_scipy(counts: tuple[int, ...], mean: float) -> float:
    """Return the greatest log-likelihood of a distribution with this mean, by an optimizer."""
    from scipy import optimize

    scores = [index / (len(counts) - 1) for index in range(len(counts))]
    total = sum(counts)

    def loss(logits: list[float]) -> float:
        shares = [math.exp(logit) for logit in logits]
        return -sum(
            n / total * math.log(p / sum(shares)) for n, p in zip(counts, shares, strict=True)
        )

    def excess(logits: list[float]) -> float:
        shares = [math.exp(logit) for logit in logits]
        return sum(p * (score - mean) for p, score in zip(shares, scores, strict=True)) / sum(
            shares
        )

    begin = [math.log(count / total) for count in counts]
    found = optimize.minimize(
        loss,
        begin,
        method="SLSQP",
        constraints={"type": "eq", "fun": excess},
        options={"ftol": 1e-15, "maxiter": 500},
    )
    return -total * float(found.fun)


def test_log_likelihood_ratio_agrees_with_scipys_optimizer(sample: Sample) -> None:
    dice = random.Random(1)
    for _ in range(sample(10, 100)):
        counts = tuple(dice.randrange(1, 60) for _ in range(dice.choice((3, 5))))
        elo0 = dice.uniform(-60, 40)
        elo1 = elo0 + dice.uniform(1, 40)
        by_scipy = [log_likelihood_by_scipy(counts, expected(each)) for each in (elo1, elo0)]
        assert llr(counts, elo0, elo1) == pytest.approx(by_scipy[0] - by_scipy[1], abs=1e-6)


def test_intervals_and_superiority_agree_with_scipys_distributions() -> None:
    from scipy import stats

    dice = random.Random(2)
    for _ in range(50):
        results = of_pairs(*random_pairs(dice, 40))
        counts = results.counts
        seen = [index / 4 for index, count in enumerate(counts) for _ in range(count)]
        normal = stats.norm(stats.tmean(seen), stats.tstd(seen) * math.sqrt(1 - 1 / len(seen)))
        error = normal.std() / math.sqrt(len(seen))
        low, high = stats.norm.interval(0.95, normal.mean(), error)
        found = elo(results)
        assert (found.low, found.high) == pytest.approx((elo_of(low), elo_of(high)), abs=1e-6)
        assert los(results) == pytest.approx(stats.norm.sf(0.5, normal.mean(), error), abs=1e-9)


def test_one_outcome_alone_gets_the_exact_bound_of_a_binomial() -> None:
    from scipy import stats

    for size in (1, 2, 10, 300):
        bound = stats.binomtest(size, size).proportion_ci(0.95, method="exact").low
        assert elo(Tally(wins=size)).low == pytest.approx(elo_of(bound), abs=1e-6)


# Degenerate samples.


def test_no_games_give_no_estimate() -> None:
    assert (elo(Tally()).value, elo(Tally()).low, elo(Tally()).high) == (0, -math.inf, math.inf)
    assert los(Tally()) == 0.5
    assert Sprt(0, 5).state(Tally()).llr == 0
    assert Sprt(0, 5).state(Tally()).decision is None


def test_all_games_won_is_boundless_above_alone() -> None:
    few, many = Tally(wins=3), Tally(wins=300)
    assert elo(few).value == elo(few).high == math.inf
    assert elo(few).low < 0 < elo(many).low < math.inf
    assert 0.5 < los(few) < los(many) <= 1
    assert elo(of_pairs(0, 0, 0, 0, 3)).low == elo(few).low


def test_only_drawn_games_are_an_even_match_of_finite_error() -> None:
    for results in (Tally(draws=10), of_pairs(0, 0, 10, 0, 0)):
        found = elo(results)
        assert found.value == 0
        assert (found.low, found.high) == pytest.approx((-110.79, 110.79), abs=0.01)
        assert los(results) == 0.5
        assert math.isfinite(Sprt(0, 5).state(results).llr)


def test_any_few_pairs_give_numbers_in_order() -> None:
    for low in range(3):
        for even in range(3):
            for high in range(3):
                results = of_pairs(low, even, 0, high, low)
                found = elo(results)
                assert found.low <= found.value <= found.high
                assert 0 <= los(results) <= 1
                assert math.isfinite(Sprt(-3, 3).state(results).llr)


# Properties.


def test_swapping_the_players_negates_everything() -> None:
    dice = random.Random(3)
    for _ in range(100):
        results = of_pairs(*random_pairs(dice, 12))
        other = results.swapped()
        assert elo(other).value == pytest.approx(-elo(results).value, abs=1e-9)
        assert elo(other).low == pytest.approx(-elo(results).high, abs=1e-9)
        assert los(other) == pytest.approx(1 - los(results), abs=1e-12)
        assert other.points == results.losses + results.draws / 2
        one, mirrored = Sprt(-2, 7).state(results), Sprt(-7, 2).state(other)
        assert one.llr == pytest.approx(-mirrored.llr, abs=1e-9)


def test_better_pairs_raise_the_ratio() -> None:
    dice = random.Random(4)
    for _ in range(200):
        counts = [dice.randrange(20, 60) for _ in NO_PAIRS]
        worse = dice.randrange(4)
        better = list(counts)
        better[worse] -= 1
        better[worse + 1] += 1
        assert llr(better, 0, 10) > llr(counts, 0, 10)


def test_log_likelihood_ratio_grows_with_the_sample() -> None:
    counts = (3, 10, 20, 16, 9)
    assert llr([7 * count for count in counts], 0, 5) == pytest.approx(7 * llr(counts, 0, 5))
    ratios = [llr(counts, asked, asked + 10) for asked in range(-200, 200, 20)]
    assert all(one > other for one, other in pairwise(ratios))


def test_the_bounds_are_walds_and_decide() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    state = test.state(of_pairs(0, 10, 100, 60, 20))
    assert (state.lower, state.upper) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert state.llr >= state.upper
    assert state.decision == "H1"
    assert test.state(of_pairs(20, 60, 100, 10, 0)).decision == "H0"
    assert test.state(of_pairs(1, 2, 3, 2, 1)).decision is None


def test_sprt_continues_until_a_bound_is_reached() -> None:
    test, decisions = Sprt(0, 30), set()
    for shift in range(-30, 31):
        state = test.state(of_pairs(10, 40 - shift, 50, 40 + shift, 10))
        wanted = "H0" if state.llr <= state.lower else "H1" if state.llr >= state.upper else None
        assert state.decision == wanted
        decisions.add(state.decision)
    assert decisions == {"H0", "H1", None}


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ((5, 5), "elo0 5 and elo1 5"),
        ((5, 0), "the smaller one first"),
        ((math.nan, 5), "elo0 nan"),
        ((0, 1e9), "from -2000 to 2000"),
        ((0, 5, 0), "alpha 0"),
        ((0, 5, 0.05, 0.7), "beta 0.7"),
    ],
)
def test_impossible_tests_are_refused(values: tuple[float, ...], named: str) -> None:
    with pytest.raises(SprtError, match=named):
        Sprt(*values)


def decided(test: Sprt, chances: list[float], dice: random.Random) -> str:
    """Return the hypothesis that the test accepts after pairs drawn with these chances."""
    counts = [0] * len(chances)
    while True:
        for outcome in dice.choices(range(len(chances)), chances, k=5):
            counts[outcome] += 1
        decision = test.state(of_pairs(*counts)).decision
        if decision:
            return decision


@pytest.mark.parametrize(("truth", "wrong", "risk"), [(0.0, "H1", 0.05), (40.0, "H0", 0.1)])
def test_wrong_decisions_are_as_rare_as_promised(
    truth: float, wrong: str, risk: float, sample: Sample
) -> None:
    shift = (expected(truth) - 0.5) / 1.5  # gives these chances the expected mean
    chances = [0.1 - shift, 0.2 - shift, 0.4, 0.2 + shift, 0.1 + shift]
    test = Sprt(0, 40, alpha=0.05, beta=0.1)
    dice = random.Random(5)
    trials = sample(100, 5_000)
    errors = sum(decided(test, chances, dice) == wrong for _ in range(trials))
    spread = math.sqrt(trials * risk * (1 - risk))
    assert 0.2 * trials * risk < errors < trials * risk + 3 * spread


# Counting games.


def test_a_tally_counts_games_and_complete_pairs() -> None:
    found = tally(finished_match("11=10=00=11"), "A", "B")
    assert (found.wins, found.draws, found.losses) == (5, 3, 3)
    assert found.pairs == (1, 1, 0, 2, 1)
    assert (found.points, found.games) == (6.5, 11)
    assert tally(finished_match("11=10=00=11"), "B", "A") == found.swapped()


def test_games_of_others_do_not_count() -> None:
    games = [
        *finished_match("1="),
        finished_game(3, "A", "C", "1"),
        finished_game(4, "C", "B", "1"),
    ]
    assert tally(games, "A", "B") == tally(finished_match("1="), "A", "B")


def test_pairs_need_swapped_colours_the_same_round_and_the_same_opening() -> None:
    one = finished_game(1, "A", "B", "1")
    opened = (Ply("e2e4"), Ply("e7e5", {Color.BLACK: Thought(1.0)}))
    for other, pairs in (
        (finished_game(2, "B", "A", "1"), 1),
        (finished_game(2, "A", "B", "1"), 0),
        (finished_game(3, "B", "A", "1"), 0),
        (finished_game(2, "B", "A", "1", round=7), 0),
        (finished_game(2, "B", "A", "1", fen="8/8/8/8/8/8/8/8 w - - 0 1"), 0),
        (finished_game(2, "B", "A", "1", plies=opened), 0),
        (finished_game(2, "B", "A", "1", plies=opened[1:]), 1),
    ):
        assert sum(tally([one, other], "A", "B").pairs) == pairs


def test_single_games_are_the_sample_where_no_pair_is_complete() -> None:
    assert tally(finished_match("1"), "A", "B").counts == (0, 0, 1)
    assert tally(finished_match("1="), "A", "B").counts == (0, 0, 0, 1, 0)
