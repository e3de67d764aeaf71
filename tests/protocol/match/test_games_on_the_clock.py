"""Games at real clocks without a margin end by the rules alone. They need --all."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.protocol.records.journal import read_games
from helpers.matches import FAULTS, MATCH

if TYPE_CHECKING:
    from helpers.sample import Sample

MATCHES = [  # variant, clock, games
    ("chess", "1+0.01", 200),
    ("gast", "1+0.01", 200),
    ("ganymede", "1+0.01", 200),
    ("gochess", "1+0.01", 200),
    ("gess", "1+0.01", 200),
    ("gast", "10+0.1", 20),
    ("gess", "10+0.1", 20),
]


@pytest.mark.parametrize(("variant", "clock", "thorough"), MATCHES)
def test_no_game_is_lost_on_time_or_by_an_error(
    variant: str, clock: str, thorough: int, tmp_path: Path, sample: Sample
) -> None:
    count = sample(0, thorough)
    if not count:
        pytest.skip("takes minutes; --all plays it")
    players = [word for name in "ab" for word in ("ours", f"name={name}", "option.Threads=1")]
    terms = ["--variant", variant, "--tc", clock, "--margin", "0", "--concurrency", "2"]
    done = subprocess.run(
        [*MATCH, *players, *terms, "--games", str(count), "--output", "out"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    games = read_games(tmp_path / "out" / "games.jsonl")
    assert len(games) == count
    assert [game for game in games if game.reason in FAULTS] == []
