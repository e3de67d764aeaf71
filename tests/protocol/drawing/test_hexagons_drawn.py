"""Boards of hexagons: their geometry from the neighbours of cells, shades, labels and pictures."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.variant import Square, Variant
from amalthea.engine.errors import VariantError
from amalthea.protocol.drawing.board_svg import board_svg, fen_svg
from amalthea.protocol.drawing.grid import cells, centre_of, grid
from amalthea.protocol.drawing.piece_picture import picture_file
from amalthea.protocol.drawing.replay import variant_data
from amalthea.protocol.drawing.squares import cell
from amalthea.protocol.drawing.styles import style_of
from helpers.variant_files import load_one

SVG = "{http://www.w3.org/2000/svg}"
GLINSKI = variants.get("glinski")
NEIGHBOURS = ((1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1))
SIDE_SHARE = 0.01  # by which hexagons of whole units may differ from regular ones


def distance(one: Square, other: Square, variant: Variant = GLINSKI) -> float:
    return math.dist(centre_of(one, variant, False), centre_of(other, variant, False))


def with_class(svg: str, name: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return [part for part in root.iter() if name in part.get("class", "").split()]


def middles(path: str) -> set[tuple[float, float]]:
    """Return the middle of each closed polygon of a path."""
    found = set()
    for polygon in path.strip("Mz").split("zM"):
        points = [tuple(map(int, point.split())) for point in polygon.split("L")]
        xs, ys = zip(*points, strict=True)
        found.add((sum(xs) / len(xs), sum(ys) / len(ys)))
    return found


def test_a_cell_has_six_neighbours_at_one_distance_and_all_others_are_farther() -> None:
    assert len(cells(GLINSKI)) == 91
    for at in cells(GLINSKI):
        near = {(at[0] + x, at[1] + y) for x, y in NEIGHBOURS} & set(cells(GLINSKI))
        assert all(distance(at, other) == pytest.approx(100, rel=SIDE_SHARE) for other in near)
        others = set(cells(GLINSKI)) - near - {at}
        assert all(distance(at, other) > 170 for other in others)


def test_the_outline_of_a_cell_is_a_regular_hexagon_that_meets_its_neighbours() -> None:
    outline = grid(GLINSKI).outline
    sides = [math.dist(*ends) for ends in pairwise((*outline, outline[0]))]
    assert sides == pytest.approx([100 / math.sqrt(3)] * 6, rel=SIDE_SHARE)
    right, down = grid(GLINSKI).offset(1, 1)
    shifted = {(x + right, y + down) for x, y in outline}
    assert len(shifted & set(outline)) == 2


@pytest.mark.parametrize("flipped", [False, True])
def test_neighbours_differ_in_shade(flipped: bool) -> None:
    svg = board_svg(Position(GLINSKI), flipped=flipped)
    (light,) = with_class(svg, "light")
    half, dark = with_class(svg, "dark")
    assert half.get("fill-opacity") == "0.5"
    every = middles(light.attrib["d"])
    darker, darkest = middles(half.attrib["d"]), middles(dark.attrib["d"])
    assert every == {centre_of(at, GLINSKI, flipped) for at in cells(GLINSKI)}
    for shade in (darker, darkest, every - darker - darkest):
        assert len(shade) in (30, 31)
        assert all(math.dist(one, other) > 170 for one, other in combinations(shade, 2))


def test_holes_are_neither_drawn_nor_offered() -> None:
    svg = board_svg(Position(GLINSKI))
    assert "glinski-blocked" not in svg
    assert "glinski-blocked" not in fen_svg(GLINSKI, GLINSKI.start)
    assert len(ElementTree.fromstring(svg).findall(f"{SVG}use")) == 36
    holes = variant_data(GLINSKI)["holes"]
    assert len(holes) == 30
    assert {"a7", "e11", "g1", "k5"} <= set(holes)
    assert variant_data(variants.get("gochess"))["holes"] == []


@pytest.mark.parametrize(("flipped", "lowest"), [(False, "f1"), (True, "f11")])
def test_labels_stand_at_the_end_of_files_and_the_beginning_of_ranks(
    flipped: bool, lowest: str
) -> None:
    svg = board_svg(Position(GLINSKI), flipped=flipped)
    labels = {part.text: part for part in with_class(svg, "label")}
    assert set(labels) == {*"abcdefghijk", *map(str, range(1, 12))}
    x, y = centre_of(cell(lowest, GLINSKI), GLINSKI, flipped)
    assert float(labels["f"].attrib["x"]) == x
    assert y + 50 < float(labels["f"].attrib["y"]) < y + 100
    first = min(centre_of(at, GLINSKI, flipped) for at in cells(GLINSKI) if at[1] == 7)
    assert float(labels["8"].attrib["x"]) < first[0]
    assert math.dist(first, [float(labels["8"].attrib[axis]) for axis in "xy"]) < 100


def test_the_moves_of_a_piece_are_drawn_on_hexagons() -> None:
    style = style_of(GLINSKI)
    knight = next(piece for piece in style.pieces() if piece.letter == "N")
    svg = picture_file(style, knight)
    marks = {(int(part.attrib["cx"]), int(part.attrib["cy"])) for part in with_class(svg, "both")}
    assert len(marks) == 12
    far = [math.hypot(*mark) for mark in marks]
    assert far == pytest.approx([100 * math.sqrt(7)] * 12, rel=SIDE_SHARE)
    (light,) = with_class(svg, "light")
    assert marks <= middles(light.attrib["d"])


def test_a_game_of_a_file_is_hexagonal_by_its_key(tmp_path: Path) -> None:
    fen = "*kp/p1P/KP* w - - 0 1"
    lines = f"[tiny:chess]\nmaxFile = 3\nmaxRank = 3\nstartFen = {fen}\ncastling = false\n"
    tiny = load_one(tmp_path / "tiny.ini", lines + "hexagonalBoard = true\n")
    assert len(cells(tiny)) == 7
    assert distance((0, 0), (1, 1), tiny) == pytest.approx(100, rel=SIDE_SHARE)
    assert grid(tiny).height == 300
    with pytest.raises(VariantError, match="hexagonalBoard: pieces on two squares"):
        load_one(
            tmp_path / "walls.ini",
            "[walls:chess]\nhexagonalBoard = true\ncustomPiece1 = w:W\ntwoSquares = w:wide\n",
        )
