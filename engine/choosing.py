"""Secret choices, where both sides choose at once: what a kind of game is given, and advises."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from amalthea.engine.core.position import Position
from amalthea.engine.evaluation import Evaluation
from amalthea.engine.evaluation.evaluator import Evaluator

# A search of a position by its evaluator: from a depth in plies to (score, nodes), the score in
# centipawns for the side to move.
Searches = Callable[[int], tuple[int, int]]
SearchesOn = Callable[[Position, Evaluator], Searches]


@dataclass(frozen=True, slots=True)
class Means:
    """What a chooser has to judge by. only: the choices to consider, all if empty.

    weigh: choices whose worth is wanted, however bad they seem. error_cp: the deviation of what a
    choice is taken to be worth, for a player who errs.
    """

    evaluation: Evaluation
    searches_on: SearchesOn
    dice: random.Random
    only: tuple[str, ...] = ()
    weigh: tuple[str, ...] = ()
    error_cp: float = 0.0


@dataclass(frozen=True, slots=True)
class Advice:
    """What one more pass has found.

    shares: own choices with how often to make them, most likely first; they sum to 1. value:
    centipawns expected by the chooser, None where nothing was weighed. judged: positions so far.
    worths: of every choice that was weighed, what it gets while the enemy mixes his as he should;
    those with a share first, in their order, then the best.
    """

    number: int
    shares: tuple[tuple[str, float], ...]
    value: int | None
    judged: int
    worths: tuple[tuple[str, int], ...] = ()

    def draw(self, dice: random.Random) -> str:
        """One choice by these shares."""
        texts, shares = zip(*self.shares, strict=True)
        return str(dice.choices(texts, shares)[0])


class Chooser(Protocol):
    """Makes one side's choice."""

    @property
    def judged(self) -> int:
        """Positions looked at so far."""

    def deepen(self, enough: Callable[[], bool]) -> Iterator[Advice]:
        """Pass after pass until `enough` says so; the first advice always comes."""
