"""The base of the reference rules of games of stones: the stones and their FEN."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar, Self

from reference.common import (
    PLACEMENT_TOKEN,
    Fault,
    Move,
    Position,
    Square,
    fen_fields,
    opponent,
    shifted,
)

Stones = dict[str, frozenset[Square]]  # by colour

COLOUR_OF_STONE = {"S": "w", "s": "b"}
STONE_OF_COLOUR = {colour: stone for stone, colour in COLOUR_OF_STONE.items()}


class StonesPosition(Position):
    """A position with its past. Nothing changes it: `play` returns a new one."""

    CORNER: ClassVar[Square] = (0, 0)  # the cell from which files and ranks count

    def __init__(
        self,
        stones: Stones,
        turn: str,
        halfmove: int,
        fullmove: int,
        past: tuple[str, ...] = (),
    ) -> None:
        super().__init__(turn, halfmove, fullmove, past)
        self.stones = stones
        self.own = stones[turn]
        self.enemy = stones[opponent(turn)]
        self.occupied = self.own | self.enemy

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        placement, turn, rights, target, halfmove, fullmove = fen_fields(fen)
        if turn not in ("w", "b"):
            raise Fault(f"side {turn!r}")
        if (rights, target) != ("-", "-"):
            raise Fault(f"rights {rights!r} or target {target!r} in a game without them")
        return cls(
            cls.stones_named(placement),
            turn,
            cls.number(halfmove),
            max(1, cls.number(fullmove)),
        )

    @classmethod
    def stones_named(cls, placement: str) -> Stones:
        """Return the stones of a placement field. Raises Fault."""
        rows = placement.split("/")
        if len(rows) != cls.RANKS:
            raise Fault(f"{len(rows)} ranks in {placement!r}")
        cells = {
            shifted(cls.CORNER, (file, rank)): colour
            for rank, row in enumerate(reversed(rows))
            for file, colour in enumerate(cls.colours_of(row))
        }
        return {
            colour: frozenset(square for square, stone in cells.items() if stone == colour)
            for colour in "wb"
        }

    @classmethod
    def colours_of(cls, row: str) -> list[str]:
        """Return the colours of the stones of one rank, "" for an empty cell."""
        cells: list[str] = []
        for token in PLACEMENT_TOKEN.findall(row):
            if token in COLOUR_OF_STONE:
                cells.append(COLOUR_OF_STONE[token])
            elif token[0] in "123456789" and len(token) <= len(str(cls.FILES)):
                cells += [""] * int(token)
            else:
                raise Fault(f"unknown letter or number {token!r} in {row!r}")
        if len(cells) != cls.FILES:
            raise Fault(f"{len(cells)} squares in rank {row!r}")
        return cells

    def placement(self) -> str:
        return "/".join(self.row_text(rank) for rank in reversed(range(self.RANKS)))

    def row_text(self, rank: int) -> str:
        text = ""
        empty = 0
        for file in range(self.FILES):
            cell = shifted(self.CORNER, (file, rank))
            if cell not in self.occupied:
                empty += 1
                continue
            colour = "w" if cell in self.stones["w"] else "b"
            text += (str(empty) if empty else "") + STONE_OF_COLOUR[colour]
            empty = 0
        return text + (str(empty) if empty else "")

    def fen(self) -> str:
        return f"{self.placement()} {self.turn} - - {self.halfmove} {self.fullmove}"

    @cached_property
    def identity(self) -> str:
        return f"{self.placement()} {self.turn}"

    def in_check(self) -> bool:
        return False

    @abstractmethod
    def stones_after(self, move: Move) -> Stones:
        """Return the stones on the board after a legal move."""

    def after(self, move: Move) -> Self:
        stones = self.stones_after(move)
        removed = sum(map(len, stones.values())) < len(self.occupied)
        return type(self)(
            stones,
            opponent(self.turn),
            0 if removed else self.halfmove + 1,
            self.fullmove + (self.turn == "b"),
            (*self.past, self.identity),
        )
