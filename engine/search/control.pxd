cimport cython

from amalthea.engine.core.position cimport Position

# Words of shared memory by which the main process reaches searchers in the middle of a search.
cdef enum:
    STOP_WORD = 0            # searches up to this number are to stop
    SOFT_WORD = 1            # deadlines, nanoseconds of the monotonic clock, 0 for none
    HARD_WORD = 2
    CLOCK_WORD = 3           # when the clock began to run
    LEADER_WORD = 4          # the index of the searcher that decides when to end
    FIRST_WORKER_WORD = 8
    WORDS_A_WORKER = 8       # a cache line each: nobody writes into another's
    NODES_WORD = 0

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
    cdef unsigned char[:] buffer   # keeps the memory alive and in its place

    cpdef watch(self, Position position, long long search)
