from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.evaluation.adding import AddingEvaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class LastPiecesEvaluator(AddingEvaluator):
    """Evaluation of the last pieces of a type, around another evaluator."""

    def __init__(self, state: PiecesPosition, inner: Evaluator, worth: int) -> None: ...
