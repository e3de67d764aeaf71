"""Reading, locking, replacing and extending files, with errors that name the file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from amalthea.engine.errors import StorageError
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip

MAX_SHOWN_PATH = 300  # characters of a path in a message
_FILE_MODE = 0o666  # less the user's umask


class WriteError(StorageError):
    """Error for a file that cannot be written."""


def unwritable(path: Path, why: str) -> WriteError:
    """Return the error for a file that cannot be written."""
    return WriteError(f"cannot write {clip(str(path), MAX_SHOWN_PATH)}: {why}")


def read_bytes(path: Path) -> bytes:
    """Return the contents of a file. Raises StorageError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path}: {error_reason(error)}") from error


def replace_file(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file completely or not at all: an old file stays until the new one is on the disk.

    Raises WriteError.
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
        raise unwritable(path, error_reason(error)) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


class Products:
    """Files made from data that is safe elsewhere, so that failed writes can be repeated later."""

    def __init__(self) -> None:
        self._failures: dict[str, str] = {}  # messages by name, of files whose last write failed

    @property
    def failures(self) -> list[str]:
        """The messages of the files that could not be written the last time."""
        return list(self._failures.values())

    def write(self, name: str, write: Callable[[], object]) -> list[str]:
        """Write a file; return the message if that fails now and did not the time before."""
        try:
            write()
        except StorageError as error:
            known = name in self._failures
            self._failures[name] = str(error)
            return [] if known else [f"{error}; it is tried again later"]
        self._failures.pop(name, None)
        return []


def open_locked(path: Path, locked: str) -> BinaryIO:
    """Open a file to read and append, made if need be and locked until it is closed.

    Raises StorageError, with `locked` as the message if the file is locked.
    """
    try:
        file = open(path, "a+b")  # noqa: SIM115
    except OSError as error:
        raise StorageError(f"{path}: {error_reason(error)}") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StorageError(f"{path}: {locked}") from error
    file.seek(0)
    return file


def append(file: BinaryIO, data: bytes) -> None:
    """Write data to the end of an open file and wait until it is on the disk. Raises WriteError.

    Nothing is left in a buffer, which would fail again when the file is closed.
    """
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[os.write(file.fileno(), rest) :]
        os.fsync(file.fileno())
    except OSError as error:
        raise unwritable(Path(file.name), error_reason(error)) from error


def sync_folder(folder: Path) -> None:
    """Wait until the names of new files are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _umask() -> int:
    """Return the process's mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
