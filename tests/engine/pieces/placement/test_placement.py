"""The placement phase of Go-Chess: rule by rule."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from helpers.played_placements import (
    BISHOPS_LEFT,
    DISTANCES,
    LATE,
    LETTERS,
    SHUT_OUT,
    START,
    WALL,
    Begin,
    barred,
    board_and_bracket,
    bracket,
    farther,
    kings_left,
)
from reference.common import Square, square_named
from reference.gochess import ORDER, SQUARES, GoChessPlacement

# Choosing.


def test_pawns_come_first_on_any_square_that_is_not_blocked(begin: Begin) -> None:
    played = begin(START)
    free = [name for name in names(SQUARES) if name not in WALL.split()]
    assert sorted(played.choices("w")) == sorted(f"P@{name}" for name in free)
    assert sorted(played.choices("b")) == sorted(f"p@{name}" for name in free)
    assert played.status() == "ongoing choose wb"


def names(squares: Iterable[Square]) -> list[str]:
    return [f"{'abcdefghij'[file]}{rank + 1}" for file, rank in squares]


def test_both_pieces_appear_together(begin: Begin) -> None:
    played = begin(START).play("P@e1,p@d10")
    assert board_and_bracket(played) == (
        "3p6/10/10/10/5*****/*****5/10/10/10/4P5[PPPPPPPBBRRNNQKpppppppbbrrnnqk]"
    )
    assert "P@d10" not in played.choices("w")
    assert "p@e1" not in played.choices("b")


def test_the_order_is_pawns_bishops_rooks_knights_queen_king(begin: Begin) -> None:
    played = begin(START)
    for placed, letter in enumerate(ORDER[:-1]):
        assert {choice[0] for choice in played.choices("w")} == {letter}
        assert {choice[0] for choice in played.choices("b")} == {letter.lower()}
        file, rank = "abcdefgh"[placed % 8], placed // 8 + 1
        played.play(f"{letter}@{file}{rank},{letter.lower()}@{file}{rank + 6}")
    assert bracket(played) == "Kk"


@pytest.mark.parametrize("text", ["p@e1,p@d10", "P@e1,P@d10", "p@e1,P@d10"])
def test_the_letters_may_be_of_either_case(begin: Begin, text: str) -> None:
    assert begin(START).play(text).fen() == begin(START).play("P@e1,p@d10").fen()


def test_pawns_may_stand_on_the_outer_ranks(begin: Begin) -> None:
    ranks = board_and_bracket(begin(START).play("P@a10,p@j1 P@a1,p@j10")).split("/")
    assert (ranks[0], ranks[9].partition("[")[0]) == ("P8p", "P8p")


# Clashes.


def test_the_same_square_twice_places_nothing_and_is_barred_for_both(begin: Begin) -> None:
    played = begin(START).play("P@e1,p@e1")
    assert played.fen() == START.replace(" - - - ", " - - e1/e1 ")
    assert "P@e1" not in played.choices("w")
    assert "p@e1" not in played.choices("b")
    assert len(played.choices("w")) == len(played.choices("b")) == 89


def test_a_second_clash_bars_a_second_square(begin: Begin) -> None:
    played = begin(START).play("P@e1,p@e1 P@a10,p@a10 P@c3,p@c3")
    assert barred(played) == "e1a10c3/e1a10c3"
    assert bracket(played) == ORDER + ORDER.lower()


def test_the_barred_squares_are_free_again_in_the_next_slot(begin: Begin) -> None:
    played = begin(START).play("P@e1,p@e1 P@a10,p@a10 P@c3,p@d3")
    assert barred(played) == "-"
    assert {"P@e1", "P@a10"} <= set(played.choices("w"))
    assert {"p@e1", "p@a10"} <= set(played.choices("b"))


def test_barred_squares_are_read_for_each_side(begin: Begin) -> None:
    fen = START.replace(" - - - ", " - - e1f10/e1 ")
    played = begin(fen)
    assert played.fen() == fen
    assert "P@f10" not in played.choices("w")
    assert "p@f10" in played.choices("b")


# Bishops.


def test_the_second_bishop_stands_on_the_other_shade(begin: Begin) -> None:
    played = begin(BISHOPS_LEFT).play("B@a1,b@j1")
    assert {shade_named(choice[2:]) for choice in played.choices("w")} == {1}
    assert {shade_named(choice[2:]) for choice in played.choices("b")} == {0}


def test_the_first_bishop_may_stand_anywhere(begin: Begin) -> None:
    played = begin(BISHOPS_LEFT)
    assert {shade_named(choice[2:]) for choice in played.choices("w")} == {0, 1}


def shade_named(name: str) -> int:
    return sum(square_named(name)) % 2


# Kings.


def test_a_king_is_not_placed_into_check(begin: Begin) -> None:
    played = begin(LATE)
    assert "K@b8" not in played.choices("w")
    assert "k@b8" in played.choices("b")


def test_a_square_the_own_pieces_attack_is_good_for_a_king(begin: Begin) -> None:
    played = begin(LATE)
    assert "K@c2" in played.choices("w")
    assert "k@c2" not in played.choices("b")


def test_kings_that_attack_each_other_are_both_placed_again(begin: Begin) -> None:
    played = begin(LATE).play("K@f1,k@g1")
    assert played.fen() == LATE.replace(" - - - ", " - - f1/g1 ")
    assert "K@f1" not in played.choices("w")
    assert "k@g1" not in played.choices("b")


def test_a_king_may_try_the_square_only_the_enemy_has_tried(begin: Begin) -> None:
    played = begin(LATE).play("K@f1,k@g1")
    assert "K@g1" in played.choices("w")
    assert "k@f1" in played.choices("b")
    assert barred(played.play("K@g1,k@f1")) == "f1g1/g1f1"
    assert barred(played.play("K@d1,k@d1")) == "f1g1d1/g1f1d1"


def test_kings_placed_apart_begin_the_play(begin: Begin) -> None:
    played = begin(LATE).play("K@f1,k@g1 K@a1,k@j10")
    assert played.fen() == (
        "9k/6p1rq/3p3rpn/2ppbpppnb/5*****/*****5/BNPPPBPP2/NPR3P3/QR1P6/K9 w - - 0 1"
    )
    assert played.status() == "ongoing"


# Who moves first.


def first_to_move(begin: Begin, fen: str) -> str:
    return begin(fen).play("K@a1,k@j10").fen().split()[1]


@pytest.mark.parametrize("level", range(len(LETTERS)))
def test_black_moves_first_when_whites_piece_is_farther_away(begin: Begin, level: int) -> None:
    """All earlier distances tie, and the next one would speak for White."""
    black = farther(level + 1) if level + 1 < len(LETTERS) else DISTANCES
    assert first_to_move(begin, kings_left(white=farther(level), black=black)) == "b"


@pytest.mark.parametrize("level", range(len(LETTERS)))
def test_white_moves_first_when_blacks_piece_is_farther_away(begin: Begin, level: int) -> None:
    """All earlier distances tie, and the next one would speak for Black."""
    white = farther(level + 1) if level + 1 < len(LETTERS) else DISTANCES
    assert first_to_move(begin, kings_left(white=white, black=farther(level))) == "w"


def test_white_moves_first_when_everything_ties(begin: Begin) -> None:
    assert first_to_move(begin, LATE) == "w"


# Nowhere to go.


def test_a_king_that_is_attacked_everywhere_draws(begin: Begin) -> None:
    played = begin(SHUT_OUT)
    assert played.choices("w") == []
    assert len(played.choices("b")) == 25
    assert played.status() == "draw unplaceable"


def test_a_clash_on_the_last_square_draws(begin: Begin) -> None:
    played = begin(only_left(LATE, "f1", "f1"))
    assert played.status() == "ongoing choose wb"
    played.play("K@f1,k@f1")
    assert played.choices("w") == played.choices("b") == []
    assert played.status() == "draw unplaceable"


def test_kings_that_meet_on_their_last_squares_draw(begin: Begin) -> None:
    played = begin(only_left(LATE, "f1", "g1"))
    assert (played.choices("w"), played.choices("b")) == (["K@f1"], ["k@g1"])
    assert played.play("K@f1,k@g1").status() == "draw unplaceable"


def test_one_side_without_a_square_is_enough_for_a_draw(begin: Begin) -> None:
    played = begin(only_left(LATE, "f1", "f1 g1 d1")).play("K@f1,k@f1")
    assert (played.choices("w"), len(played.choices("b"))) == ([], 2)
    assert played.status() == "draw unplaceable"


def only_left(fen: str, white: str, black: str) -> str:
    """Return the FEN with all choices barred but these."""
    placement = GoChessPlacement.from_fen(fen)
    tried = {
        colour: tuple(
            square_named(choice[2:])
            for choice in placement.choices(colour)
            if choice[2:] not in left.split()
        )
        for colour, left in (("w", white), ("b", black))
    }
    return GoChessPlacement(placement.board, placement.left, tried).fen()
