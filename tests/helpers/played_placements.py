"""Placements of Go-Chess: core and reference behind one interface, and positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, cast

from amalthea import new_position
from helpers.played_games import PlayedGame
from helpers.random_gochess import opposite
from reference.common import Board, Square, square_named
from reference.gochess import BLOCK, ORDER, SQUARES, GoChessPlacement


class Core(Protocol):
    """Interface of a placement, including the play position at its end."""

    turn: str

    def fen(self) -> str: ...
    def choices(self, colour: str) -> list[str]: ...
    def play(self, text: str) -> Core: ...
    def legal_moves(self) -> list[str]: ...
    def status(self) -> object: ...


def core_placement(fen: str) -> Core:
    return cast("Core", new_position("gochess", fen))


Begin = Callable[[str], PlayedGame]
RULE_SETS: dict[str, Begin] = {
    "core": lambda fen: PlayedGame(new_position("gochess", fen)),
    "reference": lambda fen: PlayedGame(GoChessPlacement.from_fen(fen)),
}


def board_and_bracket(played: PlayedGame) -> str:
    return played.fen().split()[0]


def bracket(played: PlayedGame) -> str:
    return board_and_bracket(played).partition("[")[2].removesuffix("]")


def barred(played: PlayedGame) -> str:
    return played.fen().split()[3]


# Positions. The blocks are a wall between the halves of the board; the pieces stand opposite.

WALL = "a5 b5 c5 d5 e5 f6 g6 h6 i6 j6"
START = f"10/10/10/10/5*****/*****5/10/10/10/10[{ORDER}{ORDER.lower()}] - - - 0 1"
DISTANCES = (1, 2, 4, 2, 4, 3, 8, *range(3, 11))  # from the corner, in the order of CLOSENESS
LETTERS = "QNNRRBBPPPPPPPP"


def in_front_of(distances: Iterable[int]) -> list[Square]:
    """Return squares of White's half at these distances from the corner a1."""
    squares: list[Square] = []
    for distance in distances:
        fitting = [square for square in SQUARES if square[1] < 4 and sum(square) == distance]
        squares.append(next(square for square in fitting if square not in squares))
    return squares


def kings_left(white: Iterable[int] = DISTANCES, black: Iterable[int] = DISTANCES) -> str:
    """Return the FEN before the kings: White's distances from a1, Black's from j10."""
    board: Board = dict.fromkeys(map(square_named, WALL.split()), BLOCK)
    board |= dict(zip(in_front_of(white), LETTERS, strict=True))
    board |= dict(zip(map(opposite, in_front_of(black)), LETTERS.lower(), strict=True))
    return GoChessPlacement(board, "K").fen()


def farther(level: int) -> list[int]:
    """Return the distances with one piece farther away, a bishop two steps to keep its colour."""
    distances = list(DISTANCES)
    distances[level] += 2 if LETTERS[level] == "B" else 1
    return distances


LATE = kings_left()
BISHOPS_LEFT = "10/10/10/1pppppppp1/5*****/*****5/10/1PPPPPPPP1/10/10[BBRRNNQKbbrrnnqk] - - - 0 1"
SHUT_OUT = (  # Black's pieces attack every free square
    "1*2P3P1/b2*ppp1*1/2q2pb1N1/P5*1*1/**3PB1p1/*5pPp1/P*1n2Q1R1/9r/1BN2*p1R1/Pn2r1P3[Kk] - - - 0 1"
)
