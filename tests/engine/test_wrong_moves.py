"""Texts of moves that are nearly right: in every game they are read, ambiguous or illegal."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.errors import AmbiguousMove, IllegalMove
from amalthea.engine.new_games import new_game
from helpers.sample import games_of_each_rule, one_in

KINDS = ("amazons", "ataxx", "chess", "chu", "gast", "gess", "gochess", "tamerlane", "troop")
WORDS = (
    "a0a0",
    "a0a0,a0a0",
    "a1a0,a0a1",
    "a00a1",
    "a1a99",
    "a99t99",
    "t20t20",
    "t20t20k",
    "a1t20,t20a1",
    "a1b1,a0",
    "@a0",
    "P@a0",
    "P@a99,p@t99",
    "a1a2\u0661",
)
SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789@,+-=~'*/\\| ABKNP\u0661\u00b2"
HOLES = (("omega", "f3f4", "j1j9"), ("glinski", "f5f6", "h1h1e9"))


@pytest.mark.parametrize("name", sorted({*KINDS, *games_of_each_rule()}))
def test_a_move_to_an_unknown_square_is_illegal(name: str) -> None:
    game = new_game(variants.get(name))
    position = Position(name)
    for word in WORDS:
        with pytest.raises(IllegalMove):
            game.play(word)
        with pytest.raises(IllegalMove):
            position.parse_move(word)


@pytest.mark.parametrize("name", one_in(8, variants.names()))
def test_a_move_with_wrong_signs_is_read_or_refused(name: str) -> None:
    dice = random.Random(name)
    position = Position(name)
    for _ in range(4):
        legal = [move.text for move in position.legal_moves]
        for _ in range(25):
            word = dice.choice(legal)
            for _ in range(dice.randint(1, 4)):
                at = dice.randint(0, len(word))
                word = word[:at] + dice.choice(SIGNS) + word[at + dice.randint(0, 1) :]
            with suppress(AmbiguousMove, IllegalMove):
                position.parse_move(word)
        position.push(dice.choice(legal))


@pytest.mark.parametrize(("name", "move", "word"), HOLES)
def test_a_hole_in_the_board_holds_no_piece(name: str, move: str, word: str) -> None:
    """This also holds for the side whose pieces are in lower case."""
    with pytest.raises(IllegalMove) as refused:
        Position(name, moves=[move]).parse_move(word)
    assert refused.value.reason.startswith("there is no piece on ")


@pytest.mark.parametrize("behind", ["e4", "x", "?!e.p.!x"])
def test_a_long_run_of_marks_is_read_at_once(behind: str) -> None:
    """Each further mark once doubled the time."""
    position = Position("chess")
    with pytest.raises(IllegalMove):
        position.parse_move(f"e4{'!?' * 500}{behind}")
    assert position.parse_move(f"e4{'!?' * 500}").text == "e2e4"
