"""Games of stones: a wooden board with a grid, patches of stones instead of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from protocol.drawing.plane import CELL
from protocol.drawing.style import Style
from protocol.drawing.symbols import sided

if TYPE_CHECKING:
    from engine.kinds.stones.rules import StoneVariant

_STONE = '<circle cx="50" cy="50" r="43"/>'

_MOVES = (
    "Every 3x3 patch that holds a stone of the mover and none of the opponent is a piece. It goes"
    " in the directions whose outer cells hold a stone: up to three steps, or any number with a"
    " stone in its centre. It ends at the latest where it covers any stone that is not its own;"
    " what else lies under it there is removed, friend or foe. A ring is eight stones of one side"
    " around an empty cell: who has none at the end of a turn has lost, the mover if neither has"
    " one."
)
_OUTSIDE = "The centre of a piece that moves may lie just outside the board."
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
        """How stones move and win, and the draws."""
        aim = "to break the last ring of the other side and keep a ring of one's own"
        return {
            "Aim": [aim, *self.beginning()],
            "Moves": self._moves(),
            "Draws": self.endless("the removal of a stone"),
        }

    def _moves(self) -> Iterator[str]:
        yield _MOVES
        yield _OUTSIDE if self.variant.centres_outside else _INSIDE


STYLE = StonesStyle
