from amalthea.engine.evaluation.delegating_evaluator import DelegatingEvaluator

class AddingEvaluator(DelegatingEvaluator):
    """Evaluator wrapper whose scores are those of the inner evaluator plus its own part."""
