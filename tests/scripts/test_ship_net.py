"""Nets put among those that come with the engine, whole or as differences from another one."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

import ship_net
from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.evaluation import net_file
from amalthea.engine.evaluation.net import BUCKETS
from helpers.random_nets import random_net, write_net

BUILT_ON = {"crazyhouse": "chess", "shouse": "crazyhouse"}  # its pieces are more


@pytest.fixture
def nets(tmp_path: Path) -> Path:
    """Return a folder with the nets of three games, two of them stored as differences."""
    folder = tmp_path / "nets"
    folder.mkdir()
    write_net(folder, "chess")
    for game, base in BUILT_ON.items():
        assert len(ship_net.ship(written(tmp_path, game), folder, base)) == 1
    return folder


def written(folder: Path, game: str, seed: int = 1, width: int = 32) -> str:
    """Return the file of a net that is not among the others."""
    trained = folder / f"{game}-{seed}-{width}"
    trained.mkdir(exist_ok=True)
    return write_net(trained, game, seed, width).path


def stored(folder: Path, game: str) -> str:
    (path,) = folder.glob(f"{game}-*.net")
    return str(path)


def rows(header: net_file.Header, arrays: bytes) -> array[int]:
    start = 4 * BUCKETS * (header.features + 1)
    return array("h", arrays[start : start + 2 * header.features * header.width])


@pytest.mark.parametrize("game", BUILT_ON)
def test_a_net_with_a_base_is_read_as_itself(nets: Path, game: str) -> None:
    header, arrays = random_net(variants.get(game))
    found, numbers = net_file.read(stored(nets, game))
    assert found == header
    pairs = list(zip(rows(header, arrays), rows(header, numbers), strict=True))
    assert 0 < max(abs(old - new) for old, new in pairs) <= ship_net.STEP // 2
    start = 4 * BUCKETS * (header.features + 1)
    behind = start + 2 * header.features * header.width
    assert (arrays[:start], arrays[behind:]) == (numbers[:start], numbers[behind:])
    base = net_file.base_of(stored(nets, game))
    assert base
    assert Path(stored(nets, BUILT_ON[game])).name == base.file


def test_storing_a_net_again_changes_nothing(nets: Path) -> None:
    before = {path.name: path.read_bytes() for path in nets.iterdir()}
    ship_net.ship(stored(nets, "crazyhouse"), nets, "chess")
    assert {path.name: path.read_bytes() for path in nets.iterdir()} == before


def test_nets_stored_as_differences_follow_their_base(nets: Path, tmp_path: Path) -> None:
    """Those that differ from the new net are read as they were, but for the rounding."""
    before = {game: rows(*net_file.read(stored(nets, game))) for game in BUILT_ON}
    new = written(tmp_path, "chess", seed=2)
    names = [path.name.partition("-")[0] for path in ship_net.ship(new, nets)]
    assert names == ["chess", "crazyhouse", "shouse"]
    assert net_file.read(stored(nets, "chess")) == net_file.read(new)
    for game, old in before.items():
        found = rows(*net_file.read(stored(nets, game)))
        assert max(abs(a - b) for a, b in zip(old, found, strict=True)) <= ship_net.STEP // 2


def test_what_cannot_be_stored_changes_nothing(nets: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in nets.iterdir()}
    cases = {
        (written(tmp_path, "3check", width=16), "chess"): "32 hidden units, expected 16",
        (written(tmp_path, "gardner"), "chess"): "64 squares, expected 25",
        (written(tmp_path, "3check"), "gast"): "gast: no net in",
        (written(tmp_path, "chess"), "shouse"): "or stored as differences from it",
        (written(tmp_path, "3check"), "nonesuch"): "unknown variant 'nonesuch'",
        (str(tmp_path / "none.net"), "chess"): "No such file",
        (
            written(tmp_path, "chess", width=16),
            None,
        ): "16 hidden units, expected 32",  # other nets are built on it
    }
    for (net, base), message in cases.items():
        with pytest.raises(AmaltheaError, match=message):
            ship_net.ship(net, nets, base)
    assert {path.name: path.read_bytes() for path in nets.iterdir()} == before
