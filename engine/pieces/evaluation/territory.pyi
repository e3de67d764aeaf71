from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.evaluation.adding import AddingEvaluator
from amalthea.engine.pieces.moves.position import PiecesPosition

class TerritoryEvaluator(AddingEvaluator):
    """Evaluation of the room that each side has, around another evaluator."""

    def __init__(
        self, state: PiecesPosition, inner: Evaluator, cell_worth: int, turn_worth: int
    ) -> None: ...
