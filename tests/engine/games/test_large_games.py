"""Games on large boards that come as files: the rules that they alone have, and whole walks."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from helpers.described_comparison import compare_walk
from helpers.games import army
from reference.described import rules_of

if TYPE_CHECKING:
    from helpers.sample import Sample

COUNTS = {
    "metamachy": (61, 3_721, 233_126),
    "omega": (40, 1_600, 67_202),
    "wildebeest": (45, 2_025, 95_829),
    "terachess": (54, 2_916, 175_508),
    "acedrex": (71, 5_041, 361_317),
    "tamerlane": (24, 576, 14_518),
    "flipello10": (4, 12, 56),
}
TOO_SLOW = {"terachess"}  # by the slow rules: their counts stand in perft/
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


@pytest.mark.parametrize("game", [game for game in COUNTS if game not in TOO_SLOW])
def test_games_go_as_the_slow_rules_say(game: str, sample: Sample) -> None:
    plies = max(4, sample(8, 60))
    compare_walk(army(game), rules_of(army(game)), random.Random(game), Counter(), plies)


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

    def test_it_leaps_as_a_knight_unless_both_squares_between_are_attacked(self) -> None:
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

    def test_target_that_no_pawn_passed_is_left_out(self) -> None:
        position = new_position("wildebeest", "r9k/11/11/11/11/5p5/11/11/11/5K5 b - g4 0 1")
        assert position.fen() == "r9k/11/11/11/11/5p5/11/11/11/5K5 b - - 0 1"
        assert len(position.remarks) == 1


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


class TestTerachess:
    def test_a_troll_promotes_by_a_step_but_not_by_a_leap(self) -> None:
        fen = "16/4T11/16/6T9/" + "16/" * 9 + "16/k14K/16 w - - 0 1"
        moves = set(new_position("terachess", fen).legal_moves())
        assert {"e15e16q", "g13g16"} <= moves
        assert not {"e15e16", "g13g16q"} & moves

    def test_a_troll_that_leaps_along_the_last_rank_stays_one(self) -> None:
        fen = "4T11/16/16/16/" + "16/" * 9 + "16/k14K/16 w - - 0 1"
        assert goals("terachess", fen, "e16") == {"b16", "h16", "e13", "b13", "h13"}

    def test_black_counts_ranks_from_his_side(self) -> None:
        fen = "16/k14K/16/16/" + "16/" * 8 + "6t9/16/4t11/16 b - - 0 1"
        moves = set(new_position("terachess", fen).legal_moves())
        assert {"e2e1q", "g4g1"} <= moves
        assert not {"e2e1", "g4g1q"} & moves

    def test_the_others_promote_however_they_come(self) -> None:
        fen = "16/16/4W2N8/16/" + "16/" * 10 + "16/k14K w - - 0 1"
        moves = set(new_position("terachess", fen).legal_moves())
        assert {"e14e16l", "h14g16f", "h14i16f"} <= moves
        assert "e14e16" not in moves

    def test_an_archer_takes_behind_a_hurdle_on_a_diagonal(self) -> None:
        fen = "16/16/16/16/" + "16/" * 6 + "5r10/16/3P12/16/1V14/k14K w - - 0 1"
        found = goals("terachess", fen, "b2")
        assert "f6" in found
        assert not {"d4", "e5", "g7"} & found


class TestAcedrex:
    def test_a_unicorn_leaps_and_goes_on_along_one_diagonal(self) -> None:
        fen = "11K/12/12/p11/12/12/5U6/12/12/12/12/k11 w - - 0 1"
        found = goals("acedrex", fen, "f6")
        assert len(found) == 36
        assert {"g8", "h9", "i10", "j11", "k12", "h7", "i8", "l11"} <= found
        assert not {"f9", "i6", "g7", "h8"} & found

    def test_a_unicorn_is_stopped_where_it_lands(self) -> None:
        fen = "11K/12/12/12/6p5/12/5U6/12/12/12/12/k11 w - - 0 1"
        found = goals("acedrex", fen, "f6")
        assert "g8" in found
        assert "h9" not in found

    @pytest.mark.parametrize(("file", "form"), [*zip("abcdefghijkl", "rluzcaaczulr", strict=True)])
    def test_pawn_promotes_to_the_piece_that_began_on_its_file(self, file: str, form: str) -> None:
        left = "abcdefghijkl".index(file)
        rank = f"{left or ''}P{11 - left or ''}"
        fen = f"12/{rank}/12/12/12/12/p11/12/5k6/12/12/5K6 w - - 0 1"
        position = new_position("acedrex", fen)
        position.play(f"{file}11{file}12{form}")
        assert form.upper() in position.fen().split("/")[0]

    def test_pawns_step_twice_from_home_and_are_not_taken_in_passing(self) -> None:
        fen = "5k6/12/12/12/12/12/4p7/12/3P8/12/12/5K6 w - - 0 1"
        position = new_position("acedrex", fen)
        position.play("d4d6")
        assert goals("acedrex", position.fen(), "e6") == {"e5"}

    def test_a_kings_leap_is_straight_or_diagonal(self) -> None:
        fen = "6k5/12/12/12/12/12/12/12/12/12/12/6K5 w G - 0 1"
        found = goals("acedrex", fen, "g1")
        assert found == {"f1", "h1", "f2", "g2", "h2", "e1", "i1", "e3", "g3", "i3"}

    @pytest.mark.parametrize(
        ("fen", "ended"),
        [
            ("6k5/12/12/12/12/12/12/12/12/12/12/R5K5 b - - 0 1", "bare"),
            ("12/12/12/12/p11/P11/12/12/12/12/10R1/k2R7K b - - 0 1", "checkmate"),
            ("12/12/12/1R10/p11/P11/12/12/12/12/11R/k10K b - - 0 1", "stalemate"),
        ],
    )
    def test_ends(self, fen: str, ended: str) -> None:
        status = new_position("acedrex", fen).status()
        assert (status.state, status.winner, status.reason) == ("win", "w", ended)


@pytest.mark.parametrize(
    ("game", "fen", "move", "after"),
    [
        ("sac", "4k5/10/10/10/10/10/10/10/1R3K2R1/10 w KQ - 0 1", "f2h2", "1R4RK2"),
        ("sac", "4k5/10/10/10/10/10/10/10/1R3K2R1/10 w KQ - 0 1", "f2d2", "3KR3R1"),
        ("macrochess", "5k6/12/12/12/12/12/12/12/12/12/12/R5K4R w KQ - 0 1", "g1j1", "R7RK2"),
        ("macrochess", "5k6/12/12/12/12/12/12/12/12/12/12/R5K4R w KQ - 0 1", "g1d1", "3KR6R"),
    ],
)
def test_kings_castle_as_far_as_the_authors_say(game: str, fen: str, move: str, after: str) -> None:
    position = new_position(game, fen)
    position.play(move)
    assert after in position.fen().split()[0].split("/")


class TestWaShogi:
    def test_each_piece_promotes_as_published(self) -> None:
        """The owl becomes an eagle, the crow a falcon, the dog a wolf, the monkey a stag ..."""
        types = {piece.letter: piece for piece in army("washogi").pieces}
        same = {"U": "E", "Y": "F", "D": "O", "M": "S", "G": "W", "R": "T"}
        for letter, form in same.items():
            assert (types[f"+{letter}"].moves, types[f"+{letter}"].name) == (
                types[form].moves,
                types[form].name,
            )

    def test_an_oxcart_on_the_last_rank_has_promoted(self) -> None:
        fen = "4k6/X10/11/11/11/11/11/11/11/11/4K6[] w - - 0 1"
        assert goals("washogi", fen, "a10") == {"a11+"}

    def test_no_second_sparrow_pawn_is_dropped_on_a_file(self) -> None:
        fen = "4k6/11/11/11/11/11/P10/11/11/11/4K6[P] w - - 0 1"
        files = {move[2] for move in new_position("washogi", fen).legal_moves() if move[0] == "P"}
        assert files == set("bcdefghijk")


@pytest.mark.parametrize(
    ("piece", "form"),
    ["pq", "ia", "nf", "mf", "zf", "el", "wl", "jl"],
)
def test_a_piece_of_gigachess_becomes_what_the_author_says(piece: str, form: str) -> None:
    forms: set[str] = set()
    for empty in ("14", "14/14"):  # above the piece
        rest = "/14" * (11 - empty.count("/"))
        fen = f"{empty}/7{piece.upper()}6{rest}/6K6k w - - 0 1"
        moves = new_position("gigachess", fen).legal_moves()
        forms |= {move[-1] for move in moves if re.match("h1[23][a-n]14", move)}
    assert forms == {form}
