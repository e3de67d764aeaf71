# Bit counts and bit scans of a 32-bit word.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define amalthea_ones(word) __builtin_popcount(word)
    #define amalthea_lowest(word) __builtin_ctz(word)
    #else
    static inline int amalthea_ones(unsigned int word) {
        int n = 0;
        for (; word; word &= word - 1) n++;
        return n;
    }
    static inline int amalthea_lowest(unsigned int word) {
        return amalthea_ones((word & -word) - 1);
    }
    #endif
    """
    int ones "amalthea_ones"(unsigned int word) noexcept nogil
    int lowest_bit "amalthea_lowest"(unsigned int word) noexcept nogil    # undefined for 0
