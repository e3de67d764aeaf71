from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport Evaluator

cdef class PlainEvaluator(Evaluator):
    cdef readonly Position position
    cdef object failure          # exception that `score` raised during a search
