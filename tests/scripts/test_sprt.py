"""Two states of a project against each other: found, built once, played, and summed up."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from amalthea.protocol.records.journal import read_games
from helpers.paths import SCRIPTS

SPRT = SCRIPTS / "sprt.py"
IDENTITY = ["-c", "user.name=a", "-c", "user.email=a@b"]


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", "-C", folder, *IDENTITY, *words], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a project of two states whose engine is the one that is installed."""
    folder = tmp_path / "project"
    script = folder / "scripts" / "amalthea"
    script.parent.mkdir(parents=True)
    git(folder, "init", "--quiet")
    for number in ("first", "second"):
        script.write_text(
            f'#!/bin/sh\n# {number}\necho x >> "$0.starts"\n'
            f'exec {sys.executable} -I -m amalthea "$@"\n'
        )
        script.chmod(0o755)
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "--message", f"The {number} state")
    return folder


def sprt(repository: Path, *words: str) -> subprocess.CompletedProcess[str]:
    folder = repository.parent
    common = ["--repository", str(repository), "--cache", str(folder / "cache"), "--concurrency"]
    command = [sys.executable, str(SPRT), *words, *common, "1", "--nodes", "60"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.thorough
def test_two_equal_states_share_every_pair(repository: Path) -> None:
    words = ["HEAD~1", ".", "--games", "chess", "dobutsu", "--only", "nodes", "--most", "4"]
    done = sprt(repository, *words, "--output", "out")
    assert done.returncode == 0, done.stderr
    old, new = (git(repository, "rev-parse", each) for each in ("HEAD~1", "HEAD"))
    played = {name: read_games(repository.parent / "out" / name / "games.jsonl")
              for name in ("chess-nodes", "dobutsu-nodes")}  # fmt: skip
    for games in played.values():
        assert sorted(game.number for game in games) == [1, 2, 3, 4]
        assert {game.white for game in games} == {"new", "old"}
        first, second, third, fourth = sorted(games, key=lambda game: game.number)
        moves = [[ply.move for ply in game.plies] for game in (first, second, third, fourth)]
        assert moves[0] == moves[1]
        assert moves[2] == moves[3]
        assert moves[0] != moves[2]
    text = done.stdout.partition("[[measurement]]")[2]
    (record,) = tomllib.loads(f"[[measurement]]{text}")["measurement"]
    assert (record["title"], record["verdict"]) == ("SPRT: The second state", "open")
    assert record["candidate"] == f"{new[:8]} (The second state)"
    assert record["base"] == f"{old[:8]} (The first state)"
    assert record["command"].startswith(
        "scripts/sprt.py 'HEAD~1' . --games chess dobutsu --only nodes"
    )
    limits = {match["variant"]: (match["games"], match["limit"]) for match in record["matches"]}
    assert limits == {"chess": (4, "60 nodes"), "dobutsu": (4, "60 nodes")}
    assert all(match["elo"] == 0 for match in record["matches"])
    starts = repository.parent / "cache" / new / "scripts" / "amalthea.starts"
    before = starts.read_text().count("x")
    ledger = repository / "docs" / "measurements"
    ledger.mkdir(parents=True)
    (ledger / "search.toml").write_text('title = "Search"\nsummary = "Ideas."\n')
    git(repository, "add", ".")
    again = sprt(repository, words[0], new, *words[2:], "--output", "out", "--record")
    assert again.returncode == 0, again.stderr
    (again_recorded,) = tomllib.loads((ledger / "search.toml").read_text())["measurement"]
    assert again_recorded["matches"] == record["matches"]
    assert "SPRT: The second state" in (ledger / "search.md").read_text()
    assert "building" in done.stdout
    assert "building" not in again.stdout
    # Only what every match asks of its engines before the first game.
    assert starts.read_text().count("x") == before + 2


def test_uncommitted_changes_are_refused(repository: Path) -> None:
    (repository / "scripts" / "new").touch()
    done = sprt(repository, "HEAD", ".")
    assert done.returncode == 2
    assert "'.' has changes that are not committed (?? scripts/new)" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["HEAD", "nowhere"], "git rev-parse: fatal: "),
        (["HEAD", "HEAD", "--sprt", "5", "0", "0.05", "0.05"], "elo0 5 and elo1 0"),
        (["HEAD", "HEAD", "--games", "nonesuch"], "--variant: unknown variant 'nonesuch'"),
        (["HEAD", "HEAD", "--most", "3"], "--games 3: expected an even number"),
    ],
)
def test_invalid_arguments_are_one_line(repository: Path, words: list[str], said: str) -> None:
    done = sprt(repository, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
