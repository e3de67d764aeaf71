# Random numbers for Zobrist hash keys.

cdef inline unsigned long long next_key(unsigned long long* state) noexcept nogil:
    """Return the next number of splitmix64 (Steele, Lea, Flood 2014); update the state."""
    cdef unsigned long long z
    state[0] += 0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)
