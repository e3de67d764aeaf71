#!/usr/bin/env python3
"""Add a net of a training to those that ship with the engine, or store one of these anew.

    .venv/bin/python scripts/ship_net.py train-shogi/shogi.net
    .venv/bin/python scripts/ship_net.py train-crazyhouse/crazyhouse.net --base chess

A net that was refined from that of another game can be stored as the differences from it, which
takes half the space: --base names the other game, whose net ships with the engine and has as many
hidden units and squares. Each plane of rows is stored as the differences from the most similar
plane of the base, rounded to multiples of 4; that changes scores by some 3 centipawns. If a net is
itself the base of others, these are stored anew, too. The output has the files written, with their
sizes in bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.evaluation import net_file
from amalthea.engine.evaluation.net import start_of_rows
from amalthea.engine.evaluation.net_file import Base, Header, Run
from amalthea.protocol import tool
from amalthea.protocol.storage.files import replace_file
from command_line import ROOT, new_parser

# isort: split
import numpy as np

NETS = ROOT / "engine" / "nets"
STEP = 4  # in 1/255 of a unit; a row has about 9 bits, differences rounded to it some 3


class ShippingError(AmaltheaError):
    """Error for a net that cannot be stored as requested; the message is one line."""


class Stored(NamedTuple):
    """A net that is stored as differences: its file, its contents, and the file of its base."""

    path: Path
    header: Header
    arrays: bytes
    base: Path


def main() -> None:
    """Store the net that the command line names, and exit with the status."""
    arguments = new_parser(__doc__)
    arguments.add_argument("net", metavar="FILE")
    help_ = "store the differences from the net of this game"
    arguments.add_argument("--base", metavar="GAME", help=help_)
    options = arguments.parse_args()
    sys.exit(tool.run("ship_net", lambda: _run(options.net, options.base)))


def _run(net: str, base: str | None) -> int:
    for path in ship(net, NETS, base):
        print(f"{path.stat().st_size:>9,} {path.name}")
    return 0


def ship(net: str, folder: Path, base: str | None = None) -> list[Path]:
    """Store a net in the folder of those that come with the engine, and return the files written.

    base: the game from whose net its rows differ.

    Raises NetError, ShippingError, UnknownVariant and OSError.
    """
    header, arrays = net_file.read(net)
    path = folder / f"{header.variant}-{header.rules}.net"
    origin = _net_of(variants.get(base).name, folder) if base else None
    if origin and path in _bases(origin):
        raise ShippingError(f"{origin.name}: it is {path.name} or stored as differences from it")
    stored = list(_stored_as_differences(folder))
    for each in stored:
        if each.base == path:
            _check_sizes(each.header, header, path)
    replace_file(path, [_contents(header, arrays, origin)])
    return [path, *_store_dependents(path, stored)]


def _net_of(game: str, folder: Path) -> Path:
    """Return the file of a game's net. Raises ShippingError."""
    for path in folder.glob(f"{game}-*.net"):
        return path
    raise ShippingError(f"{game}: no net in {folder}")


def _bases(net: Path) -> list[Path]:
    """Return the file of a net, then those of its base, of that one's base, and so on."""
    base = net_file.base_of(str(net))
    return [net, *(_bases(net.with_name(base.file)) if base else ())]


def _stored_as_differences(folder: Path) -> Iterator[Stored]:
    for path in sorted(folder.glob("*.net")):
        if base := net_file.base_of(str(path)):
            yield Stored(path, *net_file.read(str(path)), folder / base.file)


def _store_dependents(base: Path, stored: list[Stored]) -> Iterator[Path]:
    """Store the nets whose base has changed, and those whose base is one of them."""
    for each in stored:
        if each.base == base:
            replace_file(each.path, [_contents(each.header, each.arrays, base)])
            yield each.path
            yield from _store_dependents(each.path, stored)


def _contents(header: Header, arrays: bytes, origin: Path | None) -> bytes:
    """Return the contents of a net file. origin: the file of its base. Raises ShippingError."""
    if origin is None:
        return net_file.packed(header, arrays)
    file, base_header = net_file.identified(str(origin))
    squares = _check_sizes(header, base_header, origin)
    rows = _rows(header, arrays)
    base_rows = _rows(base_header, net_file.read(str(origin))[1])
    runs = tuple(_runs(rows, base_rows, squares))
    for first, first_of_base, count in runs:
        rows[first : first + count] -= base_rows[first_of_base : first_of_base + count]
    rounded = (np.round(rows / STEP) * STEP).astype("<i4").astype("<i2")
    start = start_of_rows(header.features)
    data = arrays[:start] + rounded.tobytes() + arrays[start + rounded.nbytes :]
    return net_file.packed(header, data, Base(origin.name, file.checksum, runs))


def _check_sizes(header: Header, base_header: Header, origin: Path) -> int:
    """Return the squares of the board of a net that fits its base. Raises ShippingError."""
    variant, other = variants.get(header.variant), variants.get(base_header.variant)
    squares = variant.files * variant.ranks
    for name, size, expected in (
        ("hidden units", base_header.width, header.width),
        ("squares", other.files * other.ranks, squares),
    ):
        if size != expected:
            raise ShippingError(f"{origin.name}: {size} {name}, expected {expected}")
    return squares


def _rows(header: Header, arrays: bytes) -> np.ndarray:
    """Return the rows by feature and unit, in 32 bits, where no difference overflows."""
    count = header.features * header.width
    rows = np.frombuffer(arrays, "<i2", count, start_of_rows(header.features))
    return rows.reshape(header.features, header.width).astype("<i4")


def _runs(rows: np.ndarray, base_rows: np.ndarray, squares: int) -> Iterator[Run]:
    """Yield the planes that have a similar plane in the base, consecutive ones as one run."""
    last = None
    for first in range(0, len(rows) - squares + 1, squares):
        plane = rows[first : first + squares]
        starts = range(0, len(base_rows) - squares + 1, squares)
        size, nearest = min((np.abs(plane - base_rows[s : s + squares]).sum(), s) for s in starts)
        if size >= np.abs(plane).sum():
            continue
        if last and (first, nearest) == (last.first + last.rows, last.first_of_base + last.rows):
            last = last._replace(rows=last.rows + squares)
        else:
            if last:
                yield last
            last = Run(first, nearest, squares)
    if last:
        yield last


if __name__ == "__main__":
    main()
