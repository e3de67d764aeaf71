"""Troop Chess, reconstruction: every published case, then what they leave out, rule by rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError, IllegalMove
from helpers.played_games import PlayedGame
from helpers.troop_cases import CASES
from reference import TroopPosition
from reference.common import Fault

Start = Callable[[str, str], PlayedGame]
START = TroopPosition.START
ILLEGAL = "illegal"
REFUSALS = (ValueError, IllegalMove)  # of a move, by reference and core


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


@pytest.mark.parametrize("case", named(CASES["lists"]))
def test_all_moves_of_a_formation(start: Start, case: dict[str, Any]) -> None:
    assert sorted(start("troop", case["fen"]).legal_moves()) == sorted(case["moves"])


@pytest.mark.parametrize("case", named([c for c in CASES["single"] if c["result"] != ILLEGAL]))
def test_position_after_a_move(start: Start, case: dict[str, Any]) -> None:
    played = start("troop", case["fen"]).play(case["move"])
    assert (played.fen(), played.status()) == (case["result"], case["status"])


@pytest.mark.parametrize("case", named([c for c in CASES["single"] if c["result"] == ILLEGAL]))
def test_a_move_that_is_illegal(start: Start, case: dict[str, Any]) -> None:
    played = start("troop", case["fen"])
    with pytest.raises(REFUSALS):
        played.play(case["move"])
    assert played.fen() == case["fen"]


@pytest.mark.parametrize("case", named(CASES["status"]))
def test_positions_have_their_status_and_number_of_moves(
    start: Start, case: dict[str, Any]
) -> None:
    played = start("troop", case["fen"])
    assert (played.status(), len(played.legal_moves())) == (case["status"], case["moves"])


def test_a_whole_game_is_followed_to_its_end(start: Start) -> None:
    played = start("troop", START)
    for move in CASES["game"]["moves"]:
        assert played.status() == "ongoing"
        played.play(move)
    assert (played.fen(), played.status()) == (CASES["game"]["result"], CASES["game"]["status"])
    assert played.legal_moves() == []


# Names of moves.


@pytest.mark.parametrize(
    ("fen", "written", "read"),
    [
        ("sss6/9/9/9/4S4/4S4/4S4/9/9 w - - 0 1", "e5e7sn", "e3e5ss"),
        ("sss6/9/9/9/4S4/4S4/4S4/9/9 w - - 0 1", "e5f4sn", "e3f2ss"),
        ("sss6/9/9/9/2SSS4/9/9/9/9 w - - 0 1", "e5c5se", "c5a5sw"),
        ("sss6/9/9/9/4S4/3S5/2S6/9/9 w - - 0 1", "e5g7one", "c3e5osw"),
        ("sss6/9/9/9/2S6/3S5/4S4/9/9 w - - 0 1", "c5a7onw", "e3c5ose"),
    ],
)
def test_either_end_of_a_line_names_the_same_move(
    start: Start, fen: str, written: str, read: str
) -> None:
    assert written in start("troop", fen).legal_moves()
    assert read not in start("troop", fen).legal_moves()
    assert start("troop", fen).play(read).fen() == start("troop", fen).play(written).fen()


@pytest.mark.parametrize(
    "move",
    [
        "e5e6ss",  # led from the other end, which faces south, but named by this one
        "e3e4sn",
        "e5e6se",
        "e5e6pn",
        "e5e5sn",
        "e5e8sn",
        "e5e6s",
        "e5e6",
        "e05e6sn",
        "e5e6snw",
        "e5e6xn",
    ],
)
def test_unknown_names_of_moves_are_refused(start: Start, move: str) -> None:
    played = start("troop", "sss6/9/9/9/4S4/4S4/4S4/9/9 w - - 0 1")
    with pytest.raises(REFUSALS):
        played.play(move)


# The end of the game.

SHUTTLE = "e2e3pn e8e7ps e3e2pn e7e8ps"  # of two pyramids; back where it began
EQUAL = "3s1s3/4s4/9/9/9/9/9/4S4/3S1S3"
BLACK_AHEAD = "3s1s3/4s4/9/9/9/s8/9/4S4/3S1S3"
WHITE_AHEAD = "3s1s3/4s4/9/9/9/S8/9/4S4/3S1S3"
COUNTED = [(EQUAL, "draw"), (BLACK_AHEAD, "win b"), (WHITE_AHEAD, "win w")]


@pytest.mark.parametrize(("board", "result"), COUNTED)
def test_stones_are_counted_at_the_third_occurrence(start: Start, board: str, result: str) -> None:
    played = start("troop", f"{board} w - - 0 1").play(SHUTTLE)
    assert played.play(SHUTTLE.rpartition(" ")[0]).status() == "ongoing"
    assert played.play("e7e8ps").status() == f"{result} repetition"
    assert played.legal_moves()


@pytest.mark.parametrize(("board", "result"), COUNTED)
def test_stones_are_counted_after_60_plies_without_a_loss(
    start: Start, board: str, result: str
) -> None:
    played = start("troop", f"{board} w - - 58 40").play("e2e3pn")
    assert played.status() == "ongoing"
    assert played.play("e8e7ps").status() == f"{result} nocapture"
    assert played.fen().endswith(" w - - 60 41")
    assert played.legal_moves()


@pytest.mark.parametrize(("game", "plies"), [("troop11", 80), ("troop13", 100)])
def test_larger_boards_have_more_time(start: Start, game: str, plies: int) -> None:
    board = new_position(game).fen().split()[0]
    assert start(game, f"{board} w - - {plies - 1} 90").status() == "ongoing"
    assert start(game, f"{board} w - - {plies} 90").status() == "draw nocapture"


def test_repetition_is_named_before_the_60th_ply(start: Start) -> None:
    played = start("troop", f"{BLACK_AHEAD} w - - 52 40").play(f"{SHUTTLE} {SHUTTLE}")
    assert played.fen().endswith(" w - - 60 44")
    assert played.status() == "win b repetition"


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        ("9/2s6/1s7/9/6s2/3SSS3/9/9/9 b - - 60 40", "win w unable"),
        ("9/9/9/9/s2s5/s1s6/ss7/S8/SSsss4 w - - 60 40", "win b blocked"),
    ],
)
def test_side_that_cannot_move_loses_before_the_ply_limit(
    start: Start, fen: str, status: str
) -> None:
    played = start("troop", fen)
    assert played.status() == status
    assert played.legal_moves() == []


def test_blocked_side_loses_only_on_its_turn(start: Start) -> None:
    played = start("troop", "9/9/9/9/s2s5/s1s6/ss7/S8/SSsss4 b - - 0 1")
    assert played.status() == "ongoing"
    assert played.legal_moves()


# The other tables of hardness.

SOFT_ON_HARD = "9/9/4s4/4s4/4s4/2SSS4/9/9/SSS6 w - - 0 1", "e4e5se"
HARD_ON_HARD = "9/9/4s4/4s4/4s4/4S4/4S4/4S4/SSS6 w - - 0 1", "e4e5sn"


@pytest.mark.parametrize(
    ("game", "case", "after", "status"),
    [
        ("troop-trade", SOFT_ON_HARD, "9/9/4s4/4s4/2SS5/9/9/9/SSS6", "win w unable"),
        ("troop-trade", HARD_ON_HARD, "9/9/4s4/4s4/4S4/4S4/4S4/9/SSS6", "win w unable"),
        ("troop-physical", SOFT_ON_HARD, "9/9/4s4/4s4/2SSs4/9/9/9/SSS6", "ongoing"),
        ("troop-physical", HARD_ON_HARD, "9/9/4s4/4s4/9/4S4/4S4/9/SSS6", "win w unable"),
    ],
)
def test_other_rules_have_other_outcomes(
    start: Start, game: str, case: tuple[str, str], after: str, status: str
) -> None:
    fen, move = case
    played = start(game, fen).play(move)
    assert (played.fen(), played.status()) == (f"{after} b - - 0 1", status)


# FENs.

EMPTY = "/".join(9 * ["9"])


@pytest.mark.parametrize("board", [EMPTY, EMPTY.replace("9", 9 * "S"), EMPTY.replace("9", "sS1s5")])
def test_any_number_of_stones_may_be_on_the_board(start: Start, board: str) -> None:
    assert start("troop", f"{board} w - - 0 1").fen() == f"{board} w - - 0 1"


def test_fields_may_be_left_out(start: Start) -> None:
    fields = START.split()
    for number in range(1, 6):
        assert start("troop", " ".join(fields[:number])).fen() == START


REFUSED = {
    "nothing": "",
    "eight ranks": START.replace("9/", "", 1),
    "ten ranks": f"9/{START}",
    "a rank too short": START.replace("9", "8", 1),
    "a rank too long": START.replace("9", "9S", 1),
    "a number of two digits": START.replace("9", "09", 1),
    "another letter": START.replace("9", "4K4", 1),
    "a blocked square": START.replace("9", "4*4", 1),
    "no side": START.replace(" w ", " - "),
    "a right": START.replace(" w - -", " w A -"),
    "a target": START.replace(" w - -", " w - e6"),
}


@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_fen_is_refused_in_one_line(fen: str) -> None:
    with pytest.raises(FenError) as caught:
        new_position("troop", fen)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(("written", "meant"), [(" -1 1", " 0 1"), (" 0 10000", " 0 9999")])
def test_counters_beyond_their_bounds_are_corrected(written: str, meant: str) -> None:
    position = new_position("troop", START.replace(" 0 1", written))
    assert position.fen() == START.replace(" 0 1", meant)
    assert len(position.remarks) == 1


def test_move_in_upper_case_is_read() -> None:
    position = new_position("troop", "sss6/9/9/9/4S4/4S4/4S4/9/9 w - - 0 1")
    position.play("E5E6SN")
    assert position.remarks == ["move 'E5E6SN' read as 'e5e6sn'"]


@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_fen_is_refused_by_the_reference(fen: str) -> None:
    with pytest.raises(Fault):
        TroopPosition.from_fen(fen)
