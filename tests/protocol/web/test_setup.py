"""Positions that are set up: in every game FEN and board agree, and errors are reported."""

from __future__ import annotations

import random
from typing import Any

import pytest

from amalthea.engine import variants
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.protocol.drawing.squares import covered, name
from amalthea.protocol.web.messages import Message, MessageError
from amalthea.protocol.web.setup import set_up


def set_up_answer(**fields: Any) -> dict[str, Any]:
    return set_up(Message({"type": "setup", **fields}))


def answer_for_board(variant: str, board: dict[str, str], **more: Any) -> dict[str, Any]:
    return set_up_answer(
        variant=variant, board=board, **{"side": "w", "rights": "", "fen": "", **more}
    )


@pytest.mark.parametrize("variant", [*variants.BUILT_IN, "3check"])
def test_every_position_of_a_game_is_shown_and_written_back(variant: str) -> None:
    dice = random.Random(variant)
    game = new_game(variant, variants.get(variant).start_fen(seed=5))
    for _ in range(40):
        fen = game.position.fen()
        shown = set_up_answer(variant=variant, fen=fen)
        assert (shown["fen"], shown["error"]) == (fen, "")
        again = answer_for_board(
            variant, shown["board"], side=shown["side"], rights=shown["rights"], fen=fen
        )
        fields, known = again["fen"].split(), fen.split()
        assert [*fields[:3], *fields[4:]] == [*known[:3], *known[4:]]  # all but the target
        assert again["board"] == shown["board"]
        moves = game.position.legal_moves()
        if not moves or game.position.status().state != "ongoing":
            break
        game.play(dice.choice(moves))


@pytest.mark.parametrize("variant", variants.BUILT_IN)
def test_any_piece_can_be_put_on_any_square(variant: str) -> None:
    described = variants.get(variant)
    dice = random.Random(variant)
    tokens = [token for token in kind_of(described).tokens(described) if token != "*"]
    blocked = {at: "*" for at, token in _start(variant).items() if token == "*"}
    for _ in range(30):
        board: dict[tuple[int, int], str] = dict(blocked)
        taken = set(blocked)
        for _ in range(dice.randrange(40)):
            at = dice.randrange(described.files), dice.randrange(described.ranks)
            token = dice.choice(tokens)
            cells = set(covered(at, token, described))
            on_board = all(x < described.files and y < described.ranks for x, y in cells)
            if on_board and not cells & taken:
                board[at] = token
                taken |= cells
        named = {name(at, described): token for at, token in board.items()}
        answer = answer_for_board(variant, named)
        # Pieces on two cells may pair otherwise where several of a sort touch.
        assert sorted(answer["board"].values()) == sorted(named.values())
        assert answer["error"].count("\n") == 0


def _start(variant: str) -> dict[tuple[int, int], str]:
    described = variants.get(variant)
    return kind_of(described).scene(described, described.start_fen(seed=5))


def test_impossible_rights_are_omitted_until_their_piece_returns() -> None:
    home = {"e1": "K", "h1": "R", "e8": "k"}
    away = {"e2": "K", "h1": "R", "e8": "k"}
    assert answer_for_board("chess", home, rights="KQkq")["rights"] == "K"
    assert answer_for_board("chess", away, rights="KQkq")["rights"] == ""
    assert set(answer_for_board("chess", home)["possible"]) == set("KQkq")


def test_counters_are_kept_and_the_en_passant_square_is_cleared() -> None:
    fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 17"
    answer = answer_for_board("chess", {"e1": "K", "e8": "k"}, side="b", fen=fen)
    assert answer["fen"] == "4k3/8/8/8/8/8/8/4K3 b - - 0 17"


@pytest.mark.parametrize(
    ("variant", "board", "side", "fault"),
    [
        ("chess", {"e1": "K"}, "w", "Black has 0 kings"),
        ("chess", {"e1": "K", "e8": "k", "e4": "R"}, "w", "check"),
        ("chess", {"e1": "K", "e8": "k", "a8": "P"}, "w", "promote"),
        ("gochess", {"e1": "K", "e8": "k"}, "w", "blocked"),
    ],
)
def test_an_unplayable_position_is_reported(
    variant: str, board: dict[str, str], side: str, fault: str
) -> None:
    assert fault in answer_for_board(variant, board, side=side)["error"]


def test_a_finished_game_is_reported() -> None:
    answer = set_up_answer(variant="gess", fen="18/" * 17 + "18 b - - 0 1")
    assert (answer["error"], answer["status"]["winner"], answer["status"]["reason"]) == (
        "",
        "b",
        "rings",
    )


def test_an_invalid_fen_keeps_the_board() -> None:
    answer = set_up_answer(variant="chess", fen="rnbqkbnr/what w - -")
    assert answer["board"] is None
    assert "ranks" in answer["error"]
    kingless = set_up_answer(variant="chess", fen="8/8/8/8/8/8/8/Q7 w - - 0 1")
    assert kingless["board"] == {"a1": "Q"}
    assert "kings" in kingless["error"]


def test_placement_begins_from_any_board_of_obstacles_and_pawns() -> None:
    start = set_up_answer(variant="gochess", fen="")
    assert start["sides"] == ["w", "b", "-"]
    free = [f"{file}{rank}" for rank in (4, 6) for file in "abcdefghij"]
    squares = [square for square in free if square not in start["board"]][:4]
    board = {**start["board"], **dict(zip(squares, "PpPp", strict=True))}
    answer = answer_for_board("gochess", board, side="-")
    assert answer["error"] == ""
    assert "[PPPPPPBBRRNNQKppppppbbrrnnqk] - - - 0 1" in answer["fen"]


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ({"e1": "X"}, "X"),
        ({"z9": "K"}, "z9"),
        ({"e1": 3}, "expected text, got whole number"),
        (["e1"], "table"),
        ({"l1": "W"}, "not on the board"),
        ({"a1": "W", "b1": "W"}, "overlaps another piece"),
    ],
)
def test_an_invalid_board_is_refused(board: Any, message: str) -> None:
    with pytest.raises(MessageError, match=message):
        answer_for_board("ganymede", board)
