from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.evaluation.wrapper import EvaluatorOver
from amalthea.engine.pieces.moves.position import Army

class MopUpEvaluator(EvaluatorOver):
    """An evaluator that knows how a bare king is mated; all else another one judges."""

    def __init__(self, army: Army, inner: Evaluator) -> None: ...
