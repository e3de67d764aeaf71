"""What there is to analyse: a position in words, or a file of games or of test positions.

A file's kind is told by its extension or, failing that, by how it begins.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError, clip, reason
from amalthea.protocol.analysis import epd
from amalthea.protocol.analysis.epd import Problem
from amalthea.protocol.analysis.moments import Moment, follow
from amalthea.protocol.analysis.study import Played
from amalthea.protocol.tool import printable

DEFAULT_VARIANT = "chess"
START = "startpos"
_KINDS = {".pgn": "pgn", ".epd": "epd", ".jsonl": "log", ".json": "log"}


class SourceError(AmaltheaError, ValueError):
    """What is to be analysed cannot be found or read, or is another thing than expected."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games of a file, at least one."""

    games: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """Tasks of a file, at least one."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A game as a file tells it, not checked yet.

    number: a match's own, or its place in the file, from 1. variant: its name.
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
    """A position, the games of a file, or its problems.

    words: `startpos`, a FEN or a file's name. moves: that lead on from the position. variant: a
    name, None where the file says or for chess. game: the number of the only one wanted, from 1.
    Raises SourceError and what the readers raise, with file and place.
    """
    name = words[0]
    if len(words) == 1 and name != START and (os.path.exists(name) or not _like_fen(name)):
        if moves:
            raise SourceError("--moves: only a position takes moves, a file has its own")
        return _read_file(Path(name), variant, game)
    if game is not None:
        raise SourceError("--game: only a file has numbered games")
    fen = None if list(words) == [START] else " ".join(words)
    moments, _ = follow(variants.get(variant or DEFAULT_VARIANT), fen, moves)
    return replace(moments[-1], remarks=moments[0].remarks)


def remarks(source: Moment | Games | Suite) -> Iterator[tuple[str, str]]:
    """(place, what had to be mended there) of all FENs of a source."""
    begun: Iterable[tuple[str, Moment]]
    match source:
        case Moment():
            begun = [("", source)]
        case Games():
            begun = ((game.where, game.moments[0]) for game in source.games)
        case Suite():
            begun = ((problem.name, problem.moment) for problem in source.problems)
    return ((where, remark) for where, moment in begun for remark in moment.remarks)


def _like_fen(word: str) -> bool:
    """Whether a single word reads like a FEN in quotes, not like the name of a missing file."""
    return "/" in word and " " in word.strip()


def _read_file(path: Path, variant: str | None, game: int | None) -> Games | Suite:
    try:
        file = open(path, encoding="utf-8-sig", errors="replace")  # noqa: SIM115
    except (OSError, ValueError) as error:
        expected = "expected 'startpos', a FEN or a file of games or positions"
        raise SourceError(f"cannot read {clip(str(path))}: {reason(error)}; {expected}") from error
    with file:
        return _read_lines(file, path, variant, game)


def _read_lines(
    file: Iterable[str], path: Path, variant: str | None, game: int | None
) -> Games | Suite:
    """What a file holds, which is read no further than it must be."""
    kind = _KINDS.get(path.suffix.lower())
    lines = iter(file)
    if kind is None:
        kind, read = _kind_by_content(lines)
        lines = chain(read, lines)
    if kind == "epd":
        if game is not None:
            raise SourceError(f"--game: {path} holds positions, not games")
        asked = variants.get(variant or DEFAULT_VARIANT)
        return Suite(tuple(epd.read_suite(lines, str(path), asked)))
    untold = variant or DEFAULT_VARIANT
    games = _read_log(path) if kind == "log" else _read_pgn(lines, str(path), untold)
    return Games(tuple(_chosen(games, str(path), variant, game)))


def _kind_by_content(lines: Iterator[str]) -> tuple[str, list[str]]:
    """What a file is, and the lines that were read to see that.

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


def _read_log(path: Path) -> Iterator[Told]:
    """The games of a match's log, in the order in which they ended."""
    from amalthea.protocol.records.journal import read_games

    for game in read_games(path):
        names = game.white, game.black, game.result
        yield Told(game.number, game.variant, game.fen, game.moves, *names)


def _read_pgn(lines: Iterable[str], name: str, untold: str) -> Iterator[Told]:
    """untold: the variant of games without a tag that tells it."""
    from amalthea.protocol.records.pgn import read_pgn

    for number, game in enumerate(read_pgn(lines, name, untold), 1):
        names = game.tags.get("White", "?"), game.tags.get("Black", "?"), game.result
        yield Told(number, game.variant, game.fen, game.moves, *names, game.tags)


def _chosen(
    told: Iterator[Told], name: str, variant: str | None, wanted: int | None
) -> list[Played]:
    """The wanted game, or all. Those before it are read over, those after it not at all."""
    found = []
    highest = 0
    for game in told:
        highest = max(highest, game.number)
        if wanted in (None, game.number):
            found.append(_played(game, f"{name}, game {game.number}", variant))
        if wanted == game.number:
            break
    if not highest:
        raise SourceError(f"{name}: no game in it")
    if not found:
        raise SourceError(f"{name}: no game {wanted}, expected --game from 1 to {highest}")
    return found


def _played(told: Told, where: str, variant: str | None) -> Played:
    """A game with its moments. Raises SourceError where something in it is wrong."""
    if variant not in (None, told.variant):
        raise SourceError(f"{where}: it is {told.variant}, not {variant} as --variant says")
    try:
        game = variants.get(told.variant)
        moments, moves = follow(game, told.fen, told.moves)
    except AmaltheaError as error:
        raise SourceError(f"{where}: {error}") from error
    white, black = printable(told.white), printable(told.black)
    ways = tuple(moments), tuple(moves)
    return Played(printable(where), game, white, black, told.result, *ways, told.tags)
