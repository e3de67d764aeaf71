"""Boards as SVG: well formed, complete, and each thing in its place."""

from __future__ import annotations

import random
from collections import Counter
from xml.etree import ElementTree

import pytest

import amalthea
from amalthea.engine import variant_files, variants
from amalthea.engine.api import Position
from amalthea.engine.errors import FenError
from amalthea.protocol.drawing.board_svg import Arrow, board_svg
from amalthea.protocol.drawing.squares import DrawingError
from amalthea.protocol.drawing.styles import style_of
from helpers.paths import EXAMPLE

SVG = "{http://www.w3.org/2000/svg}"
MIDDLE_GAME = (
    "r2oibqk1+Bi1/g3d1n3ww/pp1p1l1z1p1p/2p1p2p2p1/4N3G2+n/2+P8l/10+p1/7V4/2Z2PPV3R/PPPP4P+S+QP/"
    "1WWDN2NDWW1/RGOIBQKBIOG1 w - - 0 20"
)
BLOCKS = "**8/3*6/10/**8/8**/10/10/6*3/*8*/10"


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def uses(svg: str) -> list[tuple[str, int, int]]:
    """Return symbol, x and y of everything that stands on the board."""
    return [
        (use.attrib["href"].removeprefix("#"), int(use.attrib["x"]), int(use.attrib["y"]))
        for use in drawn(svg).findall(f"{SVG}use")
    ]


def with_class(svg: str, name: str) -> list[ElementTree.Element]:
    return [part for part in drawn(svg).iter() if name in part.get("class", "").split()]


def angle(svg: str, symbol: str) -> str:
    """Return the rotation within a symbol's drawing."""
    inside = drawn(svg).find(f".//{SVG}symbol[@id='{symbol}']")
    assert inside is not None
    return next(turn for part in inside.iter() if (turn := part.get("transform")))


def test_no_other_piece_is_drawn_as_the_king() -> None:
    """Chu Shogi has a king, a dragon king and a free king."""
    style = style_of(variants.get("chu"))
    drawings = [style.drawing(letter) for letter in "KDQ"]
    assert len(set(drawings)) == len(drawings)
    spearmen = style_of(variants.get("ganymede"))
    assert "circle" in spearmen.drawing("L")  # the figure of a spearman, turned
    assert style.drawing("K") == style_of(variants.get("shogi")).drawing("K")


def test_xiang_fu_is_played_on_points_around_a_ring() -> None:
    """The champions stay on the five by five points from c3 to g7."""
    svg = board_svg(Position("xiangfu"))
    assert with_class(svg, "dark") == []
    ring = {"x": "250", "y": "250", "width": "400", "height": "400"}
    frames = [part.attrib for part in with_class(svg, "edge") if part.get("x") != "0"]
    assert [{name: each[name] for name in ring} for each in frames] == [ring]
    palaces = board_svg(Position("xiangqi"))
    assert len(with_class(palaces, "edge")) == 1


@pytest.mark.parametrize(
    ("name", "white", "black", "blocked"),
    [
        ("chess", 16, 16, 0),
        ("gast", 24, 24, 0),
        ("gast14", 28, 28, 0),
        ("ganymede", 32, 32, 0),  # a wall is one piece on two cells
        ("gochess", 0, 0, 10),
        ("gess", 43, 43, 0),
        ("gess-cvp", 43, 43, 0),
    ],
)
def test_every_start_position_shows_all_it_holds(
    name: str, white: int, black: int, blocked: int
) -> None:
    variant = variants.get(name)
    sides = Counter(
        symbol.removeprefix(f"{name}-")[0]
        for symbol, _, _ in uses(board_svg(Position(variant, start(name))))
    )
    assert sides == Counter(w=white) + Counter(b=black + blocked)


def start(name: str) -> str:
    return variants.get(name).start_fen(seed=3)


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_every_reference_of_a_board_has_its_symbol(name: str) -> None:
    root = drawn(board_svg(Position(variants.get(name), start(name))))
    symbols = [symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")]
    used = {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert len(symbols) == len(set(symbols))
    assert used == set(symbols)


def test_a_board_is_seen_from_either_side() -> None:
    variant = variants.get("chess")
    fen = "4k3/8/8/8/8/8/8/K7 w - - 0 1"
    assert uses(board_svg(Position(variant, fen))) == [("chess-w-K", 0, 700), ("chess-b-K", 400, 0)]
    flipped = board_svg(Position(variant, fen), flipped=True)
    assert uses(flipped) == [("chess-w-K", 700, 0), ("chess-b-K", 300, 700)]


@pytest.mark.parametrize(("flipped", "at"), [(False, (700, 700)), (True, (400, 300))])
def test_a_standing_wall_is_one_drawing_over_two_cells(flipped: bool, at: tuple[int, int]) -> None:
    svg = board_svg(Position("ganymede", MIDDLE_GAME), flipped=flipped)
    (wall,) = [
        use for use in drawn(svg).findall(f"{SVG}use") if use.attrib["href"] == "#ganymede-w-V"
    ]
    assert (wall.attrib["width"], wall.attrib["height"]) == ("100", "200")
    assert (int(wall.attrib["x"]), int(wall.attrib["y"])) == at


def test_spearmen_point_where_they_go_ahead() -> None:
    fen = "k11/12/2SLZ7/12/12/2slz7/12/12/12/12/12/K11 w - - 0 1"
    svg = board_svg(Position("ganymede", fen))
    assert [angle(svg, f"ganymede-w-{letter}") for letter in "SLZ"] == [
        "rotate(0 50 50)",
        "rotate(-45 50 50)",
        "rotate(45 50 50)",
    ]
    assert [angle(svg, f"ganymede-b-{letter}") for letter in "SLZ"] == [
        "rotate(180 50 50)",
        "rotate(135 50 50)",
        "rotate(225 50 50)",
    ]


def test_spearmen_turn_with_the_board_and_other_pieces_do_not() -> None:
    fen = "k11/12/2S9/12/12/12/12/12/12/12/12/K11 w - - 0 1"
    parts = drawn(board_svg(Position("ganymede", fen), flipped=True)).findall(f"{SVG}use")
    turned = {part.attrib["href"]: part.get("transform") for part in parts}
    assert turned == {
        "#ganymede-w-S": "rotate(180 950 950)",
        "#ganymede-w-K": None,
        "#ganymede-b-K": None,
    }


def test_a_promoted_piece_is_its_base_with_a_sign() -> None:
    root = drawn(board_svg(Position("ganymede", MIDDLE_GAME)))
    frog = root.find(f".//{SVG}symbol[@id='ganymede-w-plus-P']")
    assert frog is not None
    assert [use.attrib["href"] for use in frog.iter(f"{SVG}use")] == ["#ganymede-w-P"]
    assert frog.find(f"{SVG}circle") is not None


def test_pieces_of_variant_files_without_a_drawing_show_their_moves() -> None:
    (wide, *_) = variant_files.load(str(EXAMPLE))
    svg = board_svg(Position(wide))
    emblems = {
        symbol.attrib["id"]
        for symbol in drawn(svg).iter(f"{SVG}symbol")
        if symbol.find(f"{SVG}g/{SVG}g/{SVG}rect") is not None  # the piece's own square
    }
    assert emblems == {f"wide-{side}-{letter}" for side in "wb" for letter in "NGA"}


def test_blocked_squares_and_placed_pieces_of_a_placement_are_shown() -> None:
    hands = "PPPPPPBBRRNNQK"
    placed = BLOCKS.replace("10/10/6*3", "P9/2p7/Pp4*3", 1)
    fen = f"{placed}[{hands}{hands.lower()}] - - e1/e1 0 1"
    found = Counter(symbol for symbol, _, _ in uses(board_svg(Position("gochess", fen))))
    assert found == {"gochess-blocked": 10, "gochess-w-P": 2, "gochess-b-P": 2}


def test_gess_labels_begin_with_b_and_name_the_lines_outside() -> None:
    svg = board_svg(Position("gess"))
    labels = [part.text for part in with_class(svg, "label")]
    assert labels[:20] == list("abcdefghijklmnopqrst")
    assert labels[20:] == [str(rank) for rank in range(2, 21)]
    assert [part.text for part in with_class(svg, "outside")] == ["a", "t", "20"]


def test_gess_marks_the_footprint_of_a_centre() -> None:
    (patch,) = with_class(board_svg(Position("gess"), marked=["l3"]), "patch")
    box = [int(patch.attrib[name]) for name in ("x", "y", "width", "height")]
    assert box == [900, 1500, 300, 300]


def test_gess_footprints_outside_the_board_end_with_the_picture() -> None:
    arrow = Arrow("t7", "q10")
    svg = board_svg(Position("gess"), arrows=[arrow])
    first, last = with_class(svg, "span")
    assert int(first.attrib["x"]) + int(first.attrib["width"]) == 1895
    assert int(last.attrib["width"]) == 300
    assert len(with_class(svg, "arrow")) == 1


def test_arrows_go_from_middle_to_middle_and_a_turn_is_a_ring() -> None:
    arrows = [Arrow("a1", "a4"), Arrow("b2", "b2", "played")]
    svg = board_svg(Position("chess"), arrows=arrows, size=300)
    (arrow,) = with_class(svg, "arrow")
    assert arrow.attrib["transform"] == "translate(50 750) rotate(-90)"
    assert "L292 0L" in arrow.attrib["d"]
    (ring,) = with_class(svg, "ring")
    assert (ring.attrib["cx"], ring.attrib["cy"]) == ("150", "650")
    assert "played" in ring.attrib["class"]
    assert drawn(svg).attrib["width"] == "300"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"marked": ["i9"]}, "chess has no square 'i9', expected a1 to h8"),
        ({"arrows": [Arrow("e2", "x")]}, "chess has no square 'x', expected a1 to h8"),
        ({"arrows": [Arrow("e2", "e4", "x")]}, "arrow kind 'x', expected one of best"),
        ({"size": 10}, "size 10, expected 80 to 8000 pixels"),
    ],
)
def test_what_cannot_be_drawn_is_named(changes: dict[str, object], message: str) -> None:
    with pytest.raises(DrawingError, match=message):
        board_svg(Position("chess"), **changes)  # type: ignore[arg-type]


def test_a_bad_fen_is_refused() -> None:
    with pytest.raises(FenError, match="8 ranks, expected 12"):
        board_svg(Position("gast", start("chess")))


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_positions_of_random_games_draw(name: str) -> None:
    chance = random.Random(name)
    variant = variants.get(name)
    position = amalthea.new_position(variant, start(name))
    for _ in range(25):
        moves = position.legal_moves()
        if not moves or position.status().state != "ongoing":
            break
        position = position.play(chance.choice(moves))
    svg = board_svg(Position(variant, position.fen()))
    board = position.fen().split()[0].split("[")[0]
    letters = sum(sign.isalpha() for sign in board)
    walls = sum(sign in "wWvV" for sign in board) if name == "ganymede" else 0
    assert len(uses(svg)) == letters - walls // 2 + board.count("*")
