"""The nets that the general net has made, kept in the user's cache folder.

A file is named by a digest of what its net was made from, and begins with one of its contents. A
folder that cannot be used costs the time to make a net anew, and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

_DIGEST = 32  # bytes
_MOST_FILES = 100
_SUFFIX = ".made"


def cached(key: str, size: int, make: Callable[[], bytes]) -> bytes:
    """Return the bytes that were kept under a key, or make and keep them.

    key: letters and digits. size: how many bytes there must be.
    """
    path = _folder() / f"{key}{_SUFFIX}"
    kept = _read(path)
    if kept is not None and len(kept) == size:
        return kept
    made = make()
    _write(path, made)
    return made


def _folder() -> Path:
    """Return the folder, also if there is none yet."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path(os.path.expanduser("~"), ".cache")) / "amalthea" / "nets"


def _read(path: Path) -> bytes | None:
    """Return the contents of a file, None if it is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    contents = data[_DIGEST:]
    return contents if data[:_DIGEST] == _digest(contents) else None


def _write(path: Path, contents: bytes) -> None:
    temporary = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(_digest(contents) + contents)
        temporary.replace(path)
        _remove_oldest(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _remove_oldest(folder: Path) -> None:
    kept = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda each: each.stat().st_mtime)
    for each in kept[:-_MOST_FILES]:
        each.unlink(missing_ok=True)


def _digest(contents: bytes) -> bytes:
    return hashlib.blake2b(contents, digest_size=_DIGEST).digest()
