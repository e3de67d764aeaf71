"""Openings: the moves that games played in a position, and how the games ended."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.status import RESULTS
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.text import counted
from amalthea.protocol.records import engine_games
from amalthea.protocol.records.game_record import UNFINISHED, GameRecord
from amalthea.protocol.records.notation import COORDINATES, written
from amalthea.protocol.records.pgn import read_pgn
from amalthea.protocol.text_file import read_lines

if TYPE_CHECKING:
    from amalthea.protocol.web.saving import SavedGame

_MOST_PLIES = engine_games.PLIES
_KEPT = 16  # games whose openings by the engine are kept
_RESULTS = {"1-0": "white", "1/2-1/2": "draws", "0-1": "black", UNFINISHED: "unfinished"}


class Openings:
    """Openings of games of one variant."""

    def __init__(self, games: Iterable[SavedGame] | Iterable[GameRecord]) -> None:
        self._results: dict[int, dict[str, Counter[str]]] = {}  # by position and move
        for game in games:
            with contextlib.suppress(AmaltheaError):  # its rules may have changed since
                self._add(game)

    def _add(self, game: SavedGame | GameRecord) -> None:
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


class FileGames:
    """Finished games in files of PGN, which are read when they are first asked for."""

    def __init__(self, paths: Sequence[str] = ()) -> None:
        self._paths = paths

    @cached_property
    def _openings(self) -> dict[str, tuple[str, Openings]]:
        """For each game what its games were, and their openings."""
        found: dict[str, list[GameRecord]] = {}
        for path in self._paths:
            for game in read_pgn(read_lines(path), path):
                name, result = game.variant, game.result
                if name and result in RESULTS.values():
                    fen = game.fen or variants.get(name).start
                    games = found.setdefault(name, [])
                    number = len(games) + 1
                    games.append(engine_games.record(name, number, fen, game.moves, result))
        return {
            name: (f"{counted(len(games), 'game')} of your files", Openings(games))
            for name, games in found.items()
        }

    def of(self, name: str) -> tuple[str, Openings]:
        """Return what the games of a variant were, and their openings; "" without any."""
        return self._openings.get(name, ("", Openings(())))


def openings_in(
    position: Position, kept: Iterable[SavedGame], files: FileGames
) -> dict[str, dict[str, Any]]:
    """Return the moves that kept games, games of files, and of the engine, played in a position.

    "about" says what the games were.
    """
    name = position.variant.name
    found = {"kept": ("", Openings(kept)), "files": files.of(name), "engine": _of_engine(name)}
    return {
        kind: {"about": about, "moves": openings.moves(position)}
        for kind, (about, openings) in found.items()
    }


@lru_cache(maxsize=_KEPT)
def _of_engine(name: str) -> tuple[str, Openings]:
    about, games = engine_games.shipped(variants.get(name))
    return about, Openings(games)
