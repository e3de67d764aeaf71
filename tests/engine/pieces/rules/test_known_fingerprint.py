"""The fingerprint that a description keeps."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

from amalthea.engine import variants
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.rules.known_fingerprint import fingerprint_of

_EVALUATE = """
import pickle, sys
from amalthea.engine.evaluators import chances, position_and_evaluator
variant = pickle.load(sys.stdin.buffer)
position_and_evaluator(variant, variant.start)
chances(variant)
print(*sys.modules)
"""


def described(name: str) -> PiecesVariant:
    variant = variants.get(name)
    assert isinstance(variant, PiecesVariant)
    return variant


@pytest.mark.parametrize("name", ["chess", "gast"])
def test_a_process_that_gets_the_fingerprint_imports_neither_rules_nor_msgspec(name: str) -> None:
    variant = described(name)
    fingerprint_of(variant)
    done = subprocess.run(
        [sys.executable, "-I", "-c", _EVALUATE],
        input=pickle.dumps(variant),
        capture_output=True,
        check=True,
    )
    modules = done.stdout.decode().split()
    assert "amalthea.engine.pieces.evaluation.evaluators" in modules
    assert "amalthea.engine.pieces.rules.registry" not in modules
    assert "msgspec" not in modules


def test_a_changed_description_has_its_own_fingerprint() -> None:
    chess = described("chess")
    known = fingerprint_of(chess)
    other = replace(chess, safe_leap=not chess.safe_leap)
    assert other.fingerprint == ""
    assert fingerprint_of(other) != known == fingerprint_of(replace(chess, name="other"))
