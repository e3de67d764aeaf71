"""Tamerlane Chess: walks from positions in which its own rules are met, and its notation."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from amalthea import Position, new_position
from amalthea.engine.errors import FenError
from helpers.described_comparison import choose, compare_children, compare_position
from helpers.games import army
from reference.common import Fault, Square, of_colour, square_named
from reference.described import rules_of

if TYPE_CHECKING:
    from helpers.sample import Sample

PIECES = ["r", "n", "t", "z", "e", "c", "d", "f", "w", "x", "x'"]
PAWNS = ["p", "p'", "p''", "k'", "f'", "r'"]
CITADELS = (0, 8), (12, 1)
PLIES = 20


def random_fen(rng: random.Random) -> str:
    """Return a FEN of few pieces, some of them pawns on the rank before they promote."""
    squares = [(file, rank) for file in range(1, 12) for rank in range(10)]
    rng.shuffle(squares)
    board: dict[Square, str] = {}
    for colour, before_last in (("w", 8), ("b", 1)):
        royals = ["k" if rng.random() < 0.8 else "i", *"ak"[: rng.choice((0, 0, 0, 1, 2))]]
        for letter in (*royals, *rng.choices(PIECES, k=rng.randint(1, 7))):
            board[squares.pop()] = of_colour(letter, colour)
        for letter in rng.choices(PAWNS, k=rng.randint(1, 5)):
            at = rng.randint(1, 11), rng.choice((before_last, before_last, rng.randint(3, 6)))
            if at in squares:
                squares.remove(at)
                board[at] = of_colour(letter, colour)
    return f"{placement(board)} {rng.choice('wb')} - - 0 1"


def placement(board: dict[Square, str]) -> str:
    rows = []
    for rank in reversed(range(10)):
        edges = {file: "1" if (file, rank) in CITADELS else "*" for file in (0, 12)}
        row = "".join(board.get((file, rank), edges.get(file, "1")) for file in range(13))
        rows.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
    return "/".join(rows)


def fen_of(pieces: str, side: str = "w") -> str:
    """Return the FEN of pieces written as in "Kg1 z'c9"."""
    found = [re.fullmatch(r"(\w'*)([a-m][0-9]+)", word) for word in pieces.split()]
    board = {square_named(each[2]): each[1] for each in found if each}
    return f"{placement(board)} {side} - - 0 1"


@pytest.mark.long
def test_core_and_slow_rules_agree_on_random_positions(sample: Sample) -> None:
    game = army("tamerlane")
    seen: Counter[str] = Counter()
    for seed in range(sample(12, 300)):
        rng = random.Random(seed)
        fen = random_fen(rng)
        try:
            reference = rules_of(game).from_fen(fen)
        except Fault:
            with pytest.raises(FenError):
                new_position(game, fen)
            continue
        core = new_position(game, fen)
        for _ in range(PLIES):
            compare_position(game, core, reference)
            compare_children(core, reference, rng)
            seen.update(move.kind.split()[0] for move in reference.legal if move.kind)
            if not reference.legal:
                break
            move = choose(reference, rng)
            core.play(move)
            reference = reference.play(move)
    assert set(seen) >= {"promotion", "return", "swap"}


@pytest.mark.parametrize(
    ("pieces", "move", "san"),
    [
        ("Kg2 Ec1 kf10 rg9", "g2c1i", "Kc1=I"),
        ("Kg1 ki8 Xc10 rc6 ne6", "c10d5p'", "Xd5=P'"),
        ("Kg1 ki8 Xc10 wd5 rc6 ne6", "c10d5p'", "Xxd5=P'"),
        ("Kg1 ki8 X'c10", "c10g3p''", "X'g3=P''"),
        ("Kg1 ki8 K'c9", "c9c10i", "K'c10=I"),
    ],
)
def test_moves_are_written_and_read(pieces: str, move: str, san: str) -> None:
    position = Position("tamerlane", fen_of(pieces))
    assert position.format_move(move) == san
    assert position.parse_move(san).text == move
