cimport cython

from amalthea.engine.core.buffer cimport Buffer
from amalthea.engine.core.position cimport Position

# Words of shared memory that control workers during a search.
cdef enum:
    STOP_WORD = 0            # searches up to this number must stop
    SOFT_WORD = 1            # deadlines, nanoseconds of the monotonic clock, or 0
    HARD_WORD = 2
    CLOCK_WORD = 3           # when the clock was started
    LEADER_WORD = 4          # index of the worker that decides when to end
    FIRST_WORKER_WORD = 8
    WORDS_PER_WORKER = 8     # a cache line each, to avoid false sharing
    NODES_WORD = 0
    TABLE_HITS_WORD = 1

cdef extern from *:
    """
    #include <time.h>
    static inline long long amalthea_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000000LL + now.tv_nsec;
    }
    """
    long long now_ns "amalthea_now"() noexcept nogil

@cython.final
cdef class Control:
    cdef long long* words
    cdef Buffer buffer             # keeps the memory alive and in its place

    cpdef watch(self, Position position, long long search)
    cdef long long _total(self, int word, int workers)
