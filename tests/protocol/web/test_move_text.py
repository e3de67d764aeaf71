"""Moves as the page writes them are read back, and say what blocks a square."""

from __future__ import annotations

import random

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.errors import IllegalMove
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.web.move_text import line_text, move_text, read_text

PLIES = 3
WRITTEN = {
    "duck": ("e2e4,e4e5", "e4, duck e5"),
    "amazons": ("g1g7,g7g3", "g1g7, arrow g3"),
    "isolation": ("c1c2,c2d4", "c1c2, block d4"),
    "flipello": ("P@c5", "c5"),
    "ataxx": ("a7c6", "a7c6"),
    "crazyhouse": ("e2e4", "e4"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_move_has_words_for_what_blocks_and_no_letter_without_need(name: str) -> None:
    move, text = WRITTEN[name]
    assert move_text(Position(name), move) == text


def test_moves_of_a_line_are_written_in_their_positions() -> None:
    position = Position("duck")
    line = ("e2e4,e4e5", "g8f6,f6e6", "e4e5,e5d5")
    assert line_text(position, line) == ("e4, duck e5", "Nf6, duck e6", "e5, duck d5")
    assert position.ply == 0


@pytest.mark.parametrize(
    ("name", "fen", "move"),
    [
        ("flipello", "8/8/8/3PP3/3PP3/8/8/Pp5p[PPpp] b - - 0 1", "b1b1"),
        ("janggi", None, "e2e2"),
    ],
)
def test_a_pass_is_a_word(name: str, fen: str | None, move: str) -> None:
    position = Position(name, fen)
    assert move_text(position, move) == "pass"
    assert read_text(position, "Pass") == move


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in variants.names()
        if kind_of(variants.get(name)).blocks_squares(variants.get(name))
        or len(kind_of(variants.get(name)).piece_types(variants.get(name))) == 1
    ],
)
def test_written_moves_are_read_back(name: str) -> None:
    dice, position = random.Random(name), Position(name)
    for _ in range(PLIES):
        if position.is_over():
            break
        moves = [each.text for each in position.legal_moves]
        text = move_text(position, move := dice.choice(moves))
        assert read_text(position, text) == move
        assert read_text(position, text.replace(" ", "").upper()) == move
        position.push(move)
    with pytest.raises(IllegalMove):
        read_text(Position(name), "nonsense")
