"""Files of gzip members: whole members stay, incomplete ones are cut off, damage is reported."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from amalthea.engine.core.color import Color
from amalthea.engine.errors import StorageError
from amalthea.protocol.records import self_play
from amalthea.protocol.records.self_play import Record
from amalthea.protocol.storage import member_log

PARTS = [["one", "two"], [], ["three"]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file.gz"
    for part in PARTS:
        member_log.append(path, part)
    return path


def test_written_members_are_read_back(path: Path) -> None:
    assert list(member_log.read(path)) == PARTS
    assert member_log.recover(path) == len(PARTS)
    assert gzip.decompress(path.read_bytes()).decode() == "one\ntwo\nthree\n"


def test_members_longer_than_a_block_are_read(tmp_path: Path) -> None:
    dice = random.Random(1)
    parts = [[f"{dice.random()}" for _ in range(9000)] for _ in range(3)]
    for part in parts:
        member_log.append(tmp_path / "long.gz", part)
    assert list(member_log.read(tmp_path / "long.gz")) == parts


def test_wherever_a_file_is_cut_the_whole_members_stay(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    ends = [members_end for members_end, _ in member_log._members(path)]
    for length in range(len(data)):
        cut = tmp_path / "cut.gz"
        cut.write_bytes(data[:length])
        whole = sum(end <= length for end in ends)
        assert member_log.recover(cut) == whole
        assert list(member_log.read(cut)) == PARTS[:whole]
        member_log.append(cut, ["more"])
        assert list(member_log.read(cut)) == [*PARTS[:whole], ["more"]]


def test_a_file_that_is_not_there_has_no_members(tmp_path: Path) -> None:
    assert member_log.recover(tmp_path / "none.gz") == 0


def test_damage_is_reported_with_its_position(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(StorageError, match=r"file\.gz: damaged at byte \d+: "):
        member_log.recover(path)


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    games = [
        Record("fen", "a1a2 a2a1", [1, -1], [1], Color.WHITE),
        Record("fen", "a1a2", [0], [], None),
    ]
    self_play.append(tmp_path / "games.gz", games)
    self_play.append(tmp_path / "games.gz", games[:1])
    assert list(self_play.read(tmp_path / "games.gz")) == [games, games[:1]]


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[1]",
        "{}",
        '{"fen":"","moves":"a1a2","scores":[],"strays":[],"winner":null}',
        '{"fen":"","moves":"a1a2","scores":["1"],"strays":[],"winner":null}',
        '{"fen":"","moves":"a1a2","scores":[1],"strays":[],"winner":"x"}',
    ],
)
def test_invalid_lines_are_errors(tmp_path: Path, line: str) -> None:
    member_log.append(tmp_path / "games.gz", [line])
    with pytest.raises(StorageError, match=r"games\.gz: part 1: not a game"):
        list(self_play.read(tmp_path / "games.gz"))
