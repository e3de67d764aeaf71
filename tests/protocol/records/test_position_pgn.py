"""Positions of the library as PGN, there and back."""

from __future__ import annotations

import random

import pytest

from amalthea import Color, Outcome, Position, Termination
from amalthea.protocol.records.pgn import PgnError


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "gess", "gochess", "shogi", "duck"])
def test_a_position_is_read_again_from_its_pgn(game: str) -> None:
    position, dice = Position(game), random.Random(game)
    while not position.is_over() and position.ply < 30:
        chosen = [dice.choice(position.choices(color)) for color in position.choosers]
        position.push(",".join(str(move) for move in chosen))
    again = Position.from_pgn(position.to_pgn("Ann", "Bob", "Test"))
    assert (again, again.moves) == (position, position.moves)


def test_pgn_has_players_array_and_result() -> None:
    mated = Position("chess", moves=["f3", "e5", "g4", "Qh4"]).to_pgn("Ann", "Bob", "Test")
    for line in ('[White "Ann"]', '[Black "Bob"]', '[Event "Test"]', '[Result "0-1"]'):
        assert line in mated
    array = Position.random_chess960(seed=3)
    assert '[Variant "Chess960"]' in array.to_pgn()
    assert Position.from_pgn(array.to_pgn()) == array


@pytest.mark.parametrize(
    ("text", "said"), [("", "no game"), ("1. e4 e5 2. Ke3 *", "move 3"), ("[x", "line 1")]
)
def test_pgn_that_cannot_be_read_is_an_error_with_its_place(text: str, said: str) -> None:
    with pytest.raises(PgnError, match=said):
        Position.from_pgn(text)


def test_pgn_has_a_result_that_the_players_agreed_on() -> None:
    resigned = Outcome(Color.BLACK, Termination.RESIGNATION)
    text = Position("chess", moves=["e4"]).to_pgn(outcome=resigned)
    assert '[Result "0-1"]' in text
    assert text.rstrip().endswith("{resignation} 0-1")
