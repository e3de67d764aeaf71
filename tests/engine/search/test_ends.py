"""Ends besides checkmate: the search wins by them and sees no draw too early."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.core.variant import DrawRules
from amalthea.engine.new_games import new_game
from amalthea.engine.pieces.description.endings import (
    Counting,
    Ends,
    Extinction,
    Goal,
    PseudoRoyals,
)
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.search.searcher import MATE_SCORE
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import army

HILL = Ends(goals=(Goal("K", Region(("d4", "e4", "d5", "e5"))),))
BARE = Ends(stalemate="loss", extinctions=(Extinction((), left=1, against=2, claim=True),))
LOSERS = Ends(stalemate="win", mate="win", forced_capture=True)
ROYAL_QUEENS = Ends(pseudo_royals=PseudoRoyals(("Q",), most=65))
NO_QUEEN = Ends(extinctions=(Extinction(("Q",)),))


def chess_with(ends: Ends, **more: Any) -> PiecesVariant:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1" if ends.checks else None
    chess = army("chess")
    return replace(chess, name="other", ends=ends, start=start or chess.start, **more)


def best_move_and_score(variant: PiecesVariant, fen: str, depth: int = 4) -> tuple[str, int]:
    """Return the best move and its score of a search to that depth."""
    found = SoloSearcher(hash_mib=1).search(new_game(variant, fen), nodes=0, deepest=depth)
    return found.moves[0], found.score


@pytest.mark.parametrize(
    ("ends", "fen", "moves", "plies"),
    [
        (HILL, "8/8/8/8/8/3K4/8/r6k w - - 0 1", {"d3d4", "d3e4"}, 1),
        (HILL, "7k/p7/8/8/8/8/3K4/8 w - - 0 1", {"d2c3", "d2d3", "d2e3"}, 3),
        (Ends(checks=3), "7k/8/8/8/8/8/8/KR6 w - - 1+3 0 1", {"b1b8", "b1h1"}, 1),
        (NO_QUEEN, "3q2k1/8/8/8/8/8/8/K2R3Q w - - 0 1", {"d1d8"}, 1),
        (BARE, "7k/8/8/7r/8/8/8/K6R w - - 0 1", {"h1h5"}, 2),
        (Ends(stalemate="loss"), "7k/5K2/8/6P1/8/8/8/8 w - - 0 1", {"g5g6"}, 1),
    ],
)
def test_winning_moves_are_found(ends: Ends, fen: str, moves: set[str], plies: int) -> None:
    move, score = best_move_and_score(chess_with(ends), fen)
    assert move in moves
    assert score == MATE_SCORE - plies


@pytest.mark.parametrize(
    ("value", "status"), [("win", "win b"), ("loss", "win w"), ("draw", "draw")]
)
def test_a_stalemate_is_scored_as_the_game_says(value: str, status: str) -> None:
    position = new_position(chess_with(Ends(stalemate=value)), "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1")
    assert str(position.status()) == f"{status} stalemate"


def test_a_repetition_may_lose() -> None:
    variant = chess_with(Ends(), draws=DrawRules(repetition="loss"))
    position = new_position(variant, "7k/8/8/8/8/8/8/KR6 w - - 0 1")
    for move in ["b1c1", "h8g8", "c1b1", "g8h8", "b1c1", "h8g8", "c1b1", "g8h8"]:
        position.play(move)
    assert str(position.status()) == "win b repetition"


def test_some_games_do_not_end_by_repetition_or_ply_count() -> None:
    variant = chess_with(Ends(), draws=DrawRules(repetitions=0, plies=0))
    position = new_position(variant, "7k/8/8/8/8/8/8/KR6 w - - 400 300")
    for move in ["b1c1", "h8g8", "c1b1", "g8h8", "b1c1", "h8g8", "c1b1", "g8h8"]:
        position.play(move)
    assert str(position.status()) == "ongoing"


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "ongoing"),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", "ongoing"),
        ("7k/8/8/4K3/8/8/8/B7 b - - 0 1", "win w goal"),
    ],
)
def test_bare_kings_that_can_still_win_are_no_draw(fen: str, status: str) -> None:
    assert str(new_position(chess_with(HILL), fen).status()) == status


def test_a_bare_king_that_can_bare_the_other_has_one_more_move() -> None:
    after = "6k1/8/8/7R/8/8/8/K7 b - - 0 1"
    assert str(new_position(chess_with(BARE), after).status()) == "ongoing"
    richer = "6k1/8/8/7R/8/8/8/KB6 b - - 0 1"
    assert str(new_position(chess_with(BARE), richer).status()) == "win w bare"


@pytest.mark.parametrize(
    ("fen", "forbidden", "allowed"),
    [
        pytest.param("7k/8/8/8/8/8/8/KR6 w - - 0 1", "b1b8 b1h1", "b1b7", id="plainly"),
        pytest.param("7k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8q b7b8r", "b7b8n", id="by promotion"),
        pytest.param("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", "e5e6", id="past what is taken"),
    ],
)
def test_moves_that_give_check_are_illegal_where_forbidden(
    fen: str, forbidden: str, allowed: str
) -> None:
    position = new_position(chess_with(Ends(checking=False)), fen)
    assert set(forbidden.split()).isdisjoint(position.legal_moves())
    assert allowed in position.legal_moves()


@pytest.mark.parametrize("checks", ["3+3", "1+2", "+2+1"])
def test_remaining_checks_are_counted_down(checks: str) -> None:
    fen = "7k/8/8/8/8/8/8/KR6 w - - " + (f"{checks} 0 1" if checks[0] != "+" else f"0 1 {checks}")
    position = new_position(chess_with(Ends(checks=3)), fen)
    before = position.fen()
    left = before.split()[4]
    position.play("b1b8")
    assert position.fen().split()[4] == f"{int(left[0]) - 1}+{left[2]}"
    position.undo()
    assert position.fen() == before


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", {"e4d5"}),
        ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", {"e5d6"}),  # in passing
        ("7k/8/3p4/8/8/8/1r6/K7 w - - 0 1", {"a1b2"}),
        ("7k/4P3/8/8/8/7p/8/K6R w - - 0 1", {"h1h3"}),  # no promotion then
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", {"a1a2", "a1b1", "a1b2"}),
    ],
)
def test_captures_are_compulsory(fen: str, moves: set[str]) -> None:
    assert set(new_position(chess_with(LOSERS), fen).legal_moves()) == moves


def test_compulsory_captures_are_followed_beyond_the_horizon() -> None:
    """The pawn's step forces the bishop to take it, and White has no piece left."""
    giveaway = variants.get("giveaway")
    assert isinstance(giveaway, PiecesVariant)
    move, score = best_move_and_score(giveaway, "5b2/8/8/8/8/8/1P6/8 w - - 0 1", depth=2)
    assert (move, score) == ("b2b4", MATE_SCORE - 2)


def test_checkmate_wins_for_the_mated_side_in_losers() -> None:
    position = new_position(chess_with(LOSERS), "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")
    assert str(position.status()) == "win b checkmate"


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        ("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1", "win b stalemate"),
        ("k7/2Q5/2K5/8/8/8/7p/7N b - - 0 1", "win b stalemate"),
        ("k7/2Q5/2K5/8/8/7p/7p/7N b - - 0 1", "draw stalemate"),
        ("k7/2Q5/2K5/8/7p/7p/7p/7N b - - 0 1", "win w stalemate"),
    ],
)
def test_a_stalemate_is_decided_by_the_number_of_pieces(fen: str, status: str) -> None:
    ends = Ends(stalemate="win", stalemate_by_count=True)
    assert str(new_position(chess_with(ends), fen).status()) == status


def test_a_pseudo_royal_piece_may_not_be_left_attacked() -> None:
    position = new_position(chess_with(ROYAL_QUEENS), "3qk3/8/8/8/8/8/3R4/K7 b - - 0 1")
    assert position.in_check()
    assert all(move[:2] == "d8" for move in position.legal_moves())
    assert "d8d5" not in position.legal_moves()
    assert "d8d2" in position.legal_moves()


def test_mate_of_a_pseudo_royal_piece_is_found() -> None:
    fen = "qn5k/pp6/8/1N6/8/8/8/K7 w - - 0 1"
    move, score = best_move_and_score(chess_with(ROYAL_QUEENS), fen)
    position = new_position(chess_with(ROYAL_QUEENS), fen)
    position.play(move)
    assert score == MATE_SCORE - 1
    assert str(position.status()) == "win w checkmate"


THAI = Counting(64, (("R", 2, 8), ("R", 1, 16)), few_pieces=64)


@pytest.mark.parametrize(
    ("fen", "move", "field"),
    [
        ("7k/p7/8/8/8/8/1R6/K1R5 w - - 5 9", "b2b3", "- 6"),  # with pawns there is no count
        ("7k/8/8/8/8/8/pR6/K1R5 w - - 5 9", "b2a2", "16 8"),  # two rooks: 8 moves, 4 pieces
        ("7k/8/8/8/8/8/1RB5/K7 w - - 5 9", "b2b3", "32 8"),  # one rook
        ("n6k/8/8/8/8/8/1R6/K7 w - - 5 9", "b2b3", "128 0"),  # board's few_pieces
        ("7k/8/8/8/8/8/1R6/K7 w - 32 30 9", "b2b3", "32 31"),
    ],
)
def test_the_count_against_a_bare_king_is_kept_in_the_fen(fen: str, move: str, field: str) -> None:
    position = new_position(chess_with(Ends(counting=THAI)), fen)
    before = position.fen()
    position.play(move)
    assert position.fen().split()[3:5] == field.split()
    again = new_position(position.variant, position.fen())
    assert again.fen() == position.fen()
    position.undo()
    assert position.fen() == before


def test_a_count_past_its_limit_is_a_draw() -> None:
    variant = chess_with(Ends(counting=THAI))
    position = new_position(variant, "7k/8/8/8/8/8/1R6/K7 w - 32 31 9")
    position.play("b2b3")
    assert str(position.status()) == "ongoing"
    position.play("h8h7")
    assert str(position.status()) == "draw counting"
    mated = new_position(variant, "7k/8/6K1/8/8/8/8/R7 w - 32 32 9")
    mated.play("a1a8")
    assert str(mated.status()) == "win w checkmate"
    assert best_move_and_score(variant, "k7/8/8/8/8/8/8/KR5R w - 16 15 9", depth=3)[1] < 1_000


def test_perpetual_check_loses_the_repetition() -> None:
    variant = chess_with(Ends(perpetual_check_loses=True))
    position = new_position(variant, "7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    for move in ["b1b8", "h8h7", "b8b1", "h7h8"] * 2 + ["b1b8"]:
        position.play(move)
    assert str(position.status()) == "win b repetition"
    position = new_position(variant, "7k/8/8/8/8/8/8/KR6 w - - 0 1")
    for move in ["b1c1", "h8g8", "c1b1", "g8h8"] * 2:
        position.play(move)
    assert str(position.status()) == "draw repetition"


def test_a_perpetual_check_does_not_save_where_it_loses() -> None:
    """White, to be mated next, has only checks on e8 and h5."""
    fen = "6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1"
    assert best_move_and_score(chess_with(Ends()), fen, depth=7) == ("h5e8", 0)
    assert best_move_and_score(chess_with(Ends(perpetual_check_loses=True)), fen, depth=7)[1] < -300


@pytest.mark.parametrize(
    ("side", "status"), [("White", "win w"), ("Black", "win b"), ("more", "win w"), ("", "draw")]
)
def test_draws_count_as_wins_for_the_named_side(side: str, status: str) -> None:
    variant = chess_with(Ends(draws=side))
    position = new_position(variant, "7k/8/8/8/8/8/8/KR6 w - - 0 1")
    for move in ["b1c1", "h8g8", "c1b1", "g8h8"] * 2:
        position.play(move)
    assert str(position.status()) == f"{status} repetition"
    stuck = new_position(variant, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1")
    assert str(stuck.status()) == f"{status} stalemate"


@pytest.mark.parametrize(
    ("goal", "fen", "status"),
    [
        (Goal("N", Region(("d4",)), held=True), "7k/8/8/8/3N4/8/8/K7 b - - 0 1", "ongoing"),
        (Goal("N", Region(("d4",)), held=True), "7k/8/8/8/3N4/8/8/K7 w - - 0 1", "win w goal"),
        (Goal("N", Region(("d4",)), safe=True), "7k/8/8/8/3N3r/8/8/K7 b - - 0 1", "ongoing"),
        (Goal("N", Region(("d4",)), safe=True), "7k/8/8/8/3N4/8/8/K7 b - - 0 1", "win w goal"),
        (
            Goal("P", Region(("d4", "e4"), ("d4", "e4")), 2, filled=True),
            "7k/8/8/8/3Pp3/8/8/K7 b - - 0 1",
            "win w goal",
        ),
    ],
)
def test_goals_count_only_when_safe_or_full(goal: Goal, fen: str, status: str) -> None:
    assert str(new_position(chess_with(Ends(goals=(goal,))), fen).status()) == status


@pytest.mark.parametrize(
    ("ranks", "status"),
    [
        pytest.param("K7/6k1/8", "ongoing", id="free"),
        pytest.param("K4bnb/6k1/8", "win w goal", id="shut by his own"),
        pytest.param("K4bNb/6k1/8", "ongoing", id="he takes"),
        pytest.param("K4bNb/6k1/5N2", "win w goal", id="what he would take is guarded"),
    ],
)
def test_black_has_a_last_move_where_its_king_can_reach_the_goal(ranks: str, status: str) -> None:
    position = new_position("racingkings", f"{ranks}/8/8/8/8/8 b - - 0 1")
    assert str(position.status()) == status


def test_an_immobile_king_captures_the_checking_piece_or_is_mated() -> None:
    variant = chess_with(Ends(checked_king_stays=True))
    checked = new_position(variant, "k7/8/8/8/8/8/7R/r6K w - - 0 1")
    assert checked.legal_moves() == []
    assert new_position(variant, "k7/8/8/8/8/8/6r1/7K w - - 0 1").legal_moves() == ["h1g2"]


@pytest.mark.parametrize(
    ("ends", "early", "late"),
    [
        (Ends(counting=THAI), "- 32 0 60", "- 32 20 60"),  # R mates here in eight moves
        (Ends(), "- - 0 60", "- - 88 60"),
    ],
)
def test_a_stored_mate_is_ignored_where_the_count_ends_first(
    ends: Ends, early: str, late: str
) -> None:
    """The table has the mate from an earlier search, in which there was time for it."""
    variant = chess_with(ends)
    searcher = SoloSearcher(hash_mib=4)
    begun = new_game(variant, f"8/8/8/6R1/k3K3/8/8/8 w {early}")
    assert searcher.search(begun, nodes=60_000).score > MATE_SCORE - 100
    nearly_drawn = new_game(variant, f"8/8/8/6R1/k3K3/8/8/8 w {late}")
    assert searcher.search(nearly_drawn, nodes=3_000).score < MATE_SCORE - 100


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("3r4/4R1B1/8/8/1n6/8/3p1P2/8 w - - 0 1", "g7f8"),
        ("7r/2R5/4N3/n7/1b6/8/8/3N4 w - - 0 1", "e6d8"),
    ],
)
def test_compulsory_captures_without_a_choice_cost_no_depth(fen: str, move: str) -> None:
    found = best_move_and_score(army("antichess"), fen, depth=2)
    assert found == (move, MATE_SCORE - 6)
