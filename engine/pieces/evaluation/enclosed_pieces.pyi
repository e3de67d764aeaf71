from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class EnclosedPiecesEvaluator(Evaluator):
    """Evaluation by mobility, corners and pieces that never change sides again."""

    def __init__(self, state: PiecesPosition, inner: Evaluator) -> None: ...
