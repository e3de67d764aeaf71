"""Sentences that say what the line of a puzzle wins."""

from __future__ import annotations

import pytest

from amalthea.engine.api import Position
from amalthea.protocol.exercises import KINDS
from helpers.sample import Sample
from material_gain import sentence_on_gain

PUZZLES = KINDS["puzzles"]


@pytest.mark.parametrize(
    ("fen", "line", "said"),
    [
        ("4k3/8/8/3r4/4B3/8/8/4K3 w - - 0 1", "e4d5", "White wins a rook."),
        ("4k3/8/4p3/3r4/4B3/8/8/4K3 w - - 0 1", "e4d5 e6d5", "White wins a rook for a bishop."),
        ("4k3/8/8/3r4/8/2n5/4P3/4K2B b - - 0 1", "d5d1", ""),  # the rook only moves
        ("4k3/8/8/3n4/8/8/3Q4/4K3 w - - 0 1", "d2d5 e8e7 d5d4", "White wins a knight."),
        ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", ""),  # a queen that is taken for a pawn
        ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5 e6d5", ""),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "White wins a queen for a pawn."),
    ],
)
def test_a_sentence_says_what_is_won_for_what(fen: str, line: str, said: str) -> None:
    assert sentence_on_gain(Position("chess", fen), line.split()) == said


def test_several_pieces_are_counted_the_dearest_first() -> None:
    position = Position("chess", "4k3/8/8/p2q4/8/8/8/R3K2B w - - 0 1")
    assert sentence_on_gain(position, ["h1d5", "e8e7", "a1a5"]) == "White wins a queen and a pawn."
    two = Position("chess", "4k3/8/8/p2p4/8/8/8/R3K2B w - - 0 1")
    assert sentence_on_gain(two, ["h1d5", "e8e7", "a1a5"]) == "White wins two pawns."


def test_a_piece_that_goes_to_the_hand_is_won_once_and_as_what_it_was() -> None:
    position = Position("shogi", "4k4/9/9/4+r4/9/9/9/4R4/4K4[] w - - 0 1")
    assert sentence_on_gain(position, ["e2e6"]) == "White wins a rook."


def test_a_turned_spearman_is_no_loss() -> None:
    position = Position("ganymede", "k11/12/12/12/12/12/12/12/12/12/3S1n6/K11 w - - 0 1")
    turns = [move.text for move in position.legal_moves if move.text.startswith("d2d2")]
    assert sentence_on_gain(position, [turns[0]]) == ""


def test_stones_are_counted() -> None:
    puzzle = next(each for each in PUZZLES.of("gess") if each.why)
    colours = [piece.color for piece in puzzle.position.pieces().values()]
    end = Position(puzzle.variant, puzzle.fen, puzzle.line)
    after = [piece.color for piece in end.pieces().values()]
    other = puzzle.position.turn.other if puzzle.position.turn else None
    assert colours.count(other) > after.count(other)  # type: ignore[arg-type]
    assert "stone" in puzzle.why


@pytest.mark.parametrize("game", PUZZLES.games())
def test_shipped_puzzles_say_what_their_lines_win(game: str, sample: Sample) -> None:
    puzzles = [each for each in PUZZLES.of(game) if "wins in" not in each.task]
    for each in puzzles[:: sample(20, 1)]:
        assert each.why == sentence_on_gain(each.position, each.line)
    mates = [each for each in PUZZLES.of(game) if "wins in" in each.task]
    assert not any(each.why for each in mates)
