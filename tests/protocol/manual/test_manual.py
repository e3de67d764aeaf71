"""The manual page and shell completion know every tool; exit statuses are as documented."""

from __future__ import annotations

import argparse
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from amalthea.protocol import EXIT_STATUSES, cli
from amalthea.protocol.manual import completion_command, man_command, parsers
from amalthea.protocol.tool import install_command
from helpers.dialogue import ENGINE, Dialogue
from helpers.matches import family
from helpers.paths import ROOT

_GUARD_S = 300.0  # only against hanging


def status_of(*words: str) -> int:
    command = [*ENGINE, *words]
    done = subprocess.run(command, capture_output=True, timeout=_GUARD_S, check=False)
    return done.returncode


def test_usage_names_every_tool() -> None:
    named = set(re.findall(r"amalthea ([a-z]+(?: --terminal)?)", cli.USAGE))
    assert named == {*cli.TOOLS, "load"}


def test_page_describes_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert man_command.main([]) == 0
    page = capsys.readouterr().out.replace("\\-", "-")
    for name, parser in parsers().items():
        assert f'.SS "amalthea {name}"' in page
        shown = (each for each in parser._actions if each.help != argparse.SUPPRESS)
        for action in shown:
            assert all(option in page for option in action.option_strings)
    assert all(meaning in page for meaning in EXIT_STATUSES.values())


def test_synopsis_is_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    assert man_command.main([]) == 0
    synopsis = capsys.readouterr().out.partition(".nf\n")[2].partition("\n.fi")[0]
    assert all(line.startswith("amalthea ") for line in synopsis.splitlines())


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_page_is_valid_roff(capsys: pytest.CaptureFixture[str]) -> None:
    man_command.main([])
    command = ["groff", "-man", "-Tutf8", "-ww", "-z"]
    page = capsys.readouterr().out
    done = subprocess.run(command, input=page, capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_tools_options_and_games(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("shtab")
    assert completion_command.main([shell]) == 0
    script = capsys.readouterr().out
    tools = {name.split()[0] for name in cli.TOOLS}
    for word in (*tools, "ganymede", "movetime", "level"):
        assert word in script, word


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    completion_command.main(["bash"])
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out)
    typed = "COMP_WORDS=(amalthea perft gany); COMP_CWORD=2; _shtab_amalthea"
    lines = f'source {script}; {typed}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", lines], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["ganymede"]


def test_without_shtab_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(completion_command, "find_spec", lambda name: None)
    assert completion_command.main(["bash"]) == 2
    assert install_command("terminal") in capsys.readouterr().err


def test_statuses_are_documented() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text()
    assert dict(re.findall(r"^\| (\d+) \| (.*) \|$", page, re.MULTILINE)) == {
        str(status): meaning for status, meaning in EXIT_STATUSES.items()
    }


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--version",), 0),
        (("d",), 0),
        (("perft", "chess", "1"), 0),
        (("position", "nonsense"), 1),
        (("nonsense",), 2),
        (("perft", "nogame", "1"), 2),
        (("perft", "chess", "0"), 2),
        (("eval", "chess", "8/8"), 2),
        (("bench", "much"), 2),
        (("match", "ours"), 2),
        (("variants", "nogame"), 2),
        (("completion", "fish"), 2),
    ],
)
def test_statuses_are_returned(words: tuple[str, ...], status: int) -> None:
    assert status_of(*words) == status


def test_a_file_with_errors_fails(tmp_path: Path) -> None:
    file = tmp_path / "bad.ini"
    file.write_text("[bad:chess]\nmaxFile = 40\n")
    assert status_of("check", str(file)) == 1


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_have_their_status(number: int, status: int) -> None:
    talk = Dialogue("perft", "chess", "12")
    while not family(talk.process.pid):  # a worker is started only after the handlers of signals
        time.sleep(0.01)
    talk.process.send_signal(number)
    assert talk.process.wait(_GUARD_S) == status
