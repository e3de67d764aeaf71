"""Tables of figures in documents agree with the files and defaults that they describe."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from amalthea.engine.evaluation.chances import DEFAULT
from amalthea.training.recipe import Recipe
from helpers.paths import DOCS, ROOT, SUITES

SHIPPED = ROOT / "engine"
GAMES = {
    "chess": "chess",
    "Gast's Chess": "gast",
    "Gast's second game": "gast14",
    "Ganymede Chess": "ganymede",
    "Go-Chess": "gochess",
    "Gess": "gess",
    "Troop Chess": "troop",
}  # by their names in the documents


def rows(page: str, heading: str) -> Iterator[list[str]]:
    """Yield the cells of the rows of a table, which begins with this heading."""
    _, found, table = (DOCS / page).read_text("utf-8").partition(f"\n| {heading} |")
    assert found, f"{page} has no table that begins with {heading}"
    for line in table.partition("\n\n")[0].splitlines()[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def whole(cell: str) -> int:
    return int(cell.replace(",", ""))


def net_headers(game: str = "*") -> list[dict[str, Any]]:
    """Return the headers of the nets of a game, or of all; their arrays are not unpacked."""
    headers = []
    for path in (SHIPPED / "nets").glob(f"{game}-*.net"):
        data = path.read_bytes()
        length = int.from_bytes(data[8:12], "little")
        headers.append(json.loads(data[12 : 12 + length]))
    return headers


def tables(game: str) -> dict[str, Any]:
    (path,) = (SHIPPED / "tables").glob(f"{game}-*.toml")
    return tomllib.loads(path.read_text("utf-8"))


def chances_cells(unit_cp: float, even_cp: list[float], spread_cp: list[float]) -> list[str]:
    """Return the cells of a win-draw-loss model, in centipawns rounded half up."""

    def cell(*numbers: float) -> str:
        return ", ".join(f"{math.floor(number + 0.5):,}" for number in numbers)

    return [cell(unit_cp), cell(*even_cp), cell(*spread_cp)]


def test_documented_positions_of_nets_are_those_of_their_files() -> None:
    """The last number of positions is that of the games which the file was fitted to."""
    documented = {
        (whole(positions.split(";")[-1]), whole(scale))
        for *_, positions, scale in rows("nets.md", "game | games, with nodes a move")
    }
    trained = [header["trained"] for header in net_headers()]
    assert documented == {(net["positions"], net["scale_cp"]) for net in trained}


def test_documented_meanings_of_scores_are_those_of_nets_and_tables() -> None:
    for name, *cells in rows("nets.md", "game | `unit_cp`"):
        game = GAMES.get(name)
        headers = net_headers(game) if game else []
        of_net = chances_cells(**headers[0]["chances"]) if headers else [""] * 3
        of_tables = chances_cells(**(tables(game)["chances"] if game else asdict(DEFAULT)))
        assert cells == of_net + of_tables, name


def test_documented_games_of_tables_are_those_of_their_files() -> None:
    for name, games, positions, scale in rows("evaluation.md", "game | games, at 800 nodes a move"):
        trained = tables(GAMES[name])["trained"]
        documented = [whole(games.split(", ")[0]), whole(positions), whole(scale)]
        assert documented == [trained["games"], trained["positions"], trained["scale_cp"]], name


def test_documented_defaults_of_a_recipe_are_those_of_trainings() -> None:
    documented = {
        name: value
        for names, defaults, _ in rows("training.md", "number | default")
        for name, value in zip(
            re.findall(r"`(\w+)`", names), json.loads(f"[{defaults}]"), strict=True
        )
    }
    defaults = json.loads(json.dumps(asdict(Recipe())))
    del defaults["tune"]  # an option of the command, no number of a recipe file
    assert documented == defaults


def test_documented_suites_are_those_of_the_folder() -> None:
    documented = {
        suite: whole(found[0]) if (found := re.findall(r"\b\d+\b", contents)) else None
        for names, contents in rows("analysis.md", "suite | positions")
        for suite in re.findall(r"`([\w-]+)`", names)
    }
    positions = {
        path.stem: sum(
            bool(line.strip()) and line[0] != "#" for line in path.read_text("utf-8").splitlines()
        )
        for path in SUITES.glob("*.epd")
    }
    assert documented.keys() == positions.keys()
    for suite, number in documented.items():
        assert number in (None, positions[suite]), suite
