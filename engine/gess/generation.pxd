from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.gess.patches cimport MoveSet
from amalthea.engine.gess.state cimport GessState

cdef int generate(GessState state, Candidate* out, int what) noexcept nogil
cdef void describe(GessState state, Move move, Candidate* out) noexcept nogil
cdef int gain_of(GessState state, Move move, int* taken) noexcept nogil
cdef bint is_possible(GessState state, int origin, int to) noexcept nogil
cdef int _emit(GessState state, MoveSet* moves, int direction, int steps, int what, bint answering, Candidate* out, int n) noexcept nogil
cdef bint _has_twin(GessState state, MoveSet* moves, int direction, int steps, int origin, int to) noexcept nogil
cdef bint _lands_clear(GessState state, int origin, int to) noexcept nogil
cdef int _slot_of(GessState state, int direction, int to) noexcept nogil
