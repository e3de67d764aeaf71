"""Gess, rule by rule: pieces, where they go, what they remove."""

from __future__ import annotations

import pytest

from helpers.gess_boards import (
    BLACK,
    GAMES,
    START,
    Start,
    all_stones,
    gess,
    goal_of,
    is_on_board,
    is_on_edge,
    ring,
    squares,
    stones,
)
from helpers.played_games import goals
from helpers.sample import one_in
from reference.common import square_name
from reference.gess import BOARD

# The start.


@pytest.mark.parametrize("game", GAMES)
def test_the_start_position_is_the_published_one(start: Start, game: str) -> None:
    played = start(game, START)
    white, black = (all_stones(played.fen(), colour) for colour in "wb")
    assert len(white) == len(black) == 43
    assert {name[1:] for name in black} == {"2", "3", "4", "7"}
    assert {name[1:] for name in white} == {"17", "18", "19", "14"}
    assert squares(ring("l3")) <= black
    assert squares(ring("l18")) <= white
    assert played.fen() == START
    assert played.status() == "ongoing"


@pytest.mark.parametrize(
    ("game", "moves", "leaves"), one_in(2, [("gess", 458, 158_010), ("gess-cvp", 416, 132_704)])
)
def test_the_counts_of_the_start_position(start: Start, game: str, moves: int, leaves: int) -> None:
    first = start(game, START).legal_moves()
    assert len(first) == len(set(first)) == moves
    assert sum(len(start(game, START).play(move).legal_moves()) for move in first) == leaves


KNOWN_LINES = {
    "m6j9 j15g12 j10g10 i18i8 e10g10 i8l5": "win w rings",
    "f6f9 l15l12 f9f12 l12l9 f12f13 l9l8 f15f14 l8l5": "win w rings",
    "o8o6 p14m14 o4o7 m14j14 k7l7 j14g14 p7o8 b14e14 n10n9 f13f16 n7n16": "win b rings",
    "e6g8 b15e12 i8g10 c18c8 e3e6 i18i15 b3e3 i15i7 f9g9 i7k5": "ongoing",
    "j3j4": "win w rings",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("line", "status"), KNOWN_LINES.items())
def test_known_lines_are_legal_and_end_as_published(
    start: Start, game: str, line: str, status: str
) -> None:
    *before, last = line.split()
    played = start(game, START)
    for move in before:
        assert played.play(move).status() == "ongoing"
    assert played.play(last).status() == status


def test_a_known_line_starts_from_outside_the_board(start: Start) -> None:
    assert start("gess", START).play("q6r7 l15l12 t7q10").status() == "ongoing"
    assert "t7q10" not in start("gess-cvp", START).play("q6r7 l15l12").legal_moves()


# Pieces and their directions.


FAN = {  # by the stone that gives the direction: up to three steps from j10
    "j11": "j11 j12 j13",
    "k11": "k11 l12 m13",
    "k10": "k10 l10 m10",
    "k9": "k9 l8 m7",
    "j9": "j9 j8 j7",
    "i9": "i9 h8 g7",
    "i10": "i10 h10 g10",
    "i11": "i11 h12 g13",
}


@pytest.mark.parametrize(("stone", "reached"), FAN.items())
@pytest.mark.parametrize("game", GAMES)
def test_an_outer_stone_gives_its_direction_and_three_steps(
    start: Start, game: str, stone: str, reached: str
) -> None:
    assert goals(start(game, gess(stone)), "j10") == squares(reached)
    assert goals(start(game, gess(black=stone, rest=BLACK)), "j10") == squares(reached)


def test_several_outer_stones_give_several_directions(start: Start) -> None:
    played = start("gess", gess("j11 k9 i10"))
    assert goals(played, "j10") == squares(f"{FAN['j11']} {FAN['k9']} {FAN['i10']}")


def test_a_ring_may_go_in_every_direction(start: Start) -> None:
    assert goals(start("gess", gess(ring("j10"))), "j10") == squares(" ".join(FAN.values()))


def test_centre_stone_alone_cannot_move(start: Start) -> None:
    assert goals(start("gess", gess("j10")), "j10") == set()


def test_a_centre_stone_gives_any_number_of_steps(start: Start) -> None:
    played = start("gess", gess("j10 k10 i9"))
    east = "k10 l10 m10 n10 o10 p10 q10 r10 s10"
    assert goals(played, "j10") == squares(f"{east} i9 h8 g7 f6 e5 d4 c3 b2")


def test_an_empty_footprint_is_no_piece(start: Start) -> None:
    assert goals(start("gess", gess("m10")), "j10") == set()


@pytest.mark.parametrize("enemy", ["j10", *FAN])
def test_a_footprint_with_an_enemy_stone_is_no_piece(start: Start, enemy: str) -> None:
    others = " ".join({"j10", *FAN} - {enemy})
    assert goals(start("gess", gess(others, enemy)), "j10") == set()
    assert goals(start("gess", gess(enemy, others, BLACK)), "j10") == set()


def test_a_footprint_beside_an_enemy_stone_is_a_piece(start: Start) -> None:
    played = start("gess", gess("k10", "h8 h9 h10 h11 h12 i8 j8 k8 i12 j12 k12"))
    assert goals(played, "j10") == squares("k10 l10 m10")


def test_the_opponents_stones_are_not_to_be_moved(start: Start) -> None:
    assert goals(start("gess", gess("", "k10 j10")), "j10") == set()


@pytest.mark.parametrize("game", GAMES)
def test_one_stone_is_in_the_footprint_of_many_pieces(start: Start, game: str) -> None:
    played = start(game, gess("j10"))
    assert {centre for centre in ["j10", *FAN] if goals(played, centre)} == set(FAN)


# Steps and where they end.


@pytest.mark.parametrize("side", ["own", "enemy"])
@pytest.mark.parametrize(
    ("stone", "reached"),
    [
        ("l10", "k10"),
        ("l9", "k10"),
        ("l11", "k10"),
        ("m10", "k10 l10"),
        ("n11", "k10 l10 m10"),
        ("p10", "k10 l10 m10 n10 o10"),
        ("p9", "k10 l10 m10 n10 o10"),
        ("l12", "k10 l10 m10 n10 o10 p10 q10 r10 s10"),
        ("p8", "k10 l10 m10 n10 o10 p10 q10 r10 s10"),
        ("h10", "k10 l10 m10 n10 o10 p10 q10 r10 s10"),
    ],
)
def test_a_long_move_ends_where_the_footprint_first_covers_another_stone(
    start: Start, side: str, stone: str, reached: str
) -> None:
    fen = gess(f"j10 k10 {stone}") if side == "own" else gess("j10 k10", stone)
    assert goals(start("gess", fen), "j10") == squares(reached)


@pytest.mark.parametrize("side", ["own", "enemy"])
@pytest.mark.parametrize(
    ("stone", "reached"),
    [("l10", "k10"), ("m11", "k10 l10"), ("n9", "k10 l10 m10"), ("o10", "k10 l10 m10")],
)
def test_a_short_move_ends_where_the_footprint_first_covers_another_stone(
    start: Start, side: str, stone: str, reached: str
) -> None:
    fen = gess(f"k10 {stone}") if side == "own" else gess("k10", stone)
    assert goals(start("gess", fen), "j10") == squares(reached)


@pytest.mark.parametrize(
    ("stone", "reached"),
    [("l10", "k11"), ("j12", "k11"), ("l13", "k11 l12"), ("m10", "k11 l12 m13")],
)
def test_a_diagonal_move_ends_where_the_footprint_first_covers_another_stone(
    start: Start, stone: str, reached: str
) -> None:
    assert goals(start("gess", gess("k11", stone)), "j10") == squares(reached)


def test_the_stones_of_the_piece_never_block_it(start: Start) -> None:
    block = " ".join(["j10", *FAN])
    south_west = "i9 h8 g7 f6 e5 d4 c3 b2"
    assert goals(start("gess", gess(block)), "j10") >= squares(f"k10 l10 s10 j2 {south_west}")


def test_a_move_ends_on_the_board(start: Start) -> None:
    assert goals(start("gess", gess("r10")), "q10") == squares("r10 s10")
    assert goals(start("gess", gess("s10")), "r10") == squares("s10")
    assert goals(start("gess", gess("c10 b10")), "c10") == squares("b10")
    assert goals(start("gess", gess("c4 d3")), "c3") == squares("c4 c5 c6 d3 e3 f3")


def test_a_piece_on_the_edge_does_not_leave_the_board(start: Start) -> None:
    """A footprint with its centre on the edge has no stone that would point outwards."""
    north = "b11 b12 b13 b14 b15"  # where it covers a stone of the ring
    south = "b9 b8 b7 b6 b5 b4 b3 b2"
    south_east = "c9 d8 e7 f6 g5 h4 i3 j2"
    played = start("gess", gess("b9 b10 b11 c9"))
    assert goals(played, "b10") == squares(f"{north} {south} {south_east}")


# Centres outside the board.


OUTSIDE = [
    ("a6", "b6", "b6 c6 d6"),
    ("a6", "b7", "b7 c8 d9"),
    ("a6", "b5", "b5 c4 d3"),
    ("a6", "b5 b6 b7", "b5 c4 d3 b6 c6 d6 b7 c8 d9"),
    ("t6", "s6", "s6 r6 q6"),
    ("t6", "s5", "s5 r4 q3"),
    ("j1", "j2", "j2 j3 j4"),
    ("j1", "k2", "k2 l3 m4"),
    ("j20", "j19", "j19 j18 j17"),
    ("j20", "i19", "i19 h18 g17"),
    ("a1", "b2", "b2 c3 d4"),
    ("t1", "s2", "s2 r3 q4"),
    ("a20", "b19", "b19"),  # where a ring is in the way
    ("t20", "s19", "s19"),
    ("a2", "b3", "b3 c4 d5"),
    ("a2", "b2 b3", "b2 c2 d2 b3 c4 d5"),
    ("b1", "c2", "c2 d3 e4"),
    ("b1", "b2", "b2 b3 b4"),
]


@pytest.mark.parametrize(("centre", "white", "reached"), OUTSIDE)
def test_a_move_may_start_from_a_centre_outside_the_board(
    start: Start, centre: str, white: str, reached: str
) -> None:
    assert goals(start("gess", gess(white)), centre) == squares(reached)


@pytest.mark.parametrize(("centre", "white", "reached"), OUTSIDE)
def test_no_move_starts_outside_the_board_where_centres_stay_on_it(
    start: Start, centre: str, white: str, reached: str
) -> None:
    assert goals(start("gess-cvp", gess(white)), centre) == set()


def test_a_footprint_outside_with_an_enemy_stone_is_no_piece(start: Start) -> None:
    assert goals(start("gess", gess("b6", "b7")), "a6") == set()


def test_the_stones_of_a_piece_from_outside_come_along(start: Start) -> None:
    played = start("gess", gess("b5 b6 b7 e6", "d8")).play("a6c8")
    assert stones(played, "w") == squares("d7 d8 d9 e6")
    assert stones(played, "b") == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("turn", ["w", "b"])
def test_no_goal_is_outside_the_board(start: Start, game: str, turn: str) -> None:
    along_the_edge = " ".join(filter(is_on_edge, map(square_name, BOARD)))
    for fen in (START, gess(along_the_edge), gess("", along_the_edge)):
        moves = start(game, f"{fen.split()[0]} {turn} - - 0 1").legal_moves()
        assert not [move for move in moves if not is_on_board(goal_of(move))]


# What is removed at the end of a move.


def test_everything_under_the_footprint_is_removed(start: Start) -> None:
    played = start("gess", gess("j10 k10 n11", "n9 n10 m12 o10")).play("j10m10")
    assert stones(played, "w") == squares("m10 n10")
    assert stones(played, "b") == squares("m12 o10")


@pytest.mark.parametrize("cell", ["n9", "n10", "n11"])
def test_stones_of_either_side_are_removed_under_any_leading_cell(start: Start, cell: str) -> None:
    own = start("gess", gess(f"k10 {cell}")).play("j10m10")
    assert stones(own, "w") == squares("n10")
    enemy = start("gess", gess("k10", cell)).play("j10m10")
    assert (stones(enemy, "w"), stones(enemy, "b")) == (squares("n10"), set())


def test_nothing_is_removed_before_the_end_of_a_move(start: Start) -> None:
    played = start("gess", gess("j10 k10", "p10 l12")).play("j10n10")
    assert stones(played, "w") == squares("n10 o10")
    assert stones(played, "b") == squares("p10 l12")


def test_a_diagonal_move_removes_along_two_sides_of_the_footprint(start: Start) -> None:
    played = start("gess", gess("k11 l10", "j12 l12 m13")).play("j10k11")
    assert stones(played, "w") == squares("l12")
    assert stones(played, "b") == squares("m13")


def test_a_piece_moves_over_its_own_place(start: Start) -> None:
    played = start("gess", gess("i10 j10 k10 j11 h10")).play("j10k10")
    assert stones(played, "w") == squares("j10 k10 l10 k11 h10")


def test_stones_outside_the_footprint_stay_behind(start: Start) -> None:
    played = start("gess", gess("j10 k10 h10 l10 j12", "h11")).play("j10k10")
    assert stones(played, "w") == squares("k10 l10 h10 j12")
    assert stones(played, "b") == squares("h11")


def test_stones_that_would_stand_outside_are_lost(start: Start) -> None:
    played = start("gess", gess("r9 r10 s10 s9 q11")).play("r10s10")
    assert stones(played, "w") == squares("s9 s10 r11")


@pytest.mark.parametrize(
    ("white", "move", "left"),
    [
        ("b10 c10 c11", "c10b10", "b10 b11"),
        ("r10 s10 r9", "r10s10", "s10 s9"),
        ("j2 j3 i3", "j3j2", "j2 i2"),
        ("j19 j18 i18", "j18j19", "j19 i19"),
        ("b2 c3 d4", "c3b2", "b2 c3"),
        ("s2 r3 r4", "r3s2", "s2 s3"),
    ],
)
def test_stones_are_lost_over_every_edge(start: Start, white: str, move: str, left: str) -> None:
    assert stones(start("gess", gess(white)).play(move), "w") == squares(left)


def test_a_piece_may_be_lost_altogether(start: Start) -> None:
    played = start("gess", gess("b10", "b11 d7")).play("c9b10")
    assert (stones(played, "w"), stones(played, "b")) == (set(), squares("d7"))


# Two footprints, one result.


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_two_footprints_with_one_result_are_two_moves(start: Start, steps: int) -> None:
    twins = [f"j10j{10 + steps}", f"k10k{10 + steps}"]
    fen = gess("j11 k11")
    assert squares(" ".join(twins)) <= set(start("gess", fen).legal_moves())
    assert len({start("gess", fen).play(move).fen() for move in twins}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_listed_once_and_goes_somewhere(start: Start, game: str) -> None:
    for fen in (START, gess("i10 j11 k11 j10 s2 s3 b2", "d4 e4 f9")):
        moves = start(game, fen).legal_moves()
        assert len(moves) == len(set(moves))
        assert not [move for move in moves if move == 2 * goal_of(move)]


def test_there_is_no_passing(start: Start) -> None:
    assert "0000" not in start("gess", gess("j10 k10")).legal_moves()
