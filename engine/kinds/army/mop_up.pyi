from engine.evaluation.evaluator import Evaluator
from engine.evaluation.over import EvaluatorOver
from engine.kinds.army.position import Army

class MopUpEvaluator(EvaluatorOver):
    """An evaluator that knows how a bare king is mated; all else another one judges."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
