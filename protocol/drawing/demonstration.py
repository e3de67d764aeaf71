"""Worked examples as boards to draw, with their moves played by the engine's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine.new_games import new_game
from amalthea.protocol.drawing.board_svg import Arrow
from amalthea.protocol.drawing.pointing import arrow_of
from amalthea.protocol.drawing.scene import scene, squares, squares_to_mark
from amalthea.protocol.drawing.styles import style_of

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.guide import Example

_SECRET = "@"  # occurs in the choice of a square, which has no origin


@dataclass(frozen=True, slots=True)
class ExampleBoard:
    """Board with arrows, marks and signs of the move before it."""

    name: str
    fen: str
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[str, ...] = ()
    signs: str = ""


def boards(variant: Variant, example: Example) -> tuple[ExampleBoard, ...]:
    """Return the position with arrows for the moves, and the one after them with illegal moves.

    Without moves, return only the position, with arrows for the illegal moves. Raises FenError and
    IllegalMove.
    """
    game = new_game(variant, example.fen)
    style = style_of(variant)
    arrows: list[Arrow] = []
    marked: tuple[str, ...] = ()
    signs = ""
    for move in example.moves:
        fen = game.position.fen()
        arrows += _arrows(variant, fen, move, "best")
        game.play(move)
        before, after = scene(variant, fen), scene(variant, game.position.fen())
        marked, signs = (
            squares_to_mark(move, before, after, variant),
            style.signs(move, before, after),
        )
    fen = game.position.fen()
    refused = tuple(
        dict.fromkeys(
            arrow for move in example.refused for arrow in _arrows(variant, fen, move, "bad")
        )
    )
    if not example.moves:
        return (ExampleBoard("position", example.fen, refused),)
    return (
        ExampleBoard("before", example.fen, tuple(dict.fromkeys(arrows))),
        ExampleBoard("after", fen, refused, marked, signs),
    )


def summary(variant: Variant, example: Example) -> Iterator[str]:
    """Yield the moves, the result and the illegal moves, with moves between backquotes."""
    if example.moves:
        yield f"Moves: {_quoted_moves(example.moves)}"
    status = new_game(variant, example.fen, example.moves).position.status()
    if status.state != "ongoing":
        yield status.ending
    if example.refused:
        when = " afterwards" if example.moves else ""
        yield f"Illegal{when}: {_quoted_moves(example.refused)}"


def _quoted_moves(moves: Iterable[str]) -> str:
    return ", ".join(f"`{move}`" for move in moves)


def _arrows(variant: Variant, fen: str, move: str, kind: str) -> Iterator[Arrow]:
    """Yield an arrow for a move, or a ring for each chosen square."""
    if _SECRET in move:
        yield from (Arrow(square, square, kind) for square in squares(move))
    elif arrow := arrow_of(variant, fen, move, kind):
        yield arrow
