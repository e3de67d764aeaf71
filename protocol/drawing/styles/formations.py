"""Games of formations: a Go board with stones on its points, leading stones with a triangle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.kinds.formations.rules import MEETINGS
from engine.kinds.formations.shapes import COMPASS, patterns_of
from engine.kinds.formations.text import read_move
from protocol.drawing.paint import sided
from protocol.drawing.plane import CELL, middle
from protocol.drawing.style import Style, either

if TYPE_CHECKING:
    from engine.board.variant import Square
    from engine.kinds.formations.rules import FormationVariant
    from engine.kinds.formations.shapes import Formation
    from protocol.drawing.scene import Scene

_STONE = '<circle cx="50" cy="50" r="43"/>'
_TRIANGLE = "M0 -31L17 17H-17z"  # around a stone's middle, facing north
_EIGHTH = 45  # degrees

_FORMATIONS = (
    "Stones of one side that form a formation move together as a block; others cannot move.",
    "A stone may belong to several formations. A formation may be turned by quarter turns.",
    "A is a leading stone, o another; the directions of one step and of two stand below, for the"
    " formation as it is drawn.",
)
_MOVES = (
    "A block goes one step or two in the directions of its formation, turned as it is.",
    "Two steps may pass over own stones, not over enemy stones.",
    "No stone ends outside the board or on an own stone that stays.",
)
_NOTATION = (
    "A move is the leading stone's square, the square that it goes to, the formation's letter and"
    " where it faces: `e3e4pn`. A formation with two leading stones is named from the one on the"
    " higher rank, or on the higher file; the other name is read, too.",
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

    def signs(self, move: str, before: Scene, after: Scene, ahead: bool = False) -> str:
        """The way of each stone of the block, and a triangle on each leading stone."""
        named = read_move(self.variant, move)
        if named is None:
            return ""
        ways = "".join(self._way(start, end) for start, end in named.block())
        standing = named.heads_before() if ahead else named.heads()
        heads = "".join(self._head(at, facing) for at, facing in standing)
        return f'<path class="way" d="{ways}"/>{heads}'

    def _way(self, start: Square, end: Square) -> str:
        (x, y), (to_x, to_y) = (middle(at, self.variant, False) for at in (start, end))
        return f"M{x:g} {y:g}L{to_x:g} {to_y:g}"

    def _head(self, at: Square, facing: int) -> str:
        x, y = middle(at, self.variant, False)
        return (
            f'<path class="facing" d="{_TRIANGLE}" transform="translate({x:g} {y:g})'
            f' rotate({facing * _EIGHTH})"/>'
        )

    def charts(self) -> Mapping[str, Sequence[Sequence[str]]]:
        """The formations."""
        return {"Formations": [_chart(formation) for formation in self.variant.formations]}

    def rules(self) -> Mapping[str, Iterable[str]]:
        """How formations move, what landing does, how games end."""
        return {
            "Aim": [
                "Who has no formation left at the end of a turn has lost, whoever's turn it was; if"
                " neither side has one, the game is a draw.",
                "Who must move and cannot has lost.",
                *self.beginning(),
            ],
            "Formations": _FORMATIONS,
            "Moves": _MOVES,
            "Landing": self._landing(),
            "Stalled": self._stalling(),
            "Notation": _NOTATION,
        }

    def _landing(self) -> Iterator[str]:
        yield _LANDING.format(front=_FRONTS[self.variant.front])
        for words, meeting in zip(_WORDS, MEETINGS, strict=True):
            yield f"{words}: {_OUTCOMES[self.variant.hardness[meeting]]}."

    def _stalling(self) -> Iterator[str]:
        ends = list(self.endless("the removal of a stone"))
        if ends and self.variant.counts:
            yield (
                f"Play stops after {either(ends)}: the side with more stones wins, equal numbers"
                " are a draw."
            )
        elif ends:
            yield f"Play stops after {either(ends)}: that is a draw."


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
