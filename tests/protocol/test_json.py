"""`--json`: one object a line with the keys that docs/command-line.md describes."""

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


def test_perft() -> None:
    (found,) = objects("perft", "chess", "3")
    assert found["nodes"] == 8902
    assert sum(found["moves"].values()) == 8902
    assert found["moves"]["a2a3"] == 380
    assert set(found) == documented("perft")


def test_bench() -> None:
    (found,) = objects("bench", "1")
    assert found["nodes"] == sum(each["nodes"] for each in found["positions"])
    assert set(found) == documented("bench")


def test_eval() -> None:
    (found,) = objects("eval", "gast", "startpos")
    assert found["variant"] == "gast"
    assert {"name", "white", "black"} == set(found["terms"][0])
    assert {each["letter"] for each in found["values"]} == set("PNBRGAQ")
    assert {"letter", "middlegame", "endgame", "hand"} == set(found["values"][0])
    assert set(found) == documented("eval")


def test_variants() -> None:
    games = objects("variants")
    assert {"chess", "gast", "gess"} <= {each["name"] for each in games}
    assert set(games[0]) == documented("variants")
    (game,) = objects("variants", "chess")
    (knight,) = (each for each in game["pieces"] if each["name"].lower() == "knight")
    assert 0 < knight["middlegame"] < knight["endgame"]
    (king,) = (each for each in game["pieces"] if each["letter"] == "K")
    assert (king["middlegame"], king["endgame"], king["hand"]) == (None, None, None)
    assert set(game) == documented("variants NAME")


def test_check(tmp_path: Path) -> None:
    file = tmp_path / "own.ini"
    file.write_text("[small:chess]\n\n[odd:chess]\nmaxFile = 40\n")
    (found,) = objects("check", str(file), status=1)
    assert found["valid"] == ["small"]
    assert found["errors"][0]["variant"] == "odd"
    assert set(found) == documented("check")


def test_match_and_report(tmp_path: Path) -> None:
    (found,) = objects(*QUICK_MATCH, "--output", "here", folder=tmp_path)
    assert found["games"] == 2
    assert {each["name"] for each in found["players"]} == {"one", "twin"}
    assert set(found) == documented("match")
    assert objects("report", "here", folder=tmp_path) == [found]


@pytest.mark.parametrize("words", [("startpos", "--depth", "2", "--infinite"), ("nothing.pgn",)])
def test_errors_leave_the_output_empty(words: tuple[str, ...]) -> None:
    assert objects("analyse", *words, status=2) == []


def test_analyse() -> None:
    *reports, last = objects("analyse", "startpos", "--depth", "2")
    assert reports[-1]["depth"] == 2
    assert set(last["result"]) == documented("analyse")
