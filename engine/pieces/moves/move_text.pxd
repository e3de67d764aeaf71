from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef str sign_of(PiecesState state, int code, int becomes)
cdef str text_of(PiecesState state, Move move)
cdef Move find(PiecesState state, str text)
