"""Games of stones: a wooden board with a grid, patches of stones instead of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from protocol.drawing.paint import sided
from protocol.drawing.plane import CELL
from protocol.drawing.style import Style

if TYPE_CHECKING:
    from engine.kinds.stones.rules import StoneVariant

_STONE = '<circle cx="50" cy="50" r="43"/>'

_OUTSIDE = "The centre of a piece that moves may lie just outside the board; it ends on the board."
_INSIDE = "The centre of a piece is always on the board."


class StonesStyle(Style):
    """Stones in a grid; a cell all around, where centres of patches may lie."""

    css_class = "stones"
    ground = "wood"
    patches = True
    label_margin = CELL
    bare_margin = CELL

    variant: StoneVariant

    def lines(self, flipped: bool) -> str:
        """The grid."""
        files, ranks = self.variant.files, self.variant.ranks
        upright = "".join(f"M{file * CELL} 0v{ranks * CELL}" for file in range(1, files))
        lying = "".join(f"M0 {rank * CELL}h{files * CELL}" for rank in range(1, ranks))
        return f'<path class="grid" d="{upright}{lying}"/>'

    def drawing(self, token: str) -> str:
        """A stone."""
        return sided(token, _STONE)

    def rules(self) -> Mapping[str, Iterable[str]]:
        """How stones move, take and win, and the draws."""
        return {
            "Aim": [
                "Break the last ring of the other side and keep a ring of your own: who has none at"
                " the end of a turn has lost, the mover if neither side has one.",
                *self.beginning(),
            ],
            "Pieces": self._pieces(),
            "Taking": (
                "A piece ends at the latest where it covers any stone that is not its own; it may"
                " end earlier.",
                "Where it ends, all other stones under the whole patch, also under its empty cells,"
                " are removed, friend or foe.",
                "Stones of the piece that would stand outside the board are removed.",
            ),
            "Rings": (
                "A ring is eight stones of one side around an empty cell.",
                "A ring that is threatened need not be saved, and the own last ring may be broken:"
                " that loses.",
            ),
            "Draws": self.endless("the removal of a stone"),
            "Notation": (
                "A move is the centre of the patch before and after it: `c3c6`. The board's corner"
                " is `b2`; file a and rank 1 lie just outside.",
            ),
        }

    def _pieces(self) -> Iterator[str]:
        yield (
            "Every 3x3 patch that holds a stone of the mover and none of the opponent is a piece;"
            " its stones move together."
        )
        yield (
            "It goes in each direction whose outer cell holds a stone: up with a stone above the"
            " centre, and so on."
        )
        yield "It goes up to three steps, or any number with a stone in its centre."
        yield _OUTSIDE if self.variant.centres_outside else _INSIDE


STYLE = StonesStyle
