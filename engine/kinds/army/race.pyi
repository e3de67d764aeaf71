from engine.evaluation.evaluator import Evaluator
from engine.evaluation.over import EvaluatorOver
from engine.kinds.army.position import Army

class RaceEvaluator(EvaluatorOver):
    """An evaluator that sees how many moves a runner is from a goal that wins."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
