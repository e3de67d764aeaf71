from amalthea.engine.evaluation.evaluator import Evaluator

class CountedEvaluator(Evaluator):
    """The weighted sum of counts of each side, tapered between two phases."""
