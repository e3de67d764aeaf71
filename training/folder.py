"""The folder of a training: its files, and who may write them."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Self

from amalthea.engine.errors import reason
from amalthea.protocol.storage.files import StorageError, open_locked

START = "start.net"


class Folder:
    """One training's folder, made if need be and kept from others in a `with` block.

    Raises StorageError when it cannot be had.
    """

    def __init__(self, path: Path, game: str) -> None:
        self.path = path
        self.game = game
        self._lock = self._locked()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._lock.close()

    @property
    def state(self) -> Path:
        """What has been done so far."""
        return self.path / "state.json"

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
        """The page that tells all."""
        return self.path / "report.html"

    def games(self, number: int) -> Path:
        """The games of a generation; the other files of it are named alike."""
        return self.path / f"g{number}.games.gz"

    def checkpoint(self, number: int) -> Path:
        """What a fit has brought so far."""
        return self.path / f"g{number}.fit.pt"

    def samples(self, number: int) -> Path:
        """The positions of a generation's games, as arrays; may be removed at any time."""
        return self.path / f"g{number}.samples.npz"

    def worth(self, number: int) -> Path:
        """What that net, or those tables, think of the pieces."""
        return self.path / f"g{number}.worth.json"

    def trial(self, number: int) -> Path:
        """The pairs of games against the best player before."""
        return self.path / f"g{number}.trial.gz"

    def hand(self, number: int) -> Path:
        """The pairs of games against the hand-written evaluation."""
        return self.path / f"g{number}.hand.gz"

    def named(self, net: str | None) -> Path | None:
        """The file of a net or of tables by its name in the state; None stays what it is."""
        return None if net is None else self.path / net

    def _locked(self) -> BinaryIO:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{self.path}: {reason(error)}") from error
        return open_locked(self.path / "lock", "another training")
