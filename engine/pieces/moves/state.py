"""Data of a position of pieces, and the small steps that its modules share.

The modules beside this one are functions over these data, which state.pxd declares;
`PiecesPosition` in `position` offers them as a position of the engine.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import MAX_MOVES
from cython.cimports.amalthea.engine.core.position import copy_fields, new_candidates
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy


class PiecesState(Position):
    def __cinit__(self):
        self.scratch = new_candidates(MAX_MOVES)

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

    def take(self, other):
        state: PiecesState = other
        self.tables = state.tables
        copy_fields(self.exchange, cython.address(self.stack), state.exchange)
        Position.take(self, state)
        memcpy(self.stack, state.stack, self.ply * cython.sizeof(Undo))
