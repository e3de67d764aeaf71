"""The folder of a training: names of its files, and its lock."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Self

from amalthea.engine.errors import StorageError
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.records.self_play import STATE, SUFFIX
from amalthea.protocol.storage.files import open_locked

START = "start.net"


class Folder:
    """The folder of a training.

    It is made if need be, and locked in a `with` block. Raises StorageError.
    """

    def __init__(self, path: Path, game: str) -> None:
        self.path = path
        self.game = game
        self._lock = self._open_lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._lock.close()

    @property
    def state(self) -> Path:
        """The file of the state."""
        return self.path / STATE

    @property
    def workers(self) -> Path:
        """Temporary files of the worker processes."""
        return self.path / "workers"

    @property
    def result(self) -> Path:
        """The best net."""
        return self.path / f"{self.game}.net"

    @property
    def tables(self) -> Path:
        """The best tables of the hand-written evaluation."""
        return self.path / f"{self.game}.toml"

    @property
    def report(self) -> Path:
        """The report."""
        return self.path / "report.html"

    def games(self, number: int) -> Path:
        """Return the file of a generation's games; its other files are named alike."""
        return self.path / f"g{number}{SUFFIX}"

    def checkpoint(self, number: int) -> Path:
        """Return the file of a fit's state."""
        return self.path / f"g{number}.fit.pt"

    def piece_values(self, number: int) -> Path:
        """Return the file of the piece values of a generation's net or tables."""
        return self.path / f"g{number}.worth.json"

    def trial(self, number: int) -> Path:
        """Return the file of the pairs of games against the previous best player."""
        return self.path / f"g{number}.trial.gz"

    def hand(self, number: int) -> Path:
        """Return the file of the pairs of games against the hand-written evaluation."""
        return self.path / f"g{number}.hand.gz"

    def file_named(self, net: str | None) -> Path | None:
        """Return the file of a net or of tables by its name in the state; None if that is None."""
        return None if net is None else self.path / net

    def _open_lock(self) -> BinaryIO:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{self.path}: {error_reason(error)}") from error
        return open_locked(self.path / "lock", "another training is running in this folder")
