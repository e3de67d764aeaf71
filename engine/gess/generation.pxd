from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.gess.patches cimport Sweep
from amalthea.engine.gess.state cimport StonesState

cdef int generate(StonesState state, Candidate* out, int what) noexcept nogil
cdef void describe(StonesState state, Move move, Candidate* out) noexcept nogil
cdef int gain_of(StonesState state, Move move, int* taken) noexcept nogil
cdef bint can_go(StonesState state, int origin, int to) noexcept nogil
cdef int _emit(StonesState state, Sweep* sweep, int direction, int steps, int what, bint answering, Candidate* out, int n) noexcept nogil
cdef bint _has_twin(StonesState state, Sweep* sweep, int direction, int steps, int origin, int to) noexcept nogil
cdef bint _lands_clear(StonesState state, int origin, int to) noexcept nogil
cdef int _slot_of(StonesState state, int direction, int to) noexcept nogil
