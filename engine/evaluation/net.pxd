cimport cython

from amalthea.engine.core.buffer cimport Buffer

cdef extern from "amalthea/engine/evaluation/net_kernel.h" nogil:
    ctypedef short int16_t
    ctypedef int int32_t
    enum:
        NET_CLIP
        NET_WEIGHT
        NET_SCALE
        NET_BUCKETS
        NET_DIRECT
    ctypedef struct NetKernel:
        void (*update)(short* to, const short* origin, const short** plus, int n_plus, const short** minus, int n_minus, int width) noexcept nogil
        int (*sum)(const short* units, const short* weights, int width) noexcept nogil
    const NetKernel net_plain
    const NetKernel* net_fastest() noexcept
    int net_score(int own, int enemy, int bias, int direct) noexcept

@cython.final
cdef class Net:
    cdef readonly int features
    cdef readonly int width              # hidden units of one perspective
    cdef const NetKernel* kernel
    cdef readonly bytes arrays           # of the file
    cdef Buffer data                     # their memory
    cdef const int* direct               # [feature][bucket], White's perspective
    cdef const int* output_bias          # [bucket]
    cdef const short* rows               # [feature][unit]
    cdef const short* bias               # [unit]
    cdef const short* output             # [bucket][unit]: side to move, then the other side
