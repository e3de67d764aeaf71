from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.evaluation.adding import AddingEvaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class OutOfPlayEvaluator(AddingEvaluator):
    """Evaluation of pieces out of play where every move captures, around another evaluator."""

    def __init__(self, state: PiecesPosition, inner: Evaluator) -> None: ...
