"""What every game has: a name, a board, a first position. Each kind of game adds its own rules.

Squares are text ("g1"). Ranks in rules are a player's own, counted from 1 at the player's side
of the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from amalthea.engine.errors import VariantError

Square = tuple[int, int]  # file and rank, both from 0

UNLIMITED = 1_000_000  # plies or repetitions: more than any game has

_SQUARE = re.compile(r"([a-t])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class DrawRules:
    """When play stops without a winner, whatever the kind of game.

    repetitions: how often a position must occur, 0: that ends nothing. plies: how many without
    progress, which each kind of game defines, 0: nothing. repetition: what it is for the side to
    move, "draw", "loss" or "win".
    """

    repetitions: int = 3
    plies: int = 100
    repetition: str = "draw"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long games last, for the clock: a player's moves in the mean, and the fewest that are
    still to be expected however long it has lasted. From games of the engine with itself.

    foresight: the part of the moves expected that time is kept for; less where early moves decide
    more than late ones.
    """

    moves: int = 70
    least: int = 22
    foresight: float = 0.95

    def provided(self, fullmove: int) -> float:
        """Moves to keep time for from that move number on."""
        return self.foresight * max(self.least, self.moves - fullmove)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One game, validated when it is made. Its class says which kind of game it is.

    kind: the package that knows how such games are played; see amalthea.engine.game_kinds.
    start: FEN of the first position.
    Raises VariantError naming the variant and what is wrong with it.
    """

    kind: ClassVar[str]

    name: str
    title: str
    files: int
    ranks: int
    start: str
    draws: DrawRules = DrawRules()
    pace: Pace = Pace()

    def __post_init__(self) -> None:
        for fault in self.faults():
            raise VariantError(f"variant {self.name!r}: {fault}")

    def __hash__(self) -> int:
        """Of what tells games apart, for they are keys of many caches.

        Each kind of game names it again: a dataclass would hash all of its fields, every time.
        """
        return hash((self.name, self.files, self.ranks, self.start))

    def faults(self) -> Iterator[str]:
        """Every contradiction in the description."""
        raise NotImplementedError

    @property
    def random_start(self) -> bool:
        """Whether every new game begins with another position."""
        return False

    def start_fen(self, seed: int | None = None) -> str:
        """The FEN of a new game; where it is random, `seed` says which, None draws anew."""
        return self.start

    def square(self, text: str) -> Square:
        """(file, rank), both from 0. Raises VariantError for text that is not on the board."""
        square = parse_square(text)
        if square is None or square[0] >= self.files or square[1] >= self.ranks:
            raise VariantError(f"variant {self.name!r}: no square {text!r}")
        return square


def parse_square(text: str) -> Square | None:
    """("l12") -> (11, 11); None when it is no square of any board."""
    match = _SQUARE.fullmatch(text)
    return (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else None


def square_name(file: int, rank: int) -> str:
    """(11, 11) -> "l12"."""
    return f"{chr(ord('a') + file)}{rank + 1}"
