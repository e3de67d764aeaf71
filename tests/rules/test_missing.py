"""Keys of rules that are missing: only their defaults are read, other values name the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.rules.missing import RULE
from helpers.variant_files import load_one

REQUIRED = {  # what a key needs to have an effect
    "blastOnCapture": (
        "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
        "castling = false\nblastOnCapture = true"
    ),
    "wallingRule": (
        "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
        "castling = false\nwallingRule = edge"
    ),
}


def value(default: object) -> str:
    """Return a value that is not the default, which may be one of each side."""
    given = default[0] if isinstance(default, tuple) and default else default
    if isinstance(given, bool):
        return "false" if given else "true"
    if isinstance(given, str):
        return "other"
    return "p" if given == () else "*1"


@pytest.mark.parametrize("name", RULE.keys)
def test_value_of_a_missing_rule_is_refused_with_its_name(name: str, tmp_path: Path) -> None:
    key = RULE.keys[name]
    side = key.sides[-1] if key.sides else ""
    needed = "\n".join(REQUIRED[each] for each in key.requires)
    lines = f"{needed}\n{name}{side} = {value(key.default)}"
    with pytest.raises(VariantError, match="not supported") as raised:
        load_one(tmp_path / "missing.ini", f"[missing:chess]\n{lines}\n")
    assert key.lacks in str(raised.value) or key.requires
