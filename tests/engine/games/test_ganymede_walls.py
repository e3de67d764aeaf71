"""Ganymede Chess, rule by rule: walls, which cover two squares."""

from __future__ import annotations

import pytest

from helpers.ganymede_boards import BLACK, KINGS, Start, ganymede, squares
from helpers.played_games import field, goals, placement

# Walls.

LYING, STANDING = "Wf6 Wg6", "Vf6 Vf7"


def test_a_lying_wall_slides_like_a_rook_and_pivots_about_either_cell(start: Start) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl10 {LYING}"))
    along = squares("a6 b6 c6 d6 e6 g6 h6 i6 j6 k6")
    across = squares("f1 f2 f3 f4 f5 f7 f8 f9 f10 f11 f12")
    assert goals(played, "f6") == along | across | squares("f6v f5v g6v g5v")


def test_a_standing_wall_slides_like_a_rook_and_pivots_about_either_cell(start: Start) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl10 {STANDING}"))
    along = squares("f1 f2 f3 f4 f5 f7 f8 f9 f10 f11")
    across = squares("a6 b6 c6 d6 e6 g6 h6 i6 j6 k6 l6")
    assert goals(played, "f6") == along | across | squares("f6w e6w f7w e7w")


@pytest.mark.parametrize(
    ("wall", "move", "rows"),
    [
        (LYING, "f6f6v", {5: "5V6", 6: "5V6"}),
        (LYING, "f6f5v", {6: "5V6", 7: "5V6"}),
        (LYING, "f6g6v", {5: "6V5", 6: "6V5"}),
        (LYING, "f6g5v", {6: "6V5", 7: "6V5"}),
        (LYING, "f6g6", {6: "6WW4"}),
        (LYING, "f6f9", {3: "5WW5", 6: "12"}),
        (STANDING, "f6f6w", {5: "12", 6: "5WW5"}),
        (STANDING, "f6e6w", {5: "12", 6: "4WW6"}),
        (STANDING, "f6f7w", {5: "5WW5", 6: "12"}),
        (STANDING, "f6e7w", {5: "4WW6", 6: "12"}),
        (STANDING, "f6f7", {4: "5V6", 5: "5V6", 6: "12"}),
        (STANDING, "f6h6", {5: "7V4", 6: "7V4"}),
    ],
)
def test_a_wall_covers_both_squares_of_its_destination(
    start: Start, wall: str, move: str, rows: dict[int, str]
) -> None:
    ranks = placement(start("ganymede", ganymede(f"Ka1 kl11 {wall}")).play(move))
    assert {row: ranks[row] for row in rows} == rows
    assert sum(rank.count(letter) for rank in ranks for letter in "WV") == 2


@pytest.mark.parametrize(
    ("neighbour", "lost"),
    [("f7", "f6v"), ("f5", "f5v"), ("g7", "g6v"), ("g5", "g5v")],
)
@pytest.mark.parametrize("piece", ["O", "o"])
def test_a_pivot_needs_its_new_cell_empty(
    start: Start, piece: str, neighbour: str, lost: str
) -> None:
    played = start("ganymede", ganymede(f"{KINGS} {LYING} {piece}{neighbour}"))
    pivots = {goal for goal in goals(played, "f6") if goal.endswith("v")}
    assert pivots == squares("f6v f5v g6v g5v") - {lost}


def test_a_pivot_stays_on_the_board(start: Start) -> None:
    played = start("ganymede", ganymede("Kg4 kj10 Wa1 Wb1 Vl1 Vl2"))
    assert {goal for goal in goals(played, "a1") if goal.endswith("v")} == {"a1v", "b1v"}
    assert {goal for goal in goals(played, "l1") if goal.endswith("w")} == {"k1w", "k2w"}


@pytest.mark.parametrize(
    ("pieces", "ahead"),
    [
        pytest.param("of9", "f7 f8 f9", id="an enemy before the left cell"),
        pytest.param("og9", "f7 f8 f9", id="an enemy before the right cell"),
        pytest.param("of9 og9", "f7 f8 f9", id="enemies before both"),
        pytest.param("Of9", "f7 f8", id="an own piece before one cell"),
        pytest.param("of9 Og9", "f7 f8", id="an enemy beside an own piece"),
        pytest.param("of9 og10", "f7 f8 f9", id="the first enemy stops the wall"),
        pytest.param("oe9 oh9", "f7 f8 f9 f10 f11 f12", id="enemies beside the track"),
        pytest.param("wf9 wg9", "f7 f8 f9", id="a wall before the wall"),
        pytest.param("vf9 vf10 vg9 vg10", "f7 f8 f9", id="two walls before the wall"),
    ],
)
def test_pieces_that_block_a_wall_across_its_axis(start: Start, pieces: str, ahead: str) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl2 {LYING} {pieces}"))
    assert goals(played, "f6") & squares("f7 f8 f9 f10 f11 f12") == squares(ahead)


@pytest.mark.parametrize(
    ("pieces", "right"),
    [
        pytest.param("oi6", "g6 h6", id="an enemy"),
        pytest.param("Oi6", "g6", id="an own piece"),
        pytest.param("Oi7 oi5", "g6 h6 i6 j6 k6", id="pieces beside the track"),
        pytest.param("oh6", "g6", id="the leading cell is right of the anchor's goal"),
    ],
)
def test_along_its_axis_only_the_leading_cell_counts(start: Start, pieces: str, right: str) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl2 {LYING} {pieces}"))
    assert goals(played, "f6") & squares("g6 h6 i6 j6 k6") == squares(right)


def test_a_wall_captures_two_pieces_in_one_move(start: Start) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl2 {LYING} of9 ng9", "w - - 5 9")).play("f6f9")
    assert placement(played)[3] == "5WW5"
    assert not {"n", "o"} & set(played.fen().split()[0])
    assert field(played, "halfmove") == "0"


def test_a_wall_captures_one_of_two_walls_cells_and_both_go(start: Start) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl2 {LYING} wg9 wh9 vf9 vf10")).play("f6f9")
    assert placement(played)[2:4] == ["12", "5WW5"]


def test_a_standing_wall_captures_two_pieces_sideways(start: Start) -> None:
    played = start("ganymede", ganymede("Ka3 kl2 vc6 vc7 Oh6 Nh7", BLACK)).play("c6h6")
    assert placement(played)[5:7] == ["7v4", "7v4"]


@pytest.mark.parametrize("cell", ["f9", "g9"])
def test_a_wall_is_captured_on_either_of_its_cells(start: Start, cell: str) -> None:
    rider = cell[0] + "4"
    played = start("ganymede", ganymede(f"Ka3 kl2 R{rider} wf9 wg9")).play(rider + cell)
    assert placement(played)[3] == ("5R6" if cell == "f9" else "6R5")


@pytest.mark.parametrize("cell", ["f9", "f10"])
def test_a_standing_wall_is_captured_on_either_of_its_cells(start: Start, cell: str) -> None:
    rider = "a" + cell[1:]
    played = start("ganymede", ganymede(f"Kb3 kl2 R{rider} vf9 vf10")).play(rider + cell)
    assert placement(played)[2:4] == (["12", "5R6"] if cell == "f9" else ["5R6", "12"])


@pytest.mark.parametrize(
    ("pieces", "checked"),
    [
        pytest.param("kf9", True, id="before the left cell, companion empty"),
        pytest.param("kg9", True, id="before the right cell"),
        pytest.param("kg9 of9", True, id="an enemy as companion is captured as well"),
        pytest.param("kg9 Pf9", False, id="an own piece as companion blocks"),
        pytest.param("kg9 of8", False, id="something before the king"),
        pytest.param("kg9 og8", False, id="something else before the king"),
        pytest.param("ke9", False, id="beside the track"),
        pytest.param("kk6", True, id="along the axis"),
        pytest.param("ka6", True, id="along the axis, the other way"),
        pytest.param("kk6 oi6", False, id="something on the axis"),
        pytest.param("kk6 oi7 Pi5", True, id="beside the axis"),
        pytest.param("kg2", True, id="downwards"),
        pytest.param("kg7", True, id="next to the wall"),
        pytest.param("ke7", False, id="diagonally next to it"),
    ],
)
def test_a_wall_gives_check_where_it_could_capture(
    start: Start, pieces: str, checked: bool
) -> None:
    assert start("ganymede", ganymede(f"Kl12 {LYING} {pieces}", BLACK)).in_check() is checked


@pytest.mark.parametrize(
    ("pieces", "checked"),
    [("ka6", True), ("ka7", True), ("ka7 Pa6", False), ("kf12", True), ("kg5", False)],
)
def test_a_standing_wall_gives_check(start: Start, pieces: str, checked: bool) -> None:
    assert start("ganymede", ganymede(f"Kl12 {STANDING} {pieces}", BLACK)).in_check() is checked


def test_a_pinned_wall_may_not_leave_the_line_with_both_cells(start: Start) -> None:
    played = start("ganymede", ganymede(f"Kf2 {LYING} rf11 kl10"))
    assert goals(played, "f6") == squares("f3 f4 f5 f7 f8 f9 f10 f11 e6 f6v f5v")


def test_a_companion_that_steps_aside_uncovers_a_walls_check(start: Start) -> None:
    played = start("ganymede", ganymede(f"Kl12 {LYING} Nf9 kg9"))
    assert played.play("f9d8").in_check()


def test_a_double_capture_takes_two_rights_at_once(start: Start) -> None:
    fen = ganymede("Kl1 kl12 Pf4 Pg4 wf7 wg7", "b FG - 0 1")
    assert field(start("ganymede", fen).play("f7f4"), "rights") == "-"
