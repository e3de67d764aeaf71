"""Boards of Ganymede Chess from piece names, and destinations of a piece."""

from __future__ import annotations

from collections.abc import Callable

from helpers.played_games import PlayedGame, board, goals

Start = Callable[[str, str], PlayedGame]
START = (
    "rgoibqkbiogr/ww1dn2nd1ww/pppppssppppp/5pp5/12/12/12/12/5PP5/PPPPPSSPPPPP/"
    "WW1DN2ND1WW/RGOIBQKBIOGR w AFGLafgl - 0 1"
)
KINGS = "Ka3 kl10"  # on no line or leap of a piece on f6
BLACK = "b - - 0 1"


def ganymede(pieces: str, rest: str = "w - - 0 1") -> str:
    """Return a FEN; a wall is named on both its squares, as in "Wa2 Wb2"."""
    return board("ganymede", pieces, rest)


def reach(played: PlayedGame, square: str) -> set[str]:
    """Return the squares that a piece may move to, whatever it becomes there."""
    return {goal.rstrip("+slzvw") for goal in goals(played, square)} - {square}


def squares(text: str) -> set[str]:
    return set(text.split())
