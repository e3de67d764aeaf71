"""A match goes on while its journal can be written; other files can be made of it later."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from amalthea.protocol.match.command import make_plan, parser
from amalthea.protocol.match.tournament import JOURNAL, PGN, REPORT, MatchFolder
from amalthea.protocol.records.journal import read_games
from amalthea.protocol.records.pgn import read_pgn
from helpers.finished_games import finished_game
from helpers.limited import limits
from helpers.matches import GUARD_S, MATCH, command

WORDS = [*(command(), "name=a", command("slow", 99), "name=b"), "--random-plies", "0"]
REPORT_TOO_LARGE = 20_000  # bytes: more than the journal of some games, less than any report


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MatchFolder]:
    monkeypatch.setattr("amalthea.protocol.match.tournament._REPORT_EVERY_S", 0.0)
    monkeypatch.setattr("amalthea.protocol.match.tournament._REPORT_SHARE", 1e9)
    plan = make_plan(parser().parse_intermixed_args([*WORDS, "--games", "8"]))
    with MatchFolder(tmp_path / "out", plan) as made:
        yield made


def run(folder: Path, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MATCH, *WORDS, "--games", "6", "--output", "out"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        check=False,
        preexec_fn=limits(FSIZE=limit) if limit else None,
    )


def add(folder: MatchFolder, number: int) -> list[str]:
    folder.add(finished_game(number, "a", "b", "="))
    return folder.update_products()


def obstruct(product: Path) -> None:
    """Put a directory where a file was, so that it can be neither extended nor replaced."""
    product.unlink()
    product.mkdir()


def games_in_pgn(folder: MatchFolder) -> int:
    return len(list(read_pgn((folder.folder / PGN).read_text("utf-8"), PGN)))


def test_a_match_is_played_to_its_end_although_its_report_cannot_be_written(tmp_path: Path) -> None:
    done = run(tmp_path, REPORT_TOO_LARGE)
    assert done.returncode == 1
    assert len(read_games(tmp_path / "out" / JOURNAL)) == 6
    assert done.stdout.count("cannot write") == 1
    assert done.stderr.splitlines() == [
        "amalthea match: cannot write 'out/report.html': File too large (a file may have"
        " 20000 bytes: raise that by ulimit -f); the same command writes it anew"
    ]
    assert not (tmp_path / "out" / REPORT).exists()
    again = run(tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert (tmp_path / "out" / REPORT).exists()


def test_a_match_ends_with_one_line_when_its_journal_cannot_be_written(tmp_path: Path) -> None:
    done = run(tmp_path, 2_000)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("amalthea match: cannot write 'out/games.jsonl': File too large")
    played = len(read_games(tmp_path / "out" / JOURNAL))
    assert played < 6
    assert run(tmp_path).returncode == 0
    assert len(read_games(tmp_path / "out" / JOURNAL)) == 6


def test_a_failed_report_is_one_message_and_is_written_when_that_is_possible_again(
    folder: MatchFolder,
) -> None:
    assert add(folder, 1) == []
    report = folder.folder / REPORT
    obstruct(report)
    (message,) = add(folder, 2)
    assert message == f"cannot write '{report}': Is a directory; it is tried again later"
    assert add(folder, 3) == []
    report.rmdir()
    assert add(folder, 4) == []
    assert report.is_file()
    assert folder.finish_products() == []
    obstruct(report)
    assert folder.finish_products() == [f"cannot write '{report}': Is a directory"]


def test_a_pgn_that_could_not_be_extended_is_written_anew(folder: MatchFolder) -> None:
    assert add(folder, 1) == []
    pgn = folder.folder / PGN
    pgn.unlink()
    pgn.symlink_to("/dev/full")
    assert add(folder, 2) == []
    assert games_in_pgn(folder) == 2
    obstruct(pgn)
    (message,) = add(folder, 3)
    assert message == f"cannot write '{pgn}': Is a directory; it is tried again later"
    assert add(folder, 4) == []
    pgn.rmdir()
    assert add(folder, 5) == []
    assert games_in_pgn(folder) == 5
