"""The data of a position of stones, with what was last found out about them.

`generation` and `threats` are functions over these data; `Stones` in `position` shows them as a
position of the engine. The data lie open in state.pxd.
"""

import cython
from cython.cimports.libc.stdlib import free, realloc


class StonesState(StonePosition):
    def __dealloc__(self):
        free(self.stack)

    def grow(self, plies):
        stack: cython.pointer[Layout] = cython.cast(
            cython.pointer[Layout], realloc(self.stack, plies * cython.sizeof(Layout))
        )
        if not stack:
            raise MemoryError
        self.stack = stack
