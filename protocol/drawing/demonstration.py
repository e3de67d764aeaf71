"""A worked example as boards to be drawn: its moves are played here, by the engine's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games import new_game
from protocol.drawing.board_svg import Arrow
from protocol.drawing.scene import scene, squares, touched

if TYPE_CHECKING:
    from engine.board.status import Status
    from engine.board.variant import Variant
    from protocol.drawing.guide import Example

_SECRET = "@"  # in a choice of a square, which comes from nowhere
_NAMES = {"w": "White", "b": "Black"}
_REASONS = {
    "bare": "bare kings",
    "fiftymove": "too many plies without progress",
    "insufficient": "nobody can win any more",
    "rings": "the other side has no ring",
    "unplaceable": "a piece cannot be placed",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A board, with what is pointed out on it. moved: the move that has led to it."""

    name: str
    fen: str
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[str, ...] = ()
    moved: str = ""


def boards(variant: Variant, example: Example) -> tuple[Shown, ...]:
    """The position with the moves as arrows, and the one after them with what is refused there.

    Only the latter where there are no moves. Raises FenError and IllegalMove.
    """
    game = new_game(variant, example.fen)
    marked: tuple[str, ...] = ()
    for move in example.moves:
        before = scene(variant, game.position.fen())
        game.play(move)
        marked = touched(move, before, scene(variant, game.position.fen()), variant)
    refused = _arrows(example.refused, "bad")
    if not example.moves:
        return (Shown("position", example.fen, refused),)
    return (
        Shown("before", example.fen, _arrows(example.moves, "best")),
        Shown("after", game.position.fen(), refused, marked, example.moves[-1]),
    )


def summary(variant: Variant, example: Example) -> Iterator[str]:
    """The moves, how the game ends with them, and what is illegal; moves between backquotes."""
    if example.moves:
        yield f"Played: {_listed(example.moves)}"
    status = new_game(variant, example.fen, example.moves).position.status()
    if status.state != "ongoing":
        yield _told(status)
    if example.refused:
        yield f"{'Illegal then' if example.moves else 'Illegal'}: {_listed(example.refused)}"


def _listed(moves: Iterable[str]) -> str:
    return ", ".join(f"`{move}`" for move in moves)


def _told(status: Status) -> str:
    reason = _REASONS.get(status.reason or "", status.reason)
    return f"{_NAMES[status.winner]} wins: {reason}" if status.winner else f"Draw: {reason}"


def _arrows(moves: Iterable[str], kind: str) -> tuple[Arrow, ...]:
    """An arrow for each move, a ring for each square that is chosen."""
    found: list[Arrow] = []
    for move in moves:
        named = squares(move)
        if _SECRET in move:
            found += [Arrow(square, square, kind) for square in named]
        else:
            found.append(Arrow(named[0], named[-1], kind))
    return tuple(dict.fromkeys(found))
