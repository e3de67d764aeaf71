"""A whole training whose games and trials are played on a Dask cluster. With --all only."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.evaluation import net_file
from helpers.trainings import train

if TYPE_CHECKING:
    from helpers.sample import Sample

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="no torch")


def test_a_training_on_a_cluster_is_the_one_that_is_done_here(
    tmp_path: Path, sample: Sample
) -> None:
    if not sample(0, 1):
        pytest.skip("takes half a minute; --all does it")
    distributed = pytest.importorskip("distributed")
    words = ("--generations", "2")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        done = train(tmp_path, "far", *words, "--cluster", cluster.scheduler_address)
    assert done.returncode == 0, done.stderr
    net = tmp_path / "far" / "tiny.net"
    assert done.stdout.splitlines() == [f"Best net: {net}", f"Report: {net.parent}/report.html"]
    state = json.loads((tmp_path / "far" / "state.json").read_text())
    assert [each["player"] for each in state["generations"]] == [None, "g1.net"]
    assert net_file.read(str(net))[0].trained["generation"] == 2
    assert train(tmp_path, "near", *words).returncode == 0
    for name in ("g1.games.gz", "g2.games.gz", "g1.trial.gz", "g2.hand.gz", "tiny.net"):
        far, near = (tmp_path / folder / name for folder in ("far", "near"))
        assert far.read_bytes() == near.read_bytes(), name
