from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.evaluation.worth import Worth
from amalthea.engine.pieces.moves.position import Army

class ArmyEvaluator(Evaluator):
    """Evaluation of armies."""

    def __init__(self, army: Army, worth: Worth, weights: dict[str, int]) -> None:
        """`weights`: all of amalthea.engine.pieces.evaluation.weights.DEFAULTS by name."""
    def score(self) -> int:
        """The whole evaluation in centipawns from White's view."""
    def terms(self) -> tuple[list[tuple[str, int, int]], int]:
        """([(name, White's, Black's)], total): centipawns, the total from White's view."""
