"""Style of Troop Chess: a Go board with stones on its points, triangles on leading stones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from amalthea.engine.core import english
from amalthea.engine.core.common_rules import first_move, stalled
from amalthea.engine.troop.move_text import read_move
from amalthea.engine.troop.shapes import COMPASS, patterns_of
from amalthea.engine.troop.variant import MEETINGS
from amalthea.protocol.drawing.board_lines import point_lines
from amalthea.protocol.drawing.grid import centre_of
from amalthea.protocol.drawing.paint import coloured
from amalthea.protocol.drawing.style import Style

if TYPE_CHECKING:
    from amalthea.engine.core.board import Move, Tokens
    from amalthea.engine.core.variant import Square
    from amalthea.engine.troop.shapes import Formation
    from amalthea.engine.troop.variant import TroopVariant

_STONE = '<circle cx="50" cy="50" r="43"/>'
_TRIANGLE = "M0 -31L17 17H-17z"  # around the middle of a stone, pointing north
_EIGHTH = 45  # degrees

_FORMATIONS = (
    "Stones of one side that make a formation move together as a block. Other stones cannot move.",
    "A stone may belong to several formations. A formation may be rotated by quarter turns.",
    "In the diagrams `A` is a leading stone and `o` another stone. Below each are the directions of"
    " one step and of two steps, for the formation as it is drawn.",
)
_MOVES = (
    "A block moves one or two steps in the directions of its formation, rotated with it.",
    "A move of two steps may pass over stones of the same side but not over enemy stones.",
    "No stone may end off the board or on a stone of its own side that does not move.",
)
_NOTATION = (
    "A move is written as the square of the leading stone, the square it goes to, the letter of the"
    " formation and the direction it faces: `e3e4pn`. A formation with two leading stones is named"
    " by the one on the higher rank or, on the same rank, on the higher file; the other name is"
    " accepted, too.",
)
_LANDING = (
    "A stone that lands on an enemy stone attacks it. A leading stone is hard when it attacks in"
    " the direction that it faces, and when it is attacked by a block that comes {front}. All other"
    " stones are soft."
)
_FRONTS = (
    "from straight ahead",
    "from straight ahead or from up to an eighth of a turn to either side of that",
)
_WORDS = ("Soft on soft", "Soft on hard", "Hard on soft", "Hard on hard")
_OUTCOMES = {
    "c": "the enemy stone is captured",
    "t": "both stones are removed",
    "l": "the attacking stone is removed",
    "x": "the whole move is illegal",
}


class FormationsStyle(Style):
    """Style of Troop Chess."""

    css_class = "stones"
    ground = "wood"

    variant: TroopVariant

    def lines(self, flipped: bool) -> str:
        """Return the grid through the middles of the squares as SVG."""
        return point_lines(self.variant)

    def drawing(self, token: str) -> str:
        """Return a stone as SVG."""
        return coloured(token, _STONE)

    def signs(self, move: Move, board: Tokens, ahead: bool = False) -> str:
        """Return the path of each stone of the block and a triangle on each leading stone."""
        named = read_move(self.variant, move.text)
        if named is None:
            return ""
        ways = "".join(self._way(start, end) for start, end in move.carried)
        standing = named.heads_before() if ahead else named.heads()
        heads = "".join(self._head(at, facing) for at, facing in standing)
        return f'<path class="way" d="{ways}"/>{heads}'

    def _way(self, start: Square, end: Square) -> str:
        (x, y), (to_x, to_y) = (centre_of(at, self.variant, False) for at in (start, end))
        return f"M{x:g} {y:g}L{to_x:g} {to_y:g}"

    def _head(self, at: Square, facing: int) -> str:
        x, y = centre_of(at, self.variant, False)
        return (
            f'<path class="facing" d="{_TRIANGLE}" transform="translate({x:g} {y:g})'
            f' rotate({facing * _EIGHTH})"/>'
        )

    def charts(self) -> Mapping[str, Sequence[Sequence[str]]]:
        """Return the diagrams of the formations."""
        return {"Formations": [_chart(formation) for formation in self.variant.formations]}

    def rules(self) -> Mapping[str, Iterable[str]]:
        """Return sentences on how formations move, the effects of landing and the end of a game."""
        return {
            "Aim": [
                "A side that has no formation left at the end of a turn, its own or its"
                " opponent's, loses. If neither side has one, the game is a draw.",
                "A side that has to move and cannot loses.",
                *first_move(self.variant),
            ],
            "Formations": _FORMATIONS,
            "Moves": _MOVES,
            "Landing": self._landing(),
            "Stalled play": self._stalling(),
            "Notation": _NOTATION,
        }

    def _landing(self) -> Iterator[str]:
        yield _LANDING.format(front=_FRONTS[self.variant.front])
        for words, meeting in zip(_WORDS, MEETINGS, strict=True):
            yield f"{words}: {_OUTCOMES[self.variant.hardness[meeting]]}."

    def _stalling(self) -> Iterator[str]:
        conditions = list(stalled(self.variant, "the removal of a stone"))
        if conditions and self.variant.counts:
            yield f"Play stops {english.either(conditions)}."
            yield "Then the side with more stones wins; equal numbers are a draw."
        elif conditions:
            yield f"The game is a draw {english.either(conditions)}."


def _chart(formation: Formation) -> list[str]:
    """Return a formation's letter and name, its diagram and its directions, line by line."""
    rows = formation.drawing.strip().splitlines()
    pattern = patterns_of([formation])[0]
    steps, strides = (
        " ".join(COMPASS[eighth] for eighth in sorted(ways))
        for ways in (pattern.steps, pattern.strides)
    )
    return [
        f"{formation.letter}  {formation.name}",
        *(" ".join("".join(row.split())) for row in rows),
        "one step: any" if len(pattern.steps) == len(COMPASS) else f"one step: {steps or 'none'}",
        f"two steps: {strides or 'none'}",
        *([] if formation.hard else ["always soft"]),
    ]


STYLE = FormationsStyle
