"""What a position is worth, in centipawns; `explain` tells it term by term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.evaluation.weights import DEFAULTS

if TYPE_CHECKING:
    from engine.board.position import Position

__all__ = ["DEFAULTS", "Evaluation", "Term", "explain"]


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an evaluation, centipawns for each side."""

    name: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """total: centipawns from White's view, as the search sees the position."""

    terms: tuple[Term, ...]
    total: int


def explain(position: Position, weights: dict[str, int] | None = None) -> Evaluation:
    """The static evaluation of a position, term by term. In check it means little."""
    from engine.board.army import Army
    from engine.evaluation.army import ArmyEvaluator
    from engine.evaluation.values import worth_of

    chosen = {**DEFAULTS, **(weights or {})}
    worth = worth_of(position.variant, tuple(chosen.items()))
    evaluator = ArmyEvaluator(Army(position.variant, position.fen(), worth), chosen)
    terms, total = evaluator.terms()
    return Evaluation(tuple(Term(*term) for term in terms), total)
