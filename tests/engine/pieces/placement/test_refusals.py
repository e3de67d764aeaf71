"""The placement phase of Go-Chess: moves and FENs that are refused."""

from __future__ import annotations

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError, IllegalMove
from helpers.played_placements import (
    BISHOPS_LEFT,
    LATE,
    RULE_SETS,
    START,
    Begin,
)
from reference.common import Fault
from reference.gochess import (
    ORDER,
    GoChessPlacement,
)

ILLEGAL = {
    "a blocked square": "P@a5,p@d10",
    "Black's blocked square": "P@e1,p@j6",
    "an occupied square": "P@b2,p@d10",
    "a square occupied by the enemy": "P@c9,p@d10",
    "Black's occupied square": "P@e1,p@b2",
    "a barred square": "P@h3,p@d10",
    "Black's barred square": "P@e1,p@h3",
    "the wrong piece": "N@e1,p@d10",
    "Black's wrong piece": "P@e1,k@d10",
    "no piece": "@e1,p@d10",
    "squares only": "e1,d10",
    "Black's half missing": "P@e1",
    "Black's half empty": "P@e1,",
    "White's half empty": ",p@d10",
    "three halves": "P@e1,p@d10,p@d9",
    "an empty third half": "P@e1,p@d10,",
    "off the board": "P@k1,p@d10",
    "above the board": "P@e11,p@d10",
    "no square": "P@,p@d10",
    "a leading zero": "P@e01,p@d10",
    "an upper case file": "P@E1,p@d10",
    "a move": "e1e2",
    "the null move": "0000",
    "nothing": "",
}


@pytest.mark.parametrize("text", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_an_illegal_joint_move_is_refused_and_changes_nothing(text: str) -> None:
    before = "P@b2,p@c9 P@h3,p@h3"
    core, reference = (RULE_SETS[each](START).play(before) for each in ("core", "reference"))
    with pytest.raises(IllegalMove) as caught:
        core.position.play(text)
    assert len(str(caught.value).splitlines()) == 1
    assert core.fen() == reference.fen()
    with pytest.raises(ValueError, match="illegal choice"):
        reference.position.play(text)


@pytest.mark.parametrize("text", ["B@a1,b@j1", "B@b1,b@j10"])
def test_a_second_bishop_of_the_same_shade_is_refused(begin: Begin, text: str) -> None:
    played = begin(BISHOPS_LEFT).play("B@c1,b@j2")
    with pytest.raises(ValueError, match=r"@"):
        played.play(text)


def test_a_king_in_check_is_refused(begin: Begin) -> None:
    with pytest.raises(ValueError, match="K@b8"):
        begin(LATE).play("K@b8,k@j10")


def placing(board: str = "", left: str = ORDER, rest: str = "- - - 0 1") -> str:
    """Return a FEN with these pieces on the first rank and these left to place for both sides."""
    rank = board or "10"
    return f"10/10/10/10/5*****/*****5/10/10/10/{rank}[{left}{left.lower()}] {rest}"


AFTER_ONE = ORDER[1:]
REFUSED = {
    "nine blocked squares": START.replace("5*****", "6****"),
    "eleven blocked squares": START.replace("5*****", "4******"),
    "no blocked square": START.replace("5*****", "10").replace("*****5", "10"),
    "nine ranks": START.replace("10/", "", 1),
    "a rank too short": START.replace("10/", "9/", 1),
    "no brackets": START.replace(f"[{ORDER}{ORDER.lower()}]", ""),
    "empty brackets": START.replace(f"{ORDER}{ORDER.lower()}", ""),
    "brackets left open": START.replace("]", ""),
    "brackets twice": START.replace("]", "][Kk]"),
    "something after the brackets": START.replace("]", "]1"),
    "White to move": placing(rest="w - - 0 1"),
    "Black to move": placing(rest="b - - 0 1"),
    "a right": placing(rest="- J - 0 1"),
    "Black has less left": START.replace("ppppp", "pppp"),
    "White has less left": START.replace("PPPPP", "PPPP"),
    "only White has something left": START.replace(ORDER.lower(), ""),
    "only Black has something left": START.replace(ORDER, ""),
    "Black first": START.replace(ORDER + ORDER.lower(), ORDER.lower() + ORDER),
    "another order": placing(left=ORDER[:-2] + "KQ"),
    "a gap in the order": placing(left=ORDER[:8] + ORDER[9:], board="BB8"),
    "an unknown letter left": placing(left="X" + ORDER),
    "a piece too few on the board": placing(left=AFTER_ONE),
    "a piece too few of one side": placing(left=AFTER_ONE, board="P9"),
    "a piece too many on the board": placing(board="P8p"),
    "a wrong piece on the board": placing(left=AFTER_ONE, board="N8p"),
    "a wrong piece of Black": placing(left=AFTER_ONE, board="P8n"),
    "a king on the board": LATE.replace("10/", "9k/", 1).replace("10[", "K9["),
    "two bishops on one shade": LATE.replace("BNPPPBPP2", "1NPPPBPP2").replace("10[", "4B5["),
    "barred squares of one side only": placing(rest="- - e1 0 1"),
    "no barred square of Black": placing(rest="- - e1/ 0 1"),
    "no barred square of White": placing(rest="- - /e1 0 1"),
    "barred squares of three sides": placing(rest="- - e1/e1/e1 0 1"),
    "a barred square off the board": placing(rest="- - k1/e1 0 1"),
    "a barred square above the board": placing(rest="- - e11/e1 0 1"),
    "a barred square that is none": placing(rest="- - e/e1 0 1"),
    "a dash among barred squares": placing(rest="- - e1/- 0 1"),
    "a barred square twice": placing(rest="- - e1e1/e1 0 1"),
    "a blocked square barred": placing(rest="- - a5/e1 0 1"),
    "an occupied square barred": placing(left=AFTER_ONE, board="P8p", rest="- - e1/a1 0 1"),
    "a halfmove clock that runs": placing(rest="- - - 3 1"),
    "a later move": placing(rest="- - - 0 5"),
    "a halfmove clock that is no number": placing(rest="- - - x 1"),
    "too many fields": placing(rest="- - - 0 1 1"),
}


@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_fen_is_refused_in_one_line(fen: str) -> None:
    with pytest.raises(FenError) as caught:
        new_position("gochess", fen)
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(Fault):
        GoChessPlacement.from_fen(fen)


@pytest.mark.parametrize("rest", ["", "-", "- -", "- - -", "- - - 0", "- - - 0 1", "- - - 0 0"])
def test_the_last_fields_may_be_left_out(begin: Begin, rest: str) -> None:
    assert begin(placing(rest=rest)).fen() == START
