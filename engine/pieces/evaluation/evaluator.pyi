from amalthea.engine.evaluation.counted_evaluator import CountedEvaluator
from amalthea.engine.pieces.evaluation.worth import Worth
from amalthea.engine.pieces.moves.position import Army

class ArmyEvaluator(CountedEvaluator):
    """Evaluation of armies."""

    def __init__(self, army: Army, worth: Worth, weights: dict[str, int]) -> None:
        """`weights`: all of amalthea.engine.pieces.evaluation.weights.DEFAULTS by name."""
