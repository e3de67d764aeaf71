"""A fixture that forgets the games of variant files, which one process would share."""

from __future__ import annotations

import pytest

from amalthea.engine import variants


@pytest.fixture(autouse=True)
def forget_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_loaded", {})
    monkeypatch.setattr(variants, "_refused", {})
