"""How long games are expected to last, by their rules."""

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import Pace

_DECIDED_EARLY = ("minishogi", "gardner", "antichess", "losers", "clobber", "atomic")
_SHORT = ("crazyhouse", "extinction", "kingofthehill", "3check")
_LONG = ("capablanca", "xiangqi", "shatranj", "horde", "placement", "shoshogi")


@pytest.mark.parametrize("name", _DECIDED_EARLY)
def test_least_time_is_kept_where_early_moves_decide(name: str) -> None:
    pace = variants.get(name).pace
    assert [pace.provided(move) for move in (1, 40)] == [12, 12]


@pytest.mark.parametrize("name", _SHORT)
def test_little_time_is_kept_for_later_where_games_end_early(name: str) -> None:
    assert variants.get(name).pace == Pace(moves=40)


@pytest.mark.parametrize("name", _LONG)
def test_time_is_kept_for_an_endgame_where_only_mate_or_a_bare_side_ends_the_game(
    name: str,
) -> None:
    assert variants.get(name).pace == Pace()


def test_a_stated_length_goes_before_what_the_rules_say() -> None:
    assert variants.get("chess").pace == Pace(70, 22, 0.6)
