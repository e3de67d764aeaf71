"""The shipped games of the engine with itself: they are legal, and described."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.protocol.records import engine_games
from amalthea.protocol.web.opening_explorer import FileGames, openings_in
from helpers.sample import Sample

GAMES = ("gast", "ganymede", "gess", "gochess", "troop")


@pytest.mark.parametrize("name", GAMES)
def test_games_are_legal_and_say_what_they_were(name: str, sample: Sample) -> None:
    variant = variants.get(name)
    about, games = engine_games.shipped(variant)
    assert about.startswith(f"{len(games)} games of the engine with itself")
    for game in games[:: sample(40, 1)]:
        position = Position(variant, game.fen, game.moves)
        assert 0 < position.ply <= engine_games.PLIES
        line = engine_games.line_of(variant, game.fen, game.moves, game.result)
        assert line.startswith(("1-0 ", "0-1 ", "1/2-1/2 "))


def test_other_games_have_none() -> None:
    assert engine_games.shipped(variants.get("chess")) == ("", [])


def test_openings_list_games_of_the_engine_separately() -> None:
    found = openings_in(Position("gess"), [], FileGames())
    about, games = engine_games.shipped(variants.get("gess"))
    assert found["engine"]["about"] == about
    assert found["kept"]["moves"] == found["files"]["moves"] == []
    assert sum(move["games"] for move in found["engine"]["moves"]) == len(games)
