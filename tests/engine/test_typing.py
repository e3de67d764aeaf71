"""Programs that use the library are checked by mypy in its strict mode, outside of the project."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """\
import amalthea
from amalthea import pyffish

position = amalthea.Position("gast")
move: amalthea.Move = position.push("e2e6")
moves: tuple[amalthea.Move, ...] = position.legal_moves
found: amalthea.Analysis = amalthea.analyse(position, limits=amalthea.Limits(depth=1))
score: int = found.lines[0].score.value
names: tuple[str, ...] = amalthea.variants.names()
texts: list[str] = pyffish.legal_moves("chess", pyffish.start_fen("chess"), [])
total: int = amalthea.explain(position).total
outcome: amalthea.Outcome | None = position.outcome()
written: str = position.format_move("e11e7", amalthea.Regional.LAN)
listed: list[str] = amalthea.new_position("chess").legal_moves()
"""


@pytest.mark.thorough
@pytest.mark.release
def test_a_program_is_typed_strictly_from_outside(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-I", "-m", "mypy", "--strict", "user.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
