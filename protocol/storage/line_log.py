"""Files of JSON lines that only grow. A line is on the disk before `append` returns.

A program that was killed leaves at most one incomplete line, the last one, which is cut off when
the file is opened again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from amalthea.engine.errors import StorageError
from amalthea.protocol.storage import files


class LineLog:
    """An open log, locked until it is closed.

    Args:
        begin: how the first line of a log of this kind begins; other files are left alone.
        expected: what the first line should be, for messages.
        locked: the message if the file is locked.

    Attributes:
        lines: all whole lines, as they were when the log was opened.

    Raises StorageError.
    """

    def __init__(self, path: Path, begin: bytes, expected: str, locked: str) -> None:
        self.path = path
        self._file = files.open_locked(path, locked)
        try:
            data = self._file.read()
            self.lines = whole_lines(data)
            if not self.lines and not begin.startswith(data[: len(begin)]):
                raise StorageError(f"{path}: line 1: expected {expected}")
            if len(self.lines) < len(data):
                self._file.truncate(len(self.lines))
        except BaseException:
            self._file.close()
            raise

    def append(self, values: Mapping[str, Any]) -> None:
        """Write a line and wait until it is on the disk. Raises WriteError."""
        line = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        files.append(self._file, f"{line}\n".encode())

    def close(self) -> None:
        """Close the log; others may open it then."""
        self._file.close()


def whole_lines(data: bytes) -> bytes:
    """Return the data without a last line that is incomplete or not JSON."""
    end = data.rfind(b"\n") + 1
    last = data.rfind(b"\n", 0, end - 1) + 1
    try:
        json.loads(data[last:end] or b"0")
    except (ValueError, RecursionError):
        return data[:last]
    return data[:end]
