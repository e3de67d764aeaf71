"""Comparisons with another engine: agreement goes to a file, differences are printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from amalthea import new_position
from helpers.paths import SCRIPTS

SCRIPT = SCRIPTS / "compare_variants.py"
START = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"
FORGETFUL = f"""
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("uciok")
    elif word == "isready":
        print("readyok")
    elif word == "d":
        print("Fen: {START}")
    elif line.startswith("go perft"):
        print("a2a3: 1")
        print("Nodes searched: 1")
    sys.stdout.flush()
"""


def compare(peer: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), peer, "gardner", "--depth", "2", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_games_that_agree_are_written_with_their_counts(tmp_path: Path) -> None:
    done = compare("ours", "--positions", "2", "--to", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "gardner: 3 positions, 0 differ\n"
    _, start, *others = (tmp_path / "gardner.epd").read_text().splitlines()
    assert start == f"{START} ;D1 7 ;D2 53"
    for line in others:
        fen, *counts = line.split(" ;")
        position = new_position("gardner", fen)
        assert counts == [f"D{depth} {position.perft(depth)}" for depth in (1, 2)]


def test_differences_are_reported_with_their_position(tmp_path: Path) -> None:
    peer = tmp_path / "peer.py"
    peer.write_text(FORGETFUL)
    done = compare(f"{sys.executable} {peer}", "--positions", "0", "--to", str(tmp_path))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == f"gardner {START}: ours {{1: 7, 2: 53}}, peer {{1: 1, 2: 1}}"
    assert lines[1].startswith(f"  after [] in {START}: only ours ['b1a3', 'b1c3', 'b2b3', ")
    assert lines[2] == "gardner: 1 positions, 1 differ"
    (written,) = tmp_path.glob("*.epd")
    assert all(line.startswith("#") for line in written.read_text().splitlines())
