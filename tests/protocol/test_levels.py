"""Levels: one scale, with the same numbers and names everywhere."""

from __future__ import annotations

import re

from amalthea.engine import variants
from amalthea.engine.options import Options
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.protocol.levels import LEVELS, engine_name
from helpers.paths import ROOT


def test_levels_have_names_and_grow() -> None:
    assert [level.number for level in LEVELS] == [*range(FULL_SKILL + 1)]
    assert str(LEVELS[3]) == "level 3 (Learner)"
    assert (LEVELS[0].elo, LEVELS[-1].elo) == (600, None)
    strengths = [level.elo for level in LEVELS if level.elo]
    assert strengths == sorted(set(strengths))


def test_levels_are_those_of_the_options() -> None:
    options = Options(variants.names, "chess")
    for level in LEVELS:
        options.skill_level.set(str(level.number))
        assert options.strength == level.elo


def test_the_levels_of_the_documentation_are_the_levels() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]*[a-z]) \| (\d+|no limit) \|$", text, re.MULTILINE)
    assert rows == [
        (str(level.number), level.name, str(level.elo or "no limit")) for level in LEVELS
    ]


def test_the_engine_is_named_with_its_level() -> None:
    assert engine_name(3) == "Amalthea (level 3)"
    assert engine_name(FULL_SKILL) == "Amalthea"
