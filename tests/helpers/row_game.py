"""A kind of game in plain Python: five in a row on any board, only by drops.

It shows what a new kind has to bring: this one module, named by its variants, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from amalthea.engine.core import fen
from amalthea.engine.core.board import Tokens
from amalthea.engine.core.color import Color
from amalthea.engine.core.plain_position import PlainPosition
from amalthea.engine.core.position import Position
from amalthea.engine.core.status import State, Status
from amalthea.engine.core.variant import Square, Variant, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.evaluation import Evaluation
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.evaluation.plain_evaluator import PlainEvaluator
from amalthea.engine.kind import GameKind

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
OPEN_ROW_CP = (0, 1, 8, 40, 200, 10_000)  # by own stones in a row of five without an enemy's


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RowVariant(Variant):
    """Game of `length` stones in a row; a full board is a draw."""

    kind: ClassVar[str] = "helpers.row_game"

    length: int = 5


class RowPosition(PlainPosition):
    """Position of stones; the number of a move is that of its square, from 1."""

    def __init__(self, variant: RowVariant, text: str) -> None:
        given = fen.split(text)
        fen.check_side(given.side)
        self.rules = variant
        self.played: list[Square] = []
        self.stones = _read(given.placement, variant)
        super().__init__(variant, given.side, given.halfmove, given.fullmove)

    def numbers(self) -> list[int]:
        if self.status().state != "ongoing":
            return []
        cells = self.rules.files * self.rules.ranks
        return [number for number in range(1, cells + 1) if self.square(number) not in self.stones]

    def put(self, number: int) -> None:
        self.played.append(self.square(number))
        self.stones[self.played[-1]] = self.turn

    def take_back(self) -> None:
        del self.stones[self.played.pop()]

    def name(self, number: int) -> str:
        return f"S@{square_name(*self.square(number))}"

    def status(self) -> Status:
        for row in rows(self.rules):
            sides = {self.stones.get(at) for at in row}
            if len(sides) == 1 and (side := sides.pop()):
                return Status(State.WIN, Color(side), "row")
        full = len(self.stones) == self.rules.files * self.rules.ranks
        return Status(State.DRAW, None, "full") if full else Status(State.ONGOING)

    def fen(self) -> str:
        letters = self.contents()
        files, ranks = range(self.rules.files), reversed(range(self.rules.ranks))
        board = "/".join(fen.write_rank([letters.get((x, y)) for x in files]) for y in ranks)
        return f"{board} {self.turn} - - 0 {self.fullmove()}"

    def contents(self) -> Tokens:
        return {at: "S" if side == "w" else "s" for at, side in self.stones.items()}

    def diagram(self) -> str:
        return self.fen().split()[0].replace("/", "\n")

    def square(self, number: int) -> Square:
        """Return the square of a move."""
        return (number - 1) % self.rules.files, (number - 1) // self.rules.files


class RowEvaluator(PlainEvaluator):
    """Evaluator that counts stones in rows that can still become five."""

    def score(self) -> int:
        position = self.position
        assert isinstance(position, RowPosition)
        total = 0
        for row in rows(position.rules):
            sides = [position.stones[at] for at in row if at in position.stones]
            if len(set(sides)) == 1:
                worth = OPEN_ROW_CP[min(len(sides), 5)]
                total += worth if sides[0] == "w" else -worth
        return total


class RowKind(GameKind):
    name = "row"

    def position(self, variant: RowVariant, fen: str) -> Position:
        return RowPosition(variant, fen)

    def position_and_evaluator(
        self, variant: RowVariant, fen: str, evaluation: Evaluation
    ) -> tuple[Position, Evaluator]:
        position = RowPosition(variant, fen)
        return position, RowEvaluator(position)

    def tokens(self, variant: RowVariant) -> tuple[str, ...]:
        return "S", "s"

    def scene(self, variant: RowVariant, fen: str) -> dict[Square, str]:
        stones = RowPosition(variant, fen).stones
        return {at: "S" if side == "w" else "s" for at, side in stones.items()}


def rows(variant: RowVariant) -> Iterator[list[Square]]:
    """Yield every row of `length` squares on the board."""
    for x in range(variant.files):
        for y in range(variant.ranks):
            for dx, dy in DIRECTIONS:
                row = [(x + n * dx, y + n * dy) for n in range(variant.length)]
                if 0 <= row[-1][0] < variant.files and 0 <= row[-1][1] < variant.ranks:
                    yield row


def _read(placement: str, variant: RowVariant) -> dict[Square, str]:
    stones: dict[Square, str] = {}
    ranks = placement.split("/")
    if len(ranks) != variant.ranks:
        raise FenError(f"placement {placement!r} has {len(ranks)} ranks, not {variant.ranks}")
    for y, rank in zip(reversed(range(variant.ranks)), ranks, strict=True):
        x = 0
        for run in rank.replace("S", " S ").replace("s", " s ").split():
            if run.isdigit():
                x += int(run)
            else:
                stones[x, y] = "w" if run == "S" else "b"
                x += 1
    return stones


KIND = RowKind()
FIVE = RowVariant(
    name="five",
    title="Five in a row",
    files=12,
    ranks=12,
    start="/".join(["12"] * 12) + " w - - 0 1",
)
