"""A board of hexagons in a browser: clicks, drags, arrows, keys, and setting up."""

from __future__ import annotations

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("playwright")

from playwright.sync_api import Locator

from helpers.play_page import PlayPage, Sit, board_of

pytestmark = pytest.mark.long

GLINSKI = board_of("glinski")
PEOPLE = "human human"


def placed(seat: PlayPage) -> int:
    return seat.page.locator("#board .pieces use").count()


def rings(seat: PlayPage) -> list[Locator]:
    return seat.page.locator("#board .picks circle.capture").all()


def board_in(fen: str) -> list[str]:
    return fen.split(maxsplit=1)[0].split("/")


@pytest.mark.parametrize("flipped", [False, True])
def test_pieces_move_by_clicks_drags_and_typing(flipped: bool, sit: Sit) -> None:
    seat = sit()
    seat.begin("glinski", PEOPLE)
    if flipped:
        seat.page.click("#flip")
    assert placed(seat) == 36  # the squares that do not belong to the board are not drawn
    seat.play("e1c3", GLINSKI)
    marks = seat.page.locator("#board .marks .mark")
    assert marks.count() == 2
    assert {mark.get_attribute("d") for mark in marks.all()} == {GLINSKI["grid"]["outline"]}
    seat.page.mouse.move(*seat.point("f7", GLINSKI))
    seat.page.mouse.down()
    seat.page.mouse.move(*seat.point("f6", GLINSKI), steps=3)
    assert seat.page.locator("#board .ghost use").count() == 1
    seat.page.mouse.up()
    seat.until(lambda data: data["plies"] == "2")
    seat.page.fill("#move", "c3e7")  # a capture
    seat.page.keyboard.press("Enter")
    seat.until(lambda data: data["plies"] == "3")
    assert placed(seat) == 35


def test_captures_have_rings_and_corners_of_the_picture_no_squares(sit: Sit) -> None:
    seat = sit()
    seat.begin("glinski", PEOPLE)
    for move in ("e1c3", "f7f6"):
        seat.play(move, GLINSKI)
    seat.click("c3", GLINSKI)
    captures = {(ring.get_attribute("cx"), ring.get_attribute("cy")) for ring in rings(seat)}
    # c7 straight up, e7 up the rank of cells, f6 up to the right between two cells
    assert captures == {("232", "300"), ("406", "400"), ("493", "550")}
    assert seat.page.locator("#board .picks path.lifted").count() == 1
    box = seat.page.locator("#board svg").bounding_box()
    assert box
    seat.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 4)
    assert seat.page.locator("#board .picks *").count() == 0


def test_an_arrow_and_a_circle_are_drawn_with_the_right_button(sit: Sit) -> None:
    seat = sit()
    seat.begin("glinski", PEOPLE)
    seat.page.mouse.move(*seat.point("d3", GLINSKI))
    seat.page.mouse.down(button="right")
    seat.page.mouse.move(*seat.point("f6", GLINSKI))
    seat.page.mouse.up(button="right")
    seat.page.mouse.click(*seat.point("k6", GLINSKI), button="right")
    assert seat.page.locator("#board .arrow.played").count() == 1
    ring = seat.page.locator("#board .ring.played")
    # The last cell of eleven files, two and a half cells above the lowest of all.
    assert (ring.get_attribute("cx"), ring.get_attribute("cy")) == ("928", "800")


@pytest.mark.thorough
def test_the_arrow_keys_reach_every_cell(sit: Sit) -> None:
    seat = sit()
    seat.begin("glinski", PEOPLE)
    seat.page.focus("#board")
    spoken = set[str]()
    text = seat.page.locator("#cursor-text")

    def press(key: str) -> str:
        seat.page.keyboard.press(key)
        square = text.inner_text().partition(":")[0]
        spoken.add(square)
        return square

    at = press("ArrowUp")
    assert at == "a1"
    for _ in range(11):
        while (upper := press("ArrowUp")) != at:
            at = upper
        while (lower := press("ArrowDown")) != at:
            at = lower
        at = press("ArrowRight")
    assert len(spoken) == 91
    assert spoken.isdisjoint(GLINSKI["holes"])
    while (left := press("ArrowLeft")) != at:
        at = left
    assert at[0] == "a"


def test_a_position_on_hexagons_is_set_up(sit: Sit) -> None:
    seat = sit()
    seat.begin("glinski", PEOPLE)
    seat.page.click("#open-setup")
    fen = seat.page.locator("#setup-fen")
    seat.until(lambda _: fen.input_value() != "")
    start = fen.input_value()
    seat.page.click("#setup-clear")
    seat.until(lambda _: fen.input_value() != start)
    assert board_in(fen.input_value())[0] == "*****6"
    seat.page.check('#palette input[value="K"]')
    seat.click("k11", GLINSKI, "setup-board")
    seat.until(lambda _: board_in(fen.input_value())[0] == "*****5K")
    before = fen.input_value()
    box = seat.page.locator("#setup-board svg").bounding_box()
    assert box
    seat.page.mouse.click(box["x"] + 30, box["y"] + 10)  # outside the cells
    seat.page.check('#palette input[value="k"]')
    seat.click("a1", GLINSKI, "setup-board")
    seat.until(lambda _: fen.input_value() != before)
    assert board_in(fen.input_value())[-1] == "k5*****"
    seat.page.click("#setup-play")
    seat.page.click("#new-start")
    seat.until(lambda data: data["plies"] == "0" and placed(seat) == 2)
