"""The file of a match: what was planned and every finished game, a line of JSON each.

A line is on the disk before `append` returns. A match that was killed leaves at most one torn
line, the last one, which is cut off when the journal is opened again.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from sys import intern
from typing import Any, BinaryIO

from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.records.game_record import SIDES, GameRecord, Ply, Thought

_PLAN = "match"  # the first line's key
_FIRST = b'{"match":'  # how that line begins, whole or torn
_SOME_PLY = Ply("", {side: Thought(0.0) for side in SIDES})  # stands for any of a player
_NO_CONTROLS: Mapping[str, str] = {}  # of outlines


class JournalError(AmaltheaError):
    """A journal cannot be read, written, or had for oneself."""


class Journal:
    """An open journal, kept from other matches until it is closed. Raises JournalError.

    plan: of the first line, None in a new journal. games: the outlines of those finished, in the
    order of the file; a long match would not fit into memory with all that was thought in it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._file = _open_for_oneself(self.path)
        try:
            data = self._file.read()
            sound = _sound_length(data)
            if not sound and not _FIRST.startswith(data[: len(_FIRST)]):
                raise JournalError(f"{self.path}: line 1: expected the plan of a match")
            if sound < len(data):
                self._file.truncate(sound)
            self._file.seek(sound)
            self.plan, games = _read(data[:sound], self.path)
            self.games = [outline(game) for game in games]
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def begin(self, plan: Mapping[str, Any]) -> None:
        """Writes the first line."""
        assert self.plan is None, "a journal begins once"
        self.plan = dict(plan)
        self._write({_PLAN: self.plan})
        _sync_folder(self.path.parent)

    def append(self, game: GameRecord) -> None:
        """Writes a finished game and waits until it is on the disk. Raises JournalError."""
        self._write(game.to_json())
        self.games.append(outline(game))

    def close(self) -> None:
        """Lets others have it."""
        self._file.close()

    def _write(self, values: Mapping[str, Any]) -> None:
        line = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        try:
            self._file.write(f"{line}\n".encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(f"{self.path}: {error.strerror}") from error


class GrowingJournal:
    """A journal that another process writes, read as it grows. plan: None until it is there."""

    def __init__(self, path: str | Path) -> None:
        self.plan: dict[str, Any] | None = None
        self._path = Path(path)
        self._read = 0  # bytes

    def news(self) -> list[GameRecord]:
        """The games that were finished since the last call. Raises JournalError."""
        try:
            with open(self._path, "rb") as file:
                file.seek(self._read)
                data = file.read()
        except OSError as error:
            raise JournalError(f"{self._path}: {error.strerror}") from error
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        if self.plan is None and whole:
            first, _, whole = whole.partition(b"\n")
            self.plan, _ = _read(first, self._path)
        return list(_games(_lines(whole, self._path), self._path))


def outline(game: GameRecord) -> GameRecord:
    """The game with its opening, its length and its result, without the moves of the players.

    It is kept as long as the match lasts: what games share is shared in memory, too.
    """
    opening = tuple(takewhile(lambda ply: not ply.thoughts, game.plies))
    rest = (_SOME_PLY,) * (len(game.plies) - len(opening))
    return replace(
        game,
        plies=opening + rest,
        fen=intern(game.fen),
        white=intern(game.white),
        black=intern(game.black),
        variant=intern(game.variant),
        reason=intern(game.reason),
        controls=_NO_CONTROLS,
    )


def read_games(path: str | Path) -> list[GameRecord]:
    """The games of a journal in full, a torn last line left out. Raises JournalError."""
    return _contents(Path(path))[1]


def read_match(path: str | Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """The plan of a journal and its games, as `read_games` reads them. Raises JournalError."""
    plan, games = _contents(Path(path))
    if plan is None:
        raise JournalError(f"{path}: no match has begun")
    return plan, games


def _contents(path: Path) -> tuple[dict[str, Any] | None, list[GameRecord]]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}") from error
    plan, games = _read(data[: _sound_length(data)], path)
    return plan, list(games)


def _open_for_oneself(path: Path) -> BinaryIO:
    try:
        file = open(path, "a+b")  # noqa: SIM115
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise JournalError(f"{path}: another match is writing it") from error
    file.seek(0)
    return file


def _sound_length(data: bytes) -> int:
    """How many bytes hold whole lines."""
    end = data.rfind(b"\n") + 1
    last = data.rfind(b"\n", 0, end - 1) + 1
    try:
        json.loads(data[last:end] or b"0")
    except (ValueError, RecursionError):
        return last
    return end


def _read(data: bytes, path: Path) -> tuple[dict[str, Any] | None, Iterator[GameRecord]]:
    """The plan, and the games one after the other. Raises JournalError, also while iterated."""
    lines = _lines(data, path)
    _, first = next(lines, (0, None))
    plan = first.get(_PLAN) if first else None
    if first is not None and not isinstance(plan, dict):
        raise JournalError(f"{path}: line 1: expected the plan of a match")
    return plan, _games(lines, path)


def _games(lines: Iterator[tuple[int, dict[str, Any]]], path: Path) -> Iterator[GameRecord]:
    """Each game once."""
    seen: set[int] = set()
    for number, values in lines:
        try:
            game = GameRecord.from_json(values)
        except ValueError as error:
            raise JournalError(f"{path}: line {number}: no finished game: {error}") from error
        if game.number in seen:
            raise JournalError(f"{path}: line {number}: game {game.number} for the second time")
        seen.add(game.number)
        yield game


def _lines(data: bytes, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(data.splitlines(), 1):
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise JournalError(f"{path}: line {number}: {error}") from error
        if not isinstance(values, dict):
            raise JournalError(f"{path}: line {number}: expected {{...}}")
        yield number, values


def _sync_folder(folder: Path) -> None:
    """A new file's name is on the disk only when its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
