"""Tenjiku Shogi: the core against rules that were written without it."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from helpers.described_comparison import choose, compare_children, compare_position
from helpers.games import army
from reference.described import rules_of
from reference.tenjiku import BECOMES, DEMON, KINDS, SIZE, TenjikuPosition

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from helpers.sample import Sample

POSITIONS = 60  # of an ordinary run
PLIES = 8
MET = {  # by the walks from them
    *("promotion", "another piece", "second step", "two captures", "pass", "rifle capture"),
    *("burns", "burns several", "is burnt", "demon beside a demon", "burns and captures"),
    *("ongoing", "win w extinction", "win b extinction"),
}
DARING = ("N", "L'", "E'", "H'", "+J", "V'", "G'", "R'", "B'", DEMON, DEMON, "W")


def random_fen(rng: random.Random) -> str:
    """Kings, princes or both, and more or fewer pieces of all kinds anywhere."""
    squares = [(file, rank) for file in range(SIZE) for rank in range(SIZE)]
    rng.shuffle(squares)
    board: dict[tuple[int, int], str] = {}
    others = sorted(KINDS.keys() - {"K", "+E"})
    for side in (str.upper, str.lower):
        royals = rng.choice((["K"], ["K"], ["+E"], ["K", "+E"]))
        army = rng.choices(others, k=rng.choice((0, 2, 8, 30, 70)))
        for letter in (*royals, *army, *rng.choices(DARING, k=rng.choice((1, 5)))):
            board[squares.pop()] = side(letter)
    return f"{TenjikuPosition(board, rng.choice('wb')).fen()} - - 0 1"


def compare(core: Position, reference: TenjikuPosition) -> None:
    assert core.fen().split()[:2] == reference.fen().split()
    assert sorted(core.legal_moves()) == reference.legal_moves(), core.fen()
    assert str(core.status()) == reference.status(), core.fen()


def walk(fen: str, rng: random.Random, plies: int) -> Counter[str]:
    """Compare over random moves, and say what was met."""
    core, reference = new_position(army("tenjiku"), fen), TenjikuPosition.from_fen(fen)
    seen: Counter[str] = Counter()
    for _ in range(plies):
        compare(core, reference)
        seen.update([reference.status()])
        moves = reference.legal_moves()
        if not moves:
            break
        captures = [move for move in moves if len(reference.after(move).board) < pieces(reference)]
        steps = [move for move in moves if "," in move]
        move = rng.choice(rng.choice([some for some in (captures, steps, moves) if some]))
        seen.update(facts(reference, move))
        core.play(move)
        reference = reference.after(move)
    return seen


def facts(before: TenjikuPosition, move: str) -> list[str]:
    """What is special about a move."""
    after = before.after(move)
    gone = pieces(before) - pieces(after)
    start, *_, end = re.findall(r"[a-p]\d+", move)
    at = "abcdefghijklmnop".index(end[0]), int(end[1:]) - 1
    captures = ("," in move) + (at in before.board and start != end)
    burnt = at not in after.board
    piece = before.board["abcdefghijklmnop".index(start[0]), int(start[1:]) - 1].upper()
    found = {
        "promotion": move.endswith("+"),
        "another piece": move.endswith("'"),
        "second step": "," in move,
        "two captures": captures == 2,
        "pass": start == end and "," not in move,
        "rifle capture": piece == "+J" and "," in move,
        "is burnt": burnt,
        "demon beside a demon": burnt and piece == DEMON,
        "burns": not burnt and gone > captures,
        "burns several": not burnt and gone > captures + 1,
        "burns and captures": not burnt and gone > captures > 0,
    }
    return [name for name, is_so in found.items() if is_so]


def pieces(reference: TenjikuPosition) -> int:
    return len(reference.board)


def test_each_side_has_78_pieces_of_36_kinds() -> None:
    board = TenjikuPosition.from_fen(army("tenjiku").start).board
    white = Counter(piece for piece in board.values() if piece == piece.upper())
    black = Counter(piece.upper() for piece in board.values() if piece == piece.lower())
    assert white == black
    assert (white.total(), len(white)) == (78, 36)
    turned = {(SIZE - 1 - file, SIZE - 1 - rank): piece for (file, rank), piece in board.items()}
    assert {square: piece.swapcase() for square, piece in turned.items()} == board


def test_the_game_has_the_kinds_of_the_rules_and_no_others() -> None:
    game = army("tenjiku")
    assert {piece.letter for piece in game.pieces} == set(KINDS)
    promoting = {each.piece: each.to for each in game.promotions}
    assert {piece: to for piece, (to,) in promoting.items() if to[0] != "+"} == BECOMES
    assert {to for (to,) in promoting.values()} >= {letter for letter in KINDS if "+" in letter}


def test_games_from_the_start_go_by_the_rules(sample: Sample) -> None:
    for seed in range(sample(1, 20)):
        walk(army("tenjiku").start, random.Random(seed), sample(20, 200))


def test_random_positions_go_by_the_rules(sample: Sample) -> None:
    size = sample(POSITIONS, 10 * POSITIONS)
    seen: Counter[str] = Counter()
    for seed in range(size):
        rng = random.Random(seed)
        seen += walk(random_fen(rng), rng, PLIES)
    if size >= POSITIONS:
        assert set(seen) >= MET, seen


@pytest.mark.long
def test_its_description_says_the_same(sample: Sample) -> None:
    game = army("tenjiku")
    for seed in range(sample(2, 40)):
        rng = random.Random(seed)
        fen = random_fen(rng)
        core, reference = new_position(game, fen), rules_of(game).from_fen(fen)
        for _ in range(3):
            compare_position(game, core, reference)
            compare_children(core, reference, rng)
            if not reference.legal:
                break
            move = choose(reference, rng)
            core.play(move)
            reference = reference.play(move)


@pytest.mark.parametrize(
    ("rows", "legal", "illegal"),
    [
        # The great general jumps over a vice general and its own pawn, not over a king.
        ("7q8/7v'8/7P8/7G'8/16", "h6h9 h6h8", "h6h7"),
        ("7q8/7k8/7P8/7G'8/16", "h6h8", "h6h9"),
        ("7q8/7r'8/7P8/7R'8/16", "h6h8", "h6h9"),
        ("16/7P8/7P8/7R'8/16", "", "h6h9 h6h8"),
        # A walk needs empty squares but for its last one, and does not lead back.
        ("16/7s8/6ppp7/6pV'p7/6ppp7", "h6h7", "h6h8 h6h6"),
        ("16/7s8/7p8/7V'8/16", "h6h8", "h6h6"),
        # The tetrarchs skip a square, go at most three sideways, and do not pass.
        ("7s8/16/7P8/5pP+JpP6/16", "h6h9 h6f6 h6i6,i6h6", "h6h7 h6j6 h6i6 h6h6"),
        ("16/16/16/4s2+J8/16", "h6f6 h6j6 h6k6 h6e6", "h6g6 h6l6"),
    ],
)
def test_special_pieces_go_where_they_may(rows: str, legal: str, illegal: str) -> None:
    fen = f"15k/16/16/16/16/16/16/{rows}/16/16/16/K15 w - - 0 1"
    moves = set(new_position("tenjiku", fen).legal_moves())
    assert moves == set(TenjikuPosition.from_fen(fen).legal_moves())
    assert set(legal.split()) <= moves
    assert not set(illegal.split()) & moves
