"""Who may import whom. CONTRIBUTING.md tells why."""

from __future__ import annotations

import subprocess
import sys
from graphlib import TopologicalSorter

import pytest

from house.sources import ROOT, imports, python_files

FLOORS = (  # from below; whatever else there is in `engine` is its face
    "engine.errors",
    "engine.board",
    "engine.evaluation",
    "engine.kinds",
    "engine.variants",
    "engine.games",
    "engine.search",
    "engine",
    "protocol",
    "training",
)
SHARED_BY_KINDS = ("engine.kinds.choosing",)
KNOW_KINDS = ("engine.variants", "protocol.drawing.styles")  # besides the kinds themselves
FRONT_ENDS = ("protocol.uci", "protocol.gtp", "protocol.cecp", "protocol.play")
TOOLS = ("protocol.match", "protocol.analyse", "protocol.drawing")
ALLOWED = {  # from a tool or a front end to another
    ("protocol.match", "protocol.drawing"),
    ("protocol.analyse", "protocol.drawing"),
    ("protocol.play", "protocol.drawing"),
}


IN_TURN = (  # these ask each other, and are one thing in several files
    ("engine.kinds.army.faults", "engine.kinds.army.rules"),
    # making a move asks whether it ends the game, and that makes moves
    tuple(
        f"engine.kinds.army.{each}"
        for each in ("chases", "draws", "drops", "ends", "generation", "making")
    ),
    # the tables of a game, filled by a file for each sort
    tuple(
        f"engine.kinds.army.{each}"
        for each in ("conditions", "hop_tables", "paths", "rule_tables", "tables")
    ),
)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def room(module: str, rooms: tuple[str, ...]) -> str | None:
    """The innermost of these packages that a module lies in."""
    return max((each for each in rooms if within(module, each)), key=len, default=None)


def kinds() -> tuple[str, ...]:
    """The package of each kind of game."""
    names = {".".join(module.split(".")[:3]) for module in imports()}
    return tuple(
        sorted(
            name
            for name in names
            if name.startswith("engine.kinds.") and name not in SHARED_BY_KINDS
        )
    )


def edges() -> list[tuple[str, str]]:
    return [(importer, found) for importer, each in imports().items() for found in sorted(each)]


def floor(module: str) -> int:
    own = room(module, FLOORS)
    assert own, f"{module} is on no floor"
    return FLOORS.index(own)


def test_imports_are_seen() -> None:
    """Those of compiled modules, too, in either of their files."""
    assert "engine.board.position" in imports()["engine.kinds.army.position"]
    assert "engine.search.table" in imports()["engine.search.alphabeta"]
    assert len(kinds()) >= 2


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
    rooms = [(edge, room(edge[0], kinds()), room(edge[1], kinds())) for edge in edges()]
    assert [edge for edge, own, other in rooms if own and other and own != other] == []


def test_nobody_else_knows_a_kind_of_game() -> None:
    """They ask engine.games, which finds a kind by the name that its games carry."""
    knowing = [
        (importer, found)
        for importer, found in edges()
        if room(found, kinds()) and not room(importer, (*kinds(), *KNOW_KINDS))
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
    starts = ("protocol.cli", "protocol.__main__")
    knowing = [
        (importer, found)
        for importer, found in edges()
        if not room(importer, (*rooms, *starts, "training")) and room(found, rooms)
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


def test_sources_that_are_not_compiled_say_so() -> None:
    command = [sys.executable, "-c", "import engine"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = ended.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: {ROOT / 'engine'} is the source of Amalthea")
