from amalthea.engine.evaluation.evaluator import Evaluator

class DelegatingEvaluator(Evaluator):
    """An evaluator that changes the scores of another one, or replaces some of them."""

    @property
    def inner(self) -> Evaluator:
        """The evaluator that is wrapped."""
