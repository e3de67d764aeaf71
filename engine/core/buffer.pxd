cimport cython
from cpython.buffer cimport Py_buffer

@cython.final
cdef class Buffer:
    cdef Py_buffer view
    cdef unsigned char* data
    cdef Py_ssize_t size           # bytes
