"""Games of variant files are known to the process; here only to the test that reads them."""

from __future__ import annotations

import pytest

from amalthea.engine import variants


@pytest.fixture(autouse=True)
def forget_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_loaded", {})
    monkeypatch.setattr(variants, "_refused", {})
