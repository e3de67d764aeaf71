"""A fixture of the tests of records."""

from __future__ import annotations

import pytest

import amalthea

# Games with drops, unusual promotions, blocked corners, letters with accents, ranks of two digits.
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
    """Return games of each sort: all with --all, else the built-in ones and some of files."""
    if request.config.getoption("--all"):
        return amalthea.variants.names()
    return (*amalthea.variants.BUILT_IN, *SOME)
