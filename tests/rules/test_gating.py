"""Pieces enter from the hand on squares that others leave with their first moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import Position, load_variants, new_position
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import army
from helpers.rule_cases import RuleCase, check
from helpers.scores import score_of

BASE = """archbishop = h
chancellor = e
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1
pieceDrops = true"""
CASES = (
    RuleCase(
        "seirawanGating = true",
        base=f"{BASE}\ngating = true",
        fen="",
        allowed="g1f3h g1f3e b1a3h b1c3e",
        fen_without="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkq - 0 1",
    ),
    RuleCase(
        "gating = true",
        base=f"{BASE}\nseirawanGating = true",
        fen="4k3/8/8/8/8/8/8/R3K2R[Hh] w KQ - 0 1",
        allowed="e1g1h h1e1h a1e1h e1d1h",
        fen_without="4k3/8/8/8/8/8/8/R3K2R[Hh] w KQ - 0 1",
    ),
)
KINGS = "4k3/8/8/8/8/8/8/"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        # A square is left once: neither who comes there later nor who entered opens it again.
        ("4k3/8/8/8/8/8/8/1N2K3[HE] w BE - 0 1", "b1c3h", "4k3/8/8/8/8/2N5/8/1H2K3[E] b E"),
        # The castling rook's square, then the king's.
        (f"{KINGS}4K2R[HE] w K - 0 1", "h1e1e", f"{KINGS}5RKE[H] b -"),
        (f"{KINGS}4K2R[HE] w K - 0 1", "e1g1h", f"{KINGS}4HRK1[E] b -"),
        # A king that moves leaves the rooks' squares open, but castles no more.
        (f"{KINGS}4K2R[HE] w K - 0 1", "e1d1", f"{KINGS}3K3R[HE] b H"),
        # With an empty hand only castlings are left.
        (f"{KINGS}RN2K2R[H] w KQB - 0 1", "b1c3h", "4k3/8/8/8/8/2N5/8/RH2K2R[] b KQ"),
        # A captured piece takes its square's right with it.
        ("1n2k3/8/N7/8/8/8/8/4K3[HEhe] w Ebe - 0 1", "a6b8", "1N2k3/8/8/8/8/8/8/4K3[HEhe] b Ee"),
    ],
)
def test_squares_are_open_until_they_are_left(fen: str, move: str, after: str) -> None:
    position = new_position("seirawan", fen)
    position.play(move)
    fields = position.fen().split()
    assert " ".join(fields[:3]) == after
    position.undo()
    assert position.fen() == fen


def test_a_piece_does_not_enter_to_answer_a_check_or_to_hide_one() -> None:
    checked = new_position("seirawan", "4k3/8/8/8/8/8/4r3/3QK3[HE] w DE - 0 1")
    assert not checked.is_legal_text("d1a4h")  # the queen would not answer the check
    pinned = new_position("seirawan", "4k3/8/8/8/8/8/8/r1B1K3[HE] w CE - 0 1")
    assert not pinned.is_legal_text("c1e3h")


def test_a_piece_that_enters_may_give_check() -> None:
    position = new_position("seirawan", "3k4/8/8/8/8/8/8/3BK3[E] w D - 0 1")
    position.play("d1f3e")
    assert position.in_check()


@pytest.mark.parametrize(
    ("text", "notation"),
    [("g1f3h", "Nf3/H"), ("e1c1e", "O-O-O/Ee1+"), ("a1e1h", "O-O-O/Ha1"), ("e1c1", "O-O-O")],
)
def test_moves_are_written_with_what_enters(text: str, notation: str) -> None:
    position = Position("seirawan", "r3k2r/8/8/8/8/8/8/R3KBNR[HEhe] w KQFGkq - 0 1")
    assert position.format_move(text) == notation
    assert position.parse_move(notation).text == text


def test_a_piece_is_worth_no_less_when_it_has_entered() -> None:
    fen = "4k3/8/8/8/8/8/8/1N2K3[H] w BE - 0 1"
    entered = "4k3/8/8/8/8/2N5/8/1H2K3[] w - - 0 1"
    held = "4k3/8/8/8/8/2N5/8/4K3[H] w E - 0 1"
    scores = [score_of(army("seirawan"), each, HandWritten()) for each in (fen, held, entered)]
    assert scores[2] >= max(scores[:2])


def test_pieces_that_cannot_enter_are_worth_nothing() -> None:
    closed, opened = (
        position_and_evaluator(
            army("seirawan"), f"4k3/8/8/8/8/8/8/4K3[HE] w {r} - 0 1", (), HandWritten()
        )[1]
        for r in ("-", "E")
    )
    assert opened.score() - closed.score() > 800


def test_no_piece_enters_where_a_castling_piece_arrives() -> None:
    """The king on c1 stays there when it castles with the rook on b1, as Fairy-Stockfish has it."""
    position = Position("seirawan", "4k3/8/8/8/8/8/8/1RK4R[H] w BCH - 0 1", chess960=True)
    gates = ("c1b1", "b1c1", "c1h1", "h1c1")
    castlings = {str(move) for move in position.legal_moves if str(move).startswith(gates)}
    assert castlings == {"c1b1", "b1c1h", "c1h1", "c1h1h", "h1c1h"}


def test_a_search_leaves_the_board_as_it_was_where_a_hopper_enters() -> None:
    """Whether a hopper gives check is tried out on the square that the other piece has not left."""
    start = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[CCcc] w BGbg - 0 1"
    rules = f"[hopping:seirawan]\ncannon = c\nstartFen = {start}\n"
    games, errors, _ = load_variants(text=rules, register=False)
    assert not errors
    played = new_game(games[0])
    searcher = SoloSearcher(1)
    assert searcher.search(played, 3_000).moves[0] in played.position.legal_moves()
    searcher._position.verify()


ZONE = "promotionRegionWhite = *8\npromotionRegionBlack = *1\n"


def test_a_promotion_is_not_written_like_a_piece_that_enters() -> None:
    rules = f"[forms:seirawan]\npromotionPawnTypes = pn\npromotionPieceTypes = qh\n{ZONE}"
    games, errors, _ = load_variants(text=rules, register=False)
    assert not games
    assert any("N promotes to H, which also enters behind it" in str(each) for each in errors)


def test_a_piece_enters_behind_one_that_can_promote() -> None:
    rules = f"[forms:seirawan]\npromotedPieceType = n:b\n{ZONE}"
    games, errors, _ = load_variants(text=rules, register=False)
    assert not errors
    position = Position(games[0])
    move = position.parse_move("b1c3h")
    assert (move.promotion, position.format_move(move)) == (None, "Nc3/H")
