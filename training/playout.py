"""A game of two players in this process, which may be adjudicated like a game of self-play."""

from __future__ import annotations

from collections.abc import Callable

from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game
from amalthea.engine.search.searcher import Line
from amalthea.training.selfplay import MAX_PLIES, Adjudicator


def play_out(game: Game, side: str, search: Callable[[Game], Line]) -> float:
    """Play a game to its end and return the points of a side. search: for the side to move."""
    adjudicator = Adjudicator()
    for _ in range(MAX_PLIES):
        status = game.position.status()
        if status.state != "ongoing":
            return _points(status.winner, side)
        line = search(game)
        adjudicator.add_score(line.score if game.position.turn == "w" else -line.score)
        if not adjudicator.is_open:
            return _points(adjudicator.winner, side)
        game.play(line.moves[0])
    return 0.5


def _points(winner: Color | None, side: str) -> float:
    return 0.5 if winner is None else float(winner == side)
