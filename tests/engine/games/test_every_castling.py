"""Core and reference agree on castling, whatever stands on the home rank or attacks it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from amalthea import new_position
from helpers.comparison import compare_children, compare_position
from helpers.games import ARMIES, GAMES, army
from helpers.random_walks import Walk, fen_of
from reference.common import Board, Fault, of_colour, square_named

CASTLING = [name for name in ARMIES if army(name).castlings]


def sets(name: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield sets of pieces that may castle, as White's.

    Each is the square of the king, some of its partners by square, and their rights.
    """
    variant = army(name)
    rights = {right.square: right for right in variant.rights}
    for home in sorted({castling.king[0] for castling in variant.castlings}):
        ways = [castling for castling in variant.castlings if castling.king[0] == home]
        unmoved = sorted({square for way in ways for square in way.rights})
        others = sorted({each for way in ways for each in way.standing})
        everybody = [*((square, rights[square].piece) for square in unmoved), *others]
        for count in range(1, len(everybody) + 1):
            for some in map(dict, combinations(everybody, count)):
                letters = "".join(rights[square].letter for square in unmoved if square in some)
                yield home, some, letters or "-"


def intruders(files: int, ranks: int) -> Iterator[Board]:
    """Yield other pieces: none, one of White's on the home rank, or one of Black's on a file."""
    yield {}
    for file in range(files):
        yield {(file, 0): "N"}
        yield {(file, ranks // 2): "r"}


def positions(name: str, colour: str) -> Iterator[str]:
    """Yield FENs with that side to move."""
    rules = ARMIES[name]
    for home, some, rights in sets(name):
        placed = {square_named(square): piece for square, piece in some.items()}
        for intruder in intruders(rules.FILES, rules.RANKS):
            board: Board = {**intruder, **placed, square_named(home): "K"}
            board[rules.FILES // 2, rules.RANKS - 1] = "k"
            if colour == "b":
                board = {
                    (file, rules.RANKS - 1 - rank): piece.swapcase()
                    for (file, rank), piece in board.items()
                }
            yield fen_of(name, board, colour, of_colour(rights, colour))


@pytest.mark.parametrize("colour", "wb")
@pytest.mark.parametrize("name", CASTLING)
def test_core_and_reference_agree_on_every_castling(name: str, colour: str) -> None:
    met: set[str] = set()
    for fen in positions(name, colour):
        try:
            reference = ARMIES[name].from_fen(fen)
        except Fault:  # an impossible check
            continue
        core, walk = new_position(name, fen), Walk(name, fen, ())
        compare_position(core, reference, walk)
        met |= compare_children(core, reference, random.Random(1), walk)
    ways = {kind for kind in GAMES[name].kinds if kind.endswith((" K", " Q"))}
    assert {way for way in ways if way.startswith(colour)} <= met
