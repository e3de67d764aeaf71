"""Opening explorer: the moves that games played in a position, and how the games ended."""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.status import RESULTS
from amalthea.engine.errors import AmaltheaError, StorageError
from amalthea.engine.text import counted
from amalthea.protocol.records import engine_games, self_play
from amalthea.protocol.records.game_record import UNFINISHED, GameRecord
from amalthea.protocol.records.pgn import read_pgn
from amalthea.protocol.records.self_play import Record
from amalthea.protocol.text_file import read_lines
from amalthea.protocol.web.move_text import move_text

if TYPE_CHECKING:
    from amalthea.protocol.web.saving import SavedGame

_MOST_PLIES = engine_games.PLIES
_MOST_OF_TRAINING = 2_000  # games of a generation, the last ones
_CACHED_GAMES = 16  # games whose openings by the engine are kept in memory
_RESULTS = {"1-0": "white", "1/2-1/2": "draws", "0-1": "black", UNFINISHED: "unfinished"}


class OpeningExplorer:
    """Opening explorer of one variant: what games played in a position, and how they ended."""

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
                "text": move_text(position, move),
                "games": results.total(),
                **{name: results[name] for name in _RESULTS.values()},
            }
            for move, results in sorted(found, key=lambda each: -each[1].total())
        ]


class FileGames:
    """Finished games in files of PGN and of trainings, which are read when first asked for."""

    def __init__(self, paths: Sequence[str] = ()) -> None:
        """Take the paths of files. Raises StorageError for a training that cannot be read."""
        self._paths = [Path(path) for path in paths]
        self._trained = {
            path: self_play.game_of(path)
            for path in self._paths
            if path.name.endswith(self_play.SUFFIX)
        }
        self._unread: list[str] = []  # messages about files that cannot be read to their end
        self._pgn: dict[str, list[tuple[str, GameRecord]]] | None = None
        self._openings: dict[str, tuple[str, OpeningExplorer]] = {}
        self._reading = Lock()

    def of(self, name: str) -> tuple[str, OpeningExplorer]:
        """Return a description of the games of a variant, "" without any, and their openings."""
        with self._reading:
            if name not in self._openings:
                self._openings[name] = self._read(name)
            return self._openings[name]

    def _read(self, name: str) -> tuple[str, OpeningExplorer]:
        if self._pgn is None:
            self._pgn = self._read_pgn()
        found = [*self._pgn.get(name, ()), *self._self_play(name)]
        counts = Counter(file for file, _ in found)
        parts = [f"{counted(count, 'game')} of {file}" for file, count in counts.items()]
        return "; ".join([*parts, *self._unread]), OpeningExplorer(game for _, game in found)

    def _read_pgn(self) -> dict[str, list[tuple[str, GameRecord]]]:
        """Return the games of all files of PGN by variant, each with the name of its file."""
        found: dict[str, list[tuple[str, GameRecord]]] = {}
        for path in self._paths:
            if path in self._trained:
                continue
            try:
                for record in _games_of(path):
                    found.setdefault(record.variant, []).append((_shown(path), record))
            except AmaltheaError as error:  # the games before the fault count
                self._unread.append(f"{_shown(path)} is not read to its end: {error}")
        return found

    def _self_play(self, name: str) -> Iterator[tuple[str, GameRecord]]:
        """Yield the last games of each training of a variant, each with its source."""
        for path, game in self._trained.items():
            games = deque[Record](maxlen=_MOST_OF_TRAINING)
            if game == name:
                with contextlib.suppress(StorageError):  # what stands before the damage counts
                    for part in self_play.read(path):
                        games.extend(part)
            for number, each in enumerate(games, 1):
                result = RESULTS[each.winner]
                yield (
                    f"self-play in {_shown(path)}",
                    engine_games.record(name, number, each.fen, each.moves.split(), result),
                )


def _games_of(path: Path) -> Iterator[GameRecord]:
    """Yield the finished games of a file of PGN. Raises the errors of reading it."""
    for number, game in enumerate(read_pgn(read_lines(str(path)), str(path)), 1):
        name, result = game.variant, game.result
        if name and result in RESULTS.values():
            fen = game.fen or variants.get(name).start
            yield engine_games.record(name, number, fen, game.moves, result)


def _shown(path: Path) -> str:
    """Return the name of a file and its folder."""
    return "/".join(path.resolve().parts[-2:])


def openings_in(
    position: Position, kept: Iterable[SavedGame], files: FileGames
) -> dict[str, dict[str, Any]]:
    """Return the moves played in a position by kept games, by games of files and by the engine.

    "about" describes the games.
    """
    name = position.variant.name
    found = {
        "kept": ("", OpeningExplorer(kept)),
        "files": files.of(name),
        "engine": _of_engine(name),
    }
    return {
        kind: {"about": about, "moves": openings.moves(position)}
        for kind, (about, openings) in found.items()
    }


@lru_cache(maxsize=_CACHED_GAMES)
def _of_engine(name: str) -> tuple[str, OpeningExplorer]:
    about, games = engine_games.shipped(variants.get(name))
    return about, OpeningExplorer(games)
