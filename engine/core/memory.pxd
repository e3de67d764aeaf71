# Prefetching of memory; it does nothing on compilers without a builtin for it.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define amalthea_fetch(address) __builtin_prefetch(address)
    #else
    #define amalthea_fetch(address) ((void) 0)
    #endif
    """
    void fetch_line "amalthea_fetch"(void* address) noexcept nogil
