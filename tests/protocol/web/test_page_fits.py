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


_BOXES = """(selectors) => Object.fromEntries(selectors.map((each) => {
  const { left, top, right, bottom } = document.querySelector(each).getBoundingClientRect();
  return [each, { left, top, right, bottom }];
}))"""


def boxes(seat: PlayPage) -> Mapping[str, Mapping[str, float]]:
    """Return the edges of everything that must be visible, after the window is drawn anew."""
    seat.page.evaluate("() => new Promise(requestAnimationFrame)")
    found: Mapping[str, Mapping[str, float]] = seat.page.evaluate(
        _BOXES, [*SEEN, "#board", "aside"]
    )
    return found


@pytest.mark.parametrize("name", NAMES)
def test_board_and_buttons_are_wholly_visible_in_every_window(name: str, sit: Sit) -> None:
    seat = sit(f"?variant={name}")
    for width, height in SIZES:
        seat.page.set_viewport_size({"width": width, "height": height})
        found = boxes(seat)
        for selector in SEEN:
            seen = found[selector]
            assert 0 <= seen["left"] < seen["right"] <= width, (selector, width)
            assert 0 <= seen["top"] < seen["bottom"] <= height, (selector, width)
        if width > PHONE:
            assert 0 < found["aside"]["left"] - found["#board"]["right"] < 40
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= width
