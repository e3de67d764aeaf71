"""PGN files of the terminal: games are added to them and taken from them."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from amalthea.engine.options import whole_number
from amalthea.engine.text import clip
from amalthea.protocol import tool
from amalthea.protocol.records.game_record import UNFINISHED
from amalthea.protocol.records.pgn import PgnGame, game_of, title_of
from amalthea.protocol.records.pgn_text import GameText, read_texts
from amalthea.protocol.storage.files import read_bytes, replace_file
from amalthea.protocol.text_file import byte_length, read_lines

_LISTED = 20  # games of a file to choose from
_WORD = re.compile(rb"[^\s{(;%\[]*")
_CHECKED_BYTES = 1 << 16  # at the beginning of a file, which show whether it is PGN


class Place(NamedTuple):
    """Place of a game in a file. game: its text there, without the empty lines behind it."""

    offset: int
    game: bytes

    def split(self, data: bytes) -> tuple[bytes, bytes]:
        """Return what a file has before and behind the game."""
        return data[: self.offset], data[self.offset + len(self.game) :]


class LoadedGame(NamedTuple):
    """Loaded game with its file. place: None where the game cannot be replaced."""

    game: PgnGame
    path: Path
    place: Place | None


def real_path(name: str) -> Path:
    """Return the absolute path of a file, without links, so that it has one name only.

    Raises UsageError.
    """
    try:
        return Path(os.path.realpath(os.path.expanduser(name)))
    except ValueError as error:  # such as a null byte in the name
        raise tool.UsageError(f"{clip(name)}: {error}") from error


def save(path: Path, game: bytes, earlier: Place | None) -> tuple[str, Place]:
    """Write a game in its earlier place, or else after the other games of a file.

    earlier: where the file had the game before; it is not used if the file has changed there.
    Return what was done as a sentence, and the place of the game now. Raises UsageError for a file
    of something else, and StorageError.
    """
    tool.check_writable(path)
    data = read_bytes(path) if os.path.exists(path) else b""
    shown = clip(str(path), 300)
    if data and not _is_pgn(data[:_CHECKED_BYTES]):
        raise tool.UsageError(f"{shown} is not a PGN file, save under another name")
    is_there = earlier is not None and data.startswith(earlier.game, earlier.offset)
    before, after = earlier.split(data) if earlier and is_there else (data, b"")
    end = b"\r\n" if b"\r\n" in data[:_CHECKED_BYTES] else b"\n"
    if before.removeprefix(codecs.BOM_UTF8):
        before += _missing_lines(before, end)
    game = game.rstrip(b"\n").replace(b"\n", end)
    after = after or 2 * end
    if not after.startswith((b"\n", b"\r")):
        after = 2 * end + after
    replace_file(path, [before, game, after])
    place = Place(len(before), game)
    if is_there:
        return f"Saved in {shown} in place of the game as it was before.", place
    return f"Saved {'after the other games ' if before else ''}in {shown}.", place


def _missing_lines(text: bytes, end: bytes) -> bytes:
    """Return the line ends that a text lacks before another game can begin."""
    if text.endswith((b"\n\n", b"\n\r\n", b"\r\r")):
        return b""
    return end if text.endswith((b"\n", b"\r")) else 2 * end


def _is_pgn(begin: bytes) -> bool:
    """Return True if the first bytes of a file are those of a game with tags."""
    first = next(read_texts(StringIO(begin.decode(errors="replace")), ""), None)
    return first is not None and bool(first.tags)


def load(words: str) -> LoadedGame | list[str]:
    """Return the game that `FILE` or `FILE N` names, or the titles of several to choose from.

    Raises UsageError, TextFileError and PgnError.
    """
    path, number = _file_and_number(words)
    texts = read_texts(read_lines(path), str(path))
    if number is None:
        first = list(islice(texts, _LISTED + 1))
        if len(first) > 1:
            return [f"{at}. {_title(text)}" for at, text in enumerate(first[:_LISTED], 1)] + (
                ["..."] if len(first) > _LISTED else []
            )
        texts, number = iter(first), 1
    at = 0
    for at, text in enumerate(texts, 1):
        if at == number:
            game = _readable(game_of(text))
            return LoadedGame(
                game, real_path(str(path)), _find_place(path, text, next(texts, None))
            )
    shown = clip(str(path), 300)
    expected = f"no game {number}, expected 1 to {at}" if at else "the file has no game"
    raise tool.UsageError(f"{shown}: {expected}")


def _file_and_number(words: str) -> tuple[Path, int | None]:
    """Return the file and the number of a game, None without one."""
    path = os.path.expanduser(words)
    name, _, last = words.rpartition(" ")
    number = whole_number(last)
    if number is None or not name.strip() or os.path.exists(path):
        return Path(path), None
    return Path(os.path.expanduser(name.strip())), number


def _find_place(path: Path, text: GameText, following: GameText | None) -> Place | None:
    """Return the place of a game in a file, None if the file is not one of plain text.

    following: the next game of the file. Raises StorageError.
    """
    data = read_bytes(path)
    if not _is_pgn(data[:_CHECKED_BYTES]):
        return None
    lines = data.splitlines(keepends=True)
    start = _offset(lines, text.line, text.column)
    if text.end:
        end = _offset(lines, text.end.line, text.end.column)
        word = _WORD.match(data, end)
        assert word
        return Place(start, data[start : word.end()])
    end = _offset(lines, following.line, following.column) if following else len(data)
    return Place(start, data[start:end].rstrip())


def _offset(lines: Sequence[bytes], line: int, column: int) -> int:
    """Return the number of bytes before a line and column, both from 1."""
    before, text = sum(map(len, lines[: line - 1])), lines[line - 1]
    mark = len(codecs.BOM_UTF8) * text.startswith(codecs.BOM_UTF8)
    return before + mark + byte_length(text[mark:], column - 1)


def _readable(game: PgnGame) -> PgnGame:
    """Return a game of which something could be read. Raises PgnError for others."""
    if not game.is_readable:
        raise game.errors[0]
    return game


def _title(text: GameText) -> str:
    """Return the title of a game that has not been played through."""
    tags = {name: word.text for name, word in text.tags.items()}
    return title_of(tags, text.result or tags.get("Result", UNFINISHED))
