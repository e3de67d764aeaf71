"""Positions that show themselves as pictures in notebooks."""

from __future__ import annotations

from amalthea.engine import api


class Position(api.Position):
    __doc__ = api.Position.__doc__

    def _repr_svg_(self) -> str:
        """Return the picture of the position with its last move; notebooks call this."""
        from amalthea.protocol.drawing.board_svg import board_svg

        return board_svg(self)
