"""The data of a position of Troop Chess, with caches of what was computed last.

`making` and `generation` are functions on these data, which state.pxd declares; `Formations` in
`position` makes them a position of the engine.
"""

import cython
from cython.cimports.amalthea.engine.troop.patterns import find_patterns
from cython.cimports.libc.stdlib import free, realloc


class FormationsState(StonePosition):
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


def ranks_of(state, colour):
    """Return all formations of a side, from the cache if it is valid."""
    now: cython.pointer[Layout] = layout_of(state)
    ranks: cython.pointer[Ranks] = cython.address(state.ranks[colour])
    if not ranks.known or ranks.key != now.keys[colour]:
        find_patterns(state.patterns, cython.address(now.stones[colour * ROWS]), ranks.found)
        ranks.key = now.keys[colour]
        ranks.known = True
    return ranks
