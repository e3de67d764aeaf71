"""The data of a position of Troop Chess, with caches of what was computed last.

`making` and `generation` are functions on these data, which state.pxd declares; `TroopPosition` in
`position` makes them a position of the engine.
"""

import cython
from cython.cimports.amalthea.engine.troop.patterns import find_patterns


class TroopState(StonePosition):
    """The board and the caches of a position."""

    def take(self, other):
        state: TroopState = other
        self.tables, self.patterns = state.tables, state.patterns
        self.counts_stones = state.counts_stones
        StonePosition.take(self, state)


def formations_of(state, colour):
    """Return all formations of a side, from the cache if it is valid."""
    now: cython.pointer[Layout] = layout_of(state)
    formations: cython.pointer[FormationSet] = cython.address(state.formations[colour])
    if not formations.known or formations.key != now.keys[colour]:
        find_patterns(state.patterns, cython.address(now.stones[colour * ROWS]), formations.found)
        formations.key = now.keys[colour]
        formations.known = True
    return formations
