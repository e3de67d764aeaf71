"""Keys that describe a game to people and programs: they change no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine.pieces.rules.registry import KEYS
from helpers.variant_files import load_one

DRAWN = [name for name, key in KEYS.keys.items() if key.drawn]
VALUES = {
    "castlingNames": "short long",
    "chess960": "true",
    "gameLength": "40 20",
    "pieceNames": "p:footman",
    "pieceNotation": "n:S",
    "pieceOrder": "kqrbnp",
}


@pytest.mark.parametrize("name", DRAWN)
def test_key_changes_no_move(name: str, tmp_path: Path) -> None:
    line = f"{name} = {VALUES.get(name, 'anything')}"
    game = load_one(tmp_path / "drawn.ini", f"[drawn:chess]\n{line}\n")
    assert new_position(game).perft(3) == 8_902
