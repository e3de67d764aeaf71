"""Damaged net files: they begin like nets and cannot be read."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
import struct
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from amalthea.engine.evaluation.net_file import (
    MAGIC,
    MOST_BYTES,
    WHOLE,
    WITH_BASE,
    Header,
    packed,
)

_VALUES: tuple[Any, ...] = (  # of a header's fields
    None,
    True,
    -1,
    0,
    1.5,
    10**400,
    2**31,
    2**64,
    float("nan"),
    float("inf"),
    "",
    "64",
    [],
    {},
    [[]],
    "x" * 70_000,
)
_HEADERS = (  # each in place of a whole header
    b"",
    b"{",
    b"null",
    b"[]",
    b"{}",
    b'"net"',
    b"\xff\xfe\x00",
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"1" * 60_000,
    b'{"features": 1e999}',
    b'{"variant": "chess"}',
    b"\x00" * 100,
)


def framed(
    header: Header | bytes, payload: bytes, length: int | None = None, version: int = WHOLE
) -> bytes:
    """Return a file with a correct checksum. length: the length of the header that it states."""
    text = header if isinstance(header, bytes) else json.dumps(asdict(header)).encode()
    sizes = struct.pack("<BI", version, len(text) if length is None else length)
    body = MAGIC + sizes + text + payload
    return body + hashlib.blake2b(body, digest_size=32).digest()


def broken_nets(header: Header, arrays: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield (what is wrong, contents) of damaged copies of a sound net, the same every time."""
    dice = random.Random(11)
    sound, payload = packed(header, arrays), lzma.compress(arrays, preset=0)
    kinds: dict[str, Callable[[], bytes]] = {
        "cut short": lambda: sound[: dice.randrange(len(sound))],
        "a flipped bit": lambda: _flipped(sound, dice),
        "more behind it": lambda: sound + dice.randbytes(dice.randint(1, 99)),
        "another version": lambda: MAGIC + bytes([dice.choice([0, 1, *range(4, 256)])]) + sound[8:],
        "no base": lambda: framed(header, payload, version=WITH_BASE),
        "a wrong base": lambda: framed(_with_base(header, dice), payload, version=WITH_BASE),
        "noise": lambda: MAGIC + bytes([WHOLE]) + dice.randbytes(dice.randrange(2000)),
        "framed noise": lambda: framed(header, dice.randbytes(dice.randrange(2000))),
        "a wrong field": lambda: framed(_with(header, dice), payload),
        "wrong chances": lambda: framed(_with_chances(header, dice), payload),
        "no field": lambda: framed(_without(header, dice), payload),
        "another header": lambda: framed(dice.choice(_HEADERS), payload),
        "a length too long": lambda: framed(header, payload, dice.choice((2**32 - 1, 2**20, 9999))),
        "a length too short": lambda: framed(header, payload, dice.randrange(20)),
        "a cut payload": lambda: framed(header, payload[: dice.randrange(len(payload))]),
        "a flipped payload": lambda: framed(header, _flipped(payload, dice)),
        "too few numbers": lambda: framed(header, lzma.compress(arrays[:-2], preset=0)),
        "too many numbers": lambda: framed(header, lzma.compress(arrays + b"\0\0", preset=0)),
        "two payloads": lambda: framed(header, payload + payload),
        "an older packing": lambda: framed(header, lzma.compress(arrays, lzma.FORMAT_ALONE)),
        "raw numbers": lambda: framed(header, arrays),
        "nothing inside": lambda: framed(b"", b""),
        "a giant": lambda: sound + bytes(MOST_BYTES),
        "only the beginning": lambda: sound[: dice.randint(7, 8)],
    }
    names = list(kinds)
    for number in range(count):
        what = names[number % len(names)]
        yield what, kinds[what]()


def _flipped(data: bytes, dice: random.Random) -> bytes:
    """Flip one bit behind the magic number."""
    at = dice.randrange(len(MAGIC) + 1, len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def _with(header: Header, dice: random.Random) -> bytes:
    """Return a header with a field of a wrong type."""
    values = asdict(header)
    name = dice.choice(["features", "width", "trained", "chances", "variant", "rules"])
    fits = {str: str, int: int, dict: dict}[type(values[name])]
    wrong = [value for value in _VALUES if type(value) is not fits]
    wrong += [-1, 0, 2**31, 10**400] if fits is int else []
    return json.dumps(values | {name: dice.choice(wrong)}).encode()


def _with_base(header: Header, dice: random.Random) -> bytes:
    """Return a header with an impossible base."""
    base: dict[str, Any] = {"file": "base.net", "checksum": "00", "runs": [[0, 0, 1]]}
    name = dice.choice(list(base))
    wrong: dict[str, list[Any]] = {
        "file": [None, 3, "../base.net", "/base.net", ""],
        "checksum": [None, 3, []],
        "runs": [None, [[0, 0]], [[0, 0, -1]], [["0", 0, 1]], [[0, 0, header.features + 1]], [3]],
    }
    base[name] = dice.choice(wrong[name])
    return json.dumps(asdict(header) | {"base": base}).encode()


def _with_chances(header: Header, dice: random.Random) -> bytes:
    """Return a header with an impossible score scale."""
    chances = asdict(header.chances)
    name = dice.choice(list(chances))
    wrong = [*_VALUES, 0.5, 1e6, [1.0], [0.0, 9.0], [9.0, 1e9], ["9", "9"], [1.0, 2.0, 3.0]]
    if isinstance(chances[name], float):
        wrong.remove(1.5)  # centipawns may be so few
    chances[name] = dice.choice(wrong)
    return json.dumps(asdict(header) | {"chances": chances}).encode()


def _without(header: Header, dice: random.Random) -> bytes:
    """Return a header with a missing field."""
    values = asdict(header)
    del values[dice.choice([name for name in values if name != "trained"])]
    return json.dumps(values).encode()
