"""Moves in UCCI, compared with a slow conversion sign by sign; positions of other programs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.new_games import new_game, new_position
from amalthea.protocol.ucci.moves import UcciMoves
from amalthea.protocol.ucci.parsing import parse_position
from helpers.random_games import random_game

if TYPE_CHECKING:
    from helpers.sample import Sample

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


def ucci_move(move: str) -> str:
    """Return a move between two squares with every rank one less."""
    letters = [sign for sign in move if sign.isalpha()]
    ranks = "".join(sign if sign.isdigit() else " " for sign in move).split()
    return "".join(f"{file}{int(rank) - 1}" for file, rank in zip(letters, ranks, strict=True))


@pytest.mark.parametrize("game", ["xiangqi", "janggi", "manchu"])
def test_moves_there_and_back(game: str, sample: Sample) -> None:
    text = UcciMoves()
    for seed in range(sample(3, 60)):
        record = random_game(game, seed, longest=120)
        count = random.Random(seed).randint(0, len(record.moves))
        position = new_game(game, record.fen, record.moves[:count]).position
        for move in position.legal_moves():
            assert text.write(move) == ucci_move(move)
            assert text.read(ucci_move(move)) == move


@pytest.mark.parametrize(
    "fen",
    [
        f"{START} w - - 0 1",
        f"{START} r - - 0 1",
        f"{START} r",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR R - - 0 1",
    ],
)
def test_positions_of_other_programs_are_read(fen: str) -> None:
    command = parse_position(["fen", *fen.split(), "moves", "h2e2"])
    assert command.moves == ("h2e2",)
    assert new_position("xiangqi", command.fen).fen() == f"{START} w - - 0 1"
