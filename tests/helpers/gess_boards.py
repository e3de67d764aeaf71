"""Boards of Gess from the names of stones, and back."""

from __future__ import annotations

import re
from collections.abc import Callable

from helpers.played_games import PlayedGame
from reference.common import square_name, square_named
from reference.gess import BOARD, RIMS, GessPosition

Start = Callable[[str, str], PlayedGame]
GAMES = ("gess", "gess-cvp")
BLACK = "b - - 0 1"
WHITE_RING, BLACK_RING = "d17", "q17"  # far from where most tests take place
START = (
    "1S1S1SSSSSSSS1S1S1/SSS1S1SSSS1S1S1SSS/1S1S1SSSSSSSS1S1S1/18/18/1S2S2S2S2S2S1/18/18/18/18/18/"
    "18/1s2s2s2s2s2s1/18/18/1s1s1ssssssss1s1s1/sss1s1ssss1s1s1sss/1s1s1ssssssss1s1s1 b - - 0 1"
)


def ring(centre: str) -> str:
    """Return the names of the eight squares around a centre."""
    return " ".join(sorted(map(square_name, RIMS[square_named(centre)])))


def gess(white: str = "", black: str = "", rest: str = "w - - 0 1") -> str:
    """Return the FEN of stones named as in "f6 g7" and of a ring of each side far away."""
    return bare(f"{white} {ring(WHITE_RING)}", f"{black} {ring(BLACK_RING)}", rest)


def bare(white: str, black: str, rest: str = "w - - 0 1") -> str:
    """Return the FEN of these stones and no others."""
    stones = {
        colour: frozenset(map(square_named, names.split()))
        for colour, names in (("w", white), ("b", black))
    }
    return f"{GessPosition(stones, 'w', 0, 1).placement()} {rest}"


def stones(played: PlayedGame, colour: str) -> set[str]:
    """Return the names of a side's stones, without the ring far away."""
    far_away = ring(WHITE_RING if colour == "w" else BLACK_RING)
    return all_stones(played.fen(), colour) - squares(far_away)


def all_stones(fen: str, colour: str) -> set[str]:
    return set(map(square_name, GessPosition.stones_named(fen.partition(" ")[0])[colour]))


def squares(text: str) -> set[str]:
    return set(text.split())


def goal_of(move: str) -> str:
    _, _, goal = re.split(r"(?=[a-t])", move)
    return goal


def is_on_board(name: str) -> bool:
    return square_named(name) in BOARD


def is_on_edge(name: str) -> bool:
    return is_on_board(name) and not squares(ring(name)) <= set(map(square_name, BOARD))
