"""One interface for core and reference, so that every case by hand is checked with both."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from amalthea import new_position
from helpers.games import ARMIES, RULES
from reference.common import square_named


class PlayedGame:
    """A game that is played move by move. position: that of the core or of the reference."""

    def __init__(self, position: Any) -> None:
        self.position = position

    def play(self, moves: str) -> PlayedGame:
        """Play moves, separated by spaces."""
        for move in moves.split():
            self.position = self.position.play(move)
        return self

    def fen(self) -> str:
        """Return the position as FEN."""
        return str(self.position.fen())

    def legal_moves(self) -> list[str]:
        """Return the legal moves."""
        return list(self.position.legal_moves())

    def choices(self, side: str) -> list[str]:
        """Return the choices of a side."""
        return list(self.position.choices(side))

    def in_check(self) -> bool:
        """Return True if the side to move is in check."""
        return bool(self.position.in_check())

    def status(self) -> str:
        """Return the status, as "win w checkmate"."""
        return str(self.position.status())


PIECE_AND_SQUARE = re.compile(r"(\+?[A-Za-z])([a-z][0-9]+)")
RULE_SETS: dict[str, Callable[[str, str], PlayedGame]] = {
    "core": lambda game, fen: PlayedGame(new_position(game, fen)),
    "reference": lambda game, fen: PlayedGame(RULES[game].from_fen(fen)),
}


def board(game: str, pieces: str, rest: str = "w - - 0 1") -> str:
    """Return the FEN of pieces named as in "Kg1 pa11 +Qf6", with the other fields."""
    placed = {square_named(name): piece for piece, name in PIECE_AND_SQUARE.findall(pieces)}
    rules = ARMIES[game]
    return f"{rules(placed, 'w', frozenset(), None, 0, 1).placement()} {rest}"


def goals(played: PlayedGame, square: str) -> set[str]:
    """Return the destinations of the piece on a square, with the suffix of a promotion."""
    return {
        move.removeprefix(square)
        for move in played.legal_moves()
        if move.startswith(square) and not move.removeprefix(square)[0].isdigit()
    }


def placement(played: PlayedGame) -> list[str]:
    """Return the ranks of the board, the last one first."""
    return played.fen().split()[0].split("/")


def field(played: PlayedGame, name: str) -> str:
    """Return a field of the FEN: side, rights, target, halfmove or fullmove."""
    names = ["placement", "side", "rights", "target", "halfmove", "fullmove"]
    return played.fen().split()[names.index(name)]
