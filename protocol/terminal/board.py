"""Board for a terminal: chess symbols for pieces that move as in chess, else letters and discs.

All contents come from the game's kind; no rule is known here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from amalthea.engine import game_kinds
from amalthea.engine.api import Position
from amalthea.engine.core.board import Piece
from amalthea.engine.core.color import Color
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.variant import Square, Variant, square_name

_FIGURES = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞"}  # by moves
_PAWN, _DISC, _EMPTY, _BLOCK = "♟", "●", "·", "█"

# Terminal colours (of 256): light and dark squares, changed squares, blocked squares, pieces.
_SHADES = (94, 137)
_CHANGED = (64, 71)
_BLOCKED = 236
_PIECE_COLOURS = {Color.WHITE: 231, Color.BLACK: 16}
_RESET = "\x1b[0m"


class TerminalBoard:
    """Board of a game. colour: use the terminal's colours."""

    def __init__(self, variant: Variant, colour: bool) -> None:
        self._variant = variant
        self._colour = colour
        self._kind = game_kinds.kind_of(variant)
        self._signs = {
            piece.letter: _sign(piece.moves, piece.pawn)
            for piece in self._kind.piece_types(variant)
            if len(self._kind.covered(variant, piece.letter)) == 1
        }
        self._has_pieces = len(self._signs) > 0
        self._width = max(2, *map(len, self._kind.tokens(variant)))

    def cells(self, position: Position) -> dict[Square, str]:
        """Return the piece on each square; a piece on several squares is on each of them."""
        return {
            (file + across, rank + up): token
            for (file, rank), token in position.tokens().items()
            for across, up in self._kind.covered(self._variant, token)
        }

    def lines(
        self, position: Position, flipped: bool, changed: Collection[Square] = ()
    ) -> list[str]:
        """Return the rows from the top, with labels. changed: squares to be marked."""
        cells = self.cells(position)
        files = list(range(self._variant.files))
        ranks = list(reversed(range(self._variant.ranks)))
        if flipped:
            files, ranks = files[::-1], ranks[::-1]
        first = self._kind.first_label
        rows = [
            f"{rank + first + 1:>3} "
            + "".join(self._cell((file, rank), cells, changed) for file in files).rstrip()
            for rank in ranks
        ]
        width = self._width
        names = "".join(f"{square_name(file + first, 0)[0]:<{width}}" for file in files)
        return [*rows, f"    {names}".rstrip(), *self._hands(position)]

    def _hands(self, position: Position) -> list[str]:
        """Return a line with the pieces in hand of each side that has any, with their numbers."""
        hands = {
            color: " ".join(f"{Piece(kind, color)} {count}" for kind, count in held.items())
            for color, held in position.hands.items()
        }
        return [f"    {color.label} in hand: {held}" for color, held in hands.items() if held]

    def _cell(
        self, square: Square, cells: Mapping[Square, str], changed: Collection[Square]
    ) -> str:
        token = cells.get(square, "")
        if not self._colour:
            return f"{_plain(token):<{self._width}}"
        shade = sum(square) % 2
        back = _CHANGED[shade] if square in changed else _SHADES[shade]
        if token and not is_piece(token):
            return f"\x1b[48;5;{_BLOCKED}m{'':{self._width}}{_RESET}"
        front = _PIECE_COLOURS[Color.WHITE if token.isupper() else Color.BLACK]
        return f"\x1b[48;5;{back}m\x1b[38;5;{front}m{self._sign(token):<{self._width}}{_RESET}"

    def _sign(self, token: str) -> str:
        """Return the symbol of a piece; a promoted form is its letter and "+"."""
        letter = token.upper()
        if not letter:
            return ""
        return self._signs.get(letter) or (_sign_last(letter) if self._has_pieces else _DISC)


def _plain(token: str) -> str:
    """Return the text of a square without colours: a letter as in FEN."""
    if not token:
        return _EMPTY
    if not is_piece(token):
        return _BLOCK
    return _sign_last(token)


def _sign_last(token: str) -> str:
    """Return the letter, then the sign of a promoted form."""
    return f"{token[1:]}+" if token[0] == "+" else token


def _sign(moves: str, pawn: bool) -> str:
    """Return the chess symbol of a piece, "" if it has only a letter."""
    return _PAWN if pawn else _FIGURES.get(moves, "")
