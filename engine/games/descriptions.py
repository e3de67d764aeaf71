"""The descriptions of the shipped games of pieces, which the build has read from their files.

Reading them anew costs some milliseconds a game, which every process would spend.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine.games import FILES

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant

FILE = "descriptions.pickle"  # made by scripts/describe_games.py


def find(name: str) -> PiecesVariant | None:
    """Return the description of a game, None if the build has made none."""
    pickled = _pickled().get(name)
    found: PiecesVariant | None = pickle.loads(pickled) if pickled else None
    return found


def write(folder: Path, games: Mapping[str, PiecesVariant]) -> None:
    """Write the descriptions by name into a folder."""
    pickled = {name: pickle.dumps(game) for name, game in games.items()}
    (folder / FILE).write_bytes(pickle.dumps(pickled))


@cache
def _pickled() -> Mapping[str, bytes]:
    found: Mapping[str, bytes] = {}
    with suppress(FileNotFoundError):  # sources that were not built
        found = pickle.loads((FILES / FILE).read_bytes())
    return found
