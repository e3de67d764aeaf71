"""Limited strength: nodes searched and errors of the choice."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

import amalthea
from amalthea.engine.search import skill
from amalthea.engine.search.limits import FULL_SKILL, Limits
from amalthea.engine.search.skill import (
    HIGHEST_ELO,
    LOWEST_ELO,
    candidates,
    choose,
    elo_of,
    node_limit,
)
from helpers.dialogue import Dialogue

STRENGTHS = range(LOWEST_ELO, HIGHEST_ELO + 1)


def test_measured_strength_rises_with_the_nodes() -> None:
    for (low, weaker), (high, stronger) in pairwise(skill._MEASURED):
        assert low < high
        assert weaker < stronger


def test_a_higher_elo_searches_more_nodes_a_line() -> None:
    nodes = [node_limit(elo) / candidates(elo) for elo in STRENGTHS]
    assert nodes == pytest.approx(sorted(nodes), rel=0.01)  # but for rounding
    assert len(set(nodes)) > len(STRENGTHS) / 3


def test_a_higher_elo_chooses_from_fewer_lines() -> None:
    lines = [candidates(elo) for elo in STRENGTHS]
    assert lines == sorted(lines, reverse=True)
    assert (lines[0], lines[-1]) == (4, 1)


def test_a_higher_elo_errs_less() -> None:
    random.seed(1)
    scores = [50, 20, -40, -200]
    lost = [
        sum(scores[0] - scores[choose(scores, elo)] for _ in range(2000))
        for elo in range(LOWEST_ELO, HIGHEST_ELO, 300)
    ]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 2000 > lost[-1] == 0


@pytest.mark.parametrize("level", [0, 9, 14])
def test_a_level_searches_its_nodes_on_any_clock_with_any_threads(level: int) -> None:
    options = {"Skill Level": str(level)}
    own = node_limit(elo_of(level))
    for limits, threads in ((Limits(movetime=60_000), 2), (Limits(depth=60), 1)):
        lines = amalthea.analyse("chess", limits=limits, threads=threads, options=options).lines
        assert lines[0].nodes <= own + own // 10 + 100


@pytest.mark.parametrize("level", [0, 9])
def test_a_level_evaluates_as_many_positions_for_a_secret_choice(level: int) -> None:
    own = node_limit(elo_of(level))
    evaluated = []
    with Dialogue() as talk:
        talk.send("setoption name Threads value 2", "setoption name UCI_Variant value gochess")
        for setting in (level, FULL_SKILL):
            talk.send(f"setoption name Skill Level value {setting}", "position startpos")
            said = " ".join(talk.search("go depth 1 side w"))
            evaluated.append(max(int(nodes) for nodes in re.findall(r" nodes (\d+)", said)))
    assert own <= evaluated[0] <= own + 10
    assert evaluated[1] > 1000 > own


def test_a_low_level_overlooks_moves_where_there_are_many() -> None:
    strengths = [skill.noticed_moves(elo) for elo in STRENGTHS]
    assert strengths == sorted(strengths)
    with Dialogue() as talk:
        talk.send("setoption name UCI_Variant value gess", "setoption name Skill Level value 0")
        replies = {talk.search("go movetime 60000")[-1].split()[1] for _ in range(8)}
    assert len(replies) > 2
