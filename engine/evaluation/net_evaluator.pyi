from amalthea.engine.core.position import Position
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.evaluation.features import Features
from amalthea.engine.evaluation.net import Net

class NetEvaluator(Evaluator):
    """Evaluation by a net."""

    def __init__(self, position: Position, features: Features, net: Net) -> None:
        """features: of the position. Raises ValueError unless the net has as many."""
    def score_without(self, number: int) -> int:
        """`score` were the thing that has this number not there, and one man fewer."""
