from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator

class AddingEvaluator(DelegatingEvaluator):
    """An evaluator whose scores are another one's and what it adds."""
