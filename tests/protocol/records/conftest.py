"""What tests of records may ask for."""

from __future__ import annotations

import pytest

import amalthea

# Drops, promotions into all sorts of pieces, blocked corners, letters with accents, two digits.
SOME = (
    "berolina",
    "capablanca",
    "crazyhouse",
    "kyotoshogi",
    "metamachy",
    "omega",
    "racingkings",
    "shogi",
    "torpedo",
    "xiangqi",
)


@pytest.fixture
def names(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Games to have one of each: all with --all, else the built-in ones and some of files."""
    if request.config.getoption("--all"):
        return amalthea.variants.names()
    return (*amalthea.variants.BUILT_IN, *SOME)
