"""`--json`: one object a line with the keys that the documentation describes."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from helpers.dialogue import ENGINE
from helpers.matches import command
from helpers.paths import ROOT

_GUARD_S = 120.0  # only against hanging
PAGE = (ROOT / "docs" / "command-line.md").read_text()
ANALYSIS_PAGE = (ROOT / "docs" / "analysis.md").read_text()
PLAYERS = (command(), "name=one", command(), "name=twin")
QUICK_MATCH = ("match", *PLAYERS, "--random-plies", "0", "--games", "2")


def objects(*words: str, status: int = 0, folder: Path | None = None) -> list[dict[str, Any]]:
    """Return the objects that a command prints."""
    done = subprocess.run(
        [*ENGINE, *words, "--json"],
        capture_output=True,
        text=True,
        timeout=_GUARD_S,
        check=False,
        cwd=folder,
    )
    assert done.returncode == status, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def documented(words: str) -> set[str]:
    """Return the keys that the page documents for the words of a command."""
    row = re.search(rf"^\| `{words}` \|(.*)\|$", PAGE, re.MULTILINE)
    assert row, words
    return set(re.findall(r"`(\w+)`", row[1]))


def documented_of_analysis() -> list[set[str]]:
    """Return the keys of each row of the analysis page's table, from the top."""
    section = ANALYSIS_PAGE.partition("## JSON\n")[2].partition("\n## ")[0]
    return [
        set(re.findall(r"`(\w+)`", row))
        for row in re.findall(r"^\|.*\|.*\| (`.*)\|$", section, re.M)
    ]


def keys_of(found: list[dict[str, Any]]) -> tuple[set[str], set[str]]:
    """Return the keys of all objects but the last, and those of the result."""
    *items, last = found
    return set[str]().union(*items), set(last["result"])


def test_perft_is_written_as_json() -> None:
    (found,) = objects("perft", "chess", "3")
    assert found["nodes"] == 8902
    assert sum(found["moves"].values()) == 8902
    assert found["moves"]["a2a3"] == 380
    assert set(found) == documented("perft")


def test_bench_is_written_as_json() -> None:
    (found,) = objects("bench", "1")
    assert found["nodes"] == sum(each["nodes"] for each in found["positions"])
    assert set(found) == documented("bench")


def test_eval_is_written_as_json() -> None:
    (found,) = objects("eval", "gast", "startpos")
    assert found["variant"] == "gast"
    assert {"name", "white", "black"} == set(found["terms"][0])
    assert {each["letter"] for each in found["values"]} == set("PNBRGAQ")
    assert {"letter", "middlegame", "endgame", "hand"} == set(found["values"][0])
    assert set(found) == documented("eval")


def test_variants_are_written_as_json() -> None:
    games = objects("variants")
    assert {"chess", "gast", "gess"} <= {each["name"] for each in games}
    assert set(games[0]) == documented("variants")
    (game,) = objects("variants", "chess")
    (knight,) = (each for each in game["pieces"] if each["name"].lower() == "knight")
    assert 0 < knight["middlegame"] < knight["endgame"]
    (king,) = (each for each in game["pieces"] if each["letter"] == "K")
    assert (king["middlegame"], king["endgame"], king["hand"]) == (None, None, None)
    assert set(game) == documented("variants NAME")


def test_check_is_written_as_json(tmp_path: Path) -> None:
    file = tmp_path / "own.ini"
    file.write_text("[small:chess]\n\n[odd:chess]\nmaxFile = 40\n")
    (found,) = objects("check", str(file), status=1)
    assert found["valid"] == ["small"]
    assert found["errors"][0]["variant"] == "odd"
    assert set(found) == documented("check")


def test_a_match_and_its_report_are_written_as_json(tmp_path: Path) -> None:
    (found,) = objects(*QUICK_MATCH, "--output", "here", folder=tmp_path)
    assert found["games"] == 2
    assert {each["name"] for each in found["players"]} == {"one", "twin"}
    assert set(found) == documented("match")
    assert objects("report", "here", folder=tmp_path) == [found]


@pytest.mark.parametrize("words", [("startpos", "--depth", "2", "--infinite"), ("nothing.pgn",)])
def test_errors_leave_the_output_empty(words: tuple[str, ...]) -> None:
    assert objects("analyse", *words, status=2) == []


def test_an_analysis_is_written_as_json() -> None:
    *reports, last = objects("analyse", "startpos", "--depth", "2")
    assert reports[-1]["depth"] == 2
    assert set(last["result"]) == documented("analyse")


def test_objects_of_a_position_are_described() -> None:
    item, result, *_ = documented_of_analysis()
    assert keys_of(objects("analyse", "startpos", "--depth", "2")) == (item - {"note"}, result)


def test_objects_of_games_are_described(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    item, result = documented_of_analysis()[2:4]
    assert keys_of(objects("analyse", str(path), "--depth", "4")) == (item, result)


def test_objects_of_a_suite_are_described(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";\n')
    item, result = documented_of_analysis()[4:6]
    assert keys_of(objects("analyse", str(path), "--depth", "3")) == (item, result)
