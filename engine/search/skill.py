"""Playing below full strength: a choice among good lines that errs the more, the less the skill."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.search.limits import FULL_SKILL

CANDIDATE_LINES = 4  # lines searched so that there is something to choose from
_WORST_CP = 350  # how much a choice may err at skill 0


def depth_limit(skill: int) -> int:
    """The deepest iteration of a skill."""
    return skill + 1


def choose(scores: Sequence[int], skill: int) -> int:
    """Index of the chosen line; scores are centipawns, best first."""
    spread = _WORST_CP * (FULL_SKILL - skill) / FULL_SKILL
    noisy = [score + spread * random.random() for score in scores]
    return max(range(len(scores)), key=noisy.__getitem__)
