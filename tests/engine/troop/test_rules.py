"""Troop Chess in the core: what its rules leave to data, and what is refused.

The published examples are in test_cases.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.core.position import Position
from amalthea.engine.errors import FenError, VariantError
from amalthea.engine.troop.shapes import Formation
from amalthea.engine.troop.variant import TroopVariant


def troop(**changes: Any) -> TroopVariant:
    """Return Troop Chess with some of its data changed."""
    variant = variants.get("troop")
    assert isinstance(variant, TroopVariant)
    return replace(variant, name="changed", **changes)


def test_a_wide_front_is_hard_to_both_sides_too() -> None:
    """The block comes straight at a stone that faces it by an eighth of a turn."""
    fen = "9/9/9/3s1s3/4s4/3S5/2S6/1S7/9 w - - 0 1"
    narrow, wide = (new_position(troop(front=front), fen) for front in (0, 1))
    narrow.play("d4e5one")
    assert narrow.fen() == "9/9/9/3s1s3/4S4/3S5/2S6/9/9 b - - 0 1"
    wide.play("d4e5one")
    assert wide.fen() == "9/9/9/3s1s3/9/3S5/2S6/9/9 b - - 0 1"


def test_a_stone_may_break_on_a_hard_one() -> None:
    position = new_position("troop-physical", "9/9/4s4/4s4/4s4/2SSS4/9/9/S8 w - - 0 1")
    position.play("e4e5se")
    assert position.fen() == "9/9/4s4/4s4/2SSs4/9/9/9/S8 b - - 0 1"
    assert str(position.status()) == "win b unable"


def repeated(position: Position) -> str:
    for move in 2 * ("e2e3se", "e8e7se", "e3e2se", "e7e8se"):
        position.play(move)
    return str(position.status())


STALLING = "9/2sss4/9/9/9/9/9/2SSS2{}1/9 w - - 0 1"


def test_stones_are_counted_where_play_stalls() -> None:
    assert repeated(new_position("troop", STALLING.format("S"))) == "win w repetition"
    assert repeated(new_position("troop", STALLING.format("s"))) == "win b repetition"
    even = STALLING.replace("2{}1", "4")
    assert repeated(new_position("troop", even)) == "draw repetition"
    plain = troop(counts=False)
    assert repeated(new_position(plain, STALLING.format("S"))) == "draw repetition"
    late = STALLING.format("S").replace(" 0 1", " 60 50")
    assert str(new_position("troop", late).status()) == "win w nocapture"
    assert str(new_position(plain, late).status()) == "draw nocapture"


def test_a_shape_is_turned_but_not_mirrored() -> None:
    codes = [
        pattern.code(head) for pattern in troop().patterns() for head in range(len(pattern.heads))
    ]
    assert len(codes) == len(set(codes)) == 24
    assert len(troop().patterns()) == 20
    named = "sn se pn pe ps pw one onw wne wse wsw wnw rn re rs rw ln le ls lw"
    assert " ".join(pattern.code() for pattern in troop().patterns()) == named


OTHER_LEADER = "o o o\nA . ."


def formation(**changes: Any) -> Formation:
    known: dict[str, Any] = {
        "name": "odd",
        "letter": "x",
        "drawing": "A o o\no . .",
        "faces": "n",
        "strides": ("n",),
    }
    return Formation(**(known | changes))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"drawing": "A o\no"}, "rows of the drawing differ in length"),
        ({"drawing": "A q"}, "'q' in the drawing, expected A, o or ."),
        ({"drawing": "o o"}, "no stone of the drawing leads, expected one A"),
        ({"drawing": "A\no\no"}, "it has 2 leading stones, not those drawn"),
        ({"drawing": "A o\nA ."}, "it has 1 leading stone, not those drawn"),
        ({"letter": "X"}, "letter 'X' is not a lower-case letter"),
        ({"faces": "up"}, "direction 'up', expected one of n ne e se s sw w nw"),
        ({"strides": ("up",)}, "direction 'up', expected one of"),
    ],
)
def test_a_drawing_that_makes_no_sense_is_refused(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(VariantError) as caught:
        troop(formations=(formation(**changes),))
    assert "variant 'changed': formation 'odd': " in str(caught.value)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"files": 20}, "a board of 20x9 is outside 1x1..19x19"),
        ({"letter": "s"}, "stone letter 's' is not an upper-case letter"),
        ({"front": 2}, "front 2, expected 0 or 1"),
        ({"hardness": {"00": "c"}}, "hardness of 00, expected 00 01 10 11"),
        (
            {"hardness": {"00": "c", "01": "z", "10": "c", "11": "t"}},
            "hardness 01 'z', expected one of c t l x",
        ),
        ({"formations": ()}, "0 formations, expected 1 to 32"),
        (
            {"formations": (formation(), formation(drawing="A\no\no\nA"))},
            "2 formations have the letter",
        ),
        (
            {
                "formations": (
                    formation(),
                    formation(name="own", letter="y", drawing="o o o\nA . ."),
                )
            },
            "formations 'odd' and 'own' are the same stones",
        ),
    ],
)
def test_a_description_that_makes_no_sense_is_refused(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(VariantError) as caught:
        troop(**changes)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("fen", "fault"),
    [
        ("9/9/9/9/9/9/9/9 w - - 0 1", "8 ranks, expected 9"),
        ("9/9/9/9/9/9/9/9/8P w - - 0 1", "rank 1 '8P': 'P' is neither a stone nor a number"),
        ("9/9/9/9/9/9/9/9/9 w A - 0 1", "rights 'A' in troop, which has none"),
    ],
)
def test_a_fen_that_makes_no_sense_is_refused(fen: str, fault: str) -> None:
    with pytest.raises(FenError) as caught:
        new_position("troop", fen)
    assert fault in str(caught.value)


def test_the_name_from_the_other_end_is_the_same_move() -> None:
    position = new_position("troop", "sss6/9/9/9/4S4/4S4/4S4/9/9 w - - 0 1")
    position.play("e3e1ss")
    assert position.remarks == ["move 'e3e1ss' read as 'e5e3sn'"]
    assert position.fen() == "sss6/9/9/9/9/9/4S4/4S4/4S4 b - - 1 1"


def test_the_board_is_drawn() -> None:
    lines = new_position("troop").diagram().splitlines()
    assert lines[0] == "    a b c d e f g h i"
    assert lines[1] == "  9 # # # # # # # # # 9"
    assert lines[9] == "  1 O O O O O O O O O 1"
