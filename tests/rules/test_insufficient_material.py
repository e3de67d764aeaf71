"""Draws by lack of material to mate."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from helpers.games import army
from reference.described import rules_of


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ("8/8/8/8", "draw bare"),
        ("8/8/2N5/8", "draw insufficient"),
        ("8/8/2B5/8", "draw insufficient"),
        ("8/8/2R5/8", "ongoing"),
        ("8/8/2P5/8", "ongoing"),
    ],
)
def test_game_is_drawn_where_nobody_can_mate(pieces: str, status: str) -> None:
    fen = f"4k3/8/8/{pieces}/4K3 w - - 0 1"
    assert str(new_position("chess", fen).status()) == status
    assert rules_of(army("chess")).from_fen(fen).status() == status


def test_only_facing_kings_that_are_forbidden_make_a_king_easier_to_mate(tmp_path: Path) -> None:
    file = tmp_path / "facing.ini"
    text = "[off:chess]\nflyingGeneral = false\n[on:chess]\nflyingGeneral = true\n"
    file.write_text(text, encoding="utf-8")
    off, on = variant_files.load(str(file))
    assert (off.insufficient.lone, on.insufficient.lone) == (("N", "B"), ())
