"""The cores that workers may use."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from amalthea.engine.search.workers import processors


def test_cores_are_counted_as_psutil_counts_them() -> None:
    assert processors.physical_cores() == (psutil.cpu_count(logical=False) or 0)


@pytest.mark.parametrize(
    ("siblings", "cores"),
    [(["0", "1"], 2), (["0-1", "0-1"], 1), (["0,4", "1,5", "0,4", "1,5"], 2)],
)
def test_threads_of_one_core_are_counted_once(
    siblings: list[str], cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, text in enumerate(siblings):
        topology = tmp_path / f"cpu{number}" / "topology"
        topology.mkdir(parents=True)
        (topology / "thread_siblings_list").write_text(f"{text}\n")
    monkeypatch.setattr(processors, "_CORES", tmp_path)
    assert processors.physical_cores() == cores


def test_psutil_counts_cores_where_the_system_has_no_such_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processors, "_CORES", tmp_path)
    monkeypatch.setattr(psutil, "cpu_count", lambda logical: None if logical else 3)
    assert processors.physical_cores() == 3
