"""The reference rules themselves: published counts, and python-chess on random games of chess."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import chess
import pytest

from helpers.games import GAMES, RULES
from helpers.random_walks import walks
from reference import ChessPosition
from reference.common import Fault, perft

if TYPE_CHECKING:
    from helpers.sample import Sample

ORDINARY_SIZE, THOROUGH_SIZE = 500, 20_000
SEED = 2


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.counts])
def test_reference_gives_the_counts_of_the_start_position(game: str) -> None:
    start, counts = RULES[game].start(), GAMES[game].counts
    assert tuple(perft(start, depth) for depth in range(1, len(counts) + 1)) == counts


def test_reference_agrees_with_python_chess_on_random_walks(sample: Sample) -> None:
    size = sample(ORDINARY_SIZE, THOROUGH_SIZE)
    compared = 0
    for _, steps in walks("chess", SEED):
        board = chess.Board()
        for walk, reference in steps:
            if walk.moves:
                board.push_uci(walk.moves[-1])
            else:
                board.set_fen(walk.fen)
            assert reference.fen() == board.fen(), str(walk)
            legal = sorted(move.uci() for move in board.legal_moves)
            assert sorted(reference.legal_moves()) == legal, str(walk)
            assert reference.in_check() == board.is_check(), str(walk)
            compared += 1
        if compared >= size:
            return


@pytest.mark.parametrize("game", RULES)
def test_reference_writes_what_it_reads(game: str) -> None:
    start = RULES[game].start()
    assert start.fen() == RULES[game].START
    for _ in range(40):
        if not start.legal:
            break
        start = start.play(random.Random(start.fen()).choice(start.legal_moves()))
        assert RULES[game].from_fen(start.fen()).fen() == start.fen()


def test_reference_refuses_an_illegal_move() -> None:
    with pytest.raises(ValueError, match="illegal move 'e2e5'"):
        ChessPosition.start().play("e2e5")


def test_reference_refuses_a_faulty_fen() -> None:
    with pytest.raises(Fault):
        ChessPosition.from_fen("8/8/8/8/8/8/8/8 w - - 0 1")
