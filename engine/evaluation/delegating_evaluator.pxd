from amalthea.engine.evaluation.evaluator cimport Evaluator

cdef class DelegatingEvaluator(Evaluator):
    cdef readonly Evaluator inner
