from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.evaluation.adding import AddingEvaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class ClosedGatesEvaluator(AddingEvaluator):
    """Evaluation of pieces in hand that cannot enter any more, around another evaluator."""

    def __init__(self, state: PiecesPosition, inner: Evaluator) -> None: ...
