"""Board, players and buttons of every game are visible at once in windows of four sizes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("playwright")

from amalthea.engine import variants
from helpers.play_page import PlayPage, Sit

SIZES = ((1280, 720), (1440, 900), (1920, 1080), (400, 800))
SEEN = ("#board svg", "#player-w", "#player-b", "#first", "#last", "#flip", "#draw", "#resign")
ALWAYS = ("dobutsu", "gess", "gustav3")  # high, with labels outside, wide
NAMES = [
    name if name in ALWAYS else pytest.param(name, marks=pytest.mark.thorough)
    for name in variants.names()
]
PHONE = 800  # pixels of width, from which the panel stands beside the board


def box(seat: PlayPage, selector: str) -> Mapping[str, float]:
    found = seat.page.locator(selector).bounding_box()
    assert found
    x, y = found["x"], found["y"]
    return {"x": x, "y": y, "right": x + found["width"], "bottom": y + found["height"]}


@pytest.mark.parametrize("name", NAMES)
def test_board_and_buttons_are_wholly_visible_in_every_window(name: str, sit: Sit) -> None:
    seat = sit(f"?variant={name}")
    for width, height in SIZES:
        seat.page.set_viewport_size({"width": width, "height": height})
        for selector in SEEN:
            seen = box(seat, selector)
            assert seen["x"] >= 0, (selector, width)
            assert seen["y"] >= 0, (selector, width)
            assert seen["right"] <= width, (selector, width)
            assert seen["bottom"] <= height, (selector, width)
        board, panel = box(seat, "#board"), box(seat, "aside")
        if width > PHONE:
            assert 0 < panel["x"] - board["right"] < 40
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= width
