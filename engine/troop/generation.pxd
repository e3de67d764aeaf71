from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.troop.making cimport Landing
from amalthea.engine.troop.state cimport FormationsState, Ground

cdef int generate(FormationsState state, Candidate* out, int what) noexcept nogil
cdef void describe(FormationsState state, Move move, Candidate* out) noexcept nogil
cdef int gain_of(Landing landing) noexcept nogil
cdef Move any_move(FormationsState state) noexcept nogil
cdef void _find_ground(FormationsState state, Ground* ground) noexcept nogil
cdef int _emit(FormationsState state, int index, int origin, int ways, int what, Candidate* out, int n) noexcept nogil
cdef int _slot_of(FormationsState state, int way, int to) noexcept nogil
