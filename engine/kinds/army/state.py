"""The data of a position of pieces, and the small steps that its modules share.

`attacks`, `broad`, `castling`, `generation`, `making` and `exchanges` are functions over these
data; `Army` in `position` shows them as a position of the engine. The data lie open in state.pxd.
"""

import cython
from cython.cimports.engine.board.moves import MAX_MOVES
from cython.cimports.libc.stdlib import free, malloc, realloc

_FIRST_CAPACITY = cython.declare(cython.int, 1024)  # plies of game and search together


class ArmyState(Position):
    def __cinit__(self):
        self.capacity = _FIRST_CAPACITY
        self.stack = cython.cast(cython.pointer[Undo], malloc(self.capacity * cython.sizeof(Undo)))
        self.scratch = cython.cast(
            cython.pointer[Candidate], malloc(MAX_MOVES * cython.sizeof(Candidate))
        )
        if not self.stack or not self.scratch:
            raise MemoryError

    def __dealloc__(self):
        free(self.stack)
        free(self.scratch)

    def reserve(self, plies):
        if self.ply + plies < self.capacity:
            return
        capacity: cython.int = 2 * self.capacity + plies
        grown: cython.pointer[Undo] = cython.cast(
            cython.pointer[Undo], realloc(self.stack, capacity * cython.sizeof(Undo))
        )
        if not grown:
            raise MemoryError
        self.stack = grown
        self.capacity = capacity
