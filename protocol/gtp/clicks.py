"""Moves as clicks on squares.

A move takes the clicks on the squares that its text names, and one more if several moves name the
same squares. The choices are then shown on the squares around the last one: the choice without a
letter, or else the first one, on the square itself.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping

from amalthea.engine.core.variant import SQUARE

Clicks = tuple[str, ...]

_MOVE = re.compile(rf"(?:([^@]+)@)?((?:{SQUARE}){{1,2}})(.*)")
_SQUARE = re.compile(SQUARE)


class Ways:
    """Moves of a position by their clicks; no move's clicks are the beginning of another's.

    around: returns the squares on which choices are shown, from the given one on outwards.
    """

    def __init__(self, moves: Iterable[str], around: Callable[[str], Iterable[str]]) -> None:
        by_squares: dict[Clicks, dict[str, str]] = {}  # then by choice
        for move in moves:
            squares, choice = _parts(move)
            by_squares.setdefault(squares, {})[choice] = move
        self._moves: dict[Clicks, str] = {}
        self._next: dict[Clicks, dict[str, str]] = {(): {}}
        for squares, choices in by_squares.items():
            if len(choices) == 1:
                self._add(squares, "", *choices.values())
                continue
            ordered = sorted(choices.items(), key=lambda choice: choice[0] != "")
            for square, (name, move) in zip(around(squares[-1]), ordered, strict=False):
                self._add((*squares, square), name, move)

    def next(self, clicked: Clicks) -> Mapping[str, str]:
        """Return the squares that can be clicked now, each with its choice, "" for none."""
        return self._next.get(clicked, {})

    def move(self, clicked: Clicks) -> str | None:
        """Return the move with exactly these clicks, None if there is none."""
        return self._moves.get(clicked)

    def moves(self, clicked: Clicks) -> list[str]:
        """Return the moves that begin with these clicks."""
        return [move for clicks, move in self._moves.items() if clicks[: len(clicked)] == clicked]

    def clicks(self, move: str) -> Clicks:
        """Return the clicks of a move."""
        return next(clicks for clicks, known in self._moves.items() if known == move)

    def _add(self, clicks: Clicks, choice: str, move: str) -> None:
        self._moves[clicks] = move
        for number, square in enumerate(clicks):
            last = number == len(clicks) - 1
            self._next.setdefault(clicks[:number], {})[square] = choice if last else ""


def squares_of(move: str) -> Clicks:
    """Return the squares that a move's text names, that of a wall last."""
    squares, comma, wall = move.partition(",")
    return (*_SQUARE.findall(squares), *(_SQUARE.findall(wall)[1:] if comma else ()))


def _parts(move: str) -> tuple[Clicks, str]:
    """Return the squares of a move and its choice: a placed piece, a promotion or a turn."""
    first, _, second = move.partition(",")
    match = _MOVE.fullmatch(first + second.lstrip(string.ascii_letters + string.digits))
    assert match, f"{move!r} names no square"
    return squares_of(move), match[1] or match[3]
