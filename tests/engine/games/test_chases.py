"""Chases in repetitions: cases by hand, and random ones against the slow rules."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import army
from reference.chases import chasing_sides
from reference.common import opponent
from reference.described import rules_of

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from helpers.sample import Sample

CYCLES = {  # the position, a round of moves, the result of playing it twice
    "a rook that attacks an unprotected cannon by every move": (
        "3k5/9/9/2c6/R8/9/9/9/9/4K4 w",
        "a6a7 c7c6 a7a6 c6c7",
        "win b",
    ),
    "one that is protected": (
        "3k5/2r6/9/2c6/R8/9/9/9/9/4K4 w",
        "a6a7 c7c6 a7a6 c6c7",
        "draw",
    ),
    "a cannon that attacks a protected rook": (
        "3k5/2r6/9/1pr6/Cp7/9/9/9/9/4K4 w",
        "a6a7 c7c6 a7a6 c6c7",
        "win b",
    ),
    "a king that attacks": ("5k3/9/9/9/9/9/9/9/4c4/3K5 w", "d1e1 e2d2 e1d1 d2e2", "draw"),
    "a soldier that attacks": ("4k4/9/3c5/4P4/9/9/9/9/9/5K3 w", "e7d7 d8e8 d7e7 e8d8", "draw"),
    "a soldier across the river attacked": (
        "5k3/9/9/9/9/2p6/9/9/9/3RK4 w",
        "d1c1 c5d5 c1d1 d5c5",
        "win b",
    ),
    "a soldier at home": ("3k5/9/9/RRp6/9/9/9/9/9/4K4 w", "b7b3 d10d9 b3b7 d9d10", "draw"),
    "attackers that take turns": (
        "3k5/9/9/RRc6/9/9/9/9/9/4K4 w",
        "b7b3 d10d9 b3b7 d9d10",
        "win b",
    ),
    "two pieces attacked in turn": (
        "3k5/9/9/2c6/R1n6/9/9/9/9/4K4 w",
        "a6a7 d10d9 a7a6 d9d10",
        "draw",
    ),
    "a rook that attacks its like": (
        "3k5/9/9/2r6/R8/9/9/9/9/4K4 w",
        "a6a7 c7c6 a7a6 c6c7",
        "draw",
    ),
    "a rook that comes nearer on the same line": (
        "3k5/9/9/R7c/9/9/9/9/9/4K4 w",
        "a7b7 d10d9 b7a7 d9d10",
        "draw",
    ),
    "one that attacks by every other move": (
        "3k5/9/9/2c6/R8/9/9/9/9/4K4 w",
        "a6a7 d10d9 a7a6 d9d10",
        "draw",
    ),
    "a check by every move": (
        "3k5/9/9/9/9/9/9/9/9/4RK3 w",
        "e1d1 d10e10 d1e1 e10d10",
        "win b",
    ),
    "a piece that is protected by a cannon over a soldier": (
        "3k5/9/9/9/9/2cPc4/9/9/9/1R2K4 w",
        "b1c1 c5b5 c1b1 b5c5",
        "draw",
    ),
    "one whose protector may not leave the kings' file": (
        "4k4/9/9/9/9/2cPc4/9/9/9/1R2K4 w",
        "b1c1 c5b5 c1b1 b5c5",
        "win b",
    ),
    "a like piece that is pinned": (
        "4k4/9/4r4/R8/4P4/4C4/9/9/9/3K5 w",
        "a7a8 e8e7 a8a7 e7e8",
        "win b",
    ),
    "a like piece that is not": (
        "4k4/9/4r4/R8/4P4/9/9/9/9/3K5 w",
        "a7a8 e8e7 a8a7 e7e8",
        "draw",
    ),
    "an attacker whose line another one opens": (
        "3k5/9/9/9/9/9/9/4RR2c/9/4K4 w",
        "f3f6 d10d9 f6f3 d9d10",
        "win b",
    ),
    "one that is pinned": (
        "3k5/9/4r4/9/9/9/9/4RR2c/9/4K4 w",
        "f3f6 d10d9 f6f3 d9d10",
        "draw",
    ),
    "both sides by every move": (
        "3k5/9/9/RRc6/9/9/9/6Crr/9/4K4 w",
        "b7b5 h3h6 b5b7 h6h3",
        "draw",
    ),
}
FILES, RANKS = 9, 10
CAPTORS = "RRCCNNPRCN"
ROUNDS, MOST_ROUNDS = 40, 2_000


@pytest.fixture
def xiangqi() -> PiecesVariant:
    return army("xiangqi")


def after(game: PiecesVariant, fen: str, moves: list[str]) -> Position:
    position = new_position(game, fen)
    for move in moves:
        position.play(move)
    return position


@pytest.mark.parametrize("cycle", CYCLES)
def test_a_repetition_with_chases_has_its_result(cycle: str, xiangqi: PiecesVariant) -> None:
    fen, moves, result = CYCLES[cycle]
    position = after(xiangqi, f"{fen} - - 0 1", moves.split() * 2)
    assert str(position.status()) == f"{result} repetition"


@pytest.mark.parametrize("cycle", CYCLES)
def test_the_slow_rules_agree_on_chases(cycle: str, xiangqi: PiecesVariant) -> None:
    fen, moves, result = CYCLES[cycle]
    position = rules_of(xiangqi).from_fen(f"{fen} - - 0 1")
    for move in moves.split() * 2:
        position = position.play(move)
    assert position.status() == f"{result} repetition"


def test_chase_rules_are_symmetric_by_colour(xiangqi: PiecesVariant) -> None:
    other = {"win b": "win w", "draw": "draw"}
    for fen, moves, result in CYCLES.values():
        flipped = new_position(xiangqi, f"{fen} - - 0 1").flipped()
        turned = [
            re.sub("[0-9]+", lambda rank: str(RANKS + 1 - int(rank[0])), move)
            for move in moves.split()
        ]
        status = after(xiangqi, flipped, turned * 2).status()
        assert str(status) == f"{other[result]} repetition"


def test_judging_leaves_the_position_as_it_was(xiangqi: PiecesVariant) -> None:
    fen, moves, _ = CYCLES["attackers that take turns"]
    position = after(xiangqi, f"{fen} - - 0 1", moves.split() * 2)
    before = position.fen(), position.key()
    position.status()
    assert (position.fen(), position.key()) == before
    position.verify()
    for _ in range(8):
        position.undo()
    assert position.fen() == new_position(xiangqi, f"{fen} - - 0 1").fen()


def test_captures_and_single_threats_are_no_chases(xiangqi: PiecesVariant) -> None:
    fen, moves, _ = CYCLES["a rook that attacks an unprotected cannon by every move"]
    position = after(xiangqi, f"{fen} - - 0 1", moves.split())
    assert str(position.status()) == "ongoing"


def test_random_repetitions_agree_with_the_reference(
    xiangqi: PiecesVariant, sample: Sample
) -> None:
    rng = random.Random(1988)
    seen: Counter[str] = Counter()
    size = sample(ROUNDS, MOST_ROUNDS)
    while seen.total() < size:
        fen = random_fen(rng)
        for moves in rounds(xiangqi, fen, rng):
            status = str(after(xiangqi, fen, moves * 2).status())
            result = status.removesuffix(" repetition")
            if result == "draw" and seen["draw"] > seen["win w"] + seen["win b"]:
                continue  # most rounds are draws
            assert result == slow_result(xiangqi, fen, moves), f"{fen} {moves}"
            seen[result] += 1
    if size >= ROUNDS:
        assert set(seen) == {"draw", "win w", "win b"}, seen


def random_fen(rng: random.Random) -> str:
    """Return a FEN with kings that do not face each other, and pieces anywhere."""
    palace = [(file, rank) for file in (3, 4, 5) for rank in (0, 1, 2)]
    king, other = rng.choice(palace), rng.choice(palace)
    board = {king: "K", (other[0], RANKS - 1 - other[1]): "k"}
    for _ in range(rng.randint(4, 12)):
        square = rng.randrange(FILES), rng.randrange(RANKS)
        letter = rng.choice(CAPTORS)
        board.setdefault(square, letter if rng.random() < 0.5 else letter.lower())
    rows = [
        "".join(board.get((file, rank), " ") for file in range(FILES))
        for rank in reversed(range(RANKS))
    ]
    placement = re.sub(" +", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"{placement} {rng.choice('wb')} - - 0 1"


def rounds(game: PiecesVariant, fen: str, rng: random.Random) -> Iterator[list[str]]:
    """Yield some rounds of four quiet moves: there and back, by a piece of each side."""
    try:
        first = new_position(game, fen).legal_moves()
    except FenError:
        return
    for move in rng.sample(first, min(3, len(first))):
        answers = after(game, fen, [move]).legal_moves()
        for answer in rng.sample(answers, min(3, len(answers))):
            moves = [move, answer, back(move), back(answer)]
            if goes_round(game, fen, moves):
                yield moves


def back(move: str) -> str:
    """Return the move that takes a piece back to where it came from."""
    origin, goal = re.findall("[a-z][0-9]+", move)
    return f"{goal}{origin}"


def goes_round(game: PiecesVariant, fen: str, moves: list[str]) -> bool:
    """Return True if these moves are legal and quiet and no side checks by all of its own."""
    position = new_position(game, fen)
    checks = []
    for move in moves:
        if move not in position.legal_moves():
            return False
        position.play(move)
        checks.append(position.in_check())
    quiet = position.fen().split()[0] == new_position(game, fen).fen().split()[0]
    return quiet and not all(checks[::2]) and not all(checks[1::2])


def slow_result(game: PiecesVariant, fen: str, moves: list[str]) -> str:
    """Return the result of a round by the slow rules."""
    slow = rules_of(game).from_fen(fen)
    positions = [new_position(game, fen)]
    positions += [after(game, fen, moves[:plies]) for plies in range(1, len(moves) + 1)]
    boards = [slow.seen(position.fen()) for position in positions]
    assert game.ends.chases
    sides = chasing_sides(slow, game.ends.chases, boards)
    return "draw" if len(sides) != 1 else f"win {opponent(*sides)}"


def test_search_scores_repetitions_by_the_chase_rule(xiangqi: PiecesVariant) -> None:
    """Black, a cannon against a rook, need only go back once more."""
    fen, moves, _ = CYCLES["a rook that attacks an unprotected cannon by every move"]
    for ends, wins in ((xiangqi.ends, True), (replace(xiangqi.ends, chases=None), False)):
        game = new_game(replace(xiangqi, ends=ends), f"{fen} - - 0 1")
        for move in (moves.split() * 2)[:-1]:
            game.play(move)
        found = SoloSearcher(1).search(game, nodes=0, deepest=3)
        assert (found.score > 1_000) == wins
        assert not wins or found.moves[0] == "c6c7"


def test_ten_checks_of_a_side_count_towards_a_draw_and_no_more(xiangqi: PiecesVariant) -> None:
    """A rook gives check with every other move."""
    game = replace(xiangqi, draws=replace(xiangqi.draws, repetitions=0, plies=60))
    rook = ["e1d1", "d10e10", "d1d2", "e10e9", "d2d1", "e9e10", "d1e1", "e10d10"]
    fen = "3k5/9/9/9/9/9/9/9/9/4RK3 w - - 0 1"
    core = new_position(game, fen)
    slow = rules_of(game).from_fen(fen)
    statuses: list[str] = []
    for move in rook * 12:
        core.play(move)
        slow = slow.play(move)
        assert str(core.status()) == slow.status(), len(statuses)
        statuses.append(str(core.status()))
        if statuses[-1] != "ongoing":
            break
    assert statuses[-1] == "draw fiftymove"
    assert len(statuses) == 60 + 2 * 9  # nine of 19 checks do not count, nor their answers
