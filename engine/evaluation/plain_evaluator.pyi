from amalthea.engine.core.position import Position
from amalthea.engine.evaluation.evaluator import Evaluator

class PlainEvaluator(Evaluator):
    """An evaluator written in plain Python: a subclass has `score`."""

    def __init__(self, position: Position) -> None: ...
    @property
    def position(self) -> Position:
        """What is evaluated."""
