"""PGN files of the terminal: games are added to them and taken from them."""

from __future__ import annotations

import os
from io import StringIO
from itertools import islice
from pathlib import Path

from amalthea.engine.options import whole_number
from amalthea.engine.text import clip
from amalthea.protocol import tool
from amalthea.protocol.records.game_record import UNFINISHED
from amalthea.protocol.records.pgn import PgnGame, game_of, title_of
from amalthea.protocol.records.pgn_text import GameText, read_texts
from amalthea.protocol.storage.files import read_bytes, replace_file
from amalthea.protocol.text_file import read_lines

_LISTED = 20  # games of a file to choose from
_LOOKED_AT = 1 << 16  # bytes at the begin of a file that show whether it is PGN


def real_path(name: str) -> Path:
    """Return the path of the file that a name of any kind means. Raises UsageError."""
    try:
        return Path(os.path.realpath(os.path.expanduser(name)))
    except ValueError as error:  # no name of a file
        raise tool.UsageError(f"{clip(name)}: {error}") from error


def save(path: Path, game: bytes, earlier: bytes) -> str:
    """Write a game after the other games of a file; return what was done as a sentence.

    earlier: what was saved of the same game before, which the game replaces if the file still ends
    with it; "" for nothing. Raises UsageError for a file of something else, and StorageError.
    """
    tool.check_writable(path)
    before = read_bytes(path) if os.path.exists(path) else b""
    shown = clip(str(path), 300)
    if before and not _is_pgn(before[:_LOOKED_AT]):
        raise tool.UsageError(f"{shown} is not a PGN file, save under another name")
    others = before.removesuffix(earlier) if earlier else before
    if others and not others.endswith(b"\n\n"):
        others += b"\n" if others.endswith(b"\n") else b"\n\n"
    replace_file(path, [others, game])
    if not others:
        return f"Saved in {shown}."
    return f"Saved after the other games in {shown}."


def _is_pgn(begin: bytes) -> bool:
    """Return True if a file that begins so has a game with tags."""
    first = next(read_texts(StringIO(begin.decode(errors="replace")), ""), None)
    return first is not None and bool(first.tags)


def load(words: str) -> PgnGame | list[str]:
    """Return the game that `FILE` or `FILE N` names, or the titles of several to choose from.

    Raises UsageError, TextFileError and PgnError.
    """
    path, number = _place(words)
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
            return _readable(game_of(text))
    shown = clip(str(path), 300)
    expected = f"no game {number}, expected 1 to {at}" if at else "the file has no game"
    raise tool.UsageError(f"{shown}: {expected}")


def _place(words: str) -> tuple[Path, int | None]:
    """Return the file and the number of a game, None without one."""
    path = os.path.expanduser(words)
    name, _, last = words.rpartition(" ")
    number = whole_number(last)
    if number is None or not name.strip() or os.path.exists(path):
        return Path(path), None
    return Path(os.path.expanduser(name.strip())), number


def _readable(game: PgnGame) -> PgnGame:
    """Return a game of which something could be read. Raises PgnError for others."""
    if not game.is_readable:
        raise game.errors[0]
    return game


def _title(text: GameText) -> str:
    """Return the title of a game that has not been played through."""
    tags = {name: word.text for name, word in text.tags.items()}
    return title_of(tags, text.result or tags.get("Result", UNFINISHED))
