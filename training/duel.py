"""A game of two players in this process, ended by a verdict like a game of self-play."""

from __future__ import annotations

from collections.abc import Callable

from amalthea.engine.core.game import Game
from amalthea.engine.search.searcher import Line
from amalthea.training.selfplay import MOST_PLIES, Verdict


def points(game: Game, side: str, search: Callable[[Game], Line]) -> float:
    """Plays the game on; the points of who has that side. search: by whoever is to move."""
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
