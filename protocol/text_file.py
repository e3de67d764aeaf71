"""Text files that a user has named, read line by line, compressed or not, in any usual encoding."""

from __future__ import annotations

import codecs
import importlib
import lzma
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip
from amalthea.protocol.tool import install_command

_MOST_CHARACTERS = 1 << 26  # of a line
_LATIN_1 = "amalthea.latin-1"  # the name of an error handler

_ZSTD = ("compression.zstd", "backports.zstd")  # the standard library's from Python 3.14 on

# The first bytes of compressed files, and the modules that may read them.
_MODULES = {
    b"\x1f\x8b": ("gzip",),
    b"BZh": ("bz2",),
    b"\xfd7zXZ\x00": ("lzma",),
    b"\x28\xb5\x2f\xfd": _ZSTD,
}
_LONGEST_MAGIC = max(map(len, _MODULES))


class TextFileError(AmaltheaError, ValueError):
    """Error for a text file that cannot be opened, decompressed or read."""


def read_lines(path: str | Path) -> Iterator[str]:
    """Open a text file and return an iterator of its lines, with plain newlines.

    The file may be compressed with gzip, bzip2, xz or Zstandard, whatever its name is. Bytes that
    are not UTF-8 are taken for Latin-1, and UTF-16 is recognised by its byte order mark. Raises
    TextFileError, also while the lines are read.
    """
    shown = clip(str(path), 300)
    try:
        file = open(path, "rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise TextFileError(f"cannot read {shown}: {error_reason(error)}") from error
    return _lines(file, shown)


def _lines(file: BinaryIO, shown: str) -> Iterator[str]:
    """Yield the lines of an open file, and close it."""
    number = 0
    errors = _errors_of_reading()
    with file:
        try:
            text = _decoded(_decompressed(file))
            while line := text.readline(_MOST_CHARACTERS):
                if len(line) == _MOST_CHARACTERS:
                    raise ValueError(f"the line is longer than {_MOST_CHARACTERS:,} characters")
                number += 1
                yield line
        except TextFileError:
            raise
        except errors as error:
            why = error_reason(error)
            raise TextFileError(f"cannot read {shown} from line {number + 1} on: {why}") from error


def _decompressed(file: Any) -> Any:
    """Return an open file as one that is not compressed. Raises TextFileError."""
    first_bytes = file.peek(_LONGEST_MAGIC)
    for magic, names in _MODULES.items():
        if first_bytes.startswith(magic):
            module = _installed(names)
            if module is None:
                shown = clip(str(file.name), 300)
                needed = f"Zstandard needs a library: {install_command('zstd')}"
                raise TextFileError(f"cannot read {shown}: {needed}")
            return module.open(file)
    return file


def _installed(names: Iterable[str]) -> Any:
    """Return the first of several modules that is installed, or None."""
    for name in names:
        with suppress(ImportError):
            return importlib.import_module(name)
    return None


def _errors_of_reading() -> tuple[type[Exception], ...]:
    """Return the errors of files that are unreadable or damaged."""
    zstd = _installed(_ZSTD)
    known = OSError, EOFError, ValueError, zlib.error, lzma.LZMAError
    return (*known, zstd.ZstdError) if zstd else known


def _decoded(file: Any) -> TextIOWrapper:
    """Return a file of bytes as one of text."""
    first_bytes = file.peek(len(codecs.BOM_UTF16_LE))
    utf_16 = first_bytes.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return TextIOWrapper(file, "utf-16" if utf_16 else "utf-8-sig", _LATIN_1)


def byte_length(line: bytes, characters: int) -> int:
    """Return how many bytes the first `characters` characters of a line of `read_lines` take."""
    text = line.decode("utf-8", _LATIN_1)
    length = 0
    for character in text[:characters]:
        encoded = character.encode()
        length += len(encoded) if line.startswith(encoded, length) else 1
    return length


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Return undecodable bytes read as Latin-1, and the index at which decoding goes on.

    This is an error handler of `codecs`.
    """
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_LATIN_1, _as_latin_1)
