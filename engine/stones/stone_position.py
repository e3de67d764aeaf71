"""Positions of stones only, whose FEN is that of `amalthea.engine.stones.stone_fen`.

A subclass defines `setup`; reading and writing are the same for all.
"""

import cython

from amalthea.engine.stones import stone_fen


class StonePosition(Position):
    """A position in which all pieces are stones of one sort."""

    def read(self, setup):
        """Return the setup of a FEN, of the start position for None, or the given setup itself."""
        if not isinstance(setup, stone_fen.StoneSetup):
            setup = stone_fen.read(self.variant.start if setup is None else setup, self.variant)
        self.remarks = list(setup.remarks)
        return setup

    def unmake_null(self):
        self.unmake()

    def in_check(self):
        """Return False: without kings there is no check."""
        return False

    def setup(self):
        """Return the position as a StoneSetup."""
        raise self._missing_error("setup")

    def fen(self):
        return stone_fen.write(self.setup(), self.variant)

    def flipped(self):
        return stone_fen.write(stone_fen.flip(self.setup(), self.variant), self.variant)

    def diagram(self):
        return stone_fen.draw(self.setup(), self.variant)
