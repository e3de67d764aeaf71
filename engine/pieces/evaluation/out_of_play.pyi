from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class OutOfPlayEvaluator(DelegatingEvaluator):
    """Evaluation of pieces out of play where every move captures, around another evaluator."""

    def __init__(self, state: PiecesPosition, inner: Evaluator) -> None: ...
