from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.evaluation.adding import AddingEvaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class RaceEvaluator(AddingEvaluator):
    """Evaluation of races to a goal, around another evaluator."""

    def __init__(self, state: PiecesPosition, inner: Evaluator) -> None: ...
