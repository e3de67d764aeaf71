"""Sources of an analysis: a position on the command line, or a file of games or test positions.

The kind of a file follows from its extension, or else from its first line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip
from amalthea.protocol.analysis import epd
from amalthea.protocol.analysis.epd import Problem
from amalthea.protocol.analysis.moments import Moment, follow
from amalthea.protocol.analysis.study import CheckedGame
from amalthea.protocol.tool import printable

DEFAULT_VARIANT = "chess"
START = "startpos"
_KINDS = {".pgn": "pgn", ".epd": "epd", ".jsonl": "log", ".json": "log"}


class SourceError(AmaltheaError, ValueError):
    """Error for a source that cannot be found or read, or is not of the expected kind."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games of a file, at least one."""

    games: tuple[CheckedGame, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """Problems of a file, at least one."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class UncheckedGame:
    """Game of a file whose moves have not been checked.

    number: that of the match, or the position in the file, from 1. variant: its name.
    """

    number: int
    variant: str
    fen: str | None
    moves: tuple[str, ...]
    white: str
    black: str
    result: str
    tags: Mapping[str, str] = field(default_factory=dict)


def read_source(
    words: Sequence[str], moves: Sequence[str], variant: str | None, game: int | None
) -> Moment | Games | Suite:
    """Return a position, the games of a file, or its problems.

    words: `startpos`, a FEN or a file's name. moves: played from the position. variant: a name,
    None for that of the file, or chess. game: the number of a single game, from 1.
    Raises SourceError and the errors of the readers, with file and line.
    """
    name = words[0]
    if len(words) == 1 and name != START and (os.path.exists(name) or not _looks_like_fen(name)):
        if moves:
            raise SourceError("--moves: only a position takes moves, a file has its own")
        return _read_file(Path(name), variant, game)
    if game is not None:
        raise SourceError("--game: only a file has numbered games")
    fen = None if list(words) == [START] else " ".join(words)
    moments, _ = follow(variants.get(variant or DEFAULT_VARIANT), fen, moves)
    return replace(moments[-1], remarks=moments[0].remarks)


def remarks(source: Moment | Games | Suite) -> Iterator[tuple[str, str]]:
    """Return (place, correction) for all FENs of a source."""
    starts: Iterable[tuple[str, Moment]]
    match source:
        case Moment():
            starts = [("", source)]
        case Games():
            starts = ((game.where, game.moments[0]) for game in source.games)
        case Suite():
            starts = ((problem.name, problem.moment) for problem in source.problems)
    return ((where, remark) for where, moment in starts for remark in moment.remarks)


def _looks_like_fen(word: str) -> bool:
    """Return True for a FEN in quotes, False for the name of a missing file."""
    return "/" in word and " " in word.strip()


def _read_file(path: Path, variant: str | None, game: int | None) -> Games | Suite:
    try:
        file = open(path, encoding="utf-8-sig", errors="replace")  # noqa: SIM115
    except (OSError, ValueError) as error:
        expected = "expected 'startpos', a FEN or a file of games or positions"
        raise SourceError(
            f"cannot read {clip(str(path))}: {error_reason(error)}; {expected}"
        ) from error
    with file:
        return _read_lines(file, path, variant, game)


def _read_lines(
    file: Iterable[str], path: Path, variant: str | None, game: int | None
) -> Games | Suite:
    """Read the games or problems of a file, no further than necessary."""
    kind = _KINDS.get(path.suffix.lower())
    lines = iter(file)
    if kind is None:
        kind, read = _kind_by_content(lines)
        lines = chain(read, lines)
    if kind == "epd":
        if game is not None:
            raise SourceError(f"--game: {path} holds positions, not games")
        game_of_suite = variants.get(variant or DEFAULT_VARIANT)
        return Suite(tuple(epd.read_suite(lines, str(path), game_of_suite)))
    default = variant or DEFAULT_VARIANT
    games = _read_log(path) if kind == "log" else _read_pgn(lines, str(path), default)
    return Games(tuple(_selected(games, str(path), variant, game)))


def _kind_by_content(lines: Iterator[str]) -> tuple[str, list[str]]:
    """Return the kind of a file, and the lines read to determine it.

    A log begins with an object, PGN with a tag or a move, EPD with ranks split by "/".
    """
    read: list[str] = []
    first = ""
    while not first and (line := next(lines, "")):
        read.append(line)
        first = "" if line.lstrip().startswith("#") else line.strip()
    if first.startswith("{") and _is_json(first):
        return "log", read
    word = first.split(None, 1)[0] if first else ""
    return "epd" if word.count("/") > 1 and not first.startswith("[") else "pgn", read


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _read_log(path: Path) -> Iterator[UncheckedGame]:
    """Yield the games of a match's log, in the order in which they ended."""
    from amalthea.protocol.records.journal import read_games

    for game in read_games(path):
        names = game.white, game.black, game.result
        yield UncheckedGame(game.number, game.variant, game.fen, game.moves, *names)


def _read_pgn(lines: Iterable[str], name: str, default: str) -> Iterator[UncheckedGame]:
    """Yield the games of a PGN file. default: the variant of games without a Variant tag."""
    from amalthea.protocol.records.pgn import read_pgn

    for number, game in enumerate(read_pgn(lines, name, default), 1):
        names = game.tags.get("White", "?"), game.tags.get("Black", "?"), game.result
        yield UncheckedGame(number, game.variant, game.fen, game.moves, *names, game.tags)


def _selected(
    games: Iterator[UncheckedGame], name: str, variant: str | None, wanted: int | None
) -> list[CheckedGame]:
    """Return the wanted game, or all; games before it are not checked, games after it not read."""
    found = []
    highest = 0
    for game in games:
        highest = max(highest, game.number)
        if wanted in (None, game.number):
            found.append(_checked(game, f"{name}, game {game.number}", variant))
        if wanted == game.number:
            break
    if not highest:
        raise SourceError(f"{name}: the file has no game")
    if not found:
        raise SourceError(f"{name}: no game {wanted}, expected --game from 1 to {highest}")
    return found


def _checked(game: UncheckedGame, where: str, variant: str | None) -> CheckedGame:
    """Return a game with its moments. Raises SourceError for any error in it."""
    if variant not in (None, game.variant):
        raise SourceError(f"{where}: the game is {game.variant}, but --variant is {variant}")
    try:
        played = variants.get(game.variant)
        moments, moves = follow(played, game.fen, game.moves)
    except AmaltheaError as error:
        raise SourceError(f"{where}: {error}") from error
    white, black = printable(game.white), printable(game.black)
    course = tuple(moments), tuple(moves)
    return CheckedGame(printable(where), played, white, black, game.result, *course, game.tags)
