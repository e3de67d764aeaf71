"""Modules import from their own package and from lower layers; docs/architecture.md has the map."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from graphlib import TopologicalSorter

from helpers.paths import ROOT
from helpers.sources import imports, python_files

_ROW = re.compile(r"^\| [\w: ]+ \| (`[^|]+`) \| [^|]+ \|$", re.MULTILINE)
_PACKAGE = re.compile(r"`([\w/]+)(?:\.py)?`")

KINDS = ("amalthea.engine.gess", "amalthea.engine.pieces", "amalthea.engine.troop")
KNOW_KINDS = (  # besides the kinds themselves
    "amalthea.engine.games",
    "amalthea.engine.variant_files",
    "amalthea.protocol.drawing.styles",
)


def layers() -> dict[str, int]:
    """Return the layer of each package on the map, counted from the bottom."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = [_PACKAGE.findall(row) for row in _ROW.findall(page)]
    return {
        f"amalthea.{package.replace('/', '.')}": number
        for number, row in enumerate(reversed(rows))
        for package in row
    }


LAYERS = layers()


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def package_of(module: str, packages: tuple[str, ...] = tuple(LAYERS)) -> str | None:
    """Return the innermost of these packages that a module lies in."""
    return max((each for each in packages if within(module, each)), key=len, default=None)


def edges() -> list[tuple[str, str]]:
    return [(importer, found) for importer, each in imports().items() for found in sorted(each)]


def test_imports_are_seen() -> None:
    """Imports of compiled modules count, whether in the .py or in the .pxd."""
    search = imports()["amalthea.engine.search.searcher"]
    assert "amalthea.engine.core.position" in imports()["amalthea.engine.pieces.moves.position"]
    assert "amalthea.engine.search.transposition_table" in search


def test_map_has_every_package() -> None:
    modules = set(imports())
    assert len(LAYERS) > 20
    assert [each for each in LAYERS if each not in modules] == []
    assert [module for module in modules if module != "amalthea" and not package_of(module)] == []


def test_picture_shows_the_map() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "draw_architecture.py"))
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert (ROOT / "docs" / "architecture.svg").read_text("utf-8") == script["drawing"](page)


def test_imports_only_go_down() -> None:
    crossing = []
    for importer, found in edges():
        own, other = package_of(importer), package_of(found)
        assert own
        assert other
        if own != other and LAYERS[own] <= LAYERS[other]:
            crossing.append((importer, found))
    assert crossing == []


def test_no_module_imports_itself_through_others() -> None:
    TopologicalSorter(imports()).prepare()  # raises CycleError, which names the cycle


def test_only_games_and_styles_know_a_kind_of_game() -> None:
    """All other code asks amalthea.engine.game_kinds, which finds a kind by the variant's class."""
    knowing = [
        (importer, found)
        for importer, found in edges()
        if package_of(found, KINDS) and not package_of(importer, (*KINDS, *KNOW_KINDS))
    ]
    assert knowing == []


def test_plain_modules_use_all_that_they_import() -> None:
    """ruff ignores unused imports in folders of compiled modules, which use theirs in the .pxd."""
    plain = [
        path
        for path in python_files()
        if path.is_relative_to(ROOT / "engine") and not path.with_suffix(".pxd").exists()
    ]
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F"]
    done = subprocess.run([*command, *plain], capture_output=True, text=True, check=False)
    assert plain
    assert done.returncode == 0, done.stdout
