cimport cython

from amalthea.engine.core.buffer cimport Buffer
from amalthea.engine.core.moves cimport Move

ctypedef unsigned long long Word

# A slot is two words, key ^ data and data, so that a torn pair is never taken for an entry.
# data, from the lowest bit: move 31, score 16, depth 8, bound 2, generation 7.
cdef enum:
    SCORE_SHIFT = 31
    DEPTH_SHIFT = 47
    BOUND_SHIFT = 55
    GENERATION_SHIFT = 57
    MOVE_MASK = 0x7FFFFFFF
    SCORE_MASK = 0xFFFF
    DEPTH_MASK = 0xFF
    BOUND_MASK = 3
    GENERATIONS = 128

cdef enum:
    SLOTS_PER_CLUSTER = 4      # 64 bytes, a cache line

cdef enum:
    NO_BOUND = 0
    UPPER = 1
    LOWER = 2
    EXACT = 3

cdef struct Entry:
    Move move
    int score
    int depth
    int bound

@cython.final
cdef class Table:
    cdef Word* words
    cdef unsigned long long clusters
    cdef Buffer buffer             # keeps the memory alive and in its place
    cdef int generation

    cdef Word* _cluster(self, Word key) noexcept nogil
    cdef void prefetch(self, Word key) noexcept nogil
    cdef bint probe(self, Word key, Entry* out) noexcept nogil
    cdef void store(self, Word key, Move move, int score, int depth, int bound) noexcept nogil
