"""The data of a position of Gess, with caches of what was computed last.

`generation` and `threats` are functions on these data, which state.pxd declares; `Stones` in
`position` makes them a position of the engine.
"""

import cython
from cython.cimports.libc.stdlib import free, realloc


class StonesState(StonePosition):
    """The stack of layouts and the caches of a position."""

    def __dealloc__(self):
        free(self.stack)

    def grow(self, plies):
        stack: cython.pointer[Layout] = cython.cast(
            cython.pointer[Layout], realloc(self.stack, plies * cython.sizeof(Layout))
        )
        if not stack:
            raise MemoryError
        self.stack = stack
