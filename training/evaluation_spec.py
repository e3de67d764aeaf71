"""The evaluation of a player, in a form that can be sent to other processes and machines."""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from amalthea.engine.evaluation import Evaluation, HandWritten, NetFile, TablesFile
from amalthea.engine.evaluation.net_file import MAGIC
from amalthea.engine.system_errors import error_reason
from amalthea.training import TrainError


@dataclass(frozen=True, slots=True)
class EvaluationSpec:
    """The hand-written evaluation, or that of a file. file: contents of a net or tables."""

    file: bytes | None = field(default=None, repr=False)

    @classmethod
    def read(cls, path: Path | None) -> EvaluationSpec:
        """Read a file; None is the hand-written evaluation. Raises TrainError."""
        try:
            return cls(None if path is None else path.read_bytes())
        except OSError as error:
            raise TrainError(f"{path}: {error_reason(error)}") from error

    def load(self) -> Evaluation:
        """Return the evaluation for a searcher in this process."""
        if self.file is None:
            return HandWritten()
        path = _temporary_file(self.file)
        is_net = self.file.startswith(MAGIC)
        return NetFile(path) if is_net else HandWritten(tables=TablesFile(path))


@lru_cache(maxsize=8)
def _temporary_file(data: bytes) -> str:
    """Write the data to a temporary file, which engines can read, and return its name.

    The name identifies the contents, because engines read every file only once.
    """
    path = _folder() / hashlib.blake2b(data, digest_size=16).hexdigest()
    path.write_bytes(data)
    return str(path)


@cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="amalthea-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
