from amalthea.engine.core.position import Position
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.evaluation.features import Features
from amalthea.engine.evaluation.net import Net

class NetEvaluator(Evaluator):
    """The evaluation of a position by a net."""

    def __init__(self, position: Position, features: Features, net: Net) -> None:
        """Bind a net to a position and its features.

        Raises ValueError unless the net has as many features.
        """
    def score_without(self, number: int) -> int:
        """Return `score` as if the feature with this index and its piece were absent."""
