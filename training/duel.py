"""A game of two players in this process, which may be adjudicated like a game of self-play."""

from __future__ import annotations

from collections.abc import Callable

from amalthea.engine.core.game import Game
from amalthea.engine.search.searcher import Line
from amalthea.training.selfplay import MOST_PLIES, Verdict


def points(game: Game, side: str, search: Callable[[Game], Line]) -> float:
    """Play a game to its end and return the points of a side. search: for the side to move."""
    verdict = Verdict()
    for _ in range(MOST_PLIES):
        status = game.position.status()
        if status.state != "ongoing":
            return _points(status.winner, side)
        line = search(game)
        verdict.hear(line.score if game.position.turn == "w" else -line.score)
        if not verdict.open:
            return _points(verdict.winner, side)
        game.play(line.moves[0])
    return 0.5


def _points(winner: str | None, side: str) -> float:
    return 0.5 if winner is None else float(winner == side)
