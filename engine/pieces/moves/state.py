"""Data of a position of pieces, and the small steps that its modules share.

The modules beside this one are functions over these data, which state.pxd declares;
`PiecesPosition` in `position` offers them as a position of the engine.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import MAX_MOVES
from cython.cimports.libc.stdlib import free, malloc, realloc


class PiecesState(Position):
    def __cinit__(self):
        self.scratch = cython.cast(
            cython.pointer[Candidate], malloc(MAX_MOVES * cython.sizeof(Candidate))
        )
        if not self.scratch:
            raise MemoryError

    def __dealloc__(self):
        free(self.stack)
        free(self.scratch)

    def grow(self, plies):
        stack: cython.pointer[Undo] = cython.cast(
            cython.pointer[Undo], realloc(self.stack, plies * cython.sizeof(Undo))
        )
        if not stack:
            raise MemoryError
        self.stack = stack
