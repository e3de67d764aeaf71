from engine.evaluation.evaluator import Evaluator
from engine.evaluation.over import EvaluatorOver
from engine.kinds.army.position import Army

class OppositeShadesEvaluator(EvaluatorOver):
    """An evaluator that trusts less in a lead where pieces of opposite shades are left."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
