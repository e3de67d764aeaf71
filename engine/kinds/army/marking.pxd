from engine.kinds.army.position cimport Army

cdef void mark_attacks(Army army, int by, unsigned int* marks, unsigned int mark) noexcept nogil
