from amalthea.engine.evaluation.evaluator import Evaluator

class EvaluatorOver(Evaluator):
    """Judges some positions, or a part of each; all else another one does."""

    @property
    def inner(self) -> Evaluator:
        """Who judges the rest."""
