"""Files that no person wrote: each ends in a few short lines, with little memory.

Their sizes, and those of what they describe, are bounded before any work is done for them.
"""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from amalthea.engine import variant_files, variant_loading
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.description.variant import MAX_FILES, MAX_RANKS
from amalthea.engine.pieces.reading.sections import MAX_BYTES, MAX_ENTRIES, MAX_SECTIONS
from amalthea.engine.variant_files import sets
from amalthea.protocol import tool

MOST_MEMORY = 50 * 1024 * 1024
BOARD = (
    f"[x]\nmaxFile = {MAX_FILES}\nmaxRank = {MAX_RANKS}\nking = k\n"
    f"startFen = k15/{'16/' * 14}15K w - - 0 1\n"
)
ATOMS = "WFDNALJHG"
EVERY_RANGE = "".join(f"m{atom}{far}" for far in range(1, 16) for atom in ATOMS)
UNREADABLE = {
    "ten megabytes": b"# nothing\n" * 1_000_000,
    "ten megabytes of sections": b"[a:chess]\n" * 1_000_000,
    "as large as may be, and one more": b"#" * (MAX_BYTES + 1),
    "a zero": b"[a:chess]\npawn\0 = p\n",
    "binary": bytes(range(256)) * 400,
    "too many sections": "".join(f"[s{n}]\n" for n in range(MAX_SECTIONS + 1)).encode(),
}
REFUSED = {
    "one line without end": "x" * 1_000_000,
    "lines without a section": "a = b\n" * 100_000,
    "parents in a ring": "[a:b]\n[b:c]\n[c:a]\n[d:d]\n",
    "ten thousand files": BOARD.replace("maxFile = 16", "maxFile = 10000"),
    "ten thousand ranks": BOARD.replace("maxRank = 16", "maxRank = 10000"),
    "a start without end": BOARD.replace("startFen = ", "startFen = " + "9" * 900_000),
    "a row of digits": BOARD.replace("startFen = k15", "startFen = k" + "9" * 900),
    "a notation without end": BOARD + "customPiece1 = n:" + "N" * 900_000 + "\n",
    "a range without end": BOARD + "customPiece1 = n:R" + "9" * 900 + "\n",
    "brackets without end": BOARD + "customPiece1 = n:" + "[" * 900 + "\n",
    "modifiers without end": BOARD + "customPiece1 = n:" + "m" * 900 + "\n",
    "keys without end": BOARD + "".join(f"key{n} = 1\n" for n in range(50_000)),
    "pieces everywhere": BOARD.replace(
        "k15/16/16", f"k15/{'Q' * 16}/{'Q' * 16}/{'Q' * 16}/16", 1
    ).replace("16/16/16/16/16 w", "16 w")
    + "queen = q\n",
}
PLAYED = {
    "one key without end": BOARD + "king = k\n" * 100_000,
    "every range of every leap": BOARD + f"customPiece1 = n:{EVERY_RANGE}\n",
    "directions over and over": BOARD + "customPiece1 = n:" + "flfrblbr" * 110 + "N\n",
    "a chain of parents": "[s0:chess]\n" + "".join(f"[s{n}:s{n - 1}]\n" for n in range(1, 30)),
}


def read(path: Path) -> tuple[int, list[str]]:
    """Return how many games a file has and its errors, with no more memory than is allowed."""
    tracemalloc.start()
    try:
        sound, faults = variant_loading.read_variants(str(path))
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    return len(sound), [str(fault) for found in faults.values() for fault in found]


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_other_files_are_one_error(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.ini"
    path.write_bytes(text)
    with pytest.raises(VariantError) as caught:
        read(path)
    assert len(str(caught.value).replace(str(path), "")) < 200


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_errors_of_hostile_files_are_short_lines(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.ini"
    path.write_text(text, encoding="utf-8")
    many, faults = read(path)
    assert not many
    assert 1 <= len(faults) <= MAX_ENTRIES + 30
    assert max(len(fault.replace(str(path), "")) for fault in faults) < 200
    assert len(tool.load_variants(str(path))) <= 4


@pytest.mark.parametrize("text", PLAYED.values(), ids=PLAYED)
def test_large_valid_files_can_be_played(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.ini"
    path.write_text(text, encoding="utf-8")
    many, faults = read(path)
    assert (many, faults) == (text.count("["), [])


def test_pipes_and_devices_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero", str(tmp_path)):
        with pytest.raises(VariantError, match="cannot be read: not a regular file"):
            variant_files.read(path)
    toml = tmp_path / "pipe.toml"
    os.mkfifo(toml)
    with pytest.raises(VariantError, match="cannot be read: not a regular file"):
        sets.read(str(toml))


def test_a_file_of_formations_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("#" * (4 << 20) + "\n")
    with pytest.raises(VariantError, match="more than 4 MiB"):
        sets.read(str(path))
