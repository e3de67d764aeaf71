"""Games of formations as pictures and in words: the block that moved, who leads it, the chart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_position
from amalthea.engine.variant_files import sets
from amalthea.protocol.drawing.arrows import arrow_of
from amalthea.protocol.drawing.board_command import main as board
from amalthea.protocol.drawing.board_svg import board_svg
from amalthea.protocol.drawing.game_page import game_page
from amalthea.protocol.drawing.game_sheet import game_sheet
from amalthea.protocol.drawing.replay import frames
from helpers.paths import CROSSES

TROOP = variants.get("troop")


def after(*moves: str) -> str:
    position = new_position("troop")
    for move in moves:
        position.play(move)
    return position.fen()


def test_a_move_takes_its_block_along() -> None:
    kind = kind_of(TROOP)
    assert kind.moved_stones(TROOP, "e3e4pn") == (
        ((4, 2), (4, 3)),
        ((3, 1), (3, 2)),
        ((5, 1), (5, 2)),
    )
    assert kind.moved_stones(TROOP, "e3e1ss") == kind.moved_stones(TROOP, "e5e3sn")
    assert kind.moved_stones(TROOP, "e3e4") == kind.moved_stones(TROOP, "e3e4zn") == ()
    chess = variants.get("chess")
    assert kind_of(chess).moved_stones(chess, "e1g1") == ()


def test_all_squares_of_the_block_are_marked() -> None:
    marked = frames(Position(TROOP), ["b2d4wne"])["marked"]
    assert set(marked[0]) == {"a2", "b2", "b1", "c4", "d4", "d3"}


@pytest.mark.parametrize(("flipped", "angle"), [(False, 45), (True, 225)])
def test_a_triangle_shows_where_the_leading_stone_faces(flipped: bool, angle: int) -> None:
    picture = board_svg(Position(TROOP, moves=["b2d4wne"]), flipped=flipped)
    assert picture.count('class="facing"') == 1
    turned = sum(map(int, re.findall(r"rotate\((\d+)", picture.split('class="signs"')[1])))
    assert turned == angle
    (way,) = re.findall(r'class="way" d="([^"]*)"', picture)
    assert way.count("M") == 3


def test_both_ends_of_a_straight_formation_lead() -> None:
    picture = board_svg(Position(TROOP, moves=["c2c3se"]))
    assert all(f"rotate({angle})" in picture for angle in (90, 270))
    assert picture.count('class="facing"') == 2


def test_without_a_move_no_stone_has_a_triangle() -> None:
    assert "facing" not in board_svg(Position(TROOP)).split("</style>")[1]


def test_the_command_draws_the_last_move(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert board(["troop", "--moves", "b2d4wne", "--svg", "--output", str(file)]) == 0
    assert file.read_text().split("</style>")[1].count("facing") == 1


def test_the_sheet_has_the_chart_and_says_whose_the_rules_are() -> None:
    sheet = game_sheet(TROOP)
    assert sheet.startswith("Troop Chess, reconstruction\n")
    chart = sheet.split("Formations\n")[1].split("\n\n")[1].split("\n")
    assert chart[0].split() == [
        "s",
        "straight",
        "p",
        "pyramidal",
        "o",
        "oblique",
        "w",
        "wedge",
        "r",
        "serpentine",
    ]
    assert chart[1].split() == [*"A", *".A.", *"..A", *"oA", *".A"]
    assert "Soft on hard: the whole move is illegal." in sheet
    assert "From the author\n" in sheet
    assert "Our decisions\n" in sheet
    page = game_page(TROOP)
    assert page.count("<pre>") == 6
    assert "<h2>Our decisions</h2>" in page


def test_the_sheet_of_a_set_states_its_own_rules() -> None:
    crosses, plain = sets.load(str(CROSSES))
    sheet = game_sheet(crosses)
    assert "g  ring" in sheet
    assert "one step: n e s w" in sheet
    assert "always soft" in sheet
    assert "Soft on hard: the attacking stone is removed." in sheet
    assert "an eighth of a turn to either side" in " ".join(sheet.split())
    assert "From the author" not in sheet
    assert "The game is a draw if" in " ".join(game_sheet(plain).split())


def test_an_arrow_shows_the_leading_stones_where_they_stand() -> None:
    arrow = arrow_of(Position(TROOP), "b2d4wne")
    assert arrow
    assert re.findall(r'class="facing".*?translate\((\d+) (\d+)\)', arrow.signs) == [("150", "750")]
    assert (arrow.start, arrow.end) == ("b2", "d4")
