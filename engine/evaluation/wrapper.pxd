from amalthea.engine.evaluation.evaluator cimport Evaluator

cdef class EvaluatorOver(Evaluator):
    cdef readonly Evaluator inner
