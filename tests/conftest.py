"""What every test may ask for."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Protocol

import pytest

from amalthea.engine import variants

TESTS = Path(__file__).parent
FEW = 10  # a part of the random positions: the debug build is about as many times slower

# Games that differ from another one by data alone. What is not of the core, and the debug build,
# treat both alike: they meet them with --all. The core meets some of their positions.
SIBLINGS = ("gess-cvp", "troop-physical", "troop-shogi", "troop-trade", "troop11", "troop13")
# Begun first: they take longest, and none of them should be what all wait for at the end.
LONG = (
    "match/test_games_against_reference.py",
    "play/test_play_page.py",
    "protocol/test_faults.py",
    "protocol/test_kills.py",
    "rules/test_comparison.py",
    "rules/test_make_unmake.py",
    "rules/test_random_variants.py",
    "scripts/test_build.py",
    "scripts/test_setup.py",
    "scripts/test_wheel.py",
    "search/test_constants.py",
    "training/test_resuming.py",
    "training/test_train_command.py",
)
OF_THE_CORE = ("board", "evaluation", "fuzz", "kinds", "rules", "search", "variants")  # folders


class Sample(Protocol):
    def __call__(self, ordinary: int, thorough: int) -> int: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="the long checks too")
    parser.addoption("--after-debug", action="store_true", help="not what that build has met")


def pytest_configure() -> None:
    """A shell that runs the tests in its background has them ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long ones first; leaves to --all what like tests have met."""
    for item in items:
        if item.get_closest_marker("alone") and not _is_of_the_core(item):
            raise pytest.UsageError(f"{item.nodeid}: only tests of the core are run alone")
    items.sort(key=lambda item: str(item.path.relative_to(TESTS)) not in LONG)
    if config.getoption("--all"):
        return
    after_debug = config.getoption("--after-debug")
    left = [item for item in items if not _is_taken(item, after_debug)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if _is_taken(item, after_debug)]


def _is_taken(item: pytest.Item, after_debug: bool) -> bool:
    of_the_core = _is_of_the_core(item)
    if _is_of_a_sibling(item):
        return of_the_core and not _is_debug_build()
    # Of random positions, the debug build met a part.
    return not (after_debug and of_the_core) or "sample" in getattr(item, "fixturenames", ())


def _is_of_the_core(item: pytest.Item) -> bool:
    return item.path.relative_to(TESTS).parts[0] in OF_THE_CORE


def _is_of_a_sibling(item: pytest.Item) -> bool:
    call = getattr(item, "callspec", None)
    values = call.params.values() if call else ()
    return any(value in SIBLINGS for value in values if isinstance(value, str))


def _is_debug_build() -> bool:
    return os.environ.get("AMALTHEA_DEBUG") == "1"


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> Sample:
    """How many cases of a random comparison to try: `sample(2_000, 50_000)`.

    The second number with --all; else a part of the first in the debug build and for siblings, one
    at least.
    """

    def size(ordinary: int, thorough: int) -> int:
        if request.config.getoption("--all"):
            return thorough
        few = _is_debug_build() or _is_of_a_sibling(request.node)
        return -(-ordinary // FEW) if few else ordinary

    return size


@pytest.fixture(autouse=True)
def known_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test makes known, the next one does not know."""
    monkeypatch.setattr(variants, "_loaded", dict(variants._loaded))
    monkeypatch.setattr(variants, "_refused", dict(variants._refused))
