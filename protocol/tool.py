"""What the tools of the command share: arguments, errors in one line, exit statuses, files.

A tool's words go to standard output, its mistakes to standard error.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from amalthea.engine import game_kinds
from amalthea.engine.errors import AmaltheaError, EngineFault, VariantError, clip, number_of, reason
from amalthea.protocol import BAD_USAGE, FAILED, INTERRUPTED
from amalthea.protocol.console import abandon_output

_LONGEST_PATH = 300  # characters of it in a message
_FILE_MODE = 0o666  # less what the user's umask takes away


class UsageError(AmaltheaError, ValueError):
    """The words of a command make no sense together."""


class FileError(AmaltheaError):
    """A file cannot be written."""


class Parser(argparse.ArgumentParser):
    """Raises UsageError, so that a wrong word is told in one line like any other mistake."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(f"{message} ({self.prog} --help tells more)")


def run(
    name: str,
    body: Callable[[], int],
    failures: tuple[type[AmaltheaError], ...] = (EngineFault,),
) -> int:
    """The exit status of a tool, whatever happens in it.

    failures: errors that are not the user's.
    """
    try:
        status = body()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except AmaltheaError as error:
        warn(name, str(error))
        return FAILED if isinstance(error, failures) else BAD_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        abandon_output()
        if not isinstance(error, BrokenPipeError):
            warn(name, f"standard output: {reason(error)}")
        return FAILED


def say(text: str) -> None:
    """Lines on standard output, whatever it can hold."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for line in text.split("\n"):
        print(printable(line).encode(encoding, "replace").decode(encoding), flush=True)


def warn(name: str, text: str) -> None:
    """A tool's line on standard error; nothing when nobody listens."""
    with contextlib.suppress(OSError):
        line = printable(" ".join(text.split()))
        print(f"amalthea {name}: {line}", file=sys.stderr, flush=True)


class WholeNumber:
    """A whole number from 1 on, for argparse."""

    def __init__(self, highest: int | None = None) -> None:
        self._highest = highest

    def __call__(self, text: str) -> int:
        from amalthea.engine.options import whole_number

        value = whole_number(text)
        if value is None or value < 1 or (self._highest and value > self._highest):
            bounds = f"from 1 to {self._highest}" if self._highest else "of at least 1"
            raise argparse.ArgumentTypeError(f"{clip(text)}, expected a whole number {bounds}")
        return value


def mended(found: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Lines on what was read though it was wrong, by (place, what was made of it); places may be
    "". Each sentence comes once, with the first place and how many there are.
    """
    places: dict[str, list[str]] = {}
    for where, remark in found:
        places.setdefault(remark, []).append(where)
    for remark, (first, *others) in places.items():
        text = f"{first}: {remark}" if first else remark
        yield f"{text} (and so {number_of(len(others), 'more time')})" if others else text


def printable(text: str) -> str:
    """Text of a file or a user with "?" for what could upset a terminal or a picture."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def load_variants(path: str | None) -> list[VariantError]:
    """Makes the games of a variant file known, if one is named; what is wrong with others in it.

    Asking for one of those raises its fault. Raises VariantError for a file that cannot be read.
    """
    return game_kinds.load_variants(path)[1] if path is not None else []


def is_folder(path: str | Path) -> bool:
    """Whether it is one. Path.is_dir raises OSError for a name that no system takes."""
    return os.path.isdir(path)


def check_writable(path: Path) -> None:
    """Raises FileError for a file that could not be written, before any work is done for it."""
    folder = path.parent
    if is_folder(path):
        raise _unwritable(path, "it is a directory")
    if not is_folder(folder):
        raise _unwritable(path, f"no directory {clip(str(folder), _LONGEST_PATH)}")
    if not os.access(folder, os.W_OK):
        raise _unwritable(path, "the directory may not be changed")


def make_folder(path: Path) -> None:
    """Makes a folder and those around it, where they are not there. Raises FileError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, reason(error)) from error


def write_file(path: Path, text: str) -> None:
    """Writes a text as `write_whole` does. Raises FileError."""
    write_whole(path, [text.encode(errors="replace")])


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Writes all or nothing: the old file stays until the new one is on the disk.

    Raises FileError.
    """
    temporary = ""
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with open(descriptor, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(descriptor)
        os.chmod(temporary, _FILE_MODE & ~_umask())
        os.replace(temporary, path)
    except (OSError, ValueError) as error:
        raise _unwritable(path, reason(error)) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _unwritable(path: Path, why: str) -> FileError:
    return FileError(f"cannot write {clip(str(path), _LONGEST_PATH)}: {why}")


def _umask() -> int:
    """The process's mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
