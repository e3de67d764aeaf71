"""Games of formations: a Go board with stones on its points, leading stones with a triangle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.kinds.formations.rules import MEETINGS
from engine.kinds.formations.shapes import COMPASS, patterns_of
from engine.kinds.formations.text import read_move
from protocol.drawing.plane import CELL, middle
from protocol.drawing.style import Style
from protocol.drawing.symbols import sided

if TYPE_CHECKING:
    from engine.board.variant import Square
    from engine.kinds.formations.rules import FormationVariant
    from engine.kinds.formations.shapes import Formation

_STONE = '<circle cx="50" cy="50" r="43"/>'
_TRIANGLE = "M0 -31L17 17H-17z"  # around a stone's middle, facing north
_EIGHTH = 45  # degrees

_MOVES = (
    "Stones of one side that form a formation move together as a block; others cannot move. A"
    " formation may be turned by quarter turns. It goes one step or two in the directions below"
    " its drawing, told as it is drawn; two steps not over enemy stones. No stone ends outside the"
    " board or on an own stone that stays."
)
_LANDING = (
    "A stone that ends on an enemy stone attacks it. The leading stone, A, is hard when the block"
    " goes where it faces, and in defence against a block that comes {front}; all others are soft."
)
_FRONTS = ("straight at it", "straight at it or by an eighth of a turn from either side")
_WORDS = ("Soft on soft", "Soft on hard", "Hard on soft", "Hard on hard")
_OUTCOMES = {
    "c": "the enemy stone is captured",
    "t": "both stones are removed",
    "l": "the stone that lands is removed",
    "x": "the whole move is illegal",
}


class FormationsStyle(Style):
    """Stones on the points of a grid."""

    css_class = "stones"
    ground = "wood"

    variant: FormationVariant

    def lines(self, flipped: bool) -> str:
        """The grid, through the middles of the cells."""
        half = CELL // 2
        width, height = ((each - 1) * CELL for each in (self.variant.files, self.variant.ranks))
        upright = "".join(f"M{half + x} {half}v{height}" for x in range(0, width + 1, CELL))
        lying = "".join(f"M{half} {half + y}h{width}" for y in range(0, height + 1, CELL))
        return f'<path class="grid" d="{upright}{lying}"/>'

    def drawing(self, token: str) -> str:
        """A stone."""
        return sided(token, _STONE)

    def signs(self, move: str, flipped: bool) -> str:
        """The way of each stone of the block, and a triangle on each leading stone."""
        named = read_move(self.variant, move)
        if named is None:
            return ""
        ways = "".join(self._way(start, end, flipped) for start, end in named.block())
        heads = "".join(self._head(at, facing, flipped) for at, facing in named.heads())
        return f'<path class="way" d="{ways}"/>{heads}'

    def _way(self, start: Square, end: Square, flipped: bool) -> str:
        (x, y), (to_x, to_y) = (middle(at, self.variant, flipped) for at in (start, end))
        return f"M{x:g} {y:g}L{to_x:g} {to_y:g}"

    def _head(self, at: Square, facing: int, flipped: bool) -> str:
        x, y = middle(at, self.variant, flipped)
        angle = (facing * _EIGHTH + (180 if flipped else 0)) % 360
        return (
            f'<path class="facing" d="{_TRIANGLE}" transform="translate({x:g} {y:g})'
            f' rotate({angle})"/>'
        )

    def charts(self) -> Mapping[str, Sequence[Sequence[str]]]:
        """The formations."""
        return {"Formations": [_chart(formation) for formation in self.variant.formations]}

    def rules(self) -> Mapping[str, Iterable[str]]:
        """How formations move and win, the ends of stalled play, and whose the rules are."""
        aim = "that the other side has no formation left, or cannot move; if neither side has a"
        return {
            "Aim": [f"{aim} formation, it is a draw", *self.beginning()],
            "Moves": [_MOVES],
            "Landing": self._landing(),
            "Stalled": self._stalling(),
            **dict(self.variant.rulings),
        }

    def _landing(self) -> Iterator[str]:
        yield _LANDING.format(front=_FRONTS[self.variant.front])
        for words, meeting in zip(_WORDS, MEETINGS, strict=True):
            yield f"{words}: {_OUTCOMES[self.variant.hardness[meeting]]}."

    def _stalling(self) -> Iterator[str]:
        yield from self.endless("the removal of a stone")
        if self.variant.counts:
            yield "the side with more stones wins then, equal numbers are a draw"
        else:
            yield "that is a draw"


def _chart(formation: Formation) -> list[str]:
    """A formation's letter and name, its drawing, and where it goes."""
    rows = formation.drawing.strip().splitlines()
    pattern = patterns_of([formation])[0]
    steps, strides = (
        " ".join(COMPASS[eighth] for eighth in sorted(ways))
        for ways in (pattern.steps, pattern.strides)
    )
    return [
        f"{formation.letter}  {formation.name}",
        *(" ".join("".join(row.split())) for row in rows),
        "one step any way" if len(pattern.steps) == len(COMPASS) else f"one step {steps or '-'}",
        f"two {strides or '-'}",
        *([] if formation.hard else ["always soft"]),
    ]


STYLE = FormationsStyle
