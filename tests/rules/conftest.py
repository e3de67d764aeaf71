"""The two tellers of hand-made cases: every test that asks for `tell` runs with both."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules import placement_stories
from rules.stories import TELLERS, Story


@pytest.fixture(params=TELLERS)
def tell(request: pytest.FixtureRequest) -> Callable[[str, str], Story]:
    """Starts a story from a game's name and a FEN, in the core and in the reference."""
    return TELLERS[request.param]


@pytest.fixture(params=placement_stories.TELLERS)
def begin(request: pytest.FixtureRequest) -> placement_stories.Tell:
    """Begins a placement from a FEN, in the core and in the reference."""
    return placement_stories.TELLERS[request.param]
