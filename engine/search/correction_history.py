"""By how much evaluations were wrong where a part of what stands was the same.

The chessprogramming wiki's correction history: a search has found what an evaluation did not see,
and what it did not see in this chain of pawns, it will not see in the same chain a few moves on.
"""

import cython
from cython.cimports.amalthea.engine.core.position import PARTS
from cython.cimports.amalthea.engine.search.constants import CORRECTION_CP, set_search_constant
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

_ENTRIES = cython.declare(cython.int, 2 * PARTS * ERRORS)


def set_constant(number, value):
    """Sets a constant of the search, in a build where they are variables: see constants."""
    set_search_constant(number, value)


class Corrections:
    def __cinit__(self):
        self.errors = cython.cast(cython.p_short, calloc(_ENTRIES, cython.sizeof(cython.short)))
        if self.errors == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.errors)

    def clear(self):
        """Forgets all errors."""
        memset(self.errors, 0, _ENTRIES * cython.sizeof(cython.short))

    def of(self, position):
        """What is to be added to an evaluation of the position, in centipawns."""
        total: cython.int = 0
        part: cython.int
        for part in range(position.parts):
            total += self._row(position, part)[0]
        return total * CORRECTION_CP // ERROR_MOST

    def learn(self, position, error, depth):
        """A search of a depth has found an evaluation to be so far too low, in centipawns."""
        most: cython.int = ERROR_MOST // 4  # at a time
        step: cython.int = max(-most, min(most, error * depth // 4))
        part: cython.int
        row: cython.p_short
        for part in range(position.parts):
            row = self._row(position, part)
            row[0] += step - row[0] * abs(step) // ERROR_MOST

    def _row(self, position, part):
        """The error of a part of the position, as the side to move sees it."""
        return (
            self.errors
            + (position.side * PARTS + part) * ERRORS
            + (position.part_keys[part] & (ERRORS - 1))
        )
