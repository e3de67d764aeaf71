"""Fixtures for all tests, the markers of folders, and the choice of what runs without --all."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.engine import variants

if TYPE_CHECKING:
    from helpers import played_placements
    from helpers.played_games import PlayedGame
    from helpers.sample import Sample

TESTS = Path(__file__).parent
FEW = 10  # a part of the random positions: the debug build is about as many times slower

FOLDERS = {  # what tests of a folder are marked as
    "engine": "core",
    "fuzz": "core",
    "reference": "core",
    "rules": "core",
    "protocol/gtp": "conversation",
    "protocol/match": "conversation",
    "protocol/match/report": "",  # pages, which need a browser
    "protocol/records": "conversation",
    "protocol/terminal": "conversation",
    "protocol/uci": "conversation",
    "protocol/web": "conversation",
    "protocol/xboard": "conversation",
}
# Games that differ from another one by data alone. Tests outside the core, and all tests in the
# debug build, run for them only with --all; tests of the core try fewer of their positions.
SIBLINGS = ("gess-cvp", "troop-physical", "troop-shogi", "troop-trade", "troop11", "troop13")
RULE_SETS = ("core", "reference")
ALONE = "pytest.mark.alone"  # in the text of every file with a test that runs alone


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="the long checks too")
    parser.addoption("--alone", action="store_true", help="only tests that are marked as alone")


def pytest_configure(config: pytest.Config) -> None:
    """Make runs the same from any shell, also without scripts/test, on any number of processors.

    A shell that runs the tests in the background lets them ignore Ctrl-C, so its handler is set
    again. AMALTHEA_PROFILE=0 asks for the quick build, so that no program remarks on its use.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("AMALTHEA_PROFILE", "0")
    if worker := getattr(config, "workerinput", None):
        _keep_to_one_processor(int(worker["workerid"].removeprefix("gw")))


def _keep_to_one_processor(number: int) -> None:
    """Keep a process of parallel tests, and the programs it starts, to one processor.

    Engines then start one worker each, unless a test asks for more, as all processors are busy
    anyway: a fifth less time in conversations.
    """
    if hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {processors[number % len(processors)]})


@pytest.fixture(scope="session", autouse=True)
def _data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let programs that tests start keep their games in a temporary folder, not the user's."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Return True for files without a test to run, since collecting them takes long.

    With --alone these are files without a test that is marked so. In the debug build they are files
    whose marker `-m` does not name, and those without one, which it could not import: it has
    the packages of the core only.
    """
    if not collection_path.is_file():
        return None
    if config.getoption("--alone") and ALONE.encode() not in collection_path.read_bytes():
        return True
    marker = _marker_of(collection_path)
    wanted = config.getoption("markexpr") or marker
    return (_is_debug_build() and (not marker or marker not in wanted)) or None


@pytest.hookimpl(tryfirst=True)  # before -m selects by the markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests, begin with the long ones, and leave what resembles others to --all."""
    for item in items:
        _mark(item)
        if item.get_closest_marker("alone") and not item.get_closest_marker("core"):
            raise pytest.UsageError(f"{item.nodeid}: only tests of the core are run alone")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if config.getoption("--alone"):
        _keep(config, items, lambda item: item.get_closest_marker("alone") is not None)
    if not config.getoption("--all"):
        _keep(config, items, lambda item: not _is_left_to_all(item))


def _keep(
    config: pytest.Config, items: list[pytest.Item], is_kept: Callable[[pytest.Item], bool]
) -> None:
    config.hook.pytest_deselected(items=[item for item in items if not is_kept(item)])
    items[:] = filter(is_kept, items)


def _mark(item: pytest.Item) -> None:
    marker = _marker_of(item.path)
    if marker and not item.get_closest_marker("release"):
        item.add_marker(marker)
    if _is_of_a_sibling(item):
        item.add_marker("sibling")


@cache
def _marker_of(path: Path) -> str:
    folders = path.parent.relative_to(TESTS).parts
    named = ("/".join(folders[:length]) for length in range(len(folders), 0, -1))
    return next((FOLDERS[name] for name in named if name in FOLDERS), "")


def _is_left_to_all(item: pytest.Item) -> bool:
    if item.get_closest_marker("thorough"):
        return True
    if not item.get_closest_marker("sibling"):
        return False
    return _is_debug_build() or not item.get_closest_marker("core")


def _is_of_a_sibling(item: pytest.Item) -> bool:
    call = getattr(item, "callspec", None)
    values = call.params.values() if call else ()
    return any(value in SIBLINGS for value in values if isinstance(value, str))


def _is_debug_build() -> bool:
    return os.environ.get("AMALTHEA_DEBUG") == "1"


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> Sample:
    """Return a function that says how many random cases to try: `sample(2_000, 50_000)`.

    It returns the second number with --all, else the first, of which the debug build and sibling
    games try a tenth, at least one.
    """

    def size(ordinary: int, thorough: int) -> int:
        if request.config.getoption("--all"):
            return thorough
        few = _is_debug_build() or _is_of_a_sibling(request.node)
        return -(-ordinary // FEW) if few else ordinary

    return size


@pytest.fixture(autouse=True)
def known_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo the registrations and refusals of variants at the end of each test."""
    monkeypatch.setattr(variants, "_loaded", dict(variants._loaded))
    monkeypatch.setattr(variants, "_refused", dict(variants._refused))


@pytest.fixture(params=RULE_SETS)
def start(request: pytest.FixtureRequest) -> Callable[[str, str], PlayedGame]:
    """Start a game from a game's name and a FEN: once in the core, once in the reference."""
    from helpers import played_games

    return played_games.RULE_SETS[request.param]


@pytest.fixture(params=RULE_SETS)
def begin(request: pytest.FixtureRequest) -> played_placements.Begin:
    """Begin a placement from a FEN: once in the core, once in the reference."""
    from helpers import played_placements

    return played_placements.RULE_SETS[request.param]
