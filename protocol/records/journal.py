"""The journal of a match: its plan and every finished game, one line of JSON each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from sys import intern
from typing import Any

from amalthea.engine.core import schema
from amalthea.engine.core.color import Color
from amalthea.engine.errors import StorageError
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought
from amalthea.protocol.storage import files
from amalthea.protocol.storage.line_log import LineLog, whole_lines

_PLAN = "match"  # key of the first line
_FIRST_LINE = b'{"match":'
_EXPECTED = "the plan of a match"
_SOME_PLY = Ply("", {side: Thought(0.0) for side in Color})  # stands for any ply of a player
_NO_CONTROLS: Mapping[Color, str] = {}  # of outlines


class Journal:
    """An open journal, locked until it is closed. Raises StorageError.

    Attributes:
        plan: the match's plan; None in a new journal.
        games: outlines of the finished games, in the order of the file. A long match would not fit
            into memory with everything that the players reported.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._log = LineLog(self.path, _FIRST_LINE, _EXPECTED, "another match is writing it")
        try:
            self.plan, games = _read(self._log.lines.splitlines(), self.path)
            self.games = [outline(game) for game in games]
        except BaseException:
            self._log.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def begin(self, plan: Mapping[str, Any]) -> None:
        """Write the plan. Raises WriteError."""
        assert self.plan is None, "a journal has one plan"
        self.plan = dict(plan)
        self._log.append({_PLAN: self.plan})
        files.sync_folder(self.path.parent)

    def append(self, game: GameRecord) -> None:
        """Write a finished game and wait until it is on the disk. Raises WriteError."""
        self._log.append(game.to_json())
        self.games.append(outline(game))

    def close(self) -> None:
        """Unlock the file."""
        self._log.close()


class GrowingJournal:
    """A journal that another process writes, read as it grows. plan: None until it is there."""

    def __init__(self, path: str | Path) -> None:
        self.plan: dict[str, Any] | None = None
        self._path = Path(path)
        self._position = 0  # number of bytes read so far
        self._lines = 0  # number of lines in these bytes
        self._seen: set[int] = set()  # numbers of the games in them

    def new_games(self) -> list[GameRecord]:
        """Return the games that were finished since the last call. Raises StorageError."""
        try:
            with open(self._path, "rb") as file:
                file.seek(self._position)
                data = file.read()
        except OSError as error:
            raise StorageError(f"{self._path}: {error_reason(error)}") from error
        whole = data[: data.rfind(b"\n") + 1]
        self._position += len(whole)
        lines = list(enumerate(whole.splitlines(), self._lines + 1))
        self._lines += len(lines)
        if self.plan is None and lines:
            self.plan, _ = _read([lines.pop(0)[1]], self._path)
        return list(_games(lines, self._path, self._seen))


def outline(game: GameRecord) -> GameRecord:
    """Return the game with its opening, length and result, without the moves of the players.

    Outlines are kept as long as the match lasts, so equal values of games are shared in memory.
    """
    opening = game.opening
    rest = (_SOME_PLY,) * (len(game.plies) - len(opening))
    return replace(
        game,
        plies=opening + rest,
        fen=intern(game.fen),
        white=intern(game.white),
        black=intern(game.black),
        variant=intern(game.variant),
        reason=intern(str(game.reason)),
        controls=_NO_CONTROLS,
    )


def read_games(path: str | Path) -> list[GameRecord]:
    """Return the games of a journal, without an incomplete last line. Raises StorageError."""
    return list(_read(_whole_lines(path), Path(path))[1])


def read_match(path: str | Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """Return the plan of a journal and its games, as `read_games` does. Raises StorageError."""
    plan, games = _read(_whole_lines(path), Path(path))
    if plan is None:
        raise StorageError(f"{path}: no match has begun")
    return plan, list(games)


def read_log(lines: Iterable[str], path: str | Path) -> Iterator[GameRecord]:
    """Yield the games of a journal, given line by line, without an incomplete last line.

    Raises StorageError.
    """
    whole = (line for line in lines if line.endswith("\n"))
    return _read(whole, Path(path))[1]


def _whole_lines(path: str | Path) -> list[bytes]:
    return whole_lines(files.read_bytes(Path(path))).splitlines()


def _read(
    lines: Iterable[bytes | str], path: Path
) -> tuple[dict[str, Any] | None, Iterator[GameRecord]]:
    """Return the plan and an iterator of the games. Raises StorageError, also in the iterator."""
    numbered = enumerate(lines, 1)
    number, first = next(numbered, (0, b""))
    try:
        plan = json.loads(first)[_PLAN] if number else None
        if number and not isinstance(plan, dict):
            raise ValueError("not an object")
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise StorageError(f"{path}: line 1: expected {_EXPECTED}") from error
    return plan, _games(numbered, path, set())


def _games(
    lines: Iterable[tuple[int, bytes | str]], path: Path, seen: set[int]
) -> Iterator[GameRecord]:
    """Yield every game. Raises StorageError.

    lines: with their numbers. seen: numbers of the games so far, extended by those yielded.
    """
    for line, text in lines:
        where = f"{path}: line {line}"
        game = schema.from_json(text, GameRecord, f"{where}: not a finished game")
        if game.number in seen:
            raise StorageError(f"{where}: game {game.number} is a duplicate")
        seen.add(game.number)
        yield game
