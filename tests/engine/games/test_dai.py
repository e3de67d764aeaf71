"""Dai Shogi: the core against rules that were written without it."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from helpers.described_comparison import choose, compare_children, compare_position
from helpers.games import army
from reference.dai import KINDS, SIZE, DaiPosition
from reference.described import rules_of

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from helpers.sample import Sample

POSITIONS = 100  # in which all of MET occurs
PLIES = 12
MET = {  # by the walks from them
    *("promotion", "second step", "two captures", "pass"),
    *("ongoing", "win w extinction", "win b extinction", "win w bare"),
}
CAPTURES = 0.5  # chance to capture where that is possible
DARING = ("N", "+O", "+H", "+D")  # pieces that may capture twice


def random_fen(rng: random.Random) -> str:
    """Return a FEN with kings, princes or both, and other pieces of all kinds anywhere."""
    squares = [(file, rank) for file in range(SIZE) for rank in range(SIZE)]
    rng.shuffle(squares)
    board: dict[tuple[int, int], str] = {}
    others = sorted(KINDS.keys() - {"K", "+E"})
    for side in (str.upper, str.lower):
        royals = rng.choice((["K"], ["K"], ["+E"], ["K", "+E"]))
        army = rng.choices(others, k=rng.choice((0, 1, 2, 8, 30, 60)))
        for letter in (*royals, *army, *rng.choices(DARING, k=rng.choice((0, 3)))):
            board[squares.pop()] = side(letter)
    return f"{DaiPosition(board, rng.choice('wb')).fen()} - - 0 1"


def compare(core: Position, reference: DaiPosition) -> None:
    assert core.fen().split()[:2] == reference.fen().split()
    assert sorted(core.legal_moves()) == reference.legal_moves(), core.fen()
    assert str(core.status()) == reference.status(), core.fen()


def walk(fen: str, rng: random.Random, plies: int) -> Counter[str]:
    """Compare along random moves; return how often each event of MET occurred."""
    core, reference = new_position(army("dai"), fen), DaiPosition.from_fen(fen)
    seen: Counter[str] = Counter()
    for _ in range(plies):
        compare(core, reference)
        seen.update([reference.status()])
        moves = reference.legal_moves()
        if not moves:
            break
        captures = [move for move in moves if len(reference.after(move).board) < pieces(reference)]
        move = rng.choice(captures if captures and rng.random() < CAPTURES else moves)
        seen["promotion"] += move.endswith("+")
        seen["second step"] += "," in move
        seen["two captures"] += len(reference.after(move).board) == pieces(reference) - 2
        seen["pass"] += bool(re.fullmatch(r"([a-o]\d+)\1", move))
        core.play(move)
        reference = reference.after(move)
    return seen


def pieces(reference: DaiPosition) -> int:
    return len(reference.board)


def test_each_side_has_65_pieces_of_29_kinds() -> None:
    board = DaiPosition.from_fen(army("dai").start).board
    white = Counter(piece for piece in board.values() if piece == piece.upper())
    black = Counter(piece.upper() for piece in board.values() if piece == piece.lower())
    assert white == black
    assert (white.total(), len(white)) == (65, 29)
    turned = {(SIZE - 1 - file, SIZE - 1 - rank): piece for (file, rank), piece in board.items()}
    assert {square: piece.swapcase() for square, piece in turned.items()} == board


def test_the_game_has_the_kinds_of_the_rules_and_no_others() -> None:
    assert {piece.letter for piece in army("dai").pieces} == set(KINDS)


def test_games_from_the_start_go_by_the_rules(sample: Sample) -> None:
    for seed in range(sample(2, 20)):
        walk(army("dai").start, random.Random(seed), sample(40, 300))


def test_random_positions_go_by_the_rules(sample: Sample) -> None:
    size = sample(POSITIONS // 3, 10 * POSITIONS)
    seen: Counter[str] = Counter()
    for seed in range(size):
        rng = random.Random(seed)
        seen += walk(random_fen(rng), rng, PLIES)
    if size >= POSITIONS:
        assert set(seen) >= MET, seen


@pytest.mark.long
def test_slow_rules_of_its_description_agree(sample: Sample) -> None:
    game = army("dai")
    for seed in range(sample(4, 60)):
        rng = random.Random(seed)
        fen = random_fen(rng)
        core, reference = new_position(game, fen), rules_of(game).from_fen(fen)
        for _ in range(4):
            compare_position(game, core, reference)
            compare_children(core, reference, rng)
            if not reference.legal:
                break
            move = choose(reference, rng)
            core.play(move)
            reference = reference.play(move)


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        # A protected lion may be taken from afar, and another lion in answer.
        ("7r5gk/15/15/15/15/7n7/15/7N7/15/15/15/15/15/15/KG13 w - - 0 1", "h8h10 h15h10"),
        ("13gk/15/15/15/15/15/15/15/15/15/15/15/9n5/4r10/K5B8 w - - 0 1", "g1j4"),
    ],
)
def test_lions_are_traded(fen: str, moves: str) -> None:
    position = new_position("dai", fen)
    for move in moves.split():
        assert move in position.legal_moves()
        position.play(move)


@pytest.mark.parametrize(
    ("pieces", "legal", "illegal"),
    [
        ("15/15/15/15/2C'12/15", "c10d11+ c10d11", "c10d9+"),
        ("15/15/15/2P12/15/15", "c11c12", "c11c12+"),
        ("2P12/15/15/15/15/15", "c14c15 c14c15+", ""),
    ],
)
def test_pieces_promote_on_entry_to_the_last_five_ranks(
    pieces: str, legal: str, illegal: str
) -> None:
    fen = f"13gk/{pieces}/15/15/15/15/15/15/15/K14 w - - 0 1"
    moves = set(new_position("dai", fen).legal_moves())
    assert set(legal.split()) <= moves
    assert not set(illegal.split()) & moves


def test_a_pawn_on_the_last_rank_does_not_save_a_bare_king() -> None:
    position = new_position("dai", "P7kg5/15/15/15/15/15/15/15/15/15/15/15/15/15/K14 w - - 0 1")
    assert str(position.status()) == "win b bare"
