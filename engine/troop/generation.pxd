from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.troop.making cimport Landing
from amalthea.engine.troop.state cimport TroopState, VectorSets

cdef int generate(TroopState state, Candidate* out, int what) noexcept nogil
cdef void describe(TroopState state, Move move, Candidate* out) noexcept nogil
cdef int gain_of(Landing landing) noexcept nogil
cdef Move any_move(TroopState state) noexcept nogil
cdef void _find_vectors(TroopState state, VectorSets* vector_sets) noexcept nogil
cdef int _emit(TroopState state, int index, int origin, int vectors, int what, Candidate* out, int n) noexcept nogil
cdef int _slot_of(TroopState state, int vector, int to) noexcept nogil
