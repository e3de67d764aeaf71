"""The memory of an object that supports the buffer protocol."""

import cython
from cython.cimports.cpython.buffer import (
    PyBUF_SIMPLE,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)


class Buffer:
    """The bytes of an object, kept alive and in their place as long as this buffer.

    A typed memoryview of Cython does the same; each module that uses one becomes twice as large,
    and compiles for three seconds longer.
    """

    def __cinit__(self, owner, writable=False):
        """Take the memory of an object such as bytes, mmap or shared memory.

        Raises TypeError for an object without bytes, BufferError for one that is read-only although
        it has to be writable.
        """
        PyObject_GetBuffer(
            owner, cython.address(self.view), PyBUF_WRITABLE if writable else PyBUF_SIMPLE
        )
        self.data = cython.cast(cython.pointer[cython.uchar], self.view.buf)
        self.size = self.view.len

    def __dealloc__(self):
        PyBuffer_Release(cython.address(self.view))
