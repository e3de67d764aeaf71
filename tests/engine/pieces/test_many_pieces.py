"""Armies of more than 64 pieces, up to as many as there may be: the core against the slow rules."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.new_games import new_game
from amalthea.engine.pieces.description.endings import MAX_PIECES
from amalthea.engine.search.solo import SoloSearcher
from helpers.described_comparison import compare_position, compare_walk
from helpers.random_variants import random_variant
from helpers.scores import score_of
from helpers.variant_files import load_one
from reference.common import Fault
from reference.described import rules_of

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from helpers.sample import Sample

FEWEST = 65  # pieces of a large army: more than a machine word has bits
SQUARES = 2 * FEWEST + 20  # of the boards on which both armies are made large
SEEDS = range(400)  # of random games, of which one in thirty has such a board
TRIES = 30  # random positions, until neither king is in check
PLIES = 6  # of a game
NODES = 300

N_RANK, NN_RANK = "N" * 16, "n" * 16
FULL_BOARD = "/".join(["k" + 15 * "n", *[NN_RANK] * 7, *[N_RANK] * 7, "K" + 15 * "N"])
ROUND = "a13a14 c14c13 a14a13 c13c14"
CHASES = {  # the ranks from 16 down to 12, what it is to play that round twice
    "a rook chases a cannon": ("16/16/2c13/R15/16", "win b"),
    "a rook protects the cannon": ("2r13/16/2c13/R15/16", "draw"),
}


def crowd(game: PiecesVariant, rng: random.Random) -> PiecesVariant | None:
    """Return the game with more pieces at random on the empty squares of its first position.

    None if it has only kings and pawns, or if a king is in check in all positions that were tried.
    """
    letters = [
        piece.letter
        for piece in game.pieces
        if not piece.royal and piece.letter not in ("K", "P") and piece.letter[-1] != "~"
    ]
    for _ in range(TRIES if letters else 0):
        rows = game.start_rows()
        empty = game.start_squares(" ")
        for file, rank in rng.sample(empty, round(rng.uniform(0.85, 1) * len(empty))):
            is_white = rng.random() < (0.9 if rank < game.ranks // 2 else 0.1)
            letter = rng.choice(letters)
            rows[rank][file] = letter if is_white else letter.lower()
        board = "/".join("".join(row) for row in reversed(rows))
        counted = re.sub(" +", lambda found: str(len(found[0])), board)
        crowded = replace(game, start=re.sub(r"[^\s\[]+", counted, game.start, count=1))
        if is_sound(crowded):
            return crowded
    return None


def is_sound(game: PiecesVariant) -> bool:
    """Return True if the game may begin as it does."""
    try:
        rules_of(game).from_fen(game.start)
        new_position(game)
    except (Fault, FenError):
        return False
    return True


def armies(fen: str) -> tuple[int, int]:
    board = fen.split(maxsplit=1)[0].split("[", maxsplit=1)[0]
    return sum(map(str.isupper, board)), sum(map(str.islower, board))


def test_large_armies_move_as_the_slow_rules_say(sample: Sample) -> None:
    """The games are random, on large boards full of pieces."""
    wanted = sample(4, 15)
    met = 0
    for seed in SEEDS:
        game = random_variant(seed)
        if game.files * game.ranks - game.blocked < SQUARES:
            continue
        rng = random.Random(f"crowd {seed}")
        crowded = crowd(game, rng)
        if crowded is None or min(armies(crowded.start)) < FEWEST:
            continue
        if not new_position(crowded).legal_moves():
            continue  # a goal is held, or a line is complete
        compare_walk(crowded, rules_of(crowded), rng, Counter(), PLIES)
        met += 1
        if met == wanted:
            return
    pytest.fail(f"{met} games with large armies, expected {wanted}")


@pytest.fixture
def knights(tmp_path: Path) -> PiecesVariant:
    """Return a game on the largest board, with knights and rooks beside the kings."""
    return load_one(
        tmp_path / "knights.ini",
        "[knights:chess]\nmaxFile = 16\nmaxRank = 16\ncastling = false\npawn = -\n"
        f"promotedPieceType = -\nstartFen = {FULL_BOARD} w - - 0 1\n",
    )


def test_both_armies_may_fill_the_largest_board(knights: PiecesVariant) -> None:
    reference, core = rules_of(knights).from_fen(knights.start), new_position(knights)
    assert armies(core.fen()) == (MAX_PIECES, MAX_PIECES)
    for _ in range(PLIES):
        compare_position(knights, core, reference)
        move = random.Random(core.fen()).choice(core.legal_moves())
        core.play(move)
        reference = reference.play(move)


def test_one_piece_more_is_refused(knights: PiecesVariant) -> None:
    fen = FULL_BOARD.replace("n", "N", 1)
    with pytest.raises(FenError, match="White has 129 pieces, expected at most 128"):
        new_position(knights, f"{fen} w - - 0 1")


def agreed_moves(variant: PiecesVariant, fen: str) -> list[str]:
    """Return the legal moves of a position, compared with those of the slow rules."""
    moves = new_position(variant, fen).legal_moves()
    assert sorted(moves) == sorted(rules_of(variant).from_fen(fen).legal_moves())
    return moves


def test_pieces_behind_all_others_are_pinned(knights: PiecesVariant) -> None:
    """Slots are given from a1 on, so those of the rook and the knight are among the last."""
    crowd = "/".join([N_RANK] * 5)
    fen = f"k15/4r11/16/4R11/4KN2r7/16/16/16/16/16/16/{crowd} w - - 0 1"
    moves = agreed_moves(knights, fen)
    assert {move for move in moves if move.startswith("e13")} == {"e13e14", "e13e15"}
    assert not [move for move in moves if move.startswith("f12")]


def test_pieces_behind_all_others_answer_a_check(knights: PiecesVariant) -> None:
    crowd = "/".join([N_RANK] * 5)
    fen = f"1k2r11/16/16/R5N9/r2NK11/16/16/16/16/16/16/{crowd} w - - 0 1"
    moves = agreed_moves(knights, fen)
    assert "g13e14" in moves
    assert not [move for move in moves if move.startswith("d12")]


@pytest.mark.parametrize("name", CHASES)
def test_pieces_behind_all_others_are_chased(name: str, tmp_path: Path) -> None:
    """64 pieces of either side stand before the rook and the cannon in the lists of pieces."""
    ranks, expected = CHASES[name]
    white, black = 16 * "P", 16 * "p"
    black_army = f"{black}/{black}/ppppkppppppppppp/{black}"
    fen = f"{ranks}/{black_army}/{white}/{white}/{white}/{white}/16/16/4K11 w - - 0 1"
    text = f"[chased:xiangqi]\nmaxFile = 16\nmaxRank = 16\nstartFen = {fen}\n"
    game = load_one(tmp_path / "chased.ini", text)
    reference, core = rules_of(game).from_fen(fen), new_position(game)
    for move in 2 * ROUND.split():
        core.play(move)
        reference = reference.play(move)
    assert str(core.status()).split(" repetition")[0] == expected
    assert reference.status() == str(core.status())


def test_large_armies_are_searched(knights: PiecesVariant) -> None:
    line = SoloSearcher(1).search(new_game(knights), NODES)
    assert line.moves[0] in new_position(knights).legal_moves()
    position, evaluator = position_and_evaluator(knights, knights.start)
    for _ in range(PLIES):
        position.play(random.Random(position.fen()).choice(position.legal_moves()))
        assert evaluator.score() == score_of(knights, position.fen())


def test_moves_for_which_there_is_no_room_are_left_out(tmp_path: Path) -> None:
    """Riders that become any of 14 pieces with every move have 1,000 moves each, and more."""
    others = "abcdefghijlnop"
    becoming = " ".join(f"m@{rank}:{others}" for rank in range(1, 17))
    game = load_one(
        tmp_path / "riders.ini",
        "[riders:chess]\nmaxFile = 16\nmaxRank = 16\ncastling = false\npawn = -\nking = -\n"
        "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\npieceDrops = true\n"
        f"promotions = {becoming}\ncustomPiece1 = m:QNNAADDHHGGCCZZ\n"
        + "".join(f"customPiece{n} = {other}:W\n" for n, other in enumerate(others, 2))
        + f"startFen = {'/'.join(['k15', *['16'] * 14, '15K'])}[] w - - 0 1\n",
    )
    board = "/".join(["k15", *["16", "M2M2M2M2M2M"] * 7, "15K"])
    position = new_position(game, f"{board}[{others.upper()}] w - - 0 1")
    moves = position.legal_moves()
    assert len(moves) == len(set(moves))
    assert 11_000 < len(moves) <= 16_384
    for move in moves[::1_000]:
        position.play(move)
        position.undo()
    assert SoloSearcher(1).search(new_game(game, position.fen()), NODES).moves[0] in moves
