"""Net files: what is written is read back, and invalid files are refused soon in one line."""

from __future__ import annotations

import json
import lzma
import os
from array import array
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from amalthea.engine import variants
from amalthea.engine.evaluation import NetFile
from amalthea.engine.evaluation.net import BUCKETS
from amalthea.engine.evaluation.net_file import (
    Base,
    NetError,
    Run,
    base_of,
    identified,
    is_net,
    load,
    packed,
    read,
    write,
)
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.new_games import new_position
from helpers.broken_nets import broken_nets, framed
from helpers.random_nets import Sizes, random_net, write_net


def test_written_net_is_read_back(tmp_path: Path) -> None:
    header, arrays = random_net(variants.get("chess"))
    assert read(write_net(tmp_path, "chess").path) == (header, arrays)


def test_two_hundred_broken_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, arrays = random_net(variants.get("chess"), width=16)
    monkeypatch.chdir(tmp_path)
    path = Path("broken.net")
    seen = set()
    for what, data in broken_nets(header, arrays, 200):
        path.write_bytes(data)
        with pytest.raises(NetError) as raised:
            read(str(path))
        message = str(raised.value)
        expected = "more than 16 MiB" if what == "a giant" else "not a net: "
        assert message.startswith(f"'broken.net': {expected}"), what
        assert "\n" not in message, what
        assert len(message) < 300, what
        seen.add(what)
    assert len(seen) >= 15


BROKEN_HEADERS: list[dict[str, object]] = [
    {"chances": None},  # as in the format before
    {"chances": {"unit_cp": 100.0, "even_cp": [1.0], "spread_cp": [1.0, 2.0]}},
    {"chances": {"unit_cp": 10**400, "even_cp": [1, 2], "spread_cp": [1, 2]}},
    {"chances": {"unit_cp": "100", "even_cp": [1, 2], "spread_cp": [1, 2]}},
    {"features": 3.0},
    {"features": 10**400},
    {"width": "16"},
    {"variant": "\ud800"},
    {"rules": ["chess"]},
    {"trained": []},
]


@pytest.mark.parametrize("changed", BROKEN_HEADERS)
def test_broken_headers_are_refused(changed: dict[str, object], tmp_path: Path) -> None:
    header, arrays = random_net(variants.get("chess"), width=16)
    path = tmp_path / "broken.net"
    text = json.dumps({**asdict(header), **changed}).encode()
    path.write_bytes(framed(text, lzma.compress(arrays, preset=0)))
    with pytest.raises(NetError, match=r"not a net: \w"):
        read(str(path))


def test_nets_of_an_older_format_are_refused(tmp_path: Path) -> None:
    header, arrays = random_net(variants.get("chess"), width=16)
    path = tmp_path / "old.net"
    sound = packed(header, arrays)
    path.write_bytes(sound[:7] + b"\x01" + sound[8:])
    with pytest.raises(NetError, match="format 1, expected 2 or 3"):
        read(str(path))


RUNS = (Run(0, 64, 64), Run(100, 0, 3))
LARGE = Sizes(row=2**15 - 1)  # differences of such rows overflow


def net_with_base(folder: Path, runs: tuple[Run, ...] = RUNS, **changes: Any) -> str:
    """Write the nets of two seeds, that of 1 as differences from that of 2; return its file."""
    base_path = folder / "base.net"
    base_header, base_arrays = random_net(variants.get("chess"), 2, 16, LARGE)
    write(base_path, base_header, base_arrays)
    header, arrays = random_net(variants.get("chess"), 1, 16, LARGE)
    numbers = array("H", arrays)
    base_numbers = array("H", base_arrays)
    start = 2 * BUCKETS * (header.features + 1)
    for first, first_of_base, count in runs:
        for i in range(16 * count):
            number, base_number = start + 16 * first + i, start + 16 * first_of_base + i
            numbers[number] = (numbers[number] - base_numbers[base_number]) % 2**16
    base = Base("base.net", identified(str(base_path))[0].checksum, runs)
    path = folder / "net.net"
    path.write_bytes(packed(header, bytes(numbers), replace(base, **changes)))
    return str(path)


def test_a_net_with_a_base_is_the_net_itself(tmp_path: Path) -> None:
    path = net_with_base(tmp_path)
    assert read(path) == random_net(variants.get("chess"), 1, 16, LARGE)
    assert base_of(path) == Base(
        "base.net", identified(str(tmp_path / "base.net"))[0].checksum, RUNS
    )
    assert base_of(str(tmp_path / "base.net")) is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"file": "none.net"}, r"its base .*none.net': No such file"),
        ({"checksum": "00"}, r"its base .*base.net': changed since"),
        ({"file": "../base.net"}, "not a net: its base: too far, or not in the same folder"),
        ({"file": ""}, "not a net: its base: too far, or not in the same folder"),
    ],
)
def test_a_net_whose_base_is_not_there_is_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = net_with_base(tmp_path, **changes)
    with pytest.raises(NetError, match=message):
        read(path)


@pytest.mark.parametrize("runs", [(Run(0, 767, 2),), (Run(767, 0, 2),)])
def test_rows_that_are_not_in_both_nets_are_refused(tmp_path: Path, runs: tuple[Run, ...]) -> None:
    path = tmp_path / "net.net"
    net_with_base(tmp_path)
    header, arrays = random_net(variants.get("chess"), 1, 16)
    base = Base("base.net", identified(str(tmp_path / "base.net"))[0].checksum, runs)
    path.write_bytes(packed(header, arrays, base))
    with pytest.raises(NetError, match="are not in both nets"):
        read(str(path))


def test_a_base_has_as_many_units(tmp_path: Path) -> None:
    path = net_with_base(tmp_path)
    write(tmp_path / "base.net", *random_net(variants.get("chess"), 2, 32))
    header, arrays = random_net(variants.get("chess"), 1, 16)
    base = Base("base.net", identified(str(tmp_path / "base.net"))[0].checksum, RUNS)
    Path(path).write_bytes(packed(header, arrays, base))
    with pytest.raises(NetError, match="its base: 32 units, expected 16"):
        read(path)


def test_a_chain_of_bases_has_an_end(tmp_path: Path) -> None:
    header, arrays = random_net(variants.get("chess"), 1, 16)
    write(tmp_path / "0.net", header, arrays)
    for number in range(1, 6):
        before = tmp_path / f"{number - 1}.net"
        base = Base(before.name, before.read_bytes()[-32:].hex(), (Run(0, 0, header.features),))
        zeros = arrays[: 32 * (header.features + 1)] + bytes(32 * header.features)
        (tmp_path / f"{number}.net").write_bytes(packed(header, zeros + arrays[len(zeros) :], base))
    assert read(str(tmp_path / "4.net")) == (header, arrays)
    with pytest.raises(NetError, match="its base: too far"):
        read(str(tmp_path / "5.net"))


@pytest.mark.parametrize("name", ["pipe", "folder", "device", "missing", "nul\0", "n" * 5000, ""])
def test_unreadable_paths_are_errors(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    path = "/dev/zero" if name == "device" else str(tmp_path / name)
    with pytest.raises(NetError):
        read(path)
    with pytest.raises((OSError, ValueError)):
        is_net(path)


def test_decompression_bombs_are_refused(tmp_path: Path) -> None:
    """Some kilobytes unpack to a quarter of a gigabyte of zeros."""
    packer = lzma.LZMACompressor(preset=0)
    bomb = b"".join(packer.compress(bytes(1 << 24)) for _ in range(16)) + packer.flush()
    header, _ = random_net(variants.get("chess"))
    path = tmp_path / "bomb.net"
    path.write_bytes(framed(header, bomb))
    with pytest.raises(NetError, match="size is wrong"):
        read(str(path))


def test_decompression_memory_is_limited(tmp_path: Path) -> None:
    header, arrays = random_net(variants.get("chess"))
    greedy = [
        {
            "id": lzma.FILTER_LZMA2,
            "dict_size": 192 << 20,
            "mode": lzma.MODE_FAST,
            "mf": lzma.MF_HC3,
        }
    ]
    path = tmp_path / "greedy.net"
    path.write_bytes(framed(header, lzma.compress(arrays, filters=greedy)))
    with pytest.raises(NetError, match="Memory usage limit"):
        read(str(path))


@pytest.mark.parametrize(
    "sizes",
    [Sizes(output=128, extreme=True), Sizes(direct=2**20 + 1, extreme=True)],
    ids=["output", "direct"],
)
def test_numbers_whose_sums_could_overflow_are_refused(sizes: Sizes, tmp_path: Path) -> None:
    with pytest.raises(NetError, match="too large"):
        read(write_net(tmp_path, "chess", sizes=sizes).path)


@pytest.mark.parametrize(("rules", "version"), [("da41100b48363203", 1), ("v3-" + 16 * "0", 3)])
def test_a_net_with_another_version_of_the_fingerprint_is_refused(
    tmp_path: Path, rules: str, version: int
) -> None:
    header, arrays = read(write_net(tmp_path, "chess").path)
    path = tmp_path / "old.net"
    write(path, replace(header, rules=rules), arrays)
    expected = f"a net for 'chess' with version {version} of the rules' fingerprint, expected"
    with pytest.raises(NetError, match=expected):
        position_and_evaluator(
            variants.get("chess"), new_position("chess").fen(), (), NetFile(str(path))
        )


def test_a_net_of_another_game_is_named(tmp_path: Path) -> None:
    file = write_net(tmp_path, "gast")
    with pytest.raises(NetError, match="for other rules, those of 'gast'"):
        position_and_evaluator(variants.get("chess"), new_position("chess").fen(), (), file)


def test_net_is_identified_by_its_checksum(tmp_path: Path) -> None:
    """A net in use stays in use when its file is replaced, and the new file is another net."""
    file = write_net(tmp_path, "chess", seed=1)
    first = identified(file.path)[0]
    variant, fen = variants.get("chess"), new_position("chess").fen()
    score = position_and_evaluator(variant, fen, ("e2e4",), first)[1].score()
    write_net(tmp_path, "chess", seed=2)
    assert position_and_evaluator(variant, fen, ("e2e4",), first)[1].score() == score
    second = identified(file.path)[0]
    assert second != first
    assert position_and_evaluator(variant, fen, ("e2e4",), second)[1].score() != score
    load.cache_clear()
    with pytest.raises(NetError, match="changed since"):
        load(first)
