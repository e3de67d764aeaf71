"""The static evaluation of a position, term by term."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import (
    Evaluation,
    Explanation,
    HandWritten,
    PieceValue,
    PieceWorth,
    Term,
)
from amalthea.engine.evaluators import chances, default_evaluation, position_and_evaluator
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine import api
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation.evaluator import Evaluator


def explain(position: Position | api.Position, evaluation: Evaluation | None = None) -> Explanation:
    """Return the static evaluation of a position term by term.

    It means little while the side to move is in check. Raises FenError, NetError and TablesError.

    >>> from amalthea.engine.api import Position
    >>> explain(Position("chess")).terms[0].name
    'material'
    """
    variant, fen = position.variant, position.fen()
    chosen = evaluation or default_evaluation(variant)
    by_net = not isinstance(chosen, HandWritten)
    by_hand = chosen if isinstance(chosen, HandWritten) else HandWritten()
    _, evaluator = position_and_evaluator(variant, fen, evaluation=by_hand)
    listed, total = evaluator.terms()
    scale = chances(variant, by_hand).normalised
    terms = tuple(Term(name, scale(white), scale(black)) for name, white, black in listed)
    hand = scale(total)
    values = piece_values(variant, by_hand)
    if not by_net:
        return Explanation(terms, hand, hand, values=values)
    seen, evaluator = position_and_evaluator(variant, fen, evaluation=chosen)
    scale = chances(variant, chosen).normalised
    worth = _piece_worths(seen, evaluator, scale)
    return Explanation(terms, hand, scale(evaluator.score()), True, worth, values)


def piece_values(
    variant: Variant, evaluation: HandWritten = HandWritten()
) -> tuple[PieceValue, ...]:
    """Return the values of a game's piece types to a hand-written evaluation.

    Types that cannot be lost have none. Raises TablesError.

    >>> from amalthea.engine import variants
    >>> [each.letter for each in piece_values(variants.get("chess"))]
    ['P', 'N', 'B', 'R', 'Q']
    """
    scale = chances(variant, evaluation).normalised
    found = kind_of(variant).piece_values(variant, evaluation)
    return tuple(
        PieceValue(
            each.letter,
            scale(each.middlegame),
            scale(each.endgame),
            each.hand and (scale(each.hand[0]), scale(each.hand[1])),
        )
        for each in found
    )


def _piece_worths(
    position: Position, evaluator: Evaluator, scale: Callable[[float], int]
) -> tuple[PieceWorth, ...]:
    """Return the value of each piece on the board to the net, in shown centipawns."""
    from amalthea.engine.evaluation.net_evaluator import NetEvaluator

    kind = kind_of(position.variant)
    numbers = kind.removable(position)
    by_net = evaluator.active_evaluator()
    if not numbers or not isinstance(by_net, NetEvaluator):
        return ()
    total = by_net.score()
    return tuple(
        PieceWorth(
            square,
            token,
            scale(total - by_net.score_without(numbers[square])) if square in numbers else None,
        )
        for square, token in sorted(position.contents().items())
    )
