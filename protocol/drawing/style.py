"""Style: how a game is drawn and described in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from amalthea.engine.core.common_rules import first_move, stalled
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing.grid import CELL, corner
from amalthea.protocol.drawing.paint import coloured, letter_disc, side_of

if TYPE_CHECKING:
    from amalthea.engine.core.board import Move, Tokens
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.piece_sheet import PieceSheet

# In units, of which a square is CELL wide.
_LABEL = 3  # size of labels for each file or rank, so that they look the same on all boards
_LABEL_MARGIN = 1.9  # relative to the size of labels
_BARE_MARGIN = 14


class Style:
    """Plain style: letters on chequered squares. Subclasses change what their games need.

    css_class: the class of a drawn board, in addition to that of all boards.
    ground: the class of its surface.
    patches: True if a marked square stands for the 3x3 squares around it.
    characters: True to draw characters where `has_characters`.
    """

    css_class = ""
    ground = "light"
    patches = False

    def __init__(self, variant: Variant, characters: bool = False) -> None:
        self.variant = variant
        self.characters = characters

    @property
    def has_characters(self) -> bool:
        """True if the pieces may be drawn as characters."""
        return False

    @property
    def blocker(self) -> str:
        """The name of what blocks a square, "" without one."""
        return ""

    @property
    def counts_pieces(self) -> bool:
        """True if the side with more pieces on the board wins in the end."""
        return False

    @property
    def shows_hands(self) -> bool:
        """True if the pieces in hand are drawn beside the board."""
        return bool(kind_of(self.variant).hand_tokens(self.variant))

    # -- the board, in units -----------------------------------------------------------------------

    @property
    def label_size(self) -> int:
        """The height of labels."""
        return _LABEL * max(self.variant.files, self.variant.ranks)

    @property
    def label_margin(self) -> int:
        """The margin for labels on the left and below."""
        return round(_LABEL_MARGIN * self.label_size)

    @property
    def bare_margin(self) -> int:
        """The margin above and on the right."""
        return _BARE_MARGIN

    def lines(self, flipped: bool) -> str:
        """Return the dark squares of an empty board as SVG; a1 is dark."""
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
        """Return every token that may stand on the board."""
        return kind_of(self.variant).tokens(self.variant)

    def symbol_name(self, token: str) -> str:
        """Return the name of a token's symbol, as `b-Q`, usable in an id."""
        signs = (sign if sign.isalnum() else f"u{ord(sign):x}" for sign in token.upper())
        return f"{side_of(token)}-{''.join(signs)}"

    def base(self, token: str) -> str | None:
        """Return the token whose symbol a token's drawing uses, if any."""
        return None

    def drawing(self, token: str) -> str:
        """Return a token as SVG on the squares that it covers, their upper left corner at 0, 0."""
        return coloured(token, letter_disc(token.upper()))

    def turns(self, token: str) -> bool:
        """Return True if the drawing shows a direction and has to turn with the board."""
        return False

    def signs(self, move: Move, board: Tokens, ahead: bool = False) -> str:
        """Return further signs of a move as SVG, from White's point of view.

        board: the tokens that are drawn. ahead: True if they are those before the move, not after.
        """
        return ""

    # -- the rules in words, without any layout ----------------------------------------------------

    def pieces(self) -> Sequence[PieceSheet]:
        """Return the piece types, if the game has any."""
        return ()

    def charts(self) -> Mapping[str, Sequence[Sequence[str]]]:
        """Return text diagrams by chapter, line by line."""
        return {}

    def rules(self) -> Mapping[str, Iterable[str]]:
        """Return the sentences on the rules by chapter."""
        draws = stalled(self.variant, "progress")
        return {
            "Aim": first_move(self.variant),
            "Draws": [f"The game is a draw {condition}." for condition in draws],
        }
