"""Text files that a user names: compressed or not, in any usual encoding, whole or damaged."""

from __future__ import annotations

import gzip
import random
import tracemalloc
from pathlib import Path

import pytest

from amalthea.protocol import text_file
from amalthea.protocol.text_file import TextFileError, read_lines
from amalthea.protocol.tool import install_command
from helpers.compressors import COMPRESSORS

TRIES = 20
LINES = ['[Event "Zürich"]', "", "1. e4 e5 {é}", "2. Nf3 *"]


def random_lines(rng: random.Random, signs: str) -> list[str]:
    """Return lines, some of them empty."""
    return ["".join(rng.choices(signs, k=rng.randrange(80))) for _ in range(rng.randrange(1, 400))]


def read(path: Path) -> list[str]:
    return [line.removesuffix("\n") for line in read_lines(path)]


@pytest.mark.parametrize("kind", COMPRESSORS)
def test_compressed_files_are_recognised_by_their_first_bytes(tmp_path: Path, kind: str) -> None:
    for seed in range(TRIES):
        rng = random.Random(f"{kind} {seed}")
        lines = random_lines(rng, 'abc 123[]"{}ä漢')
        end = rng.choice(("\n", "\r\n", "\r"))
        name = rng.choice(("games", "games.pgn", "games.pgn.gz", "games.xz", "a.zst"))
        (tmp_path / name).write_bytes(COMPRESSORS[kind](end.join([*lines, ""]).encode()))
        assert read(tmp_path / name) == lines


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "ascii"])
def test_every_usual_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pgn"
    for seed in range(TRIES):
        rng = random.Random(f"{encoding} {seed}")
        signs = {"latin-1": "aé ü ß\xff", "ascii": "abc"}.get(encoding, "aéß漢♘")
        lines = random_lines(rng, signs)
        path.write_bytes(rng.choice(("\n", "\r\n", "\r")).join([*lines, ""]).encode(encoding))
        assert read(path) == lines


def test_bytes_of_latin_1_do_not_spoil_utf_8_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "mixed"
    path.write_bytes("Müller\n".encode() + "Müller\n".encode("latin-1") + b"\xff")
    assert read(path) == ["Müller", "Müller", "ÿ"]


def read_up_to_the_damage(path: Path) -> list[str]:
    """Return the lines before the error that a damaged file ends with."""
    found: list[str] = []
    with pytest.raises(TextFileError, match=r"cannot read '.*games' from line \d+ on: "):
        found.extend(read_lines(path))
    return found


@pytest.mark.parametrize("kind", [name for name in COMPRESSORS if name != "plain"])
def test_damaged_files_are_read_up_to_the_damage(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "games"
    found = 0
    for seed in range(TRIES):
        rng = random.Random(f"{kind} {seed}")
        lines = ["".join(rng.choices("abcdefgh", k=60)) for _ in range(1_000)]
        data = COMPRESSORS[kind]("\n".join([*lines, ""]).encode())
        at = rng.randrange(10, len(data) - 10)
        flipped = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
        has_checksum = kind != "zstd"
        path.write_bytes(flipped if has_checksum and rng.random() < 0.5 else data[:at])
        pairs = zip(read_up_to_the_damage(path), lines, strict=False)
        found += sum(line == f"{expected}\n" for line, expected in pairs)
    assert found or kind in ("bzip2", "zstd"), "these are read in large blocks"


def test_missing_files_and_folders_are_errors(tmp_path: Path) -> None:
    with pytest.raises(TextFileError, match="No such file"):
        read_lines(tmp_path / "none")
    with pytest.raises(TextFileError, match="Is a directory"):
        read_lines(tmp_path)
    with pytest.raises(TextFileError, match="null"):
        read_lines("a\0b")


def test_a_missing_library_is_named_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    path.write_bytes(COMPRESSORS["zstd"](b"1. e4 *"))
    monkeypatch.setattr(text_file, "_installed", lambda names: None)
    with pytest.raises(TextFileError) as found:
        read(path)
    assert install_command("zstd") in str(found.value)


def test_lines_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_file, "_MOST_CHARACTERS", 1_000)
    path = tmp_path / "games"
    path.write_text("a\n" + "b" * 1_000)
    lines = read_lines(path)
    assert next(lines) == "a\n"
    with pytest.raises(TextFileError, match="from line 2 on: the line is longer than 1,000"):
        next(lines)


def test_a_large_file_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(gzip.compress(b"1. e4 e5 *\n" * 100_000, 1))
    lines = read_lines(path)
    tracemalloc.start()
    assert sum(len(line) for line in lines) == 1_100_000
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
