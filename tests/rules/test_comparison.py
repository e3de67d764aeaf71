"""Every game: core against reference on random walks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import GAMES
from rules.comparison import compare_known

if TYPE_CHECKING:
    from conftest import Sample

SEED = 1


@pytest.mark.parametrize("game", GAMES)
def test_core_and_reference_agree_on_random_walks(game: str, sample: Sample) -> None:
    compare_known(game, sample(*GAMES[game].compared), SEED)
