"""Chess against python-chess: FEN, legal moves and the end of the game."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import chess

from amalthea import new_position
from helpers.random_walks import walks

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from helpers.sample import Sample

ORDINARY_SIZE, THOROUGH_SIZE = 2_000, 50_000
ORDINARY_GAMES, THOROUGH_GAMES = 8, 500
SEED = 3
ENDS = {"checkmate", "stalemate", "insufficient", "repetition", "fiftymove"}


def end_of(board: chess.Board) -> str:
    """Return the status as python-chess sees the game; bare kings count as insufficient."""
    if board.is_checkmate():
        return f"win {'b' if board.turn else 'w'} checkmate"
    if board.is_stalemate():
        return "draw stalemate"
    if board.is_insufficient_material():
        return "draw insufficient"
    if board.is_repetition(3):
        return "draw repetition"
    if board.is_fifty_moves():
        return "draw fiftymove"
    return "ongoing"


def assert_same(position: Position, board: chess.Board, where: object) -> None:
    assert position.fen() == board.fen(), str(where)
    legal = sorted(move.uci() for move in board.legal_moves)
    assert sorted(position.legal_moves()) == legal, str(where)
    assert position.in_check() == board.is_check(), str(where)
    status = str(position.status()).replace("bare", "insufficient")
    assert status == end_of(board), str(where)


def test_random_walks_agree(sample: Sample) -> None:
    size = sample(ORDINARY_SIZE, THOROUGH_SIZE)
    ends: Counter[str] = Counter()
    for _, steps in walks("chess", SEED):
        board = chess.Board()
        position = new_position("chess")
        for walk, _ in steps:
            if walk.moves:
                board.push_uci(walk.moves[-1])
                position.play(walk.moves[-1])
            else:
                board.set_fen(walk.fen)
                position = new_position("chess", walk.fen)
            assert_same(position, board, walk)
            ends[end_of(board).split()[-1]] += 1
        if ends.total() >= size:
            break
    if size >= ORDINARY_SIZE:
        assert ENDS <= set(ends), sorted(ends.items())


def test_whole_random_games_agree_to_their_end(sample: Sample) -> None:
    for seed in range(sample(ORDINARY_GAMES, THOROUGH_GAMES)):
        rng = random.Random(seed)
        board = chess.Board()
        position = new_position("chess")
        while end_of(board) == "ongoing":
            move = rng.choice(position.legal_moves())
            board.push_uci(move)
            position.play(move)
            assert_same(position, board, board.fen())
        while board.move_stack:
            board.pop()
            position.undo()
            assert position.fen() == board.fen()
