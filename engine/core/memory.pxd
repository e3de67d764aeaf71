# Asking for memory before it is needed; a compiler without the means leaves it out.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define amalthea_fetch(address) __builtin_prefetch(address)
    #else
    #define amalthea_fetch(address) ((void) 0)
    #endif
    """
    void fetch_line "amalthea_fetch"(void* address) noexcept nogil
