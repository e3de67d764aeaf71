"""Every game: core against reference on random walks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.comparison import compare_known
from helpers.games import GAMES

if TYPE_CHECKING:
    from helpers.sample import Sample

pytestmark = pytest.mark.long

SEED = 1


@pytest.mark.parametrize("game", GAMES)
def test_core_and_reference_agree_on_random_walks(game: str, sample: Sample) -> None:
    compare_known(game, sample(*GAMES[game].compared), SEED)
