"""UCI-Cyclone: moves, compared with a slow conversion sign by sign; positions, conversations."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.new_games import new_game, new_position
from amalthea.protocol.uci.cyclone import MovesFrom0, as_in_uci
from amalthea.protocol.uci.parsing import parse_position
from helpers.dialogue import Dialogue
from helpers.random_games import random_game

if TYPE_CHECKING:
    from helpers.sample import Sample

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


def move_from_0(move: str) -> str:
    """Return a move between two squares with every rank one less."""
    letters = [sign for sign in move if sign.isalpha()]
    ranks = "".join(sign if sign.isdigit() else " " for sign in move).split()
    return "".join(f"{file}{int(rank) - 1}" for file, rank in zip(letters, ranks, strict=True))


@pytest.mark.parametrize("game", ["xiangqi", "janggi", "manchu"])
def test_moves_there_and_back(game: str, sample: Sample) -> None:
    text = MovesFrom0()
    for seed in range(sample(3, 60)):
        record = random_game(game, seed, longest=120)
        count = random.Random(seed).randint(0, len(record.moves))
        position = new_game(game, record.fen, record.moves[:count]).position
        for move in position.legal_moves():
            assert text.write(move) == move_from_0(move)
            assert text.read(move_from_0(move)) == move


@pytest.mark.parametrize(
    "fen",
    [
        f"{START} w - - 0 1",
        f"{START} r - - 0 1",
        f"{START} r",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR R - - 0 1",
    ],
)
def test_positions_of_other_programs_are_read(fen: str) -> None:
    command = parse_position(as_in_uci(["fen", *fen.split(), "moves", "h2e2"]))
    assert command.moves == ("h2e2",)
    position = new_position("xiangqi", command.fen)
    assert position.fen() == f"{START} w - - 0 1"
    assert position.remarks == []


def test_a_red_side_is_white_in_every_protocol() -> None:
    position = new_position("xiangqi", f"{START} r - - 0 1")
    assert position.fen() == f"{START} w - - 0 1"
    assert "side to move 'r' read as 'w'" in position.remarks


@pytest.mark.parametrize(
    "first",
    [
        ["ucicyclone", "uci", "position startpos moves h2e2"],
        ["uci", "startpos moves h2e2"],
        [f"fen {START} r moves h2e2"],
        ["setoption name UCI_Variant value xiangqi", f"fen {START} r - - 0 1 moves h2e2"],
        ["ucicyclone", f"position fen {START} r moves h2e2"],
    ],
)
def test_ranks_from_0_in_both_directions(first: list[str]) -> None:
    with Dialogue() as program:
        program.send(*first, "go depth 1 searchmoves h9g7")
        answer = program.until_has("bestmove")
        assert answer[-1].split()[1] == "h9g7"
        assert " pv h9g7" in "".join(answer)
        assert not [line for line in answer if "error" in line]
        program.send("moves", "perft 1")
        moves = program.until("legalmoves")[-1].split()[1:]
        assert "h9g7" in moves
        assert "b7b0" in moves
        assert "h9g7: 1" in program.until("Nodes searched")


def test_the_argument_chooses_xiangqi() -> None:
    with Dialogue("ucicyclone") as program:
        program.send("uci")
        options = program.until("uciok")
        assert [line for line in options if "UCI_Variant" in line and " default xiangqi" in line]


def test_other_games_are_as_in_uci() -> None:
    with Dialogue() as program:
        program.send("ucicyclone", "setoption name UCI_Variant value minixiangqi")
        program.send("startpos", "moves")
        assert "a1b1" not in program.until("legalmoves")[-1].split()
        program.send("setoption name UCI_Variant value chess", "position startpos moves e2e4")
        program.send("go depth 1 searchmoves e7e5")
        assert program.until_has("bestmove")[-1] == "bestmove e7e5"


def test_an_illegal_move_is_named_as_it_was_written() -> None:
    with Dialogue() as program:
        program.send("startpos moves a0b9")
        assert "a0b9" in program.until("info string error")[-1]


def test_a_fen_of_eight_ranks_stays_chess() -> None:
    with Dialogue() as program:
        program.send("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4")
        program.send("go depth 1 searchmoves e7e5")
        assert program.until_has("bestmove")[-1] == "bestmove e7e5"


def test_a_fen_without_a_board_changes_nothing() -> None:
    with Dialogue() as program:
        assert "FEN is missing" in program.answer("fen")[-1]
        program.send("position startpos moves e2e4", "go depth 1 searchmoves e7e5")
        assert program.until_has("bestmove")[-1] == "bestmove e7e5"
