"""Every rule has a test module of its name, which sets every key of the rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from amalthea.engine.pieces.rules.registry import RULES
from amalthea.engine.pieces.rules.rule import Rule

FOLDER = Path(__file__).parent
GO_THROUGH_ALL = {"missing", "presentation"}  # their tests take the keys from the registry


def test_every_rule_has_a_test_module_and_no_other_is_here() -> None:
    named = {path.stem.removeprefix("test_") for path in FOLDER.glob("test_*.py")}
    assert named - {"coverage"} == {rule.name for rule in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_key_is_set_in_the_module_of_its_rule(rule: Rule) -> None:
    text = "\n".join(_strings(FOLDER / f"test_{rule.name}.py"))
    for name, key in rule.keys.items():
        pattern = key.pattern or name + "|".join(["", *map(re.escape, key.sides)]).join("()")
        found = re.search(rf"^(?:{pattern}) = ", text, re.MULTILINE)
        assert found or key.changes_no_rule or rule.name in GO_THROUGH_ALL, name


def _strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
