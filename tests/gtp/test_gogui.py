"""GoGui's own referee of matches, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import Sample
from dialogue import ENGINE

TWOGTP = shutil.which("gogui-twogtp")
SIZES = {"gess": 20, "ganymede": 12, "gast": 12, "gochess": 10}
_GUARD_S = 3600.0  # only against hanging


@pytest.mark.skipif(TWOGTP is None, reason="gogui-twogtp is not installed")
@pytest.mark.parametrize("name", SIZES)
def test_gogui_plays_a_match_without_a_fault(name: str, tmp_path: Path, sample: Sample) -> None:
    games = max(1, sample(2, 20))
    program = " ".join([*ENGINE, "gtp", name, "--nodes"])
    assert TWOGTP
    words = {
        "black": f"{program} 30",
        "white": f"{program} 50",
        "referee": f"{program} 1",
        "size": str(SIZES[name]),
        "games": str(games),
        "maxmoves": "9000",
        "sgffile": "match",
    }
    options = [word for key, value in words.items() for word in (f"-{key}", value)]
    command = [TWOGTP, *options, "-auto", "-alternate"]
    subprocess.run(command, cwd=tmp_path, timeout=_GUARD_S, check=True)
    rows = (tmp_path / "match.dat").read_text().splitlines()
    results = [row.split("\t") for row in rows if not row.startswith("#")]
    assert len(results) == games
    for _, black, white, referee, *rest in results:
        assert black == white == referee
        assert black in ("B+1", "W+1", "0")
        assert rest[-2] == "0", rest
