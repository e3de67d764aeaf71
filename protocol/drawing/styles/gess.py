"""Style of Gess: a wooden board with a grid and stones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.engine.core.common_rules import first_move, stalled
from amalthea.protocol.drawing.board_lines import square_lines
from amalthea.protocol.drawing.grid import CELL
from amalthea.protocol.drawing.paint import coloured
from amalthea.protocol.drawing.style import Style

if TYPE_CHECKING:
    from amalthea.engine.gess.variant import GessVariant

_STONE = '<circle cx="50" cy="50" r="43"/>'

_OUTSIDE = (
    "The centre of a piece may lie just outside the board before a move, but it must end on the"
    " board."
)
_INSIDE = "The centre of a piece is always on the board."


class StonesStyle(Style):
    """Style of Gess, with a square all around the board for the centres of pieces."""

    css_class = "stones"
    ground = "wood"
    patches = True
    label_margin = CELL
    bare_margin = CELL

    variant: GessVariant

    def lines(self, flipped: bool) -> str:
        """Return the grid as SVG."""
        return square_lines(self.variant)

    def drawing(self, token: str) -> str:
        """Return a stone as SVG."""
        return coloured(token, _STONE)

    def rules(self) -> Mapping[str, Iterable[str]]:
        """Return sentences on how stones move, capture and win, and on draws."""
        return {
            "Aim": [
                "A ring is eight stones of one side around an empty square.",
                "Break the opponent's last ring and keep a ring of your own. A side that has no"
                " ring at the end of a turn loses; if neither side has one, the side that moved"
                " loses.",
                *first_move(self.variant),
            ],
            "Pieces": self._pieces(),
            "Captures": (
                "A piece must stop as soon as it covers a stone that is not its own; it may stop"
                " earlier.",
                "Where it stops, all other stones of either side in its 3x3 area are"
                " removed, including those under its empty squares.",
                "Stones of the piece that would end off the board are removed.",
            ),
            "Rings": (
                "A side need not defend a threatened ring. It may even break its own last ring,"
                " which loses.",
            ),
            "Draws": [
                f"The game is a draw {condition}."
                for condition in stalled(self.variant, "the removal of a stone")
            ],
            "Notation": (
                "A move is written as the centre of the piece before and after it: `c3c6`. The"
                " lower left square of the board is `b2`; file `a` and rank `1` lie just outside"
                " it.",
            ),
        }

    def _pieces(self) -> Iterator[str]:
        yield (
            "Any 3x3 area that holds stones of the side to move and none of the opponent's is a"
            " piece. Its stones move together."
        )
        yield (
            "A piece can move in the directions in which it has a stone: up with a stone above the"
            " centre, and so on."
        )
        yield (
            "A piece moves up to three steps, or any number of steps if it has a stone in its"
            " centre."
        )
        yield _OUTSIDE if self.variant.centres_outside else _INSIDE


STYLE = StonesStyle
