from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport PiecesState, Taken, Undo

cdef unsigned long long key_after(PiecesState state, Move move) noexcept nogil
cdef void make(PiecesState state, Move move) noexcept nogil
cdef void unmake(PiecesState state) noexcept nogil
cdef void make_null(PiecesState state) noexcept nogil
cdef void unmake_null(PiecesState state) noexcept nogil
cdef void keep_state(PiecesState state, const Undo* undo) noexcept nogil
cdef void capture_via(PiecesState state, Undo* undo, int cell) noexcept nogil
cdef void become_on(PiecesState state, Undo* undo, int cell, int code) noexcept nogil
cdef void put_on(PiecesState state, Undo* undo, int cell) noexcept nogil
cdef void lift_from(PiecesState state, const Undo* undo, int cell) noexcept nogil
cdef void _remember(PiecesState state, Undo* undo, Move move) noexcept nogil
cdef void _recall(PiecesState state, Undo* undo) noexcept nogil
cdef void _settle(PiecesState state, Undo* undo, int kind, int to) noexcept nogil
cdef void _explode(PiecesState state, Undo* undo, int to) noexcept nogil
cdef int _rebuild(PiecesState state, Undo* undo) noexcept nogil
cdef void _take(PiecesState state, Undo* undo, int cell) noexcept nogil
cdef void _put_back(PiecesState state, Taken* taken) noexcept nogil
cdef void _step(PiecesState state, Undo* undo, int origin, int to, int code, int new_code) noexcept nogil
cdef void _become(PiecesState state, int code, int other) noexcept nogil
cdef void _count_check(PiecesState state) noexcept nogil
cdef void _aim(PiecesState state, int to) noexcept nogil
cdef void _gain_rights(PiecesState state, int to) noexcept nogil
cdef void _flip_rights(PiecesState state, unsigned int changed) noexcept nogil
cdef void _lose_rights(PiecesState state, unsigned int lost) noexcept nogil
