"""Moves as clicks on squares.

A move takes as many clicks as it needs to differ from all others: the squares that its text names,
and a last one where several moves name the same. For that the choices lie on the squares around the
last one: what is chosen by no letter, or else the first, on the square itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

Clicks = tuple[str, ...]

_MOVE = re.compile(r"(?:([^@]+)@)?((?:[a-t][1-9][0-9]?){1,2})(.*)")
_SQUARE = re.compile(r"[a-t][1-9][0-9]?")


class Ways:
    """The moves of a position by the clicks that make them; none begins as another does in full.

    around: the squares for choices, from the one on that a move ends on.
    """

    def __init__(self, moves: Iterable[str], around: Callable[[str], Iterable[str]]) -> None:
        alike: dict[Clicks, dict[str, str]] = {}  # moves by what is chosen, by squares
        for move in moves:
            squares, choice = _parts(move)
            alike.setdefault(squares, {})[choice] = move
        self._moves: dict[Clicks, str] = {}
        self._next: dict[Clicks, dict[str, str]] = {(): {}}
        for squares, choices in alike.items():
            if len(choices) == 1:
                self._add(squares, "", *choices.values())
                continue
            first_bare = sorted(choices.items(), key=lambda choice: choice[0] != "")
            for square, (name, move) in zip(around(squares[-1]), first_bare, strict=False):
                self._add((*squares, square), name, move)

    def next(self, clicked: Clicks) -> Mapping[str, str]:
        """The squares that may be clicked now, and what each of them chooses, "" for nothing."""
        return self._next.get(clicked, {})

    def move(self, clicked: Clicks) -> str | None:
        """The move that is complete now."""
        return self._moves.get(clicked)

    def moves(self, clicked: Clicks) -> list[str]:
        """The moves that begin so."""
        return [move for way, move in self._moves.items() if way[: len(clicked)] == clicked]

    def clicks(self, move: str) -> Clicks:
        """How a move is made."""
        return next(way for way, known in self._moves.items() if known == move)

    def _add(self, way: Clicks, choice: str, move: str) -> None:
        self._moves[way] = move
        for number, square in enumerate(way):
            last = number == len(way) - 1
            self._next.setdefault(way[:number], {})[square] = choice if last else ""


def squares_of(move: str) -> Clicks:
    """The squares that a move's text names."""
    return tuple(_SQUARE.findall(move))


def _parts(move: str) -> tuple[Clicks, str]:
    """The squares of a move and what else it says: a piece that is placed, a promotion, a turn."""
    match = _MOVE.fullmatch(move)
    assert match, f"{move!r} names no square"
    return squares_of(match[2]), match[1] or match[3]
