"""Pieces wait behind others before the game and enter when these leave their squares."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amalthea import Position, load_variants, new_position
from amalthea.engine.errors import FenError
from helpers.rule_cases import RuleCase, check

GAME = "musketeer"  # with cannons and leopards
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
NONE = "********"


def fen(pieces: str, waiting: str, rights: str = "-") -> str:
    """Return the FEN of pieces written as in "Kg1 nc8", with White to move."""
    board, behind = (
        {(word[1], int(word[2])): word[0] for word in words.split()} for words in (pieces, waiting)
    )
    rows = ["".join(board.get((file, 8 - row), " ") for file in "abcdefgh") for row in range(8)]
    if behind:
        ends = ("".join(behind.get((file, rank), "*") for file in "abcdefgh") for rank in (8, 1))
        top, bottom = ends
        rows = [top, *rows, bottom]
    placement = re.sub(" +", lambda blanks: str(len(blanks[0])), "/".join(rows))
    return f"{placement}[] w {rights} - 0 1"


def test_the_key_changes_the_game(tmp_path: Path) -> None:
    case = RuleCase(
        "waitingPieces = true",
        base="customPiece1 = c:KD",
        fen=f"{ARRAY}[Cc] w KQkq - 0 1",
        allowed="C@a1 C@e1 C@h1",
        forbidden="e2e4 b1c3",
        fen_without=f"{ARRAY} w KQkq - 0 1",
    )
    check(case, tmp_path)


def test_sides_place_their_pieces_in_turn_and_each_in_its_order() -> None:
    position = Position(GAME)
    assert {move.text for move in position.legal_moves} == {f"C@{file}1" for file in "abcdefgh"}
    position.push("C@b1")
    assert {move.text for move in position.legal_moves} == {f"C@{file}8" for file in "abcdefgh"}
    position.push("C@e8")
    assert {move.text for move in position.legal_moves} == {f"L@{file}1" for file in "acdefgh"}
    position.push("L@a1")
    # Not behind a rook, since castling would free both pieces.
    assert {move.text for move in position.legal_moves} == {f"L@{file}8" for file in "bcdfg"}
    position.push("L@g8")
    assert position.fen() == f"****c*l*/{ARRAY}/LC******[] w KQkq - 4 3"
    assert {square.name: piece.symbol for square, piece in position.waiting.items()} == {
        "a1": "L",
        "b1": "C",
        "e8": "c",
        "g8": "l",
    }
    assert not position.moves[0].effects  # nothing has come to the board


@pytest.mark.parametrize(
    ("pieces", "waiting", "move", "after", "left"),
    [
        # A piece that leaves lets the one behind it enter.
        ("Nb1 Ke1 ke8", "Cb1 Le1", "b1c3c", "Nc3 Cb1 Ke1 ke8", "Le1"),
        ("Nb1 Ke1 ke8", "Cb1 Le1", "e1d2l", "Nb1 Kd2 Le1 ke8", "Cb1"),
        # A captured one takes it along.
        ("Na6 Ke1 nb8 ke8", "cb8", "a6b8", "Nb8 Ke1 ke8", ""),
        ("Rb1 Ke1 nb8 ke8", "Cb1 cb8", "b1b8c", "Rb8 Cb1 Ke1 ke8", ""),
        # A king that leaves a check loses it, unless it captures the checking piece.
        ("Ke1 qh4 ke8", "Le1", "e1f1", "Kf1 qh4 ke8", ""),
        ("Ke1 qf2 ke8", "Le1", "e1f2l", "Kf2 Le1 ke8", ""),
        # A piece that answers a check does not.
        ("Ng1 Ke1 re7 kd8", "Cg1 Le1", "g1e2c", "Ne2 Cg1 Ke1 re7 kd8", "Le1"),
        # Castling frees what is behind the king, or behind the rook.
        ("Ke1 Rh1 ke8", "Le1", "e1g1l", "Kg1 Rf1 Le1 ke8", ""),
        ("Ke1 Rh1 ke8", "Lh1", "e1g1l", "Kg1 Rf1 Lh1 ke8", ""),
    ],
)
def test_a_piece_enters_or_is_lost(
    pieces: str, waiting: str, move: str, after: str, left: str
) -> None:
    before = fen(pieces, waiting, "K" if "R" in pieces and "b1" not in pieces else "-")
    position = new_position(GAME, before)
    assert [text for text in position.legal_moves() if text.startswith(move[:4])] == [move]
    position.play(move)
    assert position.fen().split()[0] == fen(after, left).split()[0]
    position.undo()
    assert position.fen() == before


def test_a_pinned_piece_does_not_move_though_the_one_behind_it_would_stand_in_the_way() -> None:
    position = new_position(GAME, fen("Nb1 Ke1 ra1 ke8", "Cb1"))
    assert not [move for move in position.legal_moves() if move.startswith("b1")]


def test_a_piece_that_enters_may_give_check() -> None:
    position = new_position(GAME, fen("Nd1 Ke1 kb1", "Cd1"))
    position.play("d1f2c")
    assert position.in_check()


@pytest.mark.parametrize(
    ("text", "notation", "others"),
    [
        ("b1c3c", "Nc3/C", ("Nc3", "b1c3", "Nb1-c3/C")),
        ("e1g1l", "O-O/L", ("O-O", "e1g1", "0-0/L")),
        ("e2e4", "e4", ("e2-e4",)),
    ],
)
def test_moves_are_read_with_and_without_what_enters(
    text: str, notation: str, others: tuple[str, ...]
) -> None:
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R"
    position = Position(GAME, f"{NONE}/{board}/*C**L***[] w KQkq - 0 1")
    assert position.format_move(text) == notation
    assert {position.parse_move(each).text for each in (notation, *others)} == {text}


def test_what_cannot_be_placed_stays_in_hand_and_the_game_goes_on() -> None:
    position = Position(GAME, "4k3/8/8/8/8/8/4P3/4K3[CL] w - - 0 1", moves=["C@e1", "Kd8"])
    assert position.is_legal("e2e4")
    assert position.fen() == "********/3k4/8/8/8/8/8/4P3/4K3/****C***[L] w - - 2 2"


@pytest.mark.parametrize(
    ("placement", "why"),
    [
        (f"{NONE}/{ARRAY}/*C******[C]", "'C' waits or is in hand 2 times"),
        (f"{NONE}/{ARRAY}/*C***C**[]", "'C' waits or is in hand 2 times"),
        ("********/4k3/8/8/8/8/8/8/4K3/*C******[]", "'C' waits behind b1"),
        (f"{NONE}/{ARRAY}/****C**L[]", "behind e1 and h1"),
        (f"{NONE}/{ARRAY}/*c******[]", "waiting pieces '*c******'"),
        (f"{NONE}/{ARRAY}/*C*****[]", "waiting pieces '*C*****'"),
        (f"{NONE}/{ARRAY}/*!******[]", "waiting pieces '*!******'"),
    ],
)
def test_fens_with_pieces_that_cannot_wait_are_refused(placement: str, why: str) -> None:
    with pytest.raises(FenError) as caught:
        new_position(GAME, f"{placement} w - - 0 1")
    assert why in str(caught.value)


@pytest.mark.parametrize("move", ["N'@e1", "n'@e1", "N'@E1"])
def test_a_dressed_letter_is_placed_in_either_case(move: str) -> None:
    text = f"""[dressed:chess]
customPiece1 = n':KD
waitingPieces = true
startFen = {ARRAY}[N'n'] w KQkq - 0 1
"""
    games, errors, _ = load_variants(text=text, register=False)
    assert not errors
    (game,) = games
    position = new_position(game)
    position.play(move)
    assert position.fen() == f"{NONE}/{ARRAY}/****N'***[n'] b KQkq - 1 1"


@pytest.mark.parametrize("bottom", ["*C******", "1C6", "*C6"])
def test_numbers_stand_for_files_without_a_waiting_piece(bottom: str) -> None:
    position = new_position(GAME, f"8/{ARRAY}/{bottom}[] w KQkq - 0 1")
    assert position.fen() == f"{NONE}/{ARRAY}/*C******[] w KQkq - 0 1"


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ("pieceDrops = true", "drops"),
        ("capturesToHand = true", "captures that go to the hand"),
        ("mustCapture = true", "forced captures"),
        ("promotedPieceType = n:c", "promote"),
        ("startFen = 4k3/8/8/8/8/8/8/R3K3[CCcc] w - - 0 1", "in hand 2 times"),
    ],
)
def test_rules_that_do_not_go_with_waiting_pieces_are_refused(keys: str, why: str) -> None:
    games, errors, _ = load_variants(text=f"[other:{GAME}]\n{keys}\n", register=False)
    assert not games
    assert any(why in str(error) for error in errors), errors


def test_a_flipped_position_has_its_waiting_pieces_flipped() -> None:
    position = new_position(GAME, f"*c******/{ARRAY}/**L*****[Cl] w KQkq - 0 1")
    assert position.flipped() == f"**l*****/{ARRAY}/*C******[Lc] b KQkq - 0 1"
