"""Where the command's words go: lines on standard output and standard error, and whole files."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import AmaltheaError
from protocol.console import clip, reason

COMMAND = "amalthea analyse"
_FILE_MODE = 0o666  # less what the user's umask takes away


class OutputError(AmaltheaError):
    """A file cannot be written."""


def say(text: str) -> None:
    """A line on standard output, whatever it can hold."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(printable(text).encode(encoding, "replace").decode(encoding), flush=True)


def say_json(values: Mapping[str, Any]) -> None:
    """An object as one line on standard output."""
    say(json.dumps(values, separators=(",", ":")))


def warn(text: str) -> None:
    """A line on standard error; nothing when nobody listens."""
    with contextlib.suppress(OSError):
        print(f"{COMMAND}: {printable(' '.join(text.split()))}", file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Text of a file or a user with "?" for what could upset a terminal or a picture."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def abandon() -> None:
    """What is still in the buffer of standard output must not fail again at the exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def check_writable(path: Path) -> None:
    """Raises OutputError for a file that could not be written, before any work is done for it."""
    folder = path.parent
    if path.is_dir():
        raise OutputError(f"cannot write {clip(str(path))}: it is a directory")
    if not folder.is_dir():
        raise OutputError(f"cannot write {clip(str(path))}: no directory {clip(str(folder))}")
    if not os.access(folder, os.W_OK):
        raise OutputError(f"cannot write {clip(str(path))}: the directory may not be changed")


def write_file(path: Path, text: str) -> None:
    """Writes all or nothing: the old file stays until the new one is whole. Raises OutputError."""
    temporary = ""
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        os.chmod(temporary, _FILE_MODE & ~_umask())
        os.replace(temporary, path)
    except OSError as error:
        raise OutputError(f"cannot write {clip(str(path))}: {reason(error)}") from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _umask() -> int:
    """The process's mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Progress:
    """How far a long work is: one line on a terminal, redrawn in place, else nothing."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        """done: how many positions; all of them take the line away."""
        if self._shown:
            text = f"{self._what}: position {done + 1} of {total}" if done < total else ""
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
