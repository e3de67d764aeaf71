from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.moves.position import Army

class RaceEvaluator(DelegatingEvaluator):
    """An evaluator that sees how many moves a runner is from a goal that wins."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
