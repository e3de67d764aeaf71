from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class ChecksGivenEvaluator(DelegatingEvaluator):
    """Evaluation of checks given, around another evaluator."""

    def __init__(self, state: PiecesPosition, inner: Evaluator, worth: int) -> None: ...
