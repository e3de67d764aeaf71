from engine.evaluation.evaluator import Evaluator
from engine.kinds.army.position import Army

class OppositeShadesEvaluator(Evaluator):
    """An evaluator that trusts less in a lead where pieces of opposite shades are left."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
    @property
    def inner(self) -> Evaluator:
        """Who judges the rest."""
