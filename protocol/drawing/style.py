"""How one game is drawn and told in words. What stands where is not decided here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import UNLIMITED
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.paint import lettered, side_of, sided
from amalthea.protocol.drawing.plane import CELL, corner

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.piece_sheet import PieceSheet
    from amalthea.protocol.drawing.scene import Scene

# Units, a cell is CELL wide.
_LABEL = 3  # a label's size by file or rank, whichever are more: as large on every picture
_LABEL_MARGIN = 1.9  # by a label's size
_BARE_MARGIN = 14

_SIDES = {"w": "White", "b": "Black"}


class Style:
    """The plain style: letters on chequered squares. Kinds of games change what they need to.

    css_class: of a drawn board, beside the one of all boards. ground: the class of its surface.
    patches: whether a marked square stands for the 3x3 cells around it.
    """

    css_class = ""
    ground = "light"
    patches = False

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    # -- the board, in units -----------------------------------------------------------------------

    @property
    def label_size(self) -> int:
        """The height of labels."""
        return _LABEL * max(self.variant.files, self.variant.ranks)

    @property
    def label_margin(self) -> int:
        """The room for labels on the left and below."""
        return round(_LABEL_MARGIN * self.label_size)

    @property
    def bare_margin(self) -> int:
        """The room above and on the right."""
        return _BARE_MARGIN

    def lines(self, flipped: bool) -> str:
        """What tells the cells of an empty board apart: the dark squares; a1 is one of them."""
        variant = self.variant
        dark = (
            corner((file, rank), variant, flipped)
            for rank in range(variant.ranks)
            for file in range(variant.files)
            if (file + rank) % 2 == 0
        )
        path = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in dark)
        return f'<path class="dark" d="{path}"/>'

    # -- what stands on it -------------------------------------------------------------------------

    def tokens(self) -> tuple[str, ...]:
        """Everything that may stand on a board of the game."""
        return kind_of(self.variant).tokens(self.variant)

    def symbol_name(self, token: str) -> str:
        """The name of a token's symbol among those of the game, `b-Q`; fit for an id."""
        signs = (sign if sign.isalnum() else f"u{ord(sign):x}" for sign in token.upper())
        return f"{side_of(token)}-{''.join(signs)}"

    def base(self, token: str) -> str | None:
        """The token whose symbol a token's drawing needs, if it needs one."""
        return None

    def drawing(self, token: str) -> str:
        """A token as SVG on the cells that it covers, their upper left at 0, 0."""
        return sided(token, lettered(token.upper()))

    def turns(self, token: str) -> bool:
        """Whether the drawing shows a direction on the board, so that it turns with the board."""
        return False

    def signs(self, move: str, before: Scene, after: Scene, ahead: bool = False) -> str:
        """What shows more of a move than squares and arrows do, as SVG; as White sees the board.

        ahead: the board that is drawn is the one before it, not the one after it.
        """
        return ""

    # -- the rules in words, without any layout ----------------------------------------------------

    def pieces(self) -> Sequence[PieceSheet]:
        """The types of pieces, where the game has any."""
        return ()

    def charts(self) -> Mapping[str, Sequence[Sequence[str]]]:
        """By title of the rules, small drawings in text, each as its lines."""
        return {}

    def rules(self) -> Mapping[str, Iterable[str]]:
        """By title what there is to say beside how pieces move, a sentence or more each."""
        draws = self.stopping("progress")
        return {
            "Aim": self.first_move(),
            "Draws": [f"The game is a draw {each}." for each in draws],
        }

    def first_move(self) -> Iterator[str]:
        """Who moves first, where one side does."""
        turn = self.variant.start_fen(seed=1).split()[1]
        if turn in _SIDES:
            yield f"{_SIDES[turn]} moves first."

    def stopping(self, progress: str) -> Iterator[str]:
        """Yield when play stops without a result: "if ...", "after ..."."""
        draws = self.variant.draws
        if 0 < draws.repetitions < UNLIMITED and draws.repetition == "draw":
            yield f"if the same position occurs {english.times(draws.repetitions)}"
        if 0 < draws.plies < UNLIMITED:
            yield f"after {draws.plies} plies without {progress}"
