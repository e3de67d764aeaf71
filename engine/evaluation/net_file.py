"""The format of net files. All numbers are little-endian.

    8 bytes     b"AMALNET" and the version of the format: 2, or 3 for a net with a base
    4 bytes     length of the header
    header      a JSON object: `variant`, the name of the game; `rules`, the fingerprint of its
                rules (see GameKind.net_rules); `features` and `width`, their numbers;
                `chances`, the meaning of scores, see evaluation.chances; `trained`, how the net
                was made; `base`, only of version 3, see Base
    payload     an lzma stream of the arrays
    32 bytes    BLAKE2b of all bytes before

The arrays: direct sums (32 bits, by feature and bucket, in 1/64 cp), output biases (32 bits, by
bucket), rows (16 bits, by feature and unit), hidden biases (16 bits, by unit), output weights (16
bits, by bucket; units of the side to move, then of the other side).

A net that was refined from another one differs from it by small numbers, which take half of the
room. Therefore a file may contain, instead of rows, their differences from rows of its base, a net
in the same folder. Reading it returns the net itself, as if it had been written without a base.

A file is not trusted: reading one always ends soon, whatever it holds, and no sum of a net that was
accepted can overflow.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from amalthea.engine.core.fingerprint import mismatch
from amalthea.engine.core.input_file import read_start, read_whole
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.evaluation import NetFile
from amalthea.engine.evaluation.chances import Chances
from amalthea.engine.evaluation.net import BUCKETS, CLIP, Net, rows_added, size_of
from amalthea.engine.evaluation.net_evaluator import NetEvaluator
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip, one_line

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.evaluation.features import Features

MAGIC = b"AMALNET"
WHOLE, WITH_BASE = 2, 3  # versions of the format
MOST_BYTES = 16 << 20  # of a file
WIDTHS = range(16, 513, 16)
_MOST_HEADER = 1 << 16  # bytes
_MOST_FEATURES = 1 << 16
_MOST_MEMORY = 128 << 20  # bytes for decompression; the strongest preset needs half of it
_HEADER = "variant, rules, features, width, chances and trained"
_MOST_BASES = 4  # of a net, its base, the base of that, and so on
_CHECKSUM = 32
# Most numbers have 16 bits: the position of a byte is counted modulo 2. Files are 5 % smaller.
_FILTERS = ({"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 2, "lp": 1, "pb": 1},)
_LONGEST_REASON = 80  # characters
LARGEST_WEIGHT = 127  # of the output layer: its product with a unit fits 16 bits
LARGEST_SUM = 2**31 // (CLIP * CLIP)  # of one perspective's output weights: the score fits 32 bits
_LARGEST_DIRECT = 2**31 // 2048  # the sum over all features of a position and a move fits 32 bits


class NetError(AmaltheaError):
    """Error in a net file, or a net for another game; the message is one line naming the file."""


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a net file."""

    variant: str
    rules: str
    features: int
    width: int
    chances: Chances
    trained: dict[str, Any] = field(default_factory=dict)


class Run(NamedTuple):
    """Rows one after the other that are stored as differences from rows of the base."""

    first: int
    first_of_base: int
    rows: int


@dataclass(frozen=True, slots=True)
class Base:
    """The base of a net file: a net of the same width, from whose rows some of its own are counted.

    file: its name, in the same folder. checksum: in hex digits. No row is in more than one run;
    the differences are taken modulo 2**16.
    """

    file: str
    checksum: str
    runs: tuple[Run, ...]


def write(path: Path, header: Header, arrays: bytes) -> None:
    """Write a net file. Raises OSError."""
    path.write_bytes(packed(header, arrays))


def packed(header: Header, arrays: bytes, base: Base | None = None) -> bytes:
    """Return the contents of a net file. base: the net whose rows `arrays` are relative to."""
    version = WITH_BASE if base else WHOLE
    text = json.dumps(asdict(header) | ({"base": asdict(base)} if base else {})).encode()
    start = MAGIC + struct.pack("<BI", version, len(text)) + text
    body = start + lzma.compress(arrays, filters=_FILTERS)
    return body + hashlib.blake2b(body, digest_size=_CHECKSUM).digest()


def read(path: str) -> tuple[Header, bytes]:
    """Return the header and the arrays of a net file. Raises NetError."""
    return _parse(path, _read_contents(path))


def base_of(path: str) -> Base | None:
    """Return the base of the net in a file, None for a file without one. Raises NetError."""
    data = _read_contents(path)
    with _net_errors(path):
        return _unpack(data)[2]


def identified(path: str) -> tuple[NetFile, Header]:
    """Return a net file with its checksum, and its header. Raises NetError."""
    data = _read_contents(path)
    header, _ = _parse(path, data)
    return NetFile(path, data[-_CHECKSUM:].hex()), header


def is_net(path: str) -> bool:
    """Return True if a file has the magic number of a net.

    Raises OSError, and ValueError for a text that cannot be a file's name.
    """
    return read_start(path, len(MAGIC)) == MAGIC


@lru_cache(maxsize=4)
def load(file: NetFile) -> tuple[Header, Net]:
    """Return the header and the net of a file. Raises NetError."""
    data = _read_contents(file.path)
    if file.checksum not in ("", data[-_CHECKSUM:].hex()):
        raise NetError(f"{clip(file.path)}: changed since it was checked")
    header, arrays = _parse(file.path, data)
    return header, Net(header.features, header.width, arrays)


def misfit(path: str, header: Header) -> NetError:
    """Return the error for a net that belongs to another game."""
    return NetError(f"{clip(path)}: a net {mismatch(header.rules, clip(header.variant))}")


def net_evaluator(
    position: Position, features: Features, evaluation: NetFile, rules: str
) -> NetEvaluator:
    """Return the evaluator of a position by the net of a file.

    rules: those of the game, as in GameKind.net_rules.

    Raises NetError if the file is not a net for these rules.
    """
    header, net = load(evaluation)
    if header.rules != rules or header.features != features.numbering.size:
        raise misfit(evaluation.path, header)
    return NetEvaluator(position, features, net)


def _read_contents(path: str, named: str = "") -> bytes:
    """Return the bytes of a file. Raises NetError.

    named: what an error calls it, by default its path.
    """
    try:
        return read_whole(path, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise NetError(f"{named or clip(path)}: {error_reason(error)}") from error


def _parse(path: str, data: bytes, bases: int = 0) -> tuple[Header, bytes]:
    """Return the header and the arrays in the contents of a file. Raises NetError.

    bases: how many nets have this one as their base.
    """
    with _net_errors(path):
        header, arrays, base = _unpack(data)
        if base:
            numbers = _read_base(base, path, header, bases + 1)
            arrays = rows_added(arrays, header.features, *numbers, header.width, base.runs)
    return header, arrays


@contextmanager
def _net_errors(path: str) -> Iterator[None]:
    """Raise NetError, naming the file, for the errors that its contents can cause."""
    try:
        yield
    except MemoryError as error:
        raise NetError(f"{clip(path)}: {error_reason(error)}") from error
    except (ValueError, OverflowError, struct.error, lzma.LZMAError, RecursionError) as error:
        reason = one_line(str(error))[:_LONGEST_REASON] or type(error).__name__
        raise NetError(f"{clip(path)}: not a net: {reason}") from error


def _read_base(base: Base, path: str, header: Header, bases: int) -> tuple[bytes, int]:
    """Return the arrays of the base of a net and the number of its rows.

    Raises NetError, and ValueError if it cannot be the base of this net.
    """
    if bases > _MOST_BASES or not base.file or Path(base.file).name != base.file:
        raise ValueError("its base: too far, or not in the same folder")
    beside = str(Path(path).with_name(base.file))
    named = f"{clip(path)}: its base {clip(base.file)}"
    data = _read_contents(beside, named)
    if data[-_CHECKSUM:].hex() != base.checksum:
        raise NetError(f"{named}: changed since it was written")
    other, arrays = _parse(beside, data, bases)
    if other.width != header.width:
        raise ValueError(f"its base: {other.width} units, expected {header.width}")
    return arrays, other.features


def _unpack(data: bytes) -> tuple[Header, bytes, Base | None]:
    """Return the header, the arrays and the base. Raises the errors that `_net_errors` catches."""
    if not data.startswith(MAGIC):
        raise ValueError("bad magic number, expected AMALNET")
    start = len(MAGIC) + 5
    if len(data) < start + _CHECKSUM:
        raise ValueError("cut short")
    version, length = struct.unpack_from("<BI", data, len(MAGIC))
    if version not in (WHOLE, WITH_BASE):
        raise ValueError(f"format {version}, expected {WHOLE} or {WITH_BASE}")
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if hashlib.blake2b(body, digest_size=_CHECKSUM).digest() != checksum:
        raise ValueError("the checksum is wrong: damaged or cut short")
    if length > _MOST_HEADER:
        raise ValueError(f"a header of {length} bytes, expected at most {_MOST_HEADER}")
    fields = json.loads(body[start : start + length])
    header = _header(fields)
    base = _base(fields, header) if version == WITH_BASE else None
    if header.width not in WIDTHS or not 0 < header.features <= _MOST_FEATURES:
        raise ValueError(f"invalid size: {header.features} features, {header.width} units")
    size = size_of(header.features, header.width)
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_MEMORY)
    arrays = unpacker.decompress(body[start + length :], max_length=size + 1)
    if len(arrays) != size or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"the arrays' size is wrong, expected {size} bytes")
    _check_direct(array("i", arrays[: 4 * BUCKETS * header.features]))
    _check_output(array("h", arrays[-4 * BUCKETS * header.width :]), 2 * header.width)
    return header, arrays, base


def _header(fields: object) -> Header:
    """Return the header with these fields. Raises the errors that `_net_errors` catches."""
    match fields:
        case {
            "variant": str(variant),
            "rules": str(rules),
            "features": int(features),
            "width": int(width),
            "chances": {
                "unit_cp": int() | float() as unit,
                "even_cp": [int() | float() as empty, int() | float() as full],
                "spread_cp": [int() | float() as narrow, int() | float() as wide],
            },
            "trained": dict(trained),
        } if (variant + rules).isprintable():
            even, spread = (float(empty), float(full)), (float(narrow), float(wide))
            chances = Chances(float(unit), even, spread)
            return Header(variant, rules, features, width, chances, trained)
    raise ValueError(f"header: expected {_HEADER}")


def _base(fields: dict[str, object], header: Header) -> Base:
    """Return the base in the fields of a header. Raises ValueError."""
    match fields.get("base"):
        case {"file": str(file), "checksum": str(checksum), "runs": list(lists)}:
            runs = tuple(Run(*numbers) for numbers in lists if _is_run(numbers))
            if len(runs) == len(lists) and sum(run.rows for run in runs) <= header.features:
                return Base(file, checksum, runs)
    raise ValueError("its base: expected file, checksum and runs")


def _is_run(numbers: object) -> bool:
    """Return True for three numbers of rows; `rows_added` checks that there are such rows."""
    match numbers:
        case [int(first), int(first_of_base), int(rows)]:
            return all(0 <= each <= _MOST_FEATURES for each in (first, first_of_base, rows))
    return False


def _check_direct(sums: array[int]) -> None:
    """Raise ValueError if a direct sum could overflow 32 bits."""
    if max(sums) > _LARGEST_DIRECT or min(sums) < -_LARGEST_DIRECT:
        raise ValueError("direct sums too large")


def _check_output(weights: array[int], width: int) -> None:
    """Raise ValueError if a sum of output weights could overflow 32 bits."""
    for bucket in range(BUCKETS):
        sizes = [abs(weight) for weight in weights[bucket * width : (bucket + 1) * width]]
        halves = sum(sizes[: width // 2]), sum(sizes[width // 2 :])
        if max(sizes) > LARGEST_WEIGHT or max(halves) >= LARGEST_SUM:
            raise ValueError("weights too large")
