"""Turns and pivots as pictures: how a piece stood before, how it stands after, and the turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.protocol import tool
from amalthea.protocol.drawing.arrows import arrow_of
from amalthea.protocol.drawing.board_command import main as board
from amalthea.protocol.drawing.board_svg import board_svg
from amalthea.protocol.drawing.replay import (
    frames,
    replay_script,
    replay_style,
    symbols_svg,
    variant_data,
)
from amalthea.protocol.html_page import html_page, inline_json
from helpers.browser import open_page

GANYMEDE = variants.get("ganymede")
TROOP = variants.get("troop")
WALL = (
    "rgoibqk1iogr/ww1dn2nb1ww/pppp1ssppp1p/4ppp5/8I1p1/12/12/3P5P2/5PP5/PPP2SSPP1PP/WW1DNK1ND1WW"
    "/RGO1BQ1BIOGR b Gafgl - 1 6"
)


def signs_of(fen: str, move: str) -> str:
    (signs,) = frames(Position(GANYMEDE, fen), [move])["signs"]
    return str(signs)


def test_a_spearman_that_turned_is_faint_where_it_stood() -> None:
    signs = signs_of(GANYMEDE.start, "f3f2l")
    assert re.findall(r'class="faint".*?href="#([^"]*)" x="(\d+)" y="(\d+)"', signs) == [
        ("ganymede-w-S", "500", "900")
    ]
    assert signs.count('class="turn"') == 1
    picture = board_svg(Position(GANYMEDE, moves=["f3f2l"]))
    assert picture.count('<symbol id="ganymede-w-S"') == 1


def test_a_turn_on_the_spot_shows_where_it_began_and_ended() -> None:
    left, right = (signs_of(GANYMEDE.start, f"f3f3{letter}") for letter in "lz")
    for signs, sweep in ((left, 0), (right, 1)):
        assert "faint" not in signs
        assert re.findall(r"A44 44 0 0 (\d)", signs) == [str(sweep)]
    beginnings = {
        re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', each)[0] for each in (left, right)
    }
    assert beginnings == {("550.0", "906.0")}  # straight up, as it stood


def test_a_move_without_a_turn_shows_no_more() -> None:
    assert signs_of(GANYMEDE.start, "e3e4") == ""
    assert signs_of(GANYMEDE.start, "f3f2") == ""


def test_a_wall_that_turned_leaves_its_outline() -> None:
    made = signs_of(WALL, "k11k10v")
    assert re.findall(
        r'class="outline".*? x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', made
    ) == [("1007", "107", "186", "86")]
    arrow = arrow_of(Position(GANYMEDE, WALL), "k11k10v")
    assert arrow
    assert 'width="86" height="186"' in arrow.signs
    assert (arrow.start, arrow.end) == ("k11", "k11")  # it stays on a cell: there is no shaft


@pytest.mark.parametrize(
    ("move", "shaft", "faint"), [("f3f2l", 1, 1), ("f3f3l", 0, 0), ("f3e5", 1, 0)]
)
def test_the_command_points_out_turns(tmp_path: Path, move: str, shaft: int, faint: int) -> None:
    """The last one is no legal move, but it has an arrow all the same."""
    file = tmp_path / "board.svg"
    assert board(["ganymede", "--arrow", move, "--svg", "--output", str(file)]) == 0
    picture = file.read_text().split("</defs>")[1]
    assert picture.count('class="arrow best"') == shaft
    assert picture.count('class="faint"') == faint
    assert picture.count('class="ring') == 0
    assert picture.count('class="turn"') == int(move != "f3e5")


def test_a_replay_draws_what_the_picture_draws(chromium: Browser, tmp_path: Path) -> None:
    """Leading stones have triangles, which turn with the board."""
    variant, game = variant_data(TROOP), frames(Position(TROOP), ["b2d4wne"])
    parts = f"document.querySelector('div'), {inline_json(variant)}, {inline_json(game)}"
    script = f"{replay_script()} window.replay = amaltheaReplay({parts});"
    body = f"{symbols_svg(TROOP)}<div></div><script>{script}</script>"
    path = tmp_path / "replay.html"
    tool.write_file(path, html_page("x", replay_style(), body, scripts=True))
    with open_page(path, chromium) as page:
        facing = page.locator("svg.amalthea-board .signs .facing")
        assert facing.count() == 0
        page.evaluate("replay.go(1)")
        assert facing.count() == 1
        assert page.locator("svg.amalthea-board .signs .way").count() == 1
        upright = facing.bounding_box()
        page.evaluate("replay.flip()")
        turned = facing.bounding_box()
        assert upright
        assert turned
        assert turned["x"] > upright["x"] + 50  # d4 lies to the right of the middle then
        page.evaluate("replay.go(0)")
        assert facing.count() == 0


def after(fen: str, move: str) -> str:
    from amalthea.engine.new_games import new_game

    return new_game(GANYMEDE, fen, [move]).position.fen()


def test_the_square_that_a_move_blocks_is_framed_among_other_blocked_ones() -> None:
    amazons = Position(variants.get("amazons"))
    first, second = frames(amazons, ["d1d7,d7g7", "d10d8,d8b6"])["signs"]
    assert re.findall(r'class="outline".* x="(\d+)" y="(\d+)"', first) == [("607", "307")]
    assert re.findall(r'class="outline".* x="(\d+)" y="(\d+)"', second) == [("107", "407")]
