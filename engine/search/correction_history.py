"""Correction history: how wrong evaluations were in positions that share a part of the board.

The parts are those of the position's partial keys, such as the pawns: what the static evaluation
misjudges in one pawn structure, it misjudges in the same structure a few moves later. The last two
moves are such a part, too: what they began is often not over.
"""

import cython
from cython.cimports.amalthea.engine.core.position import PARTS
from cython.cimports.amalthea.engine.search.constants import (
    CORRECTION_CP,
    LINE_CORRECTION_CP,
    set_search_constant,
)
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

_LINE = cython.declare(cython.int, PARTS)  # the number of the last two moves among the parts
_ENTRIES = cython.declare(cython.int, 2 * (PARTS + 1) * CORRECTION_KEYS)


def set_constant(number, value):
    """Set a constant of the search, in a build for tuning: see constants."""
    set_search_constant(number, value)


class CorrectionHistory:
    """Evaluation errors that one searcher has found.

    They are kept by side, part and partial key, and by side and the last two moves.
    """

    def __cinit__(self):
        self.errors = cython.cast(cython.p_short, calloc(_ENTRIES, cython.sizeof(cython.short)))
        if self.errors == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.errors)

    def clear(self):
        """Reset all errors."""
        memset(self.errors, 0, _ENTRIES * cython.sizeof(cython.short))

    def correction(self, position, line=0):
        """Return the correction to add to the evaluation of a position, in centipawns.

        line: a key of the last two moves, 0 if they are not known.
        """
        total: cython.int = 0
        part: cython.int
        for part in range(position.parts):
            total += self._entry(position.side, part, position.part_keys[part])[0]
        total *= CORRECTION_CP
        if line:
            total += LINE_CORRECTION_CP * self._entry(position.side, _LINE, line)[0]
        return total // CORRECTION_MAX

    def update(self, position, error, depth, line=0):
        """Record that a search of a depth found the evaluation too low by `error` centipawns."""
        limit: cython.int = CORRECTION_MAX // 4  # of one update
        step: cython.int = max(-limit, min(limit, error * depth // 4))
        part: cython.int
        for part in range(position.parts):
            _add(self._entry(position.side, part, position.part_keys[part]), step)
        if line:
            _add(self._entry(position.side, _LINE, line), step)

    def _entry(self, side, part, key):
        """Return the error of a part of the position for the side to move."""
        return (
            self.errors
            + (side * (PARTS + 1) + part) * CORRECTION_KEYS
            + (key & (CORRECTION_KEYS - 1))
        )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add(entry: cython.p_short, step: cython.int) -> cython.void:
    """Add a step to an error, scaled down the closer the error is to its limit."""
    entry[0] += step - entry[0] * abs(step) // CORRECTION_MAX
