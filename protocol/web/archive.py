"""Archive of games: one SQLite file, to which every change is written before it is answered.

A killed server loses nothing. A power cut may lose the last moves, but not the file: to wait for
the disk at every move would delay the moves of all players.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from amalthea.engine.core import schema
from amalthea.engine.errors import StorageError
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.storage.files import unwritable
from amalthea.protocol.web.saving import SavedGame

FILE_NAME = "games.sqlite3"
_FORMAT = 1  # of the tables, kept in the file as its user_version
_PATIENCE_S = 5.0  # with another server that is writing
_TABLES = """
CREATE TABLE games (
    room TEXT PRIMARY KEY,
    changed REAL NOT NULL,
    owners TEXT NOT NULL,
    game TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_changed ON games (changed);
"""


def data_folder() -> Path:
    """Return the folder of this user's games, by the XDG Base Directory Specification."""
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return (Path(chosen) if chosen else Path.home() / ".local" / "share") / "amalthea"


class Archive:
    """Archive in a folder, which is made if it does not exist. Raises StorageError."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        with self._errors_named():
            folder.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self._path, timeout=_PATIENCE_S)
        with self._errors_named():
            self._prepare()

    def _prepare(self) -> None:
        """Make the tables of a new file, and refuse a file of another format."""
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        (found,) = self._database.execute("PRAGMA user_version").fetchone()
        if found == 0:
            with self._database:
                self._database.executescript(f"{_TABLES} PRAGMA user_version = {_FORMAT};")
        elif found != _FORMAT:
            raise StorageError(f"{self._path}: format {found}, expected {_FORMAT}")

    @contextlib.contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Raise StorageError with the file's name for errors of the system and of SQLite."""
        try:
            yield
        except OSError as error:
            raise unwritable(self._path, error_reason(error)) from error
        except sqlite3.Error as error:
            raise unwritable(self._path, str(error)) from error

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def put(self, room: str, game: SavedGame) -> None:
        """Keep a game in place of the one that the room had. Raises StorageError."""
        values = room, game.saved, schema.to_json(game.owners), schema.to_json(game)
        with self._errors_named(), self._database:
            self._database.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)", values)

    def get(self, room: str) -> SavedGame | None:
        """Return a room's game, None if there is none. Raises StorageError."""
        with self._errors_named():
            query = "SELECT game FROM games WHERE room = ?"
            found = self._database.execute(query, (room,)).fetchone()
        return self._read(room, found[0]) if found else None

    def games(self, owner: str | None = None, variant: str = "") -> list[tuple[str, SavedGame]]:
        """Return the rooms and games of an owner or of all, the last one first.

        variant: only games of this one. Raises StorageError.
        """
        query = (
            "SELECT room, game FROM games WHERE (?1 IS NULL"
            " OR EXISTS (SELECT 1 FROM json_each(owners) WHERE value = ?1))"
            " AND (?2 = '' OR json_extract(game, '$.variant') = ?2) ORDER BY changed DESC"
        )
        with self._errors_named():
            found = self._database.execute(query, (owner, variant)).fetchall()
        return [(room, self._read(room, game)) for room, game in found]

    def delete(self, room: str) -> None:
        """Delete a room's game if there is one. Raises StorageError."""
        with self._errors_named(), self._database:
            self._database.execute("DELETE FROM games WHERE room = ?", (room,))

    def _read(self, room: str, game: str) -> SavedGame:
        return schema.from_json(game, SavedGame, f"{self._path}: game {room}")
