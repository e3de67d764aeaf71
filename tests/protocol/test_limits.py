"""A process without enough of a resource names it, its limit, and what helps."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.dialogue import ENGINE, completed
from helpers.limited import limits, without_rights
from helpers.matches import MATCH, command
from helpers.sample import one_in

MIB = 1 << 20
OPEN_FILES = r"Too many open files \(a process may have \d+: raise that by ulimit -n\)"
TOO_LARGE = r"File too large \(a file may have \d+ bytes: raise that by ulimit -f\)"
NO_MEMORY = (
    r"Cannot allocate memory \(\d+ MiB are free, a process may have \d+ MiB, see ulimit -v:"
    r" lower Hash, Threads or --concurrency\)"
)
NO_PROCESS = (
    r"Resource temporarily unavailable \(processes: a user may have \d+, see ulimit -u; end some,"
    r" or lower Threads or --concurrency\)"
)


def conversation(preexec: Callable[[], None], *lines: str) -> list[str]:
    """Return the answers of an engine, which is asked for a move and survives."""
    done = completed(
        ENGINE, "".join(f"{line}\n" for line in (*lines, "go depth 3", "isready")), preexec=preexec
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert sum(line.startswith("bestmove ") for line in said) == 1
    assert "readyok" in said
    return said


def errors(said: list[str]) -> list[str]:
    prefix = "info string error: "
    return [line.removeprefix(prefix) for line in said if line.startswith(prefix)]


def test_a_table_that_does_not_fit_into_memory_is_made_smaller() -> None:
    said = conversation(limits(AS=600 * MIB), "setoption name Hash value 1024")
    assert errors(said) == ["no memory for a table of 1024 MiB, taking 256"]
    assert not any("(none)" in line for line in said)


@pytest.mark.parametrize("mib", one_in(6, range(64, 132, 4)))
def test_a_search_without_memory_says_how_much_there_was(mib: int) -> None:
    done = completed(ENGINE, "go depth 3\n", preexec=limits(AS=mib * MIB))
    if "bestmove" not in done.stdout:  # Python itself needs more
        return
    assert "MemoryError" not in done.stdout
    for line in errors(done.stdout.splitlines()):
        assert re.search(NO_MEMORY, line) or "died" in line or "do not start" in line, line


@pytest.mark.parametrize("files", one_in(6, range(6, 24)))
def test_an_engine_with_few_open_files_says_how_many_it_may_have(files: int) -> None:
    said = conversation(limits(NOFILE=files), "setoption name Threads value 2")
    complaints = errors(said)
    assert complaints or not any("(none)" in line for line in said)
    assert all(re.search(OPEN_FILES, line) for line in complaints), complaints


def test_a_worker_that_cannot_be_started_leaves_the_search_to_the_others() -> None:
    for files in range(12, 20):
        said = conversation(limits(NOFILE=files), "setoption name Threads value 2")
        if any(line.endswith("; 1 searching without it") for line in errors(said)):
            assert not any("(none)" in line for line in said)
            return
    pytest.fail("no number of files was enough for one worker only")


def test_shared_memory_that_is_refused_is_named_with_its_size() -> None:
    (line,) = set(errors(conversation(limits(FSIZE=1000))))
    assert re.fullmatch(f"no shared memory of 1 MiB: {TOO_LARGE}", line)


def test_processes_that_are_refused_are_named_with_their_limit(tmp_path: Path) -> None:
    few = limits(NPROC=1)
    said = completed(without_rights(ENGINE), "go depth 3\n", preexec=few).stdout.splitlines()
    (line,) = set(errors(said))
    assert re.fullmatch(f"worker 0 cannot be started: {NO_PROCESS}", line)
    tmp_path.chmod(0o777)
    words = [*MATCH, command(), "name=a", command(), "name=b", "--games", "2"]
    done = completed(without_rights(words), folder=tmp_path, preexec=few)
    assert done.returncode != 0
    assert re.search(NO_PROCESS, done.stderr)
    assert done.stderr.count("\n") == 1


def test_a_folder_that_may_not_be_written_is_named_with_the_user(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    words = [*MATCH, command(), "name=a", command(), "name=b", "--output", str(closed / "out")]
    done = completed(without_rights(words), preexec=limits())
    assert done.returncode != 0
    (line,) = done.stderr.splitlines()
    assert re.search(r"Permission denied \(user \S+ may not: change the permissions", line)
