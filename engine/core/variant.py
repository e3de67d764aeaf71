"""The description that every game has: name, board and first position.

Each kind of game adds its own rules in a subclass. Squares are text ("g1"). Ranks in rules are
relative to a player and counted from 1 at that player's side of the board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from amalthea.engine.errors import VariantError

Square = tuple[int, int]  # file and rank, both from 0

UNLIMITED = 1_000_000  # a number of plies or repetitions that no game reaches

SQUARE = r"[a-t][1-9][0-9]?"  # a part of regular expressions
_SQUARE = re.compile(r"([a-t])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The rules that end a game without a winner, the same in every kind of game.

    repetitions: how often a position must occur; 0 if repetition ends nothing.
    plies: how many plies without progress end the game; 0 if none do. Each kind of game defines
        what progress is.
    repetition: the result of repetition for the side to move, "draw", "loss" or "win".
    """

    repetitions: int = 3
    plies: int = 100
    repetition: str = "draw"


@dataclass(frozen=True, slots=True)
class Pace:
    """The expected length of a game, for the time manager; measured in self-play.

    moves: the mean number of moves of a player in a game.
    least: the fewest moves that time is kept for, however long the game has lasted.
    foresight: the share of the moves to come that time is kept for; smaller if early moves decide
        more than late ones.
    """

    moves: int = 70
    least: int = 22
    foresight: float = 0.95

    def provided(self, fullmove: int) -> float:
        """Return how many moves to keep time for from move number `fullmove` on."""
        return max(self.least, self.foresight * (self.moves - fullmove))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Variant:
    """The description of one game.

    kind: the name of the kind of game; see amalthea.engine.game_kinds.
    name: as in UCI_Variant.
    title: for people.
    files, ranks: the size of the board.
    start: the FEN of the first position.
    draws: the rules of draws by repetition and plies.
    pace: the expected length of a game.
    """

    kind: ClassVar[str]

    name: str
    title: str
    files: int
    ranks: int
    start: str
    draws: DrawRules = DrawRules()
    pace: Pace = Pace()

    @property
    def only_captures(self) -> bool:
        """True if every move is a capture, so that no capture is more forcing than other moves."""
        return False

    def __hash__(self) -> int:
        """Return a hash of the fields that tell games apart: variants are keys of many caches.

        Each subclass defines it again, since a dataclass would hash all fields on every call.
        """
        return hash((self.name, self.files, self.ranks, self.start))

    def __repr__(self) -> str:
        return f"<Variant {self.name} {self.files}x{self.ranks}>"

    @property
    def random_start(self) -> bool:
        """True if each new game begins with a random position."""
        return False

    @property
    def chess960(self) -> bool:
        """True if castling is as in Chess960, from any array and written king takes rook."""
        return False

    @property
    def hexagonal(self) -> bool:
        """True if the board is drawn as hexagons: a board of squares, skewed.

        A cell's neighbours are the next cells on its file and its rank, and those one up and right
        and one down and left.
        """
        return False

    @property
    def holes(self) -> frozenset[Square]:
        """The squares that do not belong to a board of another shape."""
        return frozenset()

    def start_fen(self, seed: int | None = None) -> str:
        """Return the FEN of a new game.

        seed: selects a random start position, if the game has those; None draws one at random.
        """
        return self.start

    def square(self, text: str) -> Square:
        """Return (file, rank), both from 0. Raises VariantError if it is not on the board."""
        square = parse_square(text)
        if square is None or square[0] >= self.files or square[1] >= self.ranks:
            raise VariantError(f"variant {self.name!r}: no square {text!r}")
        return square


@lru_cache(maxsize=4096)
def parse_square(text: str) -> Square | None:
    """Return (file, rank) of a square, ("l12") -> (11, 11), or None for any other text."""
    match = _SQUARE.fullmatch(text)
    return (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else None


@cache
def square_name(file: int, rank: int) -> str:
    """Return the text of a square, (11, 11) -> "l12"."""
    return f"{chr(ord('a') + file)}{rank + 1}"
