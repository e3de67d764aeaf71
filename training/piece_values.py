"""The values that a net gives to pieces, and by square, for the report.

For each piece type, in many quiet middlegame positions: how much the score drops when a piece is
removed, and how much it rises when it is put on each free square. This includes all parts of the
net. Only White's pieces are examined; Black's have the same values, mirrored.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from amalthea.engine.core import schema
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import HandWritten, TablesFile
from amalthea.engine.evaluation.features import Numbering
from amalthea.engine.evaluation.net import BUCKETS, SCALE
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.storage import files
from amalthea.training import learning_library
from amalthea.training.net_numbers import net_numbers
from amalthea.training.samples import PADDING, Samples

MAX_POSITIONS = 400  # of each piece type
# Buckets of the middlegame: more than half of the pieces are left.
_MIDDLEGAME = (BUCKETS // 2, BUCKETS)
_MIN_POSITIONS = 4  # minimum number of such positions, else all are used


@dataclass(frozen=True, slots=True)
class PieceValue:
    """The value of White's pieces of one plane.

    Attributes:
        value: mean centipawns, None for pieces whose number never changes, such as kings.
        cells: by rank and file, the difference to the mean there; None: never seen there.

    """

    name: str
    token: str
    value: float | None
    cells: list[float | None]


def of_net(net: bytes, width: int, numbering: Numbering, samples: Samples) -> list[PieceValue]:
    """Return the values of each plane of White's pieces. net: the arrays of its file."""
    np = learning_library("numpy")
    positions = _Positions(np, net, width, numbering, samples)
    planes = kind_of(numbering.variant).net_planes(numbering.variant)
    found = []
    for at, plane in enumerate(planes):
        if plane.side == "w" and (plane_values := positions.plane(at)) is not None:
            value, cells = plane_values
            found.append(PieceValue(plane.name, plane.token, value, cells))
    return found


def of_tables(variant: Variant, path: Path) -> list[PieceValue]:
    """Return the values in fitted tables, averaged over the phases. Raises TablesError."""
    kind = kind_of(variant)
    tables = kind.tables(variant, HandWritten(tables=TablesFile(str(path))))
    found = []
    for plane in kind.net_planes(variant):
        if plane.side != "w" or plane.token not in tables.pieces:
            continue
        piece = tables.pieces[plane.token]
        cells: list[float | None] = [None] * (variant.files * variant.ranks)
        rows = zip(reversed(piece.midgame), reversed(piece.endgame), strict=True)
        for rank, (early, late) in enumerate(rows):
            for file, (midgame, endgame) in enumerate(zip(early, late, strict=True)):
                cells[rank * variant.files + file] = (midgame + endgame) / 2
        value = sum(piece.value) / 2 if any(piece.value) else None
        found.append(PieceValue(plane.name, plane.token, value, cells))
    return found


def to_text(values: list[PieceValue]) -> str:
    """Return the values as the contents of a file."""
    return json.dumps([asdict(each) for each in values]) + "\n"


def read(path: Path) -> list[PieceValue]:
    """Return the values in a file. Raises StorageError."""
    return schema.from_json(files.read_bytes(path), list[PieceValue], f"{path}: not piece values")


class _Positions:
    """Middlegame positions, with the numbers of the net."""

    def __init__(
        self, np: Any, net: bytes, width: int, numbering: Numbering, samples: Samples
    ) -> None:
        self._np = np
        size = numbering.size
        self._square_count = numbering.variant.files * numbering.variant.ranks
        self._mirror = np.array(numbering.mirrored())
        self._net = net_numbers(net, size, width)
        bucket = (samples.piece_counts.astype(int) * BUCKETS // (numbering.max_pieces + 1)).clip(
            0, BUCKETS - 1
        )
        chosen = np.nonzero((bucket >= _MIDDLEGAME[0]) & (bucket < _MIDDLEGAME[1]))[0]
        if len(chosen) < _MIN_POSITIONS:
            chosen = np.arange(len(bucket))
        step = max(1, len(chosen) // (8 * MAX_POSITIONS))
        chosen = chosen[::step]
        self._bucket = bucket[chosen]
        self._black = samples.black[chosen]
        self._counts = np.zeros((len(chosen), size), np.uint8)  # a hand may hold several alike
        at, where = np.nonzero(samples.numbers[chosen] != PADDING)
        np.add.at(self._counts, (at, samples.numbers[chosen][at, where]), 1)
        self._plane_count = len(kind_of(numbering.variant).net_planes(numbering.variant))

    def plane(self, plane: int) -> tuple[float | None, list[float | None]] | None:
        """Return (value, difference by square) of a plane's pieces, None if none was seen."""
        np, cells = self._np, self._square_count
        own = slice(plane * cells, (plane + 1) * cells)
        counts = self._counts[:, own].sum(1)
        with_piece = np.nonzero(counts)[0]
        if not len(with_piece):
            return None
        constant = bool(counts.min() == counts.max())
        chosen = with_piece[:: max(1, len(with_piece) // MAX_POSITIONS)]
        values = np.zeros((len(chosen), cells), np.float32)
        present = np.zeros((len(chosen), cells), bool)
        for row, at in enumerate(chosen):
            taken, values[row] = self._values_of_one(at, plane)
            present[row, taken] = True
        value = None if constant else round(float(values[present].mean()), 1)
        seen = ~self._occupied(chosen) | present
        ever_seen = self._counts[:, own].any(0)
        seen &= ever_seen
        means = np.where(seen, values, 0).sum(1) / np.maximum(1, seen.sum(1))
        gain = np.where(seen, values - means[:, None], 0).sum(0) / np.maximum(1, seen.sum(0))
        differences = [
            round(float(each), 1) if ever_seen[at] else None for at, each in enumerate(gain)
        ]
        return value, differences

    def _occupied(self, chosen: Any) -> Any:
        """Return by position and square whether a piece is there."""
        on_board = self._counts[chosen, : self._plane_count * self._square_count]
        return on_board.reshape(len(chosen), self._plane_count, self._square_count).any(1)

    def _values_of_one(self, at: int, plane: int) -> tuple[int, Any]:
        """Remove one of the plane's pieces; return (its square, its value by square).

        Values are centipawns of White's score; squares may be occupied.
        """
        np, net = self._np, self._net
        first = plane * self._square_count
        counts = self._counts[at]
        numbers = np.repeat(np.arange(len(counts)), counts)
        own = numbers[(numbers >= first) & (numbers < first + self._square_count)]
        taken = own[at % len(own)]
        rest = numbers[numbers != taken]
        added = np.arange(first, first + self._square_count)
        views = [
            net.bias + net.rows[rest].sum(0) + np.vstack([0 * net.bias, net.rows[added]]),
            net.bias
            + net.rows[self._mirror[rest]].sum(0)
            + np.vstack([0 * net.bias, net.rows[self._mirror[added]]]),
        ]
        units = [view.clip(0, 1) ** 2 for view in views]
        bucket, black = self._bucket[at], bool(self._black[at])
        out = net.output[bucket]
        mover, other = (units[1], units[0]) if black else (units[0], units[1])
        score = mover @ out[: net.width] + other @ out[net.width :]
        score = -score if black else score
        return taken - first, (score[1:] - score[0] + net.direct[added, bucket]) * SCALE
