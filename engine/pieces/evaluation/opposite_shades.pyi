from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.moves.position import Army

class OppositeShadesEvaluator(DelegatingEvaluator):
    """An evaluator that trusts less in a lead where pieces of opposite shades are left."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
