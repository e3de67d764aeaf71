"""What every test may ask for."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Protocol

import pytest

from engine import variants

DEBUG_SHARE = 10  # the debug build is about as many times slower

# Games that differ from another one by data alone. What is not of the core treats both alike: it
# meets them with --all.
SIBLINGS = ("gess-cvp", "troop-physical", "troop-shogi", "troop-trade", "troop11", "troop13")
OF_THE_CORE = ("board", "evaluation", "kinds", "rules", "search", "variants")  # folders


class Sample(Protocol):
    def __call__(self, ordinary: int, thorough: int) -> int: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="the long checks too")


def pytest_configure() -> None:
    """A shell that runs the tests in its background has them ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the front ends' tests of siblings to --all."""
    if config.getoption("--all"):
        return
    left = [item for item in items if _is_of_a_sibling(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not _is_of_a_sibling(item)]


def _is_of_a_sibling(item: pytest.Item) -> bool:
    call = getattr(item, "callspec", None)
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    return (
        call is not None
        and folder not in OF_THE_CORE
        and any(value in SIBLINGS for value in call.params.values() if isinstance(value, str))
    )


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
