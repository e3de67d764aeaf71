"""Games on large boards that come as files: the rules that they alone have, and whole walks."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from engine import new_position
from engine.errors import FenError
from games import army
from reference.described import rules_of
from rules.test_random_variants import compare_walk

if TYPE_CHECKING:
    from conftest import Sample

COUNTS = {
    "metamachy": (61, 3_721, 233_126),
    "omega": (40, 1_600, 67_202),
    "wildebeest": (45, 2_025, 95_829),
}
EMPTY_OMEGA = "w**********w/*3k6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*3K6*/W**********W"


def goals(game: str, fen: str, origin: str) -> set[str]:
    moves = new_position(game, fen).legal_moves()
    return {move.removeprefix(origin) for move in moves if move.startswith(origin)}


@pytest.mark.parametrize("game", COUNTS)
def test_counts_are_those_of_the_slow_rules(game: str, sample: Sample) -> None:
    position = new_position(game)
    assert tuple(position.perft(depth) for depth in (1, 2, 3)) == COUNTS[game]
    start = rules_of(army(game)).from_fen(army(game).start)
    children = [start.after(move) for move in start.legal]
    assert len(children) == COUNTS[game][0]
    seen = children[: sample(5, len(children))]
    for move, child in zip(start.legal, seen, strict=False):
        position = new_position(game)
        position.play(str(move))
        assert position.perft(1) == len(child.legal)


@pytest.mark.parametrize("game", COUNTS)
def test_games_go_as_the_slow_rules_say(game: str) -> None:
    compare_walk(army(game), rules_of(army(game)), random.Random(game), Counter())


class TestKingsLeap:
    def test_goes_two_squares_over_pieces_without_taking(self) -> None:
        fen = "6k5/12/12/12/12/12/12/12/12/5PpP4/12/6K5 w G - 0 1"
        found = goals("metamachy", fen, "g1")
        assert {"e1", "i1", "e2", "i2"} <= found
        assert not {"f3", "g3", "h3"} & found
        assert not {"e3", "i3"} & found  # over squares that the pawn attacks

    def test_only_as_a_first_move(self) -> None:
        fen = "6k5/12/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1"
        assert goals("metamachy", fen, "g1") == {"f1", "h1", "f2", "g2", "h2"}

    def test_not_out_of_check_nor_over_an_attacked_square(self) -> None:
        in_check = "6k5/12/12/12/12/12/12/12/12/12/12/r5K5 w G - 0 1"
        assert goals("metamachy", in_check, "g1") == {"f2", "g2", "h2"}
        attacked = "6k5/12/12/12/12/12/12/12/12/12/r11/6K5 w G - 0 1"
        assert goals("metamachy", attacked, "g1") == {"f1", "h1", "e1", "i1"}

    def test_as_a_knight_over_one_of_two(self) -> None:
        fen = "6k5/12/12/12/12/12/12/12/12/12/12/5rK5 w - - 0 1"
        assert "f1" in goals("metamachy", fen, "g1")
        one = "6kr4/12/12/12/12/12/12/12/12/12/12/6K5 w G - 0 1"
        found = goals("metamachy", one, "g1")
        assert "i2" not in found  # h1 and h2 are attacked
        assert "f3" in found


class TestPassing:
    def test_a_triple_step_is_taken_on_either_square(self) -> None:
        fen = "r9k/11/11/11/11/4pp5/11/11/6P4/5K5 w - - 0 1"
        position = new_position("wildebeest", fen)
        position.play("g2g5")
        assert position.fen().split()[3] == "g4"
        assert "f5g4" in position.legal_moves()
        position.play("f5g4")
        assert position.fen().split()[0] == "r9k/11/11/11/11/4p6/6p4/11/11/5K5"

    def test_the_field_names_both_where_both_can_be_taken(self) -> None:
        fen = "r9k/11/11/11/11/5p5/7p3/11/6P4/5K5 w - - 0 1"
        position = new_position("wildebeest", fen)
        position.play("g2g5")
        assert position.fen().split()[3] == "g3g4"
        assert {"f5g4", "h4g3"} <= set(position.legal_moves())
        again = new_position("wildebeest", position.fen())
        assert again.fen() == position.fen()
        assert again.key() == position.key()
        assert sorted(again.legal_moves()) == sorted(position.legal_moves())

    def test_a_prince_is_taken_like_a_pawn(self) -> None:
        fen = "6k5/12/12/12/12/12/12/3p8/12/4I7/12/6K5 w - - 0 1"
        position = new_position("metamachy", fen)
        position.play("e3e5")
        assert "d5e4" in position.legal_moves()
        position.play("d5e4")
        assert "I" not in position.fen()

    def test_a_square_that_nobody_passed_is_refused(self) -> None:
        fen = "r9k/11/11/11/11/5p5/11/11/11/5K5 b - g4 0 1"
        with pytest.raises(FenError, match="needs 'P' on g5"):
            new_position("wildebeest", fen)


class TestBerolina:
    def test_a_diagonal_step_is_taken_straight_ahead(self) -> None:
        position = new_position("berolina", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
        position.play("e2c4")
        assert position.fen().split()[3] == "d3c4"
        assert "d4d3" in position.legal_moves()
        assert new_position("berolina", position.fen()).fen() == position.fen()
        position.play("d4d3")
        assert position.fen().split()[0] == "4k3/8/8/8/8/3p4/8/4K3"


class TestOmega:
    def test_the_corners_are_reached_diagonally(self) -> None:
        fen = f"{EMPTY_OMEGA} w - - 0 1"
        assert goals("omega", fen, "a1") == {"b2", "b4", "d2"}
        king = EMPTY_OMEGA.replace("*3K6*/W", "*K9*/1")
        assert "a1" in goals("omega", f"{king} w - - 0 1", "b2")

    def test_castling_takes_the_king_two_squares(self) -> None:
        fen = EMPTY_OMEGA.replace("*3K6*/W", "*1R3K2R1*/W") + " w KQ - 0 1"
        position = new_position("omega", fen)
        assert {"g2i2", "g2e2"} <= set(position.legal_moves())
        position.play("g2i2")
        assert "/*1R4RK2*/" in position.fen()


class TestWildebeest:
    def test_the_king_castles_one_to_four_squares(self) -> None:
        fen = "5k5/11/11/11/11/11/11/11/11/R4K4R w AK - 0 1"
        moves = set(new_position("wildebeest", fen).legal_moves())
        assert {"f1k1", "f1h1", "f1i1", "f1j1", "f1a1", "f1d1", "f1c1", "f1b1"} <= moves
