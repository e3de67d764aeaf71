"""By what a player judges, as it travels to the processes that play, also on other machines."""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from engine.errors import reason
from engine.evaluation import Evaluation, HandWritten, NetFile
from training import TrainError


@dataclass(frozen=True, slots=True)
class Judge:
    """The hand-written evaluation, or a net. net: the bytes of its file."""

    net: bytes | None = field(default=None, repr=False)

    @classmethod
    def read(cls, path: Path | None) -> Judge:
        """Of a net's file; None is the hand-written evaluation. Raises TrainError."""
        try:
            return cls(None if path is None else path.read_bytes())
        except OSError as error:
            raise TrainError(f"{path}: {reason(error)}") from error

    def evaluation(self) -> Evaluation:
        """What a searcher in this process takes."""
        return HandWritten() if self.net is None else NetFile(_laid_down(self.net))


@lru_cache(maxsize=8)
def _laid_down(net: bytes) -> str:
    """A file of this process that holds the net: engines read nets from files.

    The name tells nets apart, as nobody reads a file twice.
    """
    path = _folder() / f"{hashlib.blake2b(net, digest_size=16).hexdigest()}.net"
    path.write_bytes(net)
    return str(path)


@cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="amalthea-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
