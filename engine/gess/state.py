"""The data of a position of Gess, with caches of what was computed last.

`generation` and `threats` are functions on these data, which state.pxd declares; `GessPosition` in
`position` makes them a position of the engine.
"""

import cython
from cython.cimports.amalthea.engine.core.position import copy_fields


class GessState(StonePosition):
    """The board and the caches of a position."""

    def take(self, other):
        state: GessState = other
        self.geometry = state.geometry
        copy_fields(self.inside, cython.address(self.mobility), state.inside)
        StonePosition.take(self, state)
