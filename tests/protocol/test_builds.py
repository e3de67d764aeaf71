"""The build that runs: its checkout, remarks on it, and the lock that measurements hold."""

from __future__ import annotations

import fcntl
import sys
from pathlib import Path

import pytest

from amalthea.engine.search import constants
from amalthea.protocol.builds import LOCK, checkout, measuring, quick_build_remark
from amalthea.protocol.tool import install_command


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a pip installation with its environment."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    (tmp_path / ".venv").mkdir()
    return tmp_path


@pytest.fixture
def clone(installation: Path) -> Path:
    """Return the folder of a checkout with its own environment."""
    (installation / ".venv" / "builds").mkdir()
    return installation


def is_locked(environment: Path) -> bool:
    with (environment / LOCK).open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_measurements_hold_the_lock_together(clone: Path) -> None:
    environment = clone / ".venv"
    with measuring():
        with measuring():
            assert is_locked(environment)
        assert is_locked(environment)
    assert not is_locked(environment)


def test_installation_is_not_locked(installation: Path) -> None:
    assert checkout() is None
    with measuring():
        assert not (installation / ".venv" / LOCK).exists()


def test_quick_build_of_a_checkout_is_mentioned(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AMALTHEA_PROFILE", raising=False)
    monkeypatch.setattr(constants, "build_name", lambda: "quick")
    assert "--tuned" in quick_build_remark()
    monkeypatch.setenv("AMALTHEA_PROFILE", "0")
    assert quick_build_remark() == ""
    monkeypatch.delenv("AMALTHEA_PROFILE")
    monkeypatch.setattr(constants, "build_name", lambda: "tuned")
    assert quick_build_remark() == ""


def test_advice_for_an_extra_works_in_a_checkout(clone: Path) -> None:
    folder = clone / "scripts"
    assert install_command("train") == (
        f"{folder}/python {folder}/setup_environment.py --extra train"
    )


def test_advice_for_an_extra_works_in_an_installation(installation: Path) -> None:
    assert install_command("train") == f"{sys.executable} -m pip install 'amalthea[train]'"
