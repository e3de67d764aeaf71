"""`amalthea gtp` as a process: waiting commands, interrupts, the end of input, bad arguments."""

from __future__ import annotations

import subprocess

import pytest

from helpers.dialogue import ENGINE, Dialogue

LONG = ("--movetime", "600000")
QUICK = ("--nodes", "100")
_GUARD_S = 300.0  # only against hanging


def run(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [*ENGINE, "gtp", *words]
    return subprocess.run(
        command, input=said, capture_output=True, text=True, timeout=_GUARD_S, check=False
    )


def test_all_commands_are_answered_after_the_end_of_input() -> None:
    done = run("gess", *QUICK, said="1 genmove b\r\n2 genmove b\r\n3 gogui-rules_side_to_move")
    first, second, third = done.stdout.split("\n\n")[:3]
    assert first.startswith("=1 ")
    assert second.startswith("=2 ")
    assert third == "=3 white"
    assert done.returncode == 0
    assert done.stderr == ""


def test_quit_is_answered() -> None:
    assert run("chess", said="quit\nname\n").stdout == "= \n\n"


def test_an_interrupt_ends_a_search_with_its_move() -> None:
    with Dialogue("gtp", "chess", *LONG) as dialogue:
        dialogue.send("1 genmove w")
        dialogue.send("# interrupt")
        assert dialogue.until("=1 ")[-1] != "=1 "
        dialogue.send("2 gogui-rules_side_to_move")
        assert dialogue.until("=2 ")[-1] == "=2 white"


def test_a_stream_ends_with_the_next_line() -> None:
    with Dialogue("gtp", "chess", *LONG) as dialogue:
        dialogue.send("1 lz-analyze 1")
        dialogue.until("info move ")
        dialogue.send("2 name")
        lines = dialogue.until("=2 ")
        assert lines[-1] == "=2 Amalthea"
        assert lines[-2] == ""
        assert all(each.startswith("info move") for each in lines[:-2])


def test_commands_wait_for_the_answer_before_them() -> None:
    with Dialogue("gtp", "chess", *QUICK) as dialogue:
        dialogue.send("1 genmove w", "2 genmove w", "3 name")
        answers = [line for line in dialogue.until("=3 ") if line]
        assert [answer.split()[0] for answer in answers] == ["=1", "=2", "=3"]


def test_another_start_and_options() -> None:
    fen = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"
    words = ("--fen", fen, "--option", "Skill Level=3", "--depth", "1")
    done = run("chess", *words, said="amalthea-fen\namalthea-settings\n")
    assert fen in done.stdout
    assert "Skill_Level 3" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("nogame",),
        ("chess", "gess"),
        ("chess", "--fen", "8/8"),
        ("chess", "--movetime", "0"),
        ("chess", "--nodes", "-1"),
        ("chess", "--option", "Hash=much"),
        ("chess", "--option", "Hash"),
        ("chess", "--variants", "/nonexistent.ini"),
        ("chess", "--seed", "x"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("amalthea gtp: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--nodes", "x", "'x', expected a whole number of at least 1"),
        ("--depth", "0", "'0', expected a whole number of at least 1"),
        ("--seconds", "nan", "'nan', expected a number above 0, up to 1000000"),
    ],
)
def test_invalid_limit_is_reported_with_the_expected_value(
    option: str, value: str, expected: str
) -> None:
    error = run("chess", option, value).stderr
    assert error.startswith(f"amalthea gtp: argument {option}: {expected}")
