"""Where every move captures, pieces that no attack connects with an enemy are worth nothing."""

from __future__ import annotations

import re

import pytest

from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.pieces.evaluation.fitted import appraised
from amalthea.engine.pieces.evaluation.out_of_play import OutOfPlayEvaluator
from helpers.games import army
from helpers.random_games import random_game

LOST_CP = 1000  # at least, for the side that has no move


def terms(game: str, fen: str) -> dict[str, tuple[int, int]]:
    """Return both sides' terms by name; they add up to the score."""
    evaluator = position_and_evaluator(army(game), fen, (), HandWritten())[1]
    listed, total = evaluator.terms()
    assert total == evaluator.score()
    return {name: (white, black) for name, white, black in listed}


def stones_out_of_play(placement: str) -> tuple[int, int]:
    """Return how many stones of each side stand in groups of one colour, in plain Python."""
    lines = [
        "".join(" " * int(part) if part.isdigit() else part for part in re.findall(r"\d+|\D", row))
        for row in placement.split("/")
    ]
    left = {
        (x, y): stone for y, row in enumerate(lines) for x, stone in enumerate(row) if stone != " "
    }
    idle = {"P": 0, "p": 0}
    while left:
        group, new = {}, dict([left.popitem()])
        while new:
            (x, y), stone = new.popitem()
            group[x, y] = stone
            for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if place in left:
                    new[place] = left.pop(place)
        if len(set(group.values())) == 1:
            idle[stone] += len(group)
    return idle["P"], idle["p"]


@pytest.mark.parametrize("game", ["clobber", "clobber10"])
@pytest.mark.parametrize("seed", range(6))
def test_stones_in_groups_of_one_colour_are_out_of_play(game: str, seed: int) -> None:
    variant = army(game)
    record = random_game(game, seed, longest=80)
    position, evaluator = position_and_evaluator(variant, record.fen, (), HandWritten())
    value = round(appraised(variant, HandWritten(), frozenset()).exchange(variant.piece("P")))
    assert isinstance(evaluator, OutOfPlayEvaluator)
    for ply in record.plies:
        position.play(ply.move)
        white, black = stones_out_of_play(position.fen().split()[0])
        listed = {name: values for name, *values in evaluator.terms()[0]}
        assert listed["out of play"] == [-white * value, -black * value]


def test_each_turn_is_worth_half_a_stone_so_that_level_play_stays_level() -> None:
    fens = ("5/5/5/5/PpPpP/pPpPp w - - 0 1", "5/5/5/5/PpPpP/pPpPp b - - 0 1")
    white, black = (terms("clobber", fen)["turn"] for fen in fens)
    assert white[0] == black[1] > 0
    assert white[1] == black[0] == 0


@pytest.mark.parametrize(("side", "winner"), [("w", -1), ("b", 1)])
def test_the_side_to_move_has_lost_where_no_piece_is_in_play(side: str, winner: int) -> None:
    fen = f"5/5/5/5/5/P1p1P {side} - - 0 1"
    evaluator = position_and_evaluator(army("clobber"), fen, (), HandWritten())[1]
    assert winner * evaluator.score() > LOST_CP


def test_other_games_have_no_pieces_out_of_play() -> None:
    assert "out of play" not in terms("chess", army("chess").start)
    assert "out of play" not in terms("antichess", army("antichess").start)
