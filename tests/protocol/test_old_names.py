"""Options by their old names are understood, and a remark says the new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.dialogue import ENGINE, completed

QUEEN = """\
[queens:chess]
startFen = 3qk3/8/8/8/8/8/8/3QK3 w - - 0 1
"""


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        (["gtp", "chess", "--seconds", "0.01"], "--seconds", "--movetime"),
        (["tablebase", "chess", "KQK", "--to", "tables"], "--to", "--output"),
    ],
)
def test_an_old_name_is_understood_with_a_remark(
    words: list[str], old: str, new: str, tmp_path: Path
) -> None:
    done = completed([*ENGINE, *words], text="genmove w\nquit\n", folder=tmp_path)
    assert done.returncode == 0
    assert f"amalthea {words[0]}: {old} is now {new}\n" in done.stderr
    if old == "--to":
        assert list((tmp_path / "tables").iterdir())
    else:
        assert done.stdout.startswith("= ")


def test_load_reads_on_and_offers_the_games_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "my.ini").write_text(QUEEN)
    lines = "uci\nsetoption name UCI_Variant value queens\nposition startpos\nd\nquit\n"
    done = completed([*ENGINE, "load", "my.ini"], text=lines, folder=tmp_path)
    assert done.returncode == 0
    assert " queens" in next(line for line in done.stdout.splitlines() if "UCI_Variant" in line)
    assert "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1" in done.stdout
