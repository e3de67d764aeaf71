from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.moves.position import Army

class MopUpEvaluator(DelegatingEvaluator):
    """An evaluator that knows how a bare king is mated; all else another one judges."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
