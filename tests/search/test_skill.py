"""Levels below full strength: what they search, how they err, and the Elo that they are told by."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import engine
from engine.search import skill
from engine.search.limits import FULL_SKILL, Limits
from engine.search.skill import HIGHEST_ELO, LOWEST_ELO, level_of

LEVELS = [step / 4 for step in range(4 * FULL_SKILL)]


def test_elo_is_a_level_without_steps() -> None:
    levels = [level_of(elo) for elo in range(LOWEST_ELO, HIGHEST_ELO + 1)]
    assert levels[0] == 0
    assert levels[-1] == FULL_SKILL - 1
    assert all(0 < high - low < 0.1 for low, high in pairwise(levels))


def test_a_higher_level_searches_more_for_each_line() -> None:
    nodes = [skill.node_limit(level) / skill.candidates(level) for level in LEVELS]
    assert nodes == sorted(nodes)


def test_a_higher_level_chooses_from_fewer_lines() -> None:
    lines = [skill.candidates(level) for level in LEVELS]
    assert lines == sorted(lines, reverse=True)
    assert (lines[0], lines[-1]) == (4, 1)


def test_a_higher_level_errs_less() -> None:
    random.seed(1)
    scores = [50, 20, -40, -200]
    lost = [
        sum(scores[0] - scores[skill.choose(scores, level)] for _ in range(2000))
        for level in (0, 5, 10, 15)
    ]
    assert lost == sorted(lost, reverse=True)
    assert lost[-1] < lost[0] / 10


@pytest.mark.parametrize("level", ["0", "9", "14"])
def test_a_level_searches_its_nodes_on_any_clock_with_any_searchers(level: str) -> None:
    options = {"Skill Level": level}
    for limits, threads in ((Limits(movetime=60_000), 2), (Limits(depth=60), 1)):
        lines = engine.analyse("chess", limits=limits, threads=threads, options=options).lines
        own = skill.node_limit(int(level))
        assert lines[0].nodes <= own + own // 10 + 100
