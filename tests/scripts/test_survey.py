"""The survey plays every game that another engine knows, too, and sums the results up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import SCRIPTS

pytestmark = pytest.mark.long
OTHER = """
import sys
more = ""
for line in sys.stdin:
    if line.startswith("setoption name VariantPath value "):
        more = " var orda var " + line.split()[-1].removesuffix(".ini")
    if line == "uci\\n":
        known = "chess var gardner var fog" + more
        print("option name UCI_Variant type combo default chess var " + known)
        print("uciok", flush=True)
    if line == "quit\\n":
        break
"""


def survey(folder: Path, *words: str) -> str:
    line = [sys.executable, str(SCRIPTS / "survey.py"), *words]
    done = subprocess.run(line, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.mark.thorough
def test_the_games_are_played_and_the_table_has_them(tmp_path: Path) -> None:
    ours = f"{sys.executable} -I -m amalthea"
    words = [ours, "--ours", ours, "--variant", "gardner", "--variant", "gess"]
    words += ["--games", "2", "--nodes", "1"]
    first = survey(tmp_path, *words, "--write", "table.md")
    table = (tmp_path / "table.md").read_text()
    assert "of 4 games" in table
    rows = [line for line in table.splitlines() if line.startswith(("| gardner", "| gess"))]
    assert sorted(first.splitlines()) == sorted(rows)
    assert table.index("| gess") < table.index("| gardner")  # by family, as the lobby has them
    again = survey(tmp_path, *words)
    assert again.endswith(table)


def test_a_second_table_has_the_games_that_the_other_engine_does_not_know(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(OTHER)
    ours = f"{sys.executable} -I -m amalthea"
    words = [f"{sys.executable} other.py", "--ours", ours, "--before", ours]
    words += ["--before-nodes", "1", "--games", "2", "--variant", "gess"]
    printed = survey(tmp_path, *words, "--write", "table.md")
    table = (tmp_path / "table.md").read_text()
    _, second = table.split("## The games that the other engine does not know")
    assert "1 nodes a move: " in second
    assert "of 2 games" in second
    assert all(line in second for line in printed.splitlines())


def test_games_are_those_that_both_know_with_those_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(OTHER)
    (tmp_path / "mine.ini").write_text("[mine:chess]\n")
    known = f"survey.shared_games('{sys.executable} other.py', None)"
    more = f"survey.shared_games('{sys.executable} other.py', 'mine.ini')"
    code = f"import survey; print({known}); print({more})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(SCRIPTS)},
        check=True,
        capture_output=True,
        text=True,
    )
    without_file, with_file = done.stdout.splitlines()
    assert without_file == "['chess', 'gardner']"
    assert with_file == "['chess', 'gardner', 'orda', 'mine']"
