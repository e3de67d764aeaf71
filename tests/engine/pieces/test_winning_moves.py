"""Moves that win at once are found without a search: by goals, by the last check, by extinction."""

from __future__ import annotations

import random

import pytest

from amalthea.engine.core.status import State
from amalthea.engine.new_games import new_position
from helpers.random_games import begun

WHOLE = ("breakthrough", "extinction", "kinglet")  # games that can be won in no other way
PARTLY = ("3check", "5check", "kingofthehill", "racingkings", "threekings", "coregal", "jesonmor")


def winning_moves(name: str, fen: str) -> list[str]:
    """Return the moves that end the game in favour of their mover."""
    position = new_position(name, fen)
    mover = position.turn
    found: list[str] = []
    for move in position.legal_moves():
        position.play(move)
        status = position.status()
        if status.state is not State.ONGOING and status.winner is not None:
            won = status.winner == mover
            found += [move] * won
        position.undo()
    return found


def positions(name: str, count: int) -> list[str]:
    """Return FENs from random games that go on."""
    rng = random.Random(f"winning {name}")
    found: list[str] = []
    while len(found) < count:
        position = begun(name, rng)
        for _ in range(rng.randrange(120)):
            moves = position.legal_moves()
            if position.status().state is not State.ONGOING:
                position.undo()
                break
            position.play(rng.choice(moves))
        if position.status().state is State.ONGOING:
            found.append(position.fen())
    return found


@pytest.mark.parametrize("name", [*WHOLE, *PARTLY])
def test_a_win_that_is_found_is_one(name: str) -> None:
    found = [fen for fen in positions(name, 60) if new_position(name, fen).has_win()]
    assert all(winning_moves(name, fen) for fen in found)


@pytest.mark.parametrize("name", WHOLE)
def test_every_win_at_once_is_found(name: str) -> None:
    fens = positions(name, 60)
    wins = [bool(winning_moves(name, fen)) for fen in fens]
    assert [new_position(name, fen).has_win() for fen in fens] == wins
    assert True in wins


@pytest.mark.parametrize(
    ("name", "fen", "wins"),
    [
        ("kingofthehill", "7k/8/8/8/8/3K4/8/8 w - - 0 1", True),
        ("kingofthehill", "3rr2k/8/8/8/8/3K4/8/8 w - - 0 1", False),  # the hill is guarded
        ("kingofthehill", "7k/8/8/8/8/8/3K4/8 w - - 0 1", False),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", True),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1", False),
        ("racingkings", "8/6K1/8/8/8/8/8/1k6 w - - 0 1", True),
        ("racingkings", "8/1k4K1/8/8/8/8/8/8 w - - 0 1", False),  # Black follows
        ("breakthrough", "8/P7/8/8/8/8/7p/8 w - - 0 1", True),
        ("extinction", "rnbqkbnr/pppppppp/8/1B6/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1", False),
        ("extinction", "rnbqkbnr/ppp1pppp/8/1B6/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1", True),
        ("threekings", "k1k1k3/8/8/8/8/8/8/Q1K1K1K1 w - - 0 1", True),
    ],
)
def test_wins_by_other_ends_than_mate(name: str, fen: str, wins: bool) -> None:
    assert new_position(name, fen).has_win() is wins
