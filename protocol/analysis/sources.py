"""Sources of an analysis: a position on the command line, or a file of games or test positions.

The kind of a file follows from its extension, or else from its first line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.text import printable
from amalthea.protocol.analysis import epd
from amalthea.protocol.analysis.epd import Problem
from amalthea.protocol.analysis.moments import Moment, follow
from amalthea.protocol.analysis.study import CheckedGame
from amalthea.protocol.text_file import TextFileError, read_lines

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.records.annotation import Annotation
    from amalthea.protocol.records.pgn_text import GameText
    from amalthea.protocol.records.variations import Variation

DEFAULT_VARIANT = "chess"
START = "startpos"
_KINDS = {".pgn": "pgn", ".epd": "epd", ".jsonl": "log", ".json": "log"}
_COUNTED = 200  # games; the positions of a shorter file are counted in advance
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst")

Warn = Callable[[str], None]


class SourceError(AmaltheaError, ValueError):
    """Error for a source that cannot be found or read, or is not of the expected kind."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games of a file, at least one, read as they are iterated over, once.

    first: the first one. has_more: True if there are others. total: the number of positions of all,
    None if there are many games. errors: those of games that have been read so far.
    """

    first: CheckedGame
    has_more: bool
    total: int | None
    games: Iterator[CheckedGame]
    errors: list[str]


@dataclass(frozen=True, slots=True)
class Suite:
    """Problems of a file, at least one. errors: those of lines that could not be read."""

    problems: tuple[Problem, ...]
    errors: list[str]


@dataclass(frozen=True, slots=True)
class UncheckedGame:
    """Game of a file whose moves have not been checked.

    remarks: corrections of its position, and what could not be read of its variations.
    """

    variant: Variant
    fen: str | None
    moves: tuple[str, ...]
    white: str
    black: str
    result: str
    tags: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    annotations: Mapping[int, Annotation] = field(default_factory=dict)
    side_lines: tuple[Variation, ...] = ()


class _Entry(NamedTuple):
    """A game that has yet to be read. number: that of the match, or of the file, from 1."""

    number: int
    plies: int
    read: Callable[[], UncheckedGame | None]


def read_source(
    words: Sequence[str],
    moves: Sequence[str],
    variant: str | None,
    game: int | None,
    warn: Warn = lambda _: None,
) -> Moment | Games | Suite:
    """Return a position, the games of a file, or its problems.

    words: `startpos`, a FEN or a file's name. moves: played from the position. variant: a name,
    None for that of the file, or chess. game: the number of a single game, from 1. warn: called
    with what cannot be read in a file of games, and with corrections of their positions.
    Raises SourceError and the errors of the readers, with file and line; for a file of games also
    while they are read.
    """
    name = words[0]
    if len(words) == 1 and name != START and (os.path.exists(name) or not _looks_like_fen(name)):
        if moves:
            raise SourceError("--moves: only a position takes moves, a file has its own")
        return _read_file(Path(name), variant, game, warn)
    if game is not None:
        raise SourceError("--game: only a file has numbered games")
    fen = None if list(words) == [START] else " ".join(words)
    moments, _ = follow(variant or DEFAULT_VARIANT, fen, moves)
    return replace(moments[-1], remarks=moments[0].remarks)


def remarks(source: Moment | Suite) -> Iterator[tuple[str, str]]:
    """Return pairs of the problem's name, "" for a position, and a correction of its FEN."""
    if isinstance(source, Moment):
        starts = [("", source)]
    else:
        starts = [(problem.name, problem.moment) for problem in source.problems]
    return ((where, remark) for where, moment in starts for remark in moment.remarks)


def _looks_like_fen(word: str) -> bool:
    """Return True for a FEN in quotes, False for the name of a missing file."""
    return "/" in word and " " in word.strip()


def _read_file(path: Path, variant: str | None, game: int | None, warn: Warn) -> Games | Suite:
    """Read a file, no further than necessary."""
    try:
        lines = read_lines(path)
    except TextFileError as error:
        expected = "expected 'startpos', a FEN or a file of games or positions"
        raise SourceError(f"{error}; {expected}") from error
    suffixes = path.suffixes[:-1] if path.suffix.lower() in _COMPRESSED else path.suffixes
    kind = _KINDS.get(suffixes[-1].lower()) if suffixes else None
    if kind is None:
        kind, read = _kind_by_content(lines)
        lines = chain(read, lines)
    name = str(path)
    errors: list[str] = []

    def refuse(error: str) -> None:
        errors.append(error)
        warn(error)

    if kind == "epd":
        if game is not None:
            raise SourceError(f"--game: {path} holds positions, not games")
        game_of_suite = variants.get(variant or DEFAULT_VARIANT)
        return Suite(tuple(epd.read_suite(lines, name, game_of_suite, refuse)), errors)
    if kind == "log":
        entries = _read_log(lines, name)
    else:
        entries = _read_pgn(lines, name, variant or DEFAULT_VARIANT, refuse)
    return _games(entries, name, variant, game, warn, errors)


def _games(
    entries: Iterator[_Entry],
    name: str,
    variant: str | None,
    wanted: int | None,
    warn: Warn,
    errors: list[str],
) -> Games:
    """Return the wanted game, or all. Raises SourceError if there is none."""
    few = list(islice(entries, _COUNTED))
    is_counted = wanted is None and len(few) < _COUNTED
    total = sum(entry.plies + 1 for entry in few) if is_counted else None
    games = _selected(chain(few, entries), name, variant, wanted, warn)
    ahead = list(islice(games, 2))
    return Games(ahead[0], len(ahead) > 1, total, chain(ahead, games), errors)


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


def _read_log(lines: Iterable[str], name: str) -> Iterator[_Entry]:
    """Yield the games of a match's log, in the order in which they ended."""
    from amalthea.protocol.records.journal import read_log

    for game in read_log(lines, name):
        names = game.white, game.black, game.result
        found = UncheckedGame(variants.get(game.variant), game.fen, game.moves, *names)
        yield _Entry(game.number, len(game.moves), partial(_itself, found))


def _itself(game: UncheckedGame) -> UncheckedGame:
    return game


def _read_pgn(lines: Iterable[str], name: str, default: str, refuse: Warn) -> Iterator[_Entry]:
    """Yield the games of a PGN file. default: the variant of games without a Variant tag."""
    from amalthea.protocol.records.pgn_text import read_texts

    for number, text in enumerate(read_texts(lines, name), 1):
        yield _Entry(number, text.plies, partial(_play, text, default, refuse))


def _play(text: GameText, default: str, refuse: Warn) -> UncheckedGame | None:
    """Return a game as far as it can be read; None if its beginning cannot be read."""
    from amalthea.protocol.records.pgn import game_of, read_variations

    game = game_of(text, default)
    for error in game.errors:
        refuse(str(error))
    if not game.is_readable:
        return None
    names = game.tags.get("White", "?"), game.tags.get("Black", "?"), game.result
    side_lines = read_variations(game, "in a variation:")
    return UncheckedGame(
        game.start().variant,
        game.fen,
        game.moves,
        *names,
        tags=game.tags,
        remarks=(*game.remarks, *map(str, side_lines.errors)),
        annotations=side_lines.annotations,
        side_lines=tuple(side_lines.lines),
    )


def _selected(
    entries: Iterable[_Entry], name: str, variant: str | None, wanted: int | None, warn: Warn
) -> Iterator[CheckedGame]:
    """Yield the wanted game, or all; games before it are not checked, games after it not read.

    Raises SourceError if there is none.
    """
    number = highest = found = 0
    for number, _, read in entries:
        highest = max(highest, number)
        if wanted in (None, number) and (game := read()):
            found += 1
            yield _checked(game, name, number, variant, warn)
        if wanted == number:
            break
    if not highest:
        raise SourceError(f"{name}: the file has no game")
    if wanted is not None and wanted != number:
        raise SourceError(f"{name}: no game {wanted}, expected --game from 1 to {highest}")
    if not found:
        raise SourceError(f"{name}: no game can be read")


def _checked(
    game: UncheckedGame, name: str, number: int, variant: str | None, warn: Warn
) -> CheckedGame:
    """Return a game with its moments. Raises SourceError for any error in it."""
    played, where = game.variant, f"{name}, game {number}"
    if variant not in (None, played.name):
        raise SourceError(f"{where}: the game is {played.name}, but --variant is {variant}")
    try:
        moments, moves = follow(played, game.fen, game.moves)
    except AmaltheaError as error:
        raise SourceError(f"{where}: {error}") from error
    for remark in dict.fromkeys((*game.remarks, *moments[0].remarks)):
        warn(f"{where}: {remark}")
    return CheckedGame(
        printable(name),
        number,
        played,
        printable(game.white),
        printable(game.black),
        game.result,
        tuple(moments),
        tuple(moves),
        game.tags,
        game.annotations,
        game.side_lines,
    )
