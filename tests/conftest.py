"""What every test may ask for."""

from __future__ import annotations

import os
import signal
from typing import Protocol

import pytest

from engine import variants

DEBUG_SHARE = 10  # the debug build is about as many times slower


class Sample(Protocol):
    def __call__(self, ordinary: int, thorough: int) -> int: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="the long checks too")


def pytest_configure() -> None:
    """A shell that runs the tests in its background has them ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def sample(request: pytest.FixtureRequest) -> Sample:
    """How many cases of a random comparison to try: `sample(2_000, 50_000)`.

    The second number with --all; a part of the first under AMALTHEA_DEBUG=1.
    """

    def size(ordinary: int, thorough: int) -> int:
        if request.config.getoption("--all"):
            return thorough
        return ordinary // DEBUG_SHARE if os.environ.get("AMALTHEA_DEBUG") == "1" else ordinary

    return size


@pytest.fixture(autouse=True)
def known_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test makes known, the next one does not know."""
    monkeypatch.setattr(variants, "_loaded", dict(variants._loaded))
