"""Correction history: how wrong evaluations were in positions that share a part of the board.

The parts are those of the position's partial keys, such as the pawns: what the static evaluation
misjudges in one pawn structure, it misjudges in the same structure a few moves later.
"""

import cython
from cython.cimports.amalthea.engine.core.position import PARTS
from cython.cimports.amalthea.engine.search.constants import CORRECTION_CP, set_search_constant
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

_ENTRIES = cython.declare(cython.int, 2 * PARTS * CORRECTION_KEYS)


def set_constant(number, value):
    """Set a constant of the search, in a build for tuning: see constants."""
    set_search_constant(number, value)


class CorrectionHistory:
    """Evaluation errors that one searcher has found, by side, part and partial key."""

    def __cinit__(self):
        self.errors = cython.cast(cython.p_short, calloc(_ENTRIES, cython.sizeof(cython.short)))
        if self.errors == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.errors)

    def clear(self):
        """Reset all errors."""
        memset(self.errors, 0, _ENTRIES * cython.sizeof(cython.short))

    def correction(self, position):
        """Return the correction to add to the evaluation of a position, in centipawns."""
        total: cython.int = 0
        part: cython.int
        for part in range(position.parts):
            total += self._entry(position, part)[0]
        return total * CORRECTION_CP // CORRECTION_MAX

    def update(self, position, error, depth):
        """Record that a search of a depth found the evaluation too low by `error` centipawns."""
        limit: cython.int = CORRECTION_MAX // 4  # of one update
        step: cython.int = max(-limit, min(limit, error * depth // 4))
        part: cython.int
        entry: cython.p_short
        for part in range(position.parts):
            entry = self._entry(position, part)
            entry[0] += step - entry[0] * abs(step) // CORRECTION_MAX

    def _entry(self, position, part):
        """Return the error of a part of the position for the side to move."""
        return (
            self.errors
            + (position.side * PARTS + part) * CORRECTION_KEYS
            + (position.part_keys[part] & (CORRECTION_KEYS - 1))
        )
