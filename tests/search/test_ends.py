"""Ends besides checkmate: the search wins by them, and nothing is called a draw too soon."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import new_position
from engine.board.variant import DrawRules
from engine.games import new_game
from engine.kinds.army.regions import Region
from engine.kinds.army.rules import ArmyVariant, Ends, Extinction, Goal
from engine.search.alphabeta import MATE_SCORE
from engine.search.solo import SoloSearcher
from games import army

HILL = Ends(goals=(Goal("K", Region(("d4", "e4", "d5", "e5"))),))
BARE = Ends(stalemate="loss", extinctions=(Extinction((), left=1, against=2, claim=True),))
NO_QUEEN = Ends(extinctions=(Extinction(("Q",)),))


def game(ends: Ends, **more: Any) -> ArmyVariant:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1" if ends.checks else None
    chess = army("chess")
    return replace(chess, name="other", ends=ends, start=start or chess.start, **more)


def best(variant: ArmyVariant, fen: str, depth: int = 4) -> tuple[str, int]:
    """The move that a search to that depth prefers, and its score."""
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
def test_what_wins_is_found(ends: Ends, fen: str, moves: set[str], plies: int) -> None:
    move, score = best(game(ends), fen)
    assert move in moves
    assert score == MATE_SCORE - plies


@pytest.mark.parametrize(
    ("value", "status"), [("win", "win b"), ("loss", "win w"), ("draw", "draw")]
)
def test_a_stalemate_is_what_the_game_says(value: str, status: str) -> None:
    position = new_position(game(Ends(stalemate=value)), "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1")
    assert str(position.status()) == f"{status} stalemate"


def test_a_repetition_may_lose() -> None:
    variant = game(Ends(), draws=DrawRules(repetition="loss"))
    position = new_position(variant, "7k/8/8/8/8/8/8/KR6 w - - 0 1")
    for move in ["b1c1", "h8g8", "c1b1", "g8h8", "b1c1", "h8g8", "c1b1", "g8h8"]:
        position.play(move)
    assert str(position.status()) == "win b repetition"


def test_no_repetition_and_no_count_of_plies_end_some_games() -> None:
    variant = game(Ends(), draws=DrawRules(repetitions=0, plies=0))
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
def test_kings_that_can_still_win_are_no_draw(fen: str, status: str) -> None:
    assert str(new_position(game(HILL), fen).status()) == status


def test_a_bare_king_that_can_be_bared_back_has_one_move_left() -> None:
    after = "6k1/8/8/7R/8/8/8/K7 b - - 0 1"
    assert str(new_position(game(BARE), after).status()) == "ongoing"
    richer = "6k1/8/8/7R/8/8/8/KB6 b - - 0 1"
    assert str(new_position(game(BARE), richer).status()) == "win w bare"


def test_nobody_may_give_check_where_that_is_forbidden() -> None:
    position = new_position(game(Ends(checking=False)), "7k/8/8/8/8/8/8/KR6 w - - 0 1")
    assert {"b1b8", "b1h1"}.isdisjoint(position.legal_moves())
    assert "b1b7" in position.legal_moves()


@pytest.mark.parametrize("checks", ["3+3", "1+2", "+2+1"])
def test_checks_are_counted_down(checks: str) -> None:
    fen = "7k/8/8/8/8/8/8/KR6 w - - " + (f"{checks} 0 1" if checks[0] != "+" else f"0 1 {checks}")
    position = new_position(game(Ends(checks=3)), fen)
    before = position.fen()
    left = before.split()[4]
    position.play("b1b8")
    assert position.fen().split()[4] == f"{int(left[0]) - 1}+{left[2]}"
    position.undo()
    assert position.fen() == before
