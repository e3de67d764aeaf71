"""A board for a terminal: figures where a piece moves as in chess, letters and discs elsewhere.

Everything on it comes from the game's kind; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from amalthea.engine import game_kinds
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Square, Variant, square_name

_FIGURES = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞"}  # by how a piece moves
_PAWN, _DISC, _NOTHING, _BLOCK = "♟", "●", "·", "█"

# Colours of the 256 that terminals have: squares of both shades, those that changed, blocked ones,
# men.
_SHADES = (94, 137)
_CHANGED = (64, 71)
_BLOCKED = 236
_MEN = {"w": 231, "b": 16}
_RESET = "\x1b[0m"


class TerminalBoard:
    """Draws positions of a game. colour: whether the terminal shows colours."""

    def __init__(self, variant: Variant, colour: bool) -> None:
        self._variant = variant
        self._colour = colour
        self._kind = game_kinds.kind_of(variant)
        self._signs = {
            man.letter: _sign(man.moves, man.pawn)
            for man in self._kind.men(variant)
            if len(self._kind.covered(variant, man.letter)) == 1
        }
        self._men = len(self._signs) > 0
        self._width = max(2, *map(len, self._kind.tokens(variant)))

    def cells(self, position: Position) -> dict[Square, str]:
        """What stands on each cell, of a thing on several on each of them."""
        return {
            (file + across, rank + up): token
            for (file, rank), token in self._kind.scene(self._variant, position.fen()).items()
            for across, up in self._kind.covered(self._variant, token)
        }

    def lines(
        self, position: Position, flipped: bool, changed: Collection[Square] = ()
    ) -> list[str]:
        """The rows from the top, with labels. changed: squares to be marked."""
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
        """A line for each side's pieces in hand, letters with how many there are of each."""
        held = self._kind.hands(self._variant, position.fen())
        told = {
            side: " ".join(f"{token} {many}" for token, many in held.items() if fits(token))
            for side, fits in (("White", str.isupper), ("Black", str.islower))
        }
        return [f"    {side} in hand: {pieces}" for side, pieces in told.items() if pieces]

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
        front = _MEN["w" if token.isupper() else "b"]
        return f"\x1b[48;5;{back}m\x1b[38;5;{front}m{self._sign(token):<{self._width}}{_RESET}"

    def _sign(self, token: str) -> str:
        """The figure of what stands there; a promoted form's letter comes before its sign."""
        letter = token.upper()
        if not letter:
            return ""
        return self._signs.get(letter) or (_sign_last(letter) if self._men else _DISC)


def _plain(token: str) -> str:
    """Letters, as in a FEN."""
    if not token:
        return _NOTHING
    if not is_piece(token):
        return _BLOCK
    return _sign_last(token)


def _sign_last(token: str) -> str:
    """The letter, then the sign of a promoted form."""
    return f"{token[1:]}+" if token[0] == "+" else token


def _sign(moves: str, pawn: bool) -> str:
    """The figure of a man of chess, "" for what only its letter tells."""
    return _PAWN if pawn else _FIGURES.get(moves, "")
