"""Who may import whom. CONTRIBUTING.md tells why."""

from __future__ import annotations

import subprocess
import sys
from graphlib import TopologicalSorter

import pytest

from house.sources import ROOT, imports, python_files

FLOORS = (  # from below; whatever else there is in `engine` is its face
    "amalthea.engine.errors",
    "amalthea.engine.core",
    "amalthea.engine.evaluation",
    "amalthea.engine.stones",
    "amalthea.engine.choosing",
    "amalthea.engine.kind",
    "amalthea.engine.pieces",
    "amalthea.engine.gess",
    "amalthea.engine.troop",
    "amalthea.engine.games",
    "amalthea.engine.variant_files",
    "amalthea.engine.variants",
    "amalthea.engine.game_kinds",
    "amalthea.engine.search",
    "amalthea.engine",
    "amalthea.protocol",
    "amalthea.training",
)
KINDS = ("amalthea.engine.gess", "amalthea.engine.pieces", "amalthea.engine.troop")
KNOW_KINDS = (  # besides the kinds themselves
    "amalthea.engine.games",
    "amalthea.engine.variant_files",
    "amalthea.protocol.drawing.styles",
)
FRONT_ENDS = tuple(
    f"amalthea.protocol.{each}" for each in ("uci", "gtp", "xboard", "web", "terminal")
)
TOOLS = tuple(f"amalthea.protocol.{each}" for each in ("match", "analysis", "drawing"))
ALLOWED = {  # from a tool or a front end to another
    ("amalthea.protocol.match", "amalthea.protocol.drawing"),
    ("amalthea.protocol.analysis", "amalthea.protocol.drawing"),
    ("amalthea.protocol.web", "amalthea.protocol.drawing"),
}

IN_TURN = (  # these ask each other, and are one thing in several files
    ("amalthea.engine.pieces.description.checks", "amalthea.engine.pieces.description.variant"),
    # making a move asks whether it ends the game, and that makes moves
    tuple(
        f"amalthea.engine.pieces.moves.{each}"
        for each in ("chases", "draws", "drops", "endings", "generation", "making")
    ),
    # the tables of a game, filled by a file for each sort
    tuple(
        f"amalthea.engine.pieces.compiled.{each}"
        for each in ("conditions", "hop_tables", "paths", "rule_tables", "tables")
    ),
)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def room(module: str, rooms: tuple[str, ...]) -> str | None:
    """The innermost of these packages that a module lies in."""
    return max((each for each in rooms if within(module, each)), key=len, default=None)


def edges() -> list[tuple[str, str]]:
    return [(importer, found) for importer, each in imports().items() for found in sorted(each)]


def floor(module: str) -> int:
    own = room(module, FLOORS)
    assert own, f"{module} is on no floor"
    return FLOORS.index(own)


def test_kinds_are_found() -> None:
    assert {name for name in imports() if name in KINDS} == set(KINDS)


def test_imports_are_seen() -> None:
    """Those of compiled modules, too, in either of their files."""
    assert "amalthea.engine.core.position" in imports()["amalthea.engine.pieces.moves.position"]
    assert (
        "amalthea.engine.search.transposition_table" in imports()["amalthea.engine.search.searcher"]
    )


def test_imports_only_go_down() -> None:
    climbing = [edge for edge in edges() if floor(edge[0]) < floor(edge[1])]
    assert climbing == []


def test_nothing_imports_itself_by_way_of_others() -> None:
    apart = {
        importer: {
            each
            for each in found
            if not any(importer in group and each in group for group in IN_TURN)
        }
        for importer, found in imports().items()
    }
    TopologicalSorter(apart).prepare()  # raises CycleError, which names the circle


def test_kinds_of_games_do_not_know_each_other() -> None:
    rooms = [(edge, room(edge[0], KINDS), room(edge[1], KINDS)) for edge in edges()]
    assert [edge for edge, own, other in rooms if own and other and own != other] == []


def test_nobody_else_knows_a_kind_of_game() -> None:
    """They ask amalthea.engine.game_kinds, which finds a kind by the name that its games carry."""
    knowing = [
        (importer, found)
        for importer, found in edges()
        if room(found, KINDS) and not room(importer, (*KINDS, *KNOW_KINDS))
    ]
    assert knowing == []


@pytest.mark.parametrize("one", [*TOOLS, *FRONT_ENDS])
def test_tools_and_front_ends_do_not_know_each_other(one: str) -> None:
    rooms = (*TOOLS, *FRONT_ENDS)
    crossing = [
        (importer, found)
        for importer, found in edges()
        if within(importer, one) and (other := room(found, rooms)) and other != one
        if (one, other) not in ALLOWED
    ]
    assert crossing == []


def test_what_tools_and_front_ends_share_knows_none_of_them() -> None:
    """But for the command itself, which has to name what it starts; `training` stands above all."""
    rooms = (*TOOLS, *FRONT_ENDS)
    starts = ("amalthea.protocol.cli",)
    knowing = [
        (importer, found)
        for importer, found in edges()
        if not room(importer, (*rooms, *starts, "amalthea.training")) and room(found, rooms)
    ]
    assert knowing == []


def test_plain_modules_import_nothing_in_vain() -> None:
    """ruff is told to overlook that in folders of compiled modules: theirs is in the .pxd."""
    plain = [
        path
        for path in python_files()
        if path.is_relative_to(ROOT / "engine") and not path.with_suffix(".pxd").exists()
    ]
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F"]
    done = subprocess.run([*command, *plain], capture_output=True, text=True, check=False)
    assert plain
    assert done.returncode == 0, done.stdout
