from engine.board.position cimport Position
from engine.evaluation.evaluator cimport Evaluator

cdef class PlainEvaluator(Evaluator):
    cdef readonly Position position
    cdef object failure          # what `score` raised in a search
