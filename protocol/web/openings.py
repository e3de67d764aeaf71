"""Openings of kept games: the moves that were played in a position, and how the games ended."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.records.game_record import UNFINISHED
from amalthea.protocol.records.notation import COORDINATES, written
from amalthea.protocol.web.saving import SavedGame

_MOST_PLIES = 40  # of each game
_RESULTS = {"1-0": "white", "1/2-1/2": "draws", "0-1": "black", UNFINISHED: "unfinished"}


class Openings:
    """Openings of games of one variant."""

    def __init__(self, games: Iterable[SavedGame]) -> None:
        self._results: dict[int, dict[str, Counter[str]]] = {}  # by position and move
        for game in games:
            with contextlib.suppress(AmaltheaError):  # its rules may have changed since
                self._add(game)

    def _add(self, game: SavedGame) -> None:
        position = Position(variants.get(game.variant), game.fen)
        for ply in game.plies[:_MOST_PLIES]:
            moves = self._results.setdefault(position.key(), {})
            moves.setdefault(ply.move, Counter())[_RESULTS[game.result]] += 1
            position.push(ply.move, null=True)

    def moves(self, position: Position) -> list[dict[str, Any]]:
        """Return the moves played in a position with their results, the most frequent first."""
        found = self._results.get(position.key(), {}).items()
        return [
            {
                "move": move,
                "text": written(position, move, COORDINATES),
                "games": results.total(),
                **{name: results[name] for name in _RESULTS.values()},
            }
            for move, results in sorted(found, key=lambda each: -each[1].total())
        ]
