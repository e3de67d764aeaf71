"""The lobby: every game in one family, with a sentence; levels have names."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.protocol.web import lobby
from amalthea.protocol.web.lobby import families


def test_every_shipped_game_is_in_one_family_with_a_sentence() -> None:
    games = [game for family in families() for game in family["games"]]
    assert sorted(game["name"] for game in games) == sorted(variants.names())
    assert [game for game in games if not game["about"].endswith(".")] == []
    assert families()[0]["games"][0]["name"] == "gast"


def test_the_size_of_a_board_is_that_of_its_squares_or_hexagons() -> None:
    sizes = {game["name"]: game["size"] for family in families() for game in family["games"]}
    assert (sizes["xiangqi"], sizes["glinski"]) == ("9 \u00d7 10", "91 hexagons")


@pytest.mark.parametrize(("name", "side"), [("chess", "b"), ("gess", "w"), ("gochess", "b")])
def test_one_side_begins_in_the_upper_half_of_the_board(name: str, side: str) -> None:
    assert lobby.upper_side(variants.get(name)) == side


def test_a_game_without_a_family_is_listed_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        lobby, "_families", lambda: [{"title": "One", "games": {"gess": "Stones."}}]
    )
    first, last = lobby.families()
    assert [game["name"] for game in first["games"]] == ["gess"]
    assert len(last["games"]) == len(variants.names()) - 1
    assert last["title"] == "Your own games"
