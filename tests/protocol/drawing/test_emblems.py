"""Emblems: pieces without a drawing show their moves, in every game, and point ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.drawing.styles.pieces import PiecesStyle, emblems, glyphs
from helpers.variant_files import load_one

KINDS = {
    "W": {"leap o": 4},
    "K": {"leap o": 8},
    "R": {"slide o": 4},
    "R4": {"leap o": 16},
    "BN": {"slide o": 4, "leap o": 8},
    "NN": {"slide o": 8, "leap o": 8},
    "nN": {"bend o": 8},
    "fmWfcF": {"leap m": 1, "leap c": 2},
    "mRcpR": {"slide m": 4, "hop c": 4},
    "gQ": {"hop o": 8},
    "mNcK": {"leap m": 8, "leap c": 8},
    "[F?R]": {"bend o": 8, "leap o": 4},
    "WimfR2": {"leap o": 4},
    "mWcW": {"leap o": 4},
}


def piece_of(moves: str, folder: Path) -> tuple[PiecesVariant, emblems.Ways]:
    """Return a game that has a piece with these moves, and the ways of the piece."""
    variant = load_one(folder / "own.ini", f"[own:chess]\ncustomPiece1 = a:{moves}\n")
    return variant, emblems.ways(variant, variant.piece("A"))


@pytest.mark.parametrize("moves", KINDS)
def test_an_emblem_shows_each_way_of_a_piece(moves: str, tmp_path: Path) -> None:
    found: dict[str, int] = {}
    for (sort, _), kind in piece_of(moves, tmp_path)[1].items():
        found[f"{sort} {kind}"] = found.get(f"{sort} {kind}", 0) + 1
    assert found == KINDS[moves]


@pytest.mark.parametrize(
    ("moves", "ahead"), [("F", False), ("FfW", True), ("fN", True), ("vR", False)]
)
def test_an_emblem_points_ahead_if_black_moves_otherwise(
    moves: str, ahead: bool, tmp_path: Path
) -> None:
    variant, ways = piece_of(moves, tmp_path)
    style = style_of(variant)
    assert emblems.looks_ahead(ways) is ahead
    assert (style.turns("A"), style.turns("a")) == (ahead, ahead)
    assert ("rotate(180 50 50)" in style.drawing("a")) is ahead
    assert "rotate(180 50 50)" not in style.drawing("A")


@pytest.mark.parametrize("name", variants.names())
def test_no_piece_of_a_shipped_game_is_a_letter(name: str) -> None:
    variant: Variant = variants.get(name)
    style = style_of(variant)
    assert not any("<text" in style.drawing(token) for token in style.tokens())


def test_pieces_of_shogi_stand_on_wedges_and_those_of_xiangqi_on_discs() -> None:
    shapes = {"shogi": glyphs.WEDGE, "xiangqi": glyphs.DISC}
    for name, shape in shapes.items():
        style = style_of(variants.get(name))
        outlines = {style.drawing(token).split("/>")[0] for token in ("R", "K")}
        assert glyphs.token_shapes()[name] == shape
        assert len(outlines) == 1
        assert style.turns("r") is (shape == glyphs.WEDGE)


def test_xiangqi_is_played_on_points_with_river_and_palaces() -> None:
    lines = {name: style_of(variants.get(name)).lines(False) for name in ("xiangqi", "minixiangqi")}
    assert lines["xiangqi"].count("v400m0 100v400") == 7  # the inner files end at the river
    assert lines["minixiangqi"].count("v600") == 7
    assert all(each.count("l200 200m0 -200l-200 200") == 2 for each in lines.values())
    assert style_of(variants.get("xiangqi")).ground == "wood"


def test_shogi_is_played_on_squares_between_lines() -> None:
    style = style_of(variants.get("shogi"))
    assert (style.ground, style.lines(False).count("v900")) == ("wood", 8)
    assert style_of(variants.get("chess")).ground == "light"


def test_pieces_that_are_all_alike_are_plain_stones() -> None:
    style = style_of(variants.get("flipello"))
    assert style.drawing("P").count("<circle") == 1
    assert "<path" not in style.drawing("P")


def test_what_blocks_a_square_has_its_figure_and_its_name() -> None:
    duck, amazons, petrified = (
        style_of(variants.get(name)) for name in ("duck", "amazons", "petrified")
    )
    assert [each.blocker for each in (duck, amazons, petrified)] == ["duck", "arrow", ""]
    assert duck.drawing("*") != amazons.drawing("*") == petrified.drawing("*")


def test_characters_stand_on_tokens_by_choice() -> None:
    shogi, xiangqi = (style_of(variants.get(name), True) for name in ("shogi", "xiangqi"))
    assert ">飛</text>" in shogi.drawing("R")
    assert ">龍</text>" in shogi.drawing("+R")
    assert ">帥</text>" in xiangqi.drawing("K")
    assert ">將</text>" in xiangqi.drawing("k")
    assert (shogi.turns("p"), xiangqi.turns("p")) == (True, False)
    assert not style_of(variants.get("chess"), True).has_characters


@pytest.mark.parametrize(
    "name", ["shogi", "shoshogi", "xiangqi", "xiangqihouse", "manchu", "janggimodern"]
)
def test_every_piece_of_a_game_with_characters_has_one(name: str) -> None:
    style = style_of(variants.get(name), True)
    assert style.has_characters
    figures = {token for token in style.tokens() if "<text" not in style.drawing(token)}
    assert {token.upper() for token in figures} <= {"D", "H"}  # promoted forms by another letter


def test_every_game_with_tokens_of_a_shape_is_shipped() -> None:
    assert set(glyphs.token_shapes()) <= set(variants.names())
    assert all(
        isinstance(style_of(variants.get(name)), PiecesStyle) for name in glyphs.token_shapes()
    )
