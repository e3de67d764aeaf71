"""Positions of nothing but stones: their text is that of `amalthea.engine.stones.stone_fen`.

A class of them says its `setup`; what it is read from and written as is the same for all.
"""

import cython

from amalthea.engine.stones import stone_fen


class StonePosition(Position):
    def read(self, setup):
        """What a FEN says, if it is not read yet; of None, the start position's."""
        if not isinstance(setup, stone_fen.StoneSetup):
            setup = stone_fen.read(self.variant.start if setup is None else setup, self.variant)
        self.remarks = list(setup.remarks)
        return setup

    def unmake_null(self):
        self.unmake()

    def in_check(self):
        """There is no check in a game without kings."""
        return False

    def setup(self):
        """The position as a StoneSetup."""
        raise self._without("setup")

    def fen(self):
        return stone_fen.write(self.setup(), self.variant)

    def flipped(self):
        return stone_fen.write(stone_fen.flip(self.setup(), self.variant), self.variant)

    def diagram(self):
        return stone_fen.draw(self.setup(), self.variant)
