"""The format of net files. All numbers are little-endian.

    8 bytes     b"AMALNET" and the version of the format, 2
    4 bytes     length of the header
    header      a JSON object: `variant`, the name of the game; `rules`, the fingerprint of its
                rules (see GameKind.net_rules); `features` and `width`, their numbers;
                `chances`, the meaning of scores, see evaluation.chances; `trained`, how the net
                was made
    payload     an lzma stream of the arrays
    32 bytes    BLAKE2b of all bytes before

The arrays: direct sums (32 bits, by feature and bucket, in 1/64 cp), output biases (32 bits, by
bucket), rows (16 bits, by feature and unit), hidden biases (16 bits, by unit), output weights (16
bits, by bucket; units of the side to move, then of the other side).

A file is not trusted: reading one always ends soon, whatever it holds, and no sum of a net that was
accepted can overflow.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
from array import array
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amalthea.engine.core.fingerprint import mismatch
from amalthea.engine.core.input_file import read_bytes
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.evaluation import NetFile
from amalthea.engine.evaluation.chances import Chances
from amalthea.engine.evaluation.net import BUCKETS, CLIP, Net, size_of
from amalthea.engine.evaluation.net_evaluator import NetEvaluator
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.evaluation.features import Features

MAGIC = b"AMALNET\x02"
MOST_BYTES = 16 << 20  # of a file
WIDTHS = range(16, 513, 16)
_MOST_HEADER = 1 << 16  # bytes
_MOST_FEATURES = 1 << 16
_MOST_MEMORY = 128 << 20  # bytes for decompression; the strongest preset needs half of it
_HEADER = "variant, rules, features, width, chances and trained"
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


def write(path: Path, header: Header, arrays: bytes) -> None:
    """Write a net file. Raises OSError."""
    path.write_bytes(packed(header, arrays))


def packed(header: Header, arrays: bytes) -> bytes:
    """Return the contents of a net file."""
    text = json.dumps(asdict(header)).encode()
    body = MAGIC + struct.pack("<I", len(text)) + text + lzma.compress(arrays, filters=_FILTERS)
    return body + hashlib.blake2b(body, digest_size=_CHECKSUM).digest()


def read(path: str) -> tuple[Header, bytes]:
    """Return the header and the arrays of a net file. Raises NetError."""
    return _parsed(path, _contents(path))


def identified(path: str) -> tuple[NetFile, Header]:
    """Return a net file with its checksum, and its header. Raises NetError."""
    data = _contents(path)
    header, _ = _parsed(path, data)
    return NetFile(path, data[-_CHECKSUM:].hex()), header


def is_net(path: str) -> bool:
    """Return True if a file has the magic number of a net.

    Raises OSError, and ValueError for a text that cannot be a file's name.
    """
    return read_bytes(path, len(MAGIC) - 1) == MAGIC[:-1]


@lru_cache(maxsize=4)
def load(file: NetFile) -> tuple[Header, Net]:
    """Return the header and the net of a file. Raises NetError."""
    data = _contents(file.path)
    if file.checksum not in ("", data[-_CHECKSUM:].hex()):
        raise NetError(f"{clip(file.path)}: changed since it was checked")
    header, arrays = _parsed(file.path, data)
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


def _contents(path: str) -> bytes:
    """Return the bytes of a file, or enough of them to see that it is too long. Raises NetError."""
    try:
        return read_bytes(path, MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise NetError(f"{clip(path)}: {error_reason(error)}") from error


def _parsed(path: str, data: bytes) -> tuple[Header, bytes]:
    """Return the header and the arrays in the contents of a file. Raises NetError."""
    try:
        return _unpacked(data)
    except MemoryError as error:
        raise NetError(f"{clip(path)}: {error_reason(error)}") from error
    except (ValueError, OverflowError, struct.error, lzma.LZMAError, RecursionError) as error:
        raise NetError(f"{clip(path)}: not a net: {_one_line(error)}") from error


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:_LONGEST_REASON] or type(error).__name__


def _unpacked(data: bytes) -> tuple[Header, bytes]:
    """Return the header and the arrays. Raises the errors that `_parsed` catches."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES >> 20} MiB")
    if data[:7] != MAGIC[:7]:
        raise ValueError("bad magic number, expected AMALNET")
    if data[7:8] != MAGIC[7:]:
        raise ValueError(f"format {data[7:8].hex() or 'missing'}, expected {MAGIC[7:].hex()}")
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if hashlib.blake2b(body, digest_size=_CHECKSUM).digest() != checksum:
        raise ValueError("the checksum is wrong: damaged or cut short")
    start = len(MAGIC) + 4
    (length,) = struct.unpack("<I", body[len(MAGIC) : start])
    if length > _MOST_HEADER:
        raise ValueError(f"a header of {length} bytes, expected at most {_MOST_HEADER}")
    header = _header(body[start : start + length])
    if header.width not in WIDTHS or not 0 < header.features <= _MOST_FEATURES:
        raise ValueError(f"invalid size: {header.features} features, {header.width} units")
    size = size_of(header.features, header.width)
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_MEMORY)
    arrays = unpacker.decompress(body[start + length :], max_length=size + 1)
    if len(arrays) != size or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"the arrays' size is wrong, expected {size} bytes")
    _check_direct(array("i", arrays[: 4 * BUCKETS * header.features]))
    _check_output(array("h", arrays[-4 * BUCKETS * header.width :]), 2 * header.width)
    return header, arrays


def _header(data: bytes) -> Header:
    """Return the header in JSON. Raises the errors that `_parsed` catches."""
    match json.loads(data):
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
