from amalthea.engine.core.position import Position
from amalthea.engine.evaluation.evaluator import Evaluator

class PlainEvaluator(Evaluator):
    """An evaluator in plain Python, as a base class: a subclass defines `score`."""

    def __init__(self, position: Position) -> None: ...
    @property
    def position(self) -> Position:
        """The position that is evaluated."""
