from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport Evaluator

cdef class PlainEvaluator(Evaluator):
    cdef readonly Position position
    cdef object failure          # what `score` raised in a search
