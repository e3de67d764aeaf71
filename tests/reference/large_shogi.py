"""What the reference rules of Dai and Tenjiku Shogi share: the board, lion moves and promotion.

White moves up the board and is the side that shogi calls Black.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from reference.common import (
    Board,
    Displacement,
    Square,
    colour_of,
    forward,
    opponent,
    square_name,
    square_named,
)

# The steps of a piece that looks up the board.
N, NE, E, SE, S, SW, W, NW = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)
UPRIGHT, SIDEWAYS, DIAGONAL = (N, S), (E, W), (NE, SE, SW, NW)
STRAIGHT = UPRIGHT + SIDEWAYS
AROUND = STRAIGHT + DIAGONAL
LION_JUMPS = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if 2 in (abs(x), abs(y)))

FAR = 99  # steps of a piece that goes as far as the way is free
ZONE = 5  # ranks at the far end in which pieces promote
ROYAL = ("K", "+E")

_CELL = re.compile(r"\d+|\+?[A-Za-z]'?")


@dataclass(frozen=True)
class Kind:
    """A piece: how many squares it may go by each step, and what else it may do."""

    reach: Mapping[Displacement, int]
    jumps: tuple[Displacement, ...] = ()
    wild: tuple[Displacement, ...] = ()  # capture by one of these, then go on or return
    turns: bool = False  # goes on by any of these, else by the same only


class Trip(NamedTuple):
    """Move without its promotion. way: the square on which it captures first, None for none."""

    origin: Square
    goal: Square
    way: Square | None = None

    def text(self) -> str:
        first, last = square_name(self.origin), square_name(self.goal)
        if self.way is None:
            return first + last
        return f"{first}{square_name(self.way)},{square_name(self.way)}{last}"


class LargeShogiPosition(ABC):
    """A position: what stands where, and whose turn it is."""

    SIZE: ClassVar[int]
    KINDS: ClassVar[Mapping[str, Kind]]

    def __init__(self, board: Board, turn: str) -> None:
        self.board = board
        self.turn = turn

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        placement, turn = fen.split()[:2]
        board: Board = {}
        for rank, row in zip(range(cls.SIZE - 1, -1, -1), placement.split("/"), strict=True):
            file = 0
            for cell in _CELL.findall(row):
                if cell.isdigit():
                    file += int(cell)
                else:
                    board[file, rank] = cell
                    file += 1
        return cls(board, turn)

    def fen(self) -> str:
        """Return placement and turn, the first two fields of a FEN."""
        rows = []
        for rank in range(self.SIZE - 1, -1, -1):
            row = "".join(self.board.get((file, rank), ".") for file in range(self.SIZE))
            rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
        return f"{'/'.join(rows)} {self.turn}"

    # What may be played.

    def legal_moves(self) -> list[str]:
        return [] if self.result() else sorted(set(self._moves()))

    def _moves(self) -> Iterator[str]:
        for origin in self._army(self.turn):
            for trip in self._trips(origin):
                yield trip.text()
                if self._promotes(trip):
                    yield trip.text() + self._promotion(self.board[origin])[1]

    def _trips(self, origin: Square) -> Iterator[Trip]:
        for goal in self._goals(origin):
            yield Trip(origin, goal)
        yield from self._wild_trips(origin)

    def _goals(self, origin: Square) -> Iterator[Square]:
        """Yield the squares that a piece may go to, enemies among them."""
        for step, most in self._kind(origin).reach.items():
            yield from self._until_met(self._line(origin, step, most), origin)
        for jump in self._kind(origin).jumps:
            goal = next_square(origin, jump, self.board[origin])
            if self._may_enter(goal, origin):
                yield goal

    def _until_met(self, line: list[Square], origin: Square) -> Iterator[Square]:
        """Yield the free squares that a line begins with, and the enemy that it meets then."""
        for at in line:
            if self._may_enter(at, origin):
                yield at
            if at in self.board:
                return

    def _wild_trips(self, origin: Square) -> Iterator[Trip]:
        """Yield captures on the way, and a pass if one could step somewhere and back."""
        piece, known = self.board[origin], self._kind(origin)
        for step in known.wild:
            way = next_square(origin, step, piece)
            if not self._may_enter(way, origin):
                continue
            if way not in self.board:
                yield Trip(origin, origin)
                continue
            yield Trip(origin, origin, way)
            for onward in known.wild if known.turns else (step,):
                goal = next_square(way, onward, piece)
                if self._may_enter(goal, origin):
                    yield Trip(origin, goal, way)

    def _promotes(self, trip: Trip) -> bool:
        """Return True if it enters the zone, captures with either end in it, or would be stuck."""
        origin, goal, way = trip
        piece = self.board[origin]
        if self._promotion(piece)[0].upper() not in self.KINDS or trip == (origin, origin, None):
            return False
        leaves, comes = (self._in_zone(each) for each in (origin, goal))
        if way is not None or goal in self.board:
            return leaves or comes
        return comes and not (leaves and self._could_move(piece, goal))

    def _promotion(self, piece: str) -> tuple[str, str]:
        """Return what a piece would become, and how a move says so."""
        return f"+{piece}", "+"

    def _in_zone(self, square: Square) -> bool:
        return square[1] >= self.SIZE - ZONE if self.turn == "w" else square[1] < ZONE

    def _could_move(self, piece: str, square: Square) -> bool:
        """Return True if a piece could move from a square on an empty board."""
        known = self.KINDS[piece.upper()]
        steps: Iterable[Displacement] = (*known.reach, *known.jumps)
        return any(self._is_inside(next_square(square, step, piece)) for step in steps)

    def after(self, move: str) -> Self:
        """Return the position after a legal move."""
        board = dict(self.board)
        squares = squares_of(move)
        piece = board.pop(squares[0])
        for passed in squares[1:]:
            board.pop(passed, None)
        board[squares[-1]] = piece if move[-1].isdigit() else self._promotion(piece)[0]
        return type(self)(board, opponent(self.turn))

    # How it ends.

    def status(self) -> str:
        found = self.result()
        if found is None and next(self._moves(), None) is None:
            found = f"win {opponent(self.turn)} stalemate"
        return found or "ongoing"

    @abstractmethod
    def result(self) -> str | None:
        """Return who has won, if what stands on the board says so."""

    # What stands where.

    def _kind(self, square: Square) -> Kind:
        return self.KINDS[self.board[square].upper()]

    def _army(self, side: str) -> list[Square]:
        return [at for at, piece in self.board.items() if colour_of(piece) == side]

    def _royals(self, side: str) -> list[Square]:
        return [at for at in self._army(side) if self.board[at].upper() in ROYAL]

    def _line(self, origin: Square, step: Displacement, most: int = FAR) -> list[Square]:
        """Return the first squares of a direction, at most up to the edge of the board."""
        line: list[Square] = []
        at = next_square(origin, step, self.board[origin])
        while self._is_inside(at) and len(line) < most:
            line.append(at)
            at = next_square(at, step, self.board[origin])
        return line

    def _may_enter(self, square: Square, origin: Square) -> bool:
        """Return True if a square is empty or an enemy of what stands on the origin is there."""
        if square in self.board:
            return colour_of(self.board[square]) != colour_of(self.board[origin])
        return self._is_inside(square)

    def _is_inside(self, square: Square) -> bool:
        return 0 <= square[0] < self.SIZE and 0 <= square[1] < self.SIZE


def next_square(square: Square, step: Displacement, piece: str) -> Square:
    ahead = forward(colour_of(piece))
    return square[0] + step[0] * ahead, square[1] + step[1] * ahead


def squares_of(move: str) -> list[Square]:
    """Return the squares that a move names, the origin first and the goal last."""
    return [square_named(name) for name in re.findall(r"[a-p]\d+", move)]
