"""Help for the commands that people type, at the engine's prompt and in the shell."""

from __future__ import annotations

import subprocess

import pytest

from helpers.dialogue import ENGINE

_GUARD_S = 300.0  # only against hanging


def shown(*words: str, typed: str = "") -> str:
    done = subprocess.run(
        [*ENGINE, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=_GUARD_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("command", ["go", "eval", "perft", "bench"])
def test_commands_have_help_at_the_prompt_and_in_the_shell(command: str) -> None:
    for text in (shown(typed=f"{command} --help\n"), shown(command, "--help")):
        assert command in text.splitlines()[0]
        assert "bestmove " not in text
        assert "info " not in text
        assert 1 < len(text.splitlines()) < 25


def test_other_commands_name_the_page() -> None:
    assert "docs/protocol.md" in shown(typed="d --help\n")


def test_a_count_may_be_typed_without_go() -> None:
    assert "Nodes searched: 400" in shown(typed="perft 2\n")


def test_help_of_play_names_the_terminal() -> None:
    assert "--terminal" in shown("play", "--help")
    assert "--level" in shown("play", "--terminal", "--help")
