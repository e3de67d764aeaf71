"""Positions in notebooks: a position is shown as its picture."""

from __future__ import annotations

from xml.etree import ElementTree

import amalthea
from amalthea.protocol.drawing.board_svg import board_svg


def test_a_position_shows_itself_with_its_last_move() -> None:
    position = amalthea.Position("gast", moves=["e2e6"])
    picture = position._repr_svg_()
    assert picture == board_svg(position)
    marks = [part for part in ElementTree.fromstring(picture).iter() if part.get("class") == "mark"]
    assert len(marks) == 2


def test_a_copy_shows_itself_too() -> None:
    position = amalthea.Position()
    copied = position.copy()
    copied.push("e4")
    assert 'class="mark"' in copied._repr_svg_()
    assert 'class="mark"' not in position._repr_svg_()
