"""Who plays whom: pairs with colours exchanged, round robin and gauntlet."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from amalthea.protocol.match.schedule import Fixture, count, fixtures, pairings


def test_two_engines_alternate_colours_in_pairs() -> None:
    assert list(fixtures(["a", "b"], False, 2)) == [
        Fixture(1, 1, "a", "b"),
        Fixture(2, 1, "b", "a"),
        Fixture(3, 2, "a", "b"),
        Fixture(4, 2, "b", "a"),
    ]


@pytest.mark.parametrize("gauntlet", [False, True])
def test_all_players_meet_equally_often_with_either_colour(gauntlet: bool) -> None:
    names = ["a", "b", "c", "d"]
    games = list(fixtures(names, gauntlet, 3))
    assert len(games) == count(names, gauntlet, 3)
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    meetings = Counter((game.white, game.black) for game in games)
    wanted = [("a", "b"), ("a", "c"), ("a", "d")] if gauntlet else list(combinations(names, 2))
    assert pairings(names, gauntlet) == wanted
    assert meetings == Counter(
        {pair: 3 for one, other in wanted for pair in ((one, other), (other, one))}
    )
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.round == second.round
        assert (first.white, first.black) == (second.black, second.white)
