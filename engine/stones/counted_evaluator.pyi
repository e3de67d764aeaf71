from amalthea.engine.evaluation.evaluator import Evaluator

class CountedEvaluator(Evaluator):
    """Sums weights of what is counted of each side, between two phases by the stones left."""
