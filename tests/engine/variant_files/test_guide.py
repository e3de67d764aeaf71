"""docs/variants.md: its example can be played, and it names every key."""

from __future__ import annotations

import re
from pathlib import Path

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.pieces.reading import old_keys, piece_keys
from amalthea.engine.pieces.rules.registry import KEYS
from helpers.paths import DOCS

GUIDE = (DOCS / "variants.md").read_text(encoding="utf-8")


def test_the_example_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "example.ini"
    (example,) = re.findall(r"```ini\n(.*?)```", GUIDE, re.DOTALL)
    path.write_text(example, encoding="utf-8")
    (game,) = variant_files.load(str(path))
    position = new_position(game)
    assert (game.files, game.ranks, len(game.castlings)) == (14, 14, 2)
    assert position.perft(2) == len(position.legal_moves()) ** 2


def test_guide_describes_every_key() -> None:
    told = set(re.findall(r"`([A-Za-z][A-Za-z0-9]*)", GUIDE))
    names = {name for name, key in KEYS.keys.items() if not key.pattern}
    names |= {*piece_keys.NAMED_PIECES, piece_keys.KING}
    missing = {name for name in names if not {name, f"{name}White"} & told}
    assert not missing


def test_guide_describes_only_existing_keys() -> None:
    today, heading, after = GUIDE.partition("### Old keys")
    assert heading
    tables = re.findall(r"^\| (`.*?) \|", today + after.partition("###")[2], re.MULTILINE)
    told = {name for cell in tables for name in re.findall(r"`([a-z][A-Za-z]{3,})`", cell)}
    assert {name for name in told if not KEYS.find(name) and not piece_keys.is_piece(name)} == set()


def test_guide_describes_old_keys_that_are_read() -> None:
    table = GUIDE.partition("### Old keys")[2].partition("###")[0]
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    names = {name for cell in cells for name in re.findall(r"`([a-z][A-Za-z]+)`", cell)}
    assert len(names) > 16
    for name in names:
        value = "7" if "Rank" in name else "true"
        assert old_keys.read({name: value}, 8), name
