"""Commands in a pipe: what is finite is finished, everything else ends with the input."""

from __future__ import annotations

import subprocess

import pytest

from helpers.dialogue import ENGINE
from helpers.sample import one_in

_GUARD_S = 300.0  # only against hanging


def piped(*lines: str, command: tuple[str, ...] = ()) -> list[str]:
    """Return the output of a program that is given lines and then the end of input."""
    done = subprocess.run(
        [*ENGINE, *command],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=_GUARD_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_count_is_finished() -> None:
    assert "Nodes searched: 8902" in piped("position startpos", "go perft 3")


def test_a_benchmark_is_finished() -> None:
    assert piped("bench 1")[-1].startswith("Nodes/second")


@pytest.mark.parametrize(
    "limit", one_in(2, ["wtime 4000", "nodes 3000", "movetime 300", "depth 6"])
)
def test_a_limited_search_is_finished(limit: str) -> None:
    printed = piped("position startpos", f"go {limit}")
    assert printed[-1].startswith("bestmove ")
    if limit == "depth 6":
        assert any(line.startswith("info depth 6 ") for line in printed)


def test_a_search_is_finished_after_its_ponder_move_was_played() -> None:
    printed = piped("go ponder depth 5", "ponderhit")
    assert printed[-1].startswith("bestmove ")
    assert any(line.startswith("info depth 5 ") for line in printed)


@pytest.mark.parametrize(
    "go", one_in(2, ["go", "go infinite", "go ponder wtime 900000", "go ponder depth 3"])
)
def test_an_endless_search_ends_with_its_move(go: str) -> None:
    assert piped(go)[-1].startswith("bestmove ")


def test_quit_ends_a_finite_search() -> None:
    piped("go movetime 900000", "quit")


def test_xboard_gets_the_move_it_asked_for() -> None:
    assert piped("xboard", "new", "hard", "sd 3", "go")[-1].startswith("move ")


@pytest.mark.parametrize("last", ["analyze", "ping 1"])
def test_xboard_ends_work_for_which_nobody_waits(last: str) -> None:
    piped("xboard", "new", last)


def test_gtp_answers_its_last_command() -> None:
    assert piped("1 genmove w", command=("gtp", "chess", "--depth", "3"))[0].startswith("=1 ")


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ((), "go movetime 900000"),
        ((), "go perft 12"),
        ((), "xboard\nst 900\ngo"),
        (("gtp", "chess", "--movetime", "900000"), "genmove w"),
    ],
)
def test_a_program_ends_when_nobody_reads_its_output(command: tuple[str, ...], lines: str) -> None:
    process = subprocess.Popen(
        [*ENGINE, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdin.write(f"{lines}\n".encode())
    process.stdin.close()
    process.stdout.close()
    assert process.wait(_GUARD_S) == 1
    assert process.stderr.read() == b""
    process.stderr.close()
