from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class OppositeShadesEvaluator(DelegatingEvaluator):
    """Evaluation of leads with pieces on opposite shades, around another evaluator."""

    def __init__(self, state: PiecesPosition, inner: Evaluator) -> None: ...
