from engine.evaluation.evaluator import Evaluator
from engine.kinds.army.position import Army

class MopUpEvaluator(Evaluator):
    """An evaluator that knows how a bare king is mated; all else another one judges."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
    @property
    def inner(self) -> Evaluator:
        """Who judges all other positions."""
