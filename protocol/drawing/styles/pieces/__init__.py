"""Style of games of pieces: a drawing of each type, or an emblem of its moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from amalthea.engine.game_kinds import kind_of
from amalthea.engine.pieces.text.board_reader import BLOCKED
from amalthea.protocol.drawing.board_lines import point_lines, square_lines
from amalthea.protocol.drawing.grid import CELL, centre_of
from amalthea.protocol.drawing.paint import coloured, side_of
from amalthea.protocol.drawing.piece_sheet import PieceSheet
from amalthea.protocol.drawing.squares import Cell, extent
from amalthea.protocol.drawing.style import Style
from amalthea.protocol.drawing.styles.pieces import characters, emblems, glyphs, sentences
from amalthea.protocol.drawing.styles.pieces.piece_moves import signs
from amalthea.protocol.drawing.styles.pieces.sentences.names import piece_name
from amalthea.protocol.drawing.styles.pieces.sentences.notes import notes
from amalthea.protocol.drawing.styles.pieces.turning import faint, outline, pivot, turn
from amalthea.protocol.drawing.symbols import symbol_id, use

if TYPE_CHECKING:
    from amalthea.engine.core.board import Move, Tokens
    from amalthea.engine.core.variant import Square
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType


_NO_MOVES = "-"  # as variant files write it
_BLOCKERS = ("duck", "arrow")  # rules of walls whose names are those of the blocking objects


class PiecesStyle(Style):
    """Style of games of pieces on chequered squares, some of which may be blocked."""

    variant: PiecesVariant

    @property
    def has_characters(self) -> bool:
        """True if the pieces may be drawn as characters."""
        return characters.has_characters(self.variant.name)

    def __init__(self, variant: PiecesVariant, characters: bool = False) -> None:
        super().__init__(variant, characters)
        self._is_lined = variant.name in glyphs.lined_boards()
        if self._is_lined or variant.name in glyphs.boards_of_points():
            self.ground = "wood"

    def lines(self, flipped: bool) -> str:
        """Return chequered squares, or lines between the squares or through them, as SVG."""
        if self._is_lined:
            return square_lines(self.variant)
        sort = glyphs.boards_of_points().get(self.variant.name)
        if sort is None:
            return super().lines(flipped)
        if sort == glyphs.RING:
            return point_lines(self.variant) + "".join(map(self._ring, self._shared_regions()))
        return point_lines(self.variant, river=sort == glyphs.RIVER, palaces=True)

    def _shared_regions(self) -> set[frozenset[Square]]:
        """Return the regions to which pieces of both sides are confined."""
        found = set()
        for piece in self.variant.pieces:
            if piece.region:
                size = self.variant.files, self.variant.ranks
                white, black = (piece.region.squares(colour, *size) for colour in (0, 1))
                found |= {frozenset(white)} if white == black else set()
        return found

    def _ring(self, region: frozenset[Square]) -> str:
        """Return a frame along the outermost points of a region as SVG."""
        places = [centre_of(at, self.variant, False) for at in region]
        (left, right), (top, bottom) = (
            (min(each), max(each)) for each in zip(*places, strict=True)
        )
        size = f'width="{right - left:g}" height="{bottom - top:g}"'
        return f'<rect class="edge" x="{left:g}" y="{top:g}" {size}/>'

    @property
    def blocker(self) -> str:
        """The name of what blocks a square, "" without one."""
        walls = self.variant.walls
        return walls.rule if walls and walls.rule in _BLOCKERS else ""

    @property
    def shows_hands(self) -> bool:
        """True if there is a choice of what to drop, or captured pieces can be dropped."""
        drops = self.variant.drops
        kinds = {token.upper() for token in kind_of(self.variant).hand_tokens(self.variant)}
        return drops is not None and bool(kinds) and (drops.captured or len(kinds) > 1)

    @property
    def counts_pieces(self) -> bool:
        """True if the side with more pieces on the board wins in the end."""
        return self.variant.ends.full_board

    def symbol_name(self, token: str) -> str:
        """Return `b-Q`, `b-Q-prime`, `b-plus-Q`, `b-Q-promoted` or `blocked`."""
        if token == BLOCKED:
            return "blocked"
        letter = token.upper().replace("+", "plus-").replace("~", "-promoted")
        letter = letter.replace("'", "-prime")
        return f"{side_of(token)}-{letter}"

    def base(self, token: str) -> str | None:
        """Return the token that a promoted form is drawn from."""
        base = token.strip("+~")
        letters = (piece.letter for piece in self.variant.pieces)
        return base if base != token and base.upper() in letters else None

    def drawing(self, token: str) -> str:
        """Return the drawing of a piece, of its base with a sign, or of what blocks a square."""
        if token == BLOCKED:
            return glyphs.DUCK if self.blocker == "duck" else glyphs.BLOCKED
        base = self.base(token)
        if base and not self._character(token):
            whole = f'width="{CELL}" height="{CELL}"'
            return f'<use href="#{symbol_id(self, base)}" {whole}/>{glyphs.PROMOTED}'
        return coloured(token, self._piece(token))

    def turns(self, token: str) -> bool:
        """Return True for a drawing that shows where the piece's side moves, or its setting."""
        if token == BLOCKED:
            return False
        if base := self.base(token):
            return self.turns(base)
        piece = self.variant.piece(token.upper())
        return bool(piece.settings) or self._points_ahead(token)

    def signs(self, move: Move, board: Tokens, ahead: bool = False) -> str:
        """Return a turned piece, at the start or the end, and its turn; or a new blocked square."""
        start, end, piece, arriving = move.from_square, move.to_square, move.piece, move.arriving
        if move.blocks:
            return outline(move.blocks, BLOCKED, self.variant)
        if not (start and end and piece and arriving) or piece == arriving:
            return ""
        old, new = piece.symbol, arriving.symbol
        before, after = (self.variant.piece(each.type.letter) for each in (piece, arriving))
        if after.letter in before.settings:
            turned = turn(end, self._heading(old), self._heading(new), self.variant)
            return self._faint(*((end, new) if ahead else (start, old)), board) + turned
        if before.second_square and after.second_square:
            found = pivot(start, old, end, new, self.variant)
            there = outline(end, new, self.variant) if ahead else outline(start, old, self.variant)
            return there + (found[1] if found else "")
        return ""

    def pieces(self) -> Sequence[PieceSheet]:
        """Return every type in the order of the description."""
        return tuple(self.sheet(piece) for piece in self.variant.pieces)

    def sheet(self, piece: PieceType) -> PieceSheet:
        """Return the sheet of one type."""
        return PieceSheet(
            piece.letter,
            piece_name(self.variant, piece.letter),
            piece.moves or _NO_MOVES,
            notes=tuple(notes(self.variant, piece)),
            signs=signs(self.variant, piece),
            covers=kind_of(self.variant).covered(self.variant, piece.letter),
        )

    def rules(self) -> Mapping[str, Iterable[str]]:
        """Return the sentences on the rules by chapter."""
        return sentences.chapters(self.variant)

    def _piece(self, token: str) -> str:
        """Return a piece type's drawing, turned as the piece is."""
        piece = self.variant.piece(token.upper())
        if piece.second_square:
            return glyphs.wall(*extent(self.variant, token))
        if self._shape == glyphs.STONE:
            return glyphs.stone()
        drawing = self._figure(piece)
        if found := self._character(token):
            drawing = glyphs.on_token(self._shape or glyphs.DISC, found, is_emblem=True)
        elif self._shape and drawing:
            drawing = glyphs.on_token(self._shape, drawing, is_emblem=False)
        elif drawing is None:
            found = self._emblem(piece, token.islower())
            drawing = glyphs.on_token(self._shape or glyphs.DISC, found, is_emblem=True)
        if piece.settings:
            return _rotated(drawing, self._heading(token))
        turned = token.islower() and self._points_ahead(token)
        return _rotated(drawing, 180) if turned else drawing

    def _figure(self, piece: PieceType) -> str | None:
        """Return the figure of a piece by the last word of its name, None if there is none.

        If another piece has this word as its name, the whole name counts, so that a dragon king
        does not look like the king beside it.
        """
        last = piece.name.split()[-1]
        is_taken = any(last == other.name for other in self.variant.pieces)
        return glyphs.BY_NAME.get(piece.name if is_taken else last)

    def _emblem(self, piece: PieceType, turned: bool) -> str:
        """Return a piece type's emblem, with what it promotes to if others differ only in that.

        turned: the emblem will be turned by half a turn; that drawing stays upright.
        """
        found = emblems.ways(self.variant, piece)
        emblem = emblems.emblem(found)
        form = self._only_form(piece)
        alike = [each for each in self.variant.pieces if emblems.ways(self.variant, each) == found]
        if not form or {self._only_form(each) for each in alike} <= {None, form}:
            return emblem
        figure = self._figure(form)
        drawing = figure and glyphs.solid(figure)
        drawing = drawing or emblems.emblem(emblems.ways(self.variant, form))
        return glyphs.with_form(emblem, _rotated(drawing, 180) if turned else drawing)

    def _only_form(self, piece: PieceType) -> PieceType | None:
        """Return the type that a piece promotes to if there is just one, else None."""
        forms = {
            form
            for promotion in self.variant.promotions
            if promotion.piece == piece.letter
            for form in promotion.to
        }
        return self.variant.piece(forms.pop()) if len(forms) == 1 else None

    @property
    def _shape(self) -> str:
        """The shape of the game's tokens, "" if its drawings stand alone."""
        return glyphs.token_shapes().get(self.variant.name, "")

    def _character(self, token: str) -> str | None:
        return characters.character(self.variant.name, token) if self.characters else None

    def _points_ahead(self, token: str) -> bool:
        """Return True if the drawing of a piece without settings points ahead."""
        piece = self.variant.piece(token.upper())
        if self._shape == glyphs.WEDGE:
            return not piece.second_square
        drawn = self._character(token) or piece.second_square or self._figure(piece)
        return not drawn and emblems.looks_ahead(emblems.ways(self.variant, piece))

    def _heading(self, token: str) -> int:
        """Return the direction, in degrees clockwise from straight up, of a piece with settings."""
        paths = self.variant.paths(self.variant.piece(token.upper()).moves)
        ahead = next(path.steps[0] for path in paths if path.steps[0].dy > 0)
        angle = round(math.degrees(math.atan2(ahead.dx, ahead.dy)))
        return angle if token.isupper() else angle + 180

    def _faint(self, at: Cell, token: str, board: Tokens) -> str:
        """Return a faint drawing of a piece on an empty square, "" on another one."""
        return "" if at in board else faint(use(at, token, self, False))


def _rotated(drawing: str, angle: int) -> str:
    half = CELL // 2
    return f'<g transform="rotate({angle} {half} {half})">{drawing}</g>'


STYLE = PiecesStyle
