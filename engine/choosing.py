"""Secret choices, where both sides choose at once: input and output of their choosers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from amalthea.engine.core.position import Position
from amalthea.engine.evaluation import Evaluation
from amalthea.engine.evaluation.evaluator import Evaluator

# Searches of one position: called with a depth in plies, they return (score, nodes), the score in
# centipawns for the side to move.
DepthSearch = Callable[[int], tuple[int, int]]
SearchMaker = Callable[[Position, Evaluator], DepthSearch]


@dataclass(frozen=True, slots=True)
class ChooserContext:
    """The tools and limits of a chooser.

    evaluation: how positions are evaluated.
    make_search: makes the searches of a position and its evaluator.
    rng: the source of random numbers.
    only: the choices to consider; all if it is empty.
    weigh: choices to evaluate even if they seem bad.
    error_cp: the standard deviation of errors in the value of a choice, for weakened play.
    """

    evaluation: Evaluation
    make_search: SearchMaker
    rng: random.Random
    only: tuple[str, ...] = ()
    weigh: tuple[str, ...] = ()
    error_cp: float = 0.0


@dataclass(frozen=True, slots=True)
class Advice:
    """The result of one more pass of a chooser.

    number: that of the pass, from 1.
    shares: (choice, probability), the most likely first; they sum to 1.
    value: the expected centipawns for the chooser, or None if nothing was evaluated.
    evaluated: the positions evaluated so far.
    values: (choice, centipawns) of each choice that was evaluated, against the opponent's best mix;
        those with a probability first, in their order, then the others, best first.
    """

    number: int
    shares: tuple[tuple[str, float], ...]
    value: int | None
    evaluated: int
    values: tuple[tuple[str, int], ...] = ()

    def draw(self, rng: random.Random) -> str:
        """Draw a choice with these probabilities."""
        texts, shares = zip(*self.shares, strict=True)
        return str(rng.choices(texts, shares)[0])


class Chooser(Protocol):
    """The search for one side's secret choice."""

    @property
    def evaluated(self) -> int:
        """The number of positions evaluated so far."""

    def deepen(self, enough: Callable[[], bool]) -> Iterator[Advice]:
        """Yield the advice of pass after pass until `enough` returns True, at least one."""
