"""Worked examples as boards to draw, with their moves played by the engine's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine.api import Position
from amalthea.protocol.drawing.arrows import arrow_of
from amalthea.protocol.drawing.board_svg import Arrow
from amalthea.protocol.drawing.squares import squares

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.guide import Example

_SECRET = "@"  # occurs in the choice of a square, which has no origin


@dataclass(frozen=True, slots=True)
class ExampleBoard:
    """Board with arrows; it shows the last move of its position."""

    name: str
    position: Position
    arrows: tuple[Arrow, ...] = ()


def boards(variant: Variant, example: Example) -> tuple[ExampleBoard, ...]:
    """Return the position with arrows for the moves, and the one after them with illegal moves.

    Without moves, return only the position, with arrows for the illegal moves. Raises FenError and
    IllegalMove.
    """
    first = Position(variant, example.fen)
    position, arrows = first.copy(), list[Arrow]()
    for text in example.moves:
        arrows += _arrows(position, text, "best")
        position.push(text)
    refused = tuple(
        dict.fromkeys(arrow for text in example.refused for arrow in _arrows(position, text, "bad"))
    )
    if not example.moves:
        return (ExampleBoard("position", first, refused),)
    return (
        ExampleBoard("before", first, tuple(dict.fromkeys(arrows))),
        ExampleBoard("after", position, refused),
    )


def summary(variant: Variant, example: Example) -> Iterator[str]:
    """Yield the moves, the result and the illegal moves, with moves between backquotes."""
    if example.moves:
        yield f"Moves: {_quoted_moves(example.moves)}"
    status = Position(variant, example.fen, example.moves).status
    if status.state != "ongoing":
        yield status.ending
    if example.refused:
        when = " afterwards" if example.moves else ""
        yield f"Illegal{when}: {_quoted_moves(example.refused)}"


def _quoted_moves(moves: Iterable[str]) -> str:
    return ", ".join(f"`{move}`" for move in moves)


def _arrows(position: Position, text: str, kind: str) -> Iterator[Arrow]:
    """Yield an arrow for a move, or a ring for each chosen square."""
    if _SECRET in text:
        yield from (Arrow(square, square, kind) for square in squares(text))
    elif arrow := arrow_of(position, text, kind):
        yield arrow
