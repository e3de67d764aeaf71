"""Ratings of several players: against scipy, against the two-player formula, odd tournaments."""

from __future__ import annotations

import math
import random
from itertools import combinations, count

import numpy
import pytest

from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.elo import elo_of, expected
from amalthea.protocol.statistics.ratings import Rating, ratings
from helpers.finished_games import finished_game, finished_match

SLOPE = math.log(10) / 400
DEVIATIONS = 1.959963984540054


def tournament(strengths: dict[str, float], rounds: int, seed: int) -> list[GameRecord]:
    """Return games of each pair, won by strength and chance; a third of them are draws."""
    dice = random.Random(seed)
    games: list[GameRecord] = []
    for _ in range(rounds):
        for one, other in combinations(strengths, 2):
            chance = 1 / (1 + math.exp(-SLOPE * (strengths[one] - strengths[other])))
            result = "=" if dice.random() < 1 / 3 else "1" if dice.random() < chance else "0"
            games.append(finished_game(len(games) + 1, one, other, result))
    return games


def by_scipy(games: list[GameRecord]) -> dict[str, tuple[float, float]]:
    """Return Elo and half of its interval by name, by an optimizer and the pseudo-inverse."""
    from scipy import optimize

    names = sorted({name for each in games for name in (each.white, each.black)})
    place = {name: index for index, name in enumerate(names)}
    worth = {"w": 1.0, "b": 0.0, None: 0.5}
    results = [(place[g.white], place[g.black], worth[g.winner]) for g in games]

    def loss(elo: numpy.ndarray) -> float:
        total = 0.0
        for white, black, points in results:
            gap = SLOPE * (elo[white] - elo[black])
            total += points * math.log1p(math.exp(-gap)) + (1 - points) * math.log1p(math.exp(gap))
        return total

    def slope(elo: numpy.ndarray) -> numpy.ndarray:
        gradient = numpy.zeros(len(names))
        for white, black, points in results:
            share = 1 / (1 + math.exp(-SLOPE * (elo[white] - elo[black])))
            gradient[white] -= SLOPE * (points - share)
            gradient[black] += SLOPE * (points - share)
        return gradient

    # In units of 100 Elo, so that the optimizer's idea of a small step fits.
    found = optimize.minimize(
        lambda x: loss(100 * x),
        numpy.zeros(len(names)),
        jac=lambda x: 100 * slope(100 * x),
        method="BFGS",
        options={"gtol": 1e-10},
    )
    elo = 100 * (found.x - found.x.mean())
    information = numpy.zeros((len(names), len(names)))
    for white, black, _ in results:
        share = 1 / (1 + math.exp(-SLOPE * (elo[white] - elo[black])))
        part = numpy.zeros(len(names))
        part[white], part[black] = SLOPE, -SLOPE
        information += share * (1 - share) * numpy.outer(part, part)
    variance = numpy.diag(numpy.linalg.pinv(information))
    return {
        name: (elo[index], DEVIATIONS * math.sqrt(variance[index])) for name, index in place.items()
    }


def by_name(found: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in found}


@pytest.mark.parametrize(
    "strengths",
    [
        {"A": 0.0, "B": 30.0},
        {"A": 0.0, "B": 100.0, "C": -50.0},
        {"A": 0.0, "B": 300.0, "C": -300.0, "D": 10.0, "E": 700.0},
    ],
)
def test_ratings_and_intervals_agree_with_scipy(strengths: dict[str, float]) -> None:
    games = tournament(strengths, rounds=60, seed=len(strengths))
    wanted = by_scipy(games)
    found = ratings(games)
    assert {rating.name for rating in found} == set(strengths)
    for rating in found:
        elo, error = wanted[rating.name]
        assert rating.elo.value == pytest.approx(elo, abs=1e-5)
        assert rating.elo.error == pytest.approx(error, rel=1e-6)


def test_ratings_have_mean_zero_and_are_sorted() -> None:
    found = ratings(tournament({"A": 0.0, "B": 200.0, "C": -200.0}, rounds=30, seed=1))
    assert [rating.name for rating in found] == ["B", "A", "C"]
    assert sum(rating.elo.value for rating in found) == pytest.approx(0, abs=1e-9)


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    first, second = ratings(finished_match("1111==00"))
    assert first.elo.value - second.elo.value == pytest.approx(elo_of(5 / 8), abs=1e-9)
    assert (first.points, first.games, second.points) == (5, 8, 3)


def test_unbeaten_player_is_rated_with_a_virtual_draw() -> None:
    first, second = ratings(finished_match("1111"))
    assert first.elo.value - second.elo.value == pytest.approx(elo_of(4.5 / 5), abs=1e-6)
    assert first.elo.low < first.elo.value < first.elo.high < math.inf
    assert (first.points, first.games) == (4, 4)


def test_many_games_all_won_are_still_finite() -> None:
    first, second = ratings(finished_match("1" * 2000))
    assert first.elo.value - second.elo.value == pytest.approx(elo_of(2000.5 / 2001), abs=1e-6)


def test_far_and_unevenly_many_games_end_where_scores_are_as_expected() -> None:
    """With these games whole steps of Newton's method diverge."""
    pairings = {("B", "A"): 1, ("D", "A"): 3264, ("C", "B"): 8195, ("D", "C"): 1854}
    numbers = count(1)
    games = [
        finished_game(next(numbers), *pair, "1")
        for pair, size in pairings.items()
        for _ in range(size)
    ]
    elo = {name: rating.elo.value for name, rating in by_name(ratings(games)).items()}
    missing = dict.fromkeys(elo, 0.0)
    for (winner, loser), size in pairings.items():
        scored, played = size + 0.5, size + 1  # with the virtual draw
        surplus = scored - played * expected(elo[winner] - elo[loser])
        missing[winner] += surplus
        missing[loser] -= surplus
    assert list(missing.values()) == pytest.approx([0] * 4, abs=1e-6)


def test_a_group_that_won_everything_against_the_others_needs_the_virtual_draw_too() -> None:
    inside = [*finished_match("1=0", "A", "B"), *finished_match("1=0", "C", "D")]
    across = [finished_game(number, "A", "C", "1") for number in range(11, 14)]
    found = by_name(ratings(inside + across))
    elo = {name: rating.elo.value for name, rating in found.items()}
    assert min(elo["A"], elo["B"]) > max(elo["C"], elo["D"])
    assert all(math.isfinite(rating.elo.high) for rating in found.values())


def test_circle_of_wins_needs_no_virtual_draw() -> None:
    games = [
        finished_game(1, "A", "B", "1"),
        finished_game(2, "B", "C", "1"),
        finished_game(3, "C", "A", "1"),
    ]
    assert [rating.elo.value for rating in ratings(games)] == pytest.approx([0, 0, 0], abs=1e-9)
    games += [finished_game(4, "A", "B", "1")]
    assert {name: each.elo.value for name, each in by_name(ratings(games)).items()} == (
        pytest.approx({name: elo for name, (elo, _) in by_scipy(games).items()}, abs=1e-5)
    )


def test_unconnected_players_form_separate_pools() -> None:
    games = [
        *finished_match("1=00"),
        *finished_match("11=0", "C", "D"),
        finished_game(20, "D", "E", "="),
    ]
    found = ratings(games)
    assert [rating.pool for rating in found] == [1, 1, 1, 2, 2]
    for number in (1, 2):
        pool = [rating.elo.value for rating in found if rating.pool == number]
        assert sum(pool) == pytest.approx(0, abs=1e-9)
    alone = by_name(ratings(finished_match("1=00")))
    assert by_name(found)["A"].elo == alone["A"].elo


def test_no_games_give_no_ratings() -> None:
    assert ratings([]) == []
