"""One interface for core and reference, so that every case by hand is checked with both."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from amalthea import new_position
from helpers.games import ARMIES, RULES
from reference.common import square_named


class Story(Protocol):
    """A game that is played move by move."""

    def play(self, moves: str) -> Story: ...
    def fen(self) -> str: ...
    def legal_moves(self) -> list[str]: ...
    def in_check(self) -> bool: ...
    def status(self) -> str: ...


class CoreStory:
    def __init__(self, game: str, fen: str) -> None:
        self.position = new_position(game, fen)

    def play(self, moves: str) -> CoreStory:
        for move in moves.split():
            self.position.play(move)
        return self

    def fen(self) -> str:
        return self.position.fen()

    def legal_moves(self) -> list[str]:
        return self.position.legal_moves()

    def in_check(self) -> bool:
        return self.position.in_check()

    def status(self) -> str:
        return str(self.position.status())


class ReferenceStory:
    def __init__(self, game: str, fen: str) -> None:
        self.position = RULES[game].from_fen(fen)

    def play(self, moves: str) -> ReferenceStory:
        for move in moves.split():
            self.position = self.position.play(move)
        return self

    def fen(self) -> str:
        return self.position.fen()

    def legal_moves(self) -> list[str]:
        return self.position.legal_moves()

    def in_check(self) -> bool:
        return self.position.in_check()

    def status(self) -> str:
        return self.position.status()


PIECE_AND_SQUARE = re.compile(r"(\+?[A-Za-z])([a-z][0-9]+)")
TELLERS: dict[str, Callable[[str, str], Story]] = {"core": CoreStory, "reference": ReferenceStory}


def board(game: str, pieces: str, rest: str = "w - - 0 1") -> str:
    """Return the FEN of pieces named as in "Kg1 pa11 +Qf6", with the other fields."""
    placed = {square_named(name): piece for piece, name in PIECE_AND_SQUARE.findall(pieces)}
    rules = ARMIES[game]
    return f"{rules(placed, 'w', frozenset(), None, 0, 1).placement()} {rest}"


def goals(story: Story, square: str) -> set[str]:
    """Return the destinations of the piece on a square, with the suffix of a promotion."""
    return {
        move.removeprefix(square)
        for move in story.legal_moves()
        if move.startswith(square) and not move.removeprefix(square)[0].isdigit()
    }


def placement(story: Story) -> list[str]:
    """Return the ranks of the board, the last one first."""
    return story.fen().split()[0].split("/")


def field(story: Story, name: str) -> str:
    """Return a field of the FEN: side, rights, target, halfmove or fullmove."""
    names = ["placement", "side", "rights", "target", "halfmove", "fullmove"]
    return story.fen().split()[names.index(name)]
