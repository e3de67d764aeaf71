"""The base of the reference rules: squares, FEN, moves, repetitions and counts.

Obvious rather than fast: the board is a dictionary, every move is tried out on a copy of it, and
a square is attacked when some enemy piece could go there. No game is named here; what differs
from game to game is a class attribute or an abstract method.
"""

from __future__ import annotations

import re
import string
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

Square = tuple[int, int]  # file and rank, both counted from 0
Board = dict[Square, str]  # the occupied squares only; upper case is White
Displacement = tuple[int, int]

ROOK_LINES: tuple[Displacement, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
BISHOP_LINES: tuple[Displacement, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
FIFTY_MOVES_PLIES = 100
REPETITIONS = 3
LARGEST_NUMBER = 9_999  # of the halfmove clock and the fullmove number
PLACEMENT_TOKEN = re.compile(r"[1-9][0-9]*|\+?[A-Za-z]|.", re.DOTALL)


class Fault(ValueError):
    """A FEN is malformed or describes an impossible position."""


@dataclass(frozen=True)
class Move:
    """One move; `kind` says what is special about it, "" if nothing is."""

    origin: Square
    goal: Square
    kind: str = ""
    promotion: str = ""  # the suffix: what the piece becomes, where that is to be said
    takes: Square | None = None  # the captured pawn's square in an en passant capture
    partners: tuple[tuple[Square, Square], ...] = ()  # castling: what moves besides the king
    written: Square | None = None  # the goal as text has it, where it is another square
    drops: str = ""  # the letter of what is dropped, in upper case; `origin` is no square then
    enters: tuple[str, Square] | None = None  # what comes from the hand besides, and where
    enters_plainly: bool = False  # the text does not say where
    blocks: Square | None = None  # where a wall is built after it
    way: Square | None = None  # where a first step captures, before the second one

    def __str__(self) -> str:
        if self.way:
            way = square_name(self.way)
            return f"{square_name(self.origin)}{way},{way}{square_name(self.goal)}{self.promotion}"
        if self.blocks:
            wall = square_name(self.written or self.goal) + square_name(self.blocks)
            return f"{replace(self, blocks=None)},{wall}"
        if self.drops:
            return f"{self.drops}@{square_name(self.goal)}"
        if (
            self.enters and self.enters[1] != self.origin and not self.enters_plainly
        ):  # behind the partner of a castling
            return square_name(self.enters[1]) + square_name(self.origin) + self.enters[0].lower()
        if self.enters:
            return str(replace(self, enters=None)) + self.enters[0].lower()
        return square_name(self.origin) + square_name(self.written or self.goal) + self.promotion


def square_name(square: Square) -> str:
    file, rank = square
    return f"{string.ascii_lowercase[file]}{rank + 1}"


def king_distance(one: Square, other: Square) -> int:
    """Return how many steps a king needs between two squares of an empty board."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def square_named(name: str) -> Square:
    return string.ascii_lowercase.index(name[0]), int(name[1:]) - 1


def colour_of(piece: str) -> str:
    return "w" if piece.isupper() else "b"


def opponent(colour: str) -> str:
    return "b" if colour == "w" else "w"


def of_colour(letter: str, colour: str) -> str:
    return letter.upper() if colour == "w" else letter.lower()


def forward(colour: str) -> int:
    return 1 if colour == "w" else -1


def shifted(square: Square, direction: Displacement, steps: int = 1) -> Square:
    return square[0] + direction[0] * steps, square[1] + direction[1] * steps


def difference(a: Square, b: Square) -> Displacement:
    return a[0] - b[0], a[1] - b[1]


def all_turns(leap: Displacement) -> frozenset[Displacement]:
    """Return the up to eight displacements of a leaper: (2, 1) gives the knight's."""
    a, b = leap
    return frozenset(
        (sx * x, sy * y) for x, y in ((a, b), (b, a)) for sx in (1, -1) for sy in (1, -1)
    )


def leaper(*leaps: Displacement) -> frozenset[Displacement]:
    return frozenset().union(*(all_turns(leap) for leap in leaps))


def squares_between(a: Square, b: Square) -> list[Square]:
    """Return the squares strictly between two squares of one rank, file or diagonal."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    distance = max(abs(dx), abs(dy))
    return [(a[0] + dx // distance * n, a[1] + dy // distance * n) for n in range(1, distance)]


def board_after(board: Board, move: Move, colour: str) -> Board:
    """Return the board after a move of `colour`: everything is lifted first, then put down."""
    after = dict(board)
    piece = after.pop(move.origin)
    partners = [(goal, after.pop(origin)) for origin, goal in move.partners]
    if move.takes is not None:
        del after[move.takes]
    if move.way is not None:
        del after[move.way]
    after[move.goal] = of_colour(move.promotion, colour) if move.promotion else piece
    after.update(partners)
    return after


def fen_fields(fen: str, side: str = "w") -> list[str]:
    """Return the six fields of a FEN; those left out at its end are filled in. Raises Fault."""
    fields = fen.split()
    if not 1 <= len(fields) <= 6:
        raise Fault(f"{len(fields)} fields in {fen!r}")
    return fields + [side, "-", "-", "0", "1"][len(fields) - 1 :]


class Position(ABC):
    """A position with its past, of any game. Nothing changes it: `play` returns a new one."""

    FILES: ClassVar[int]
    RANKS: ClassVar[int]
    START: ClassVar[str]

    def __init__(self, turn: str, halfmove: int, fullmove: int, past: tuple[str, ...] = ()) -> None:
        self.turn = turn
        self.halfmove = halfmove
        self.fullmove = fullmove
        self.past = past  # identities of the earlier positions

    # Reading and writing.

    @classmethod
    def start(cls) -> Self:
        return cls.from_fen(cls.START)

    @classmethod
    @abstractmethod
    def from_fen(cls, fen: str) -> Self:
        """Read a FEN. Raises Fault."""

    @staticmethod
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or int(text) > LARGEST_NUMBER:
            raise Fault(f"number {text!r}")
        return int(text)

    @abstractmethod
    def placement(self) -> str:
        """Return the board as the FEN shows it."""

    @abstractmethod
    def fen(self) -> str:
        """Return the position as FEN."""

    # Moves.

    @property
    @abstractmethod
    def legal(self) -> list[Move]:
        """The legal moves."""

    def legal_moves(self) -> list[str]:
        return [str(move) for move in self.legal]

    def play(self, text: str) -> Self:
        """Return the position after a legal move in UCI notation. Raises ValueError."""
        for move in self.legal:
            if str(move) == text:
                return self.after(move)
        raise ValueError(f"illegal move {text!r} in {self.fen()!r}")

    @abstractmethod
    def after(self, move: Move) -> Self:
        """Return the position after a legal move."""

    @abstractmethod
    def in_check(self) -> bool:
        """Return True if the side to move is in check."""

    # The end of the game.

    @property
    @abstractmethod
    def identity(self) -> str:
        """Return what must be equal in two positions that repeat each other."""

    def occurrences(self) -> int:
        return self.past.count(self.identity) + 1

    @abstractmethod
    def status(self) -> str:
        """Return the status: ongoing, the winner and the reason, or the reason of a draw."""

    def status_by_counting(self) -> str:
        """Return the status where nothing on the board has ended the game."""
        if self.occurrences() >= REPETITIONS:
            return "draw repetition"
        if self.halfmove >= FIFTY_MOVES_PLIES:
            return "draw fiftymove"
        return "ongoing"

    # What is special, for random walks that like it and for counting what they have met.

    @abstractmethod
    def captures(self, move: Move) -> bool:
        """Return True if an enemy stands on the destination of a move."""

    def is_longest_pawn_move(self, move: Move) -> bool:
        return False

    @abstractmethod
    def facts(self, move: Move) -> set[str]:
        """Return all that is special about a legal move."""

    def facts_here(self) -> set[str]:
        """Return all that is special about the position itself."""
        return {self.status()}


def perft(position: Position, depth: int) -> int:
    """Return the number of move sequences of so many plies."""
    if depth == 1:
        return len(position.legal)
    return sum(perft(position.after(move), depth - 1) for move in position.legal)
