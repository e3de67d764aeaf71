from amalthea.engine.evaluation.counted_evaluator import CountedEvaluator
from amalthea.engine.pieces.evaluation.piece_square_tables import PieceSquareTables
from amalthea.engine.pieces.moves.position import PiecesPosition

class PiecesEvaluator(CountedEvaluator):
    """Hand-written evaluation of pieces."""

    def __init__(
        self, state: PiecesPosition, psqt: PieceSquareTables, weights: dict[str, int]
    ) -> None:
        """Make an evaluator. weights: all of pieces.evaluation.weights.DEFAULTS by name."""
