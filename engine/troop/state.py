"""The data of a position of formations, with what was last found out about them.

`making` and `generation` are functions over these data; `Formations` in `position` shows them as a
position of the engine. The data lie open in state.pxd.
"""

import cython
from cython.cimports.amalthea.engine.troop.patterns import find_patterns
from cython.cimports.libc.stdlib import free, realloc


class FormationsState(StonePosition):
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
    """All formations of a side."""
    now: cython.pointer[Layout] = layout_of(state)
    ranks: cython.pointer[Ranks] = cython.address(state.ranks[colour])
    if not ranks.known or ranks.key != now.keys[colour]:
        find_patterns(state.patterns, cython.address(now.stones[colour * ROWS]), ranks.found)
        ranks.key = now.keys[colour]
        ranks.known = True
    return ranks
