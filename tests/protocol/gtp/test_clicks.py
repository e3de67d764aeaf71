"""Every move of every game can be clicked, and no clicks mean two moves."""

from __future__ import annotations

import random

import pytest

import amalthea
from amalthea.engine.core.game import joint_move
from amalthea.protocol.gtp.board import Board, point, shown
from amalthea.protocol.gtp.clicks import Ways
from helpers.games import GAMES
from helpers.sample import Sample

LONGEST = 120  # plies


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_made_by_its_own_clicks(name: str, sample: Sample) -> None:
    dice = random.Random(7)
    seen = 0
    while seen < sample(10, 3_000):
        game = amalthea.new_game(name, amalthea.variants.get(name).start_fen(dice.randrange(1, 99)))
        board = Board(game.variant)
        while game.position.status().state == "ongoing" and game.position.fullmove() < LONGEST:
            chosen = []
            for side in game.position.choosers():
                moves = game.position.choices(side)
                _check(moves, board)
                chosen.append(dice.choice(moves))
                seen += 1
            game.play(joint_move(chosen) if len(chosen) > 1 else chosen[0])


def _check(moves: list[str], board: Board) -> None:
    ways = Ways(moves, board.near)
    squares = set(board.squares())
    for move in moves:
        clicks = ways.clicks(move)
        assert ways.move(clicks) == move
        assert squares.issuperset(clicks)
        for number, square in enumerate(clicks):
            assert ways.move(clicks[:number]) is None
            assert square in ways.next(clicks[:number])
            assert move in ways.moves(clicks[:number])


@pytest.mark.parametrize("name", GAMES)
def test_points_are_read_as_they_are_written(name: str) -> None:
    board = Board(amalthea.variants.get(name))
    written = [point(square) for square in board.squares()]
    assert [board.read_point(text) for text in written] == board.squares()
    assert [board.read_point(text.lower()) for text in written] == board.squares()
    assert len(set(written)) == board.files * board.ranks


def test_the_letter_i_is_left_out() -> None:
    board = Board(amalthea.variants.get("gast"))
    assert point("h1") == "H1"
    assert point("i9") == "J9"
    assert point("l12") == "M12"
    assert board.read_point("I9") is None
    assert board.read_point("N1") is None
    assert board.read_point("A13") is None


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("e2e4", "E2-E4"),
        ("e11i12a", "E11-J12a"),
        ("c10c12+", "C10-C12+"),
        ("P@e5,p@i4", "P@E5,p@J4"),
        ("a2a2v", "A2-A2v"),
    ],
)
def test_moves_are_shown_with_points(move: str, text: str) -> None:
    assert shown(move) == text


def test_choices_lie_around_the_last_square() -> None:
    board = Board(amalthea.variants.get("chess"))
    ways = Ways([f"e7e8{letter}" for letter in "qrbn"], board.near)
    assert dict(ways.next(("e7", "e8"))) == {"e8": "q", "e7": "r", "d7": "b", "f7": "n"}
    assert ways.move(("e7", "e8", "f7")) == "e7e8n"


def test_a_move_without_a_letter_is_chosen_on_its_square() -> None:
    board = Board(amalthea.variants.get("ganymede"))
    ways = Ways(["f3f6l", "f3f6", "f3f6z"], board.near)
    assert ways.move(("f3", "f6", "f6")) == "f3f6"
    assert sorted(ways.next(("f3", "f6")).values()) == ["", "l", "z"]


def test_a_square_that_a_move_blocks_takes_one_more_click() -> None:
    ways = Ways(["a1a3,a3a1", "a1a3,a3h8", "a1a4,a4a1"], lambda square: [square])
    assert ways.move(("a1", "a3", "h8")) == "a1a3,a3h8"
    assert set(ways.next(("a1", "a3"))) == {"a1", "h8"}
    assert ways.move(("a1", "a3")) is None
