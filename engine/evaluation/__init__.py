"""What a position is worth, in centipawns; `explain` tells it term by term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.evaluation.weights import DEFAULTS

if TYPE_CHECKING:
    from engine.board.army import Army
    from engine.board.fen import Setup
    from engine.board.position import Position
    from engine.evaluation.army import ArmyEvaluator
    from engine.evaluation.evaluator import Evaluator
    from engine.variants.description import Variant

__all__ = ["DEFAULTS", "Evaluation", "Term", "explain", "judged", "judged_army"]


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


def judged(
    variant: Variant, fen: str, weights: dict[str, int] | None = None
) -> tuple[Position, Evaluator]:
    """The position of a FEN and its evaluator.

    weights: those that differ from DEFAULTS. Raises FenError.
    """
    if not variant.stones:
        return judged_army(variant, fen, weights)
    from engine.board.stones import Stones
    from engine.evaluation.stones import StonesEvaluator

    stones = Stones(variant, fen)
    return stones, StonesEvaluator(stones, {**DEFAULTS, **(weights or {})})


def judged_army(
    variant: Variant, start: str | Setup, weights: dict[str, int] | None = None
) -> tuple[Army, ArmyEvaluator]:
    """The same where pieces are valued for their board; a setup will do as well."""
    from engine.board import fen
    from engine.board.army import Army
    from engine.evaluation.army import ArmyEvaluator
    from engine.evaluation.values import worth_of

    chosen = {**DEFAULTS, **(weights or {})}
    setup = fen.read(start, variant) if isinstance(start, str) else start
    army = Army(variant, setup, worth_of(variant, tuple(chosen.items()), setup.blocked))
    return army, ArmyEvaluator(army, chosen)


def explain(position: Position, weights: dict[str, int] | None = None) -> Evaluation:
    """The static evaluation of a position, term by term. In check it means little."""
    _, evaluator = judged(position.variant, position.fen(), weights)
    terms, total = evaluator.terms()
    return Evaluation(tuple(Term(*term) for term in terms), total)
