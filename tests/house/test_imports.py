"""Who may import whom. CONTRIBUTING.md tells why."""

from __future__ import annotations

import pytest

from house.sources import imports

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
