"""The documentation's examples of options that name files are what the engine does."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from helpers.dialogue import ENGINE
from helpers.paths import DOCS

GUARD_S = 300.0  # only against hanging
PAGE = DOCS / "protocol.md"


def blocks() -> dict[str, list[str]]:
    """Return the examples of the section, by the language that they are in."""
    section = PAGE.read_text().partition("### Options that name files\n")[2].partition("\n## ")[0]
    found: dict[str, list[str]] = {}
    for language, text in re.findall(r"```(\w*)\n(.*?)```", section, re.S):
        found.setdefault(language, []).append(text)
    return found


def test_the_documented_conversation_is_repeated_exactly(tmp_path: Path) -> None:
    shown = blocks()
    (tmp_path / "my.ini").write_text(shown["ini"][0])
    (tmp_path / "my.toml").write_text(shown["toml"][0])
    conversation, log = (text.splitlines() for text in shown[""])
    typed = [line.removeprefix("> ") for line in conversation if line.startswith("> ")]
    done = subprocess.run(
        ENGINE,
        cwd=tmp_path,
        input="\n".join([*typed, "quit"]) + "\n",
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    answers = [line for line in conversation if not line.startswith("> ")]
    assert done.stdout.splitlines() == answers
    logged = (tmp_path / "amalthea.log").read_text()
    without_times = re.sub(r"^[-0-9]+ [:.0-9]+ ", "", logged, flags=re.M).splitlines()
    assert without_times[: len(log)] == log
