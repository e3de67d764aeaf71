"""The data of a position of stones, with what was last found out about them.

`generation` and `threats` are functions over these data; `Stones` in `position` shows them as a
position of the engine. The data lie open in state.pxd.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc, realloc

_FIRST_CAPACITY = cython.declare(cython.int, 256)  # plies of game and search together


class StonesState(Position):
    def __cinit__(self):
        self.capacity = _FIRST_CAPACITY
        self.stack = cython.cast(
            cython.pointer[Layout], malloc(self.capacity * cython.sizeof(Layout))
        )
        if not self.stack:
            raise MemoryError

    def __dealloc__(self):
        free(self.stack)

    def reserve(self, plies):
        needed: cython.int = self.ply + plies + 2
        if needed <= self.capacity:
            return
        stack = cython.cast(
            cython.pointer[Layout], realloc(self.stack, 2 * needed * cython.sizeof(Layout))
        )
        if not stack:
            raise MemoryError
        self.stack = stack
        self.capacity = 2 * needed
