"""A position as a complete SVG file; the style decides how the board and the pieces look."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import square_name
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing import hexagons
from amalthea.protocol.drawing.grid import CELL, Frame, centre_of, corner, grid
from amalthea.protocol.drawing.hands import hand_height, hands, hands_svg, trays
from amalthea.protocol.drawing.squares import (
    Cell,
    DrawingError,
    cell,
    origin,
    squares_to_mark,
)
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.drawing.symbols import symbol_id, symbols, use

if TYPE_CHECKING:
    from amalthea.engine.api import Position
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.style import Style

ARROW_KINDS = ("best", "played", "bad", "other")
MIN_SIZE = 80  # pixels
MAX_SIZE = 8000

# All in units, of which a square is CELL wide.
_ARROW_START = 22  # distance from the middle of the first square
_ARROW_END = 8  # distance to the middle of the last square
_ARROW_HEAD = 36  # length of the head
_ARROW_HALF = 8  # half the width of the shaft
_RING = 40  # radius
_BARE_EDGE = 2  # around a board without labels
_WAITING = 40  # width of a piece that waits behind another one
_STROKE = 5  # half the width of an outline


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from one square to another, or a ring if they are the same.

    kind: one of ARROW_KINDS.
    signs: further signs of the move as SVG from the style; they replace a ring.
    """

    start: str
    end: str
    kind: str = "best"
    signs: str = ""


def board_svg(
    position: Position,
    *,
    arrows: Sequence[Arrow] = (),
    marked: Sequence[str] = (),
    flipped: bool = False,
    size: int = 480,
) -> str:
    """Return the picture of a position of any game with its last move, `size` pixels wide.

    marked: more squares to highlight, or the patches around them if the style says so.
    flipped: draw the board from Black's point of view.

    Raises DrawingError.
    """
    style = style_of(position.variant)
    content = board_content(style, position, arrows=arrows, marked=marked, flipped=flipped)
    return _svg(style, position.fen(), content, size, frame(style))


def fen_svg(variant: Variant, fen: str, size: int = 480) -> str:
    """Return the small picture of a FEN, without labels. It need not be playable.

    Raises DrawingError and FenError.
    """
    style, kind = style_of(variant), kind_of(variant)
    pieces = _pieces(style, kind.scene(variant, fen), False)
    held = hands_svg(style, dict(kind.hands(variant, fen)), False)
    content = "".join((_ground(style, False), held, pieces, waiting_signs(style, fen)))
    return _svg(style, fen, content, size, _bare_frame(style, bool(held)))


def _bare_frame(style: Style, with_hands: bool) -> Frame:
    """Return the frame of a picture without labels."""
    whole, edge = frame(style), _BARE_EDGE
    width, height = grid(style.variant).width, grid(style.variant).height
    if with_hands:
        return Frame(-edge, whole.y, width + 2 * edge, whole.height)
    return Frame(-edge, -edge, width + 2 * edge, height + 2 * edge)


def _svg(style: Style, fen: str, content: str, size: int, view: Frame) -> str:
    """Return the content of a board as a whole file. Raises DrawingError."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise DrawingError(f"size {size}, expected {MIN_SIZE} to {MAX_SIZE} pixels")
    height = round(size * view.height / view.width)
    used = [token for token in style.tokens() if f'"#{symbol_id(style, token)}"' in content]
    parts = (
        f"<title>{escape(style.variant.title)}: {escape(fen)}</title>",
        f"<style>{style_sheet()}</style>",
        f"<defs>{symbols(style, sorted(used))}</defs>",
        content,
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' class="{board_class(style)}" viewBox="{view}"'
        f' width="{size}" height="{height}">{"".join(parts)}</svg>\n'
    )


def board_content(
    style: Style,
    position: Position,
    *,
    arrows: Iterable[Arrow] = (),
    marked: Iterable[str] = (),
    flipped: bool = False,
) -> str:
    """Return the content of a board's `<svg>` without the symbols. Raises DrawingError."""
    moved, signs = last_move(position)
    parts = (
        background(style, flipped),
        *(_mark(cell(square, style.variant), style, flipped) for square in (*moved, *marked)),
        hands_svg(style, hands(position), flipped),
        _pieces(style, position.tokens(), flipped),
        waiting_signs(style, position.fen(), flipped),
        _rotated(signs, style, flipped),
        *(_arrow(arrow, style, flipped) for arrow in arrows),
    )
    return "".join(parts)


def _pieces(style: Style, tokens: Tokens, flipped: bool) -> str:
    """Return what stands on the board as SVG."""
    holes = style.variant.holes
    shown = (each for each in sorted(tokens.items()) if each[0] not in holes)
    return "".join(use(at, token, style, flipped) for at, token in shown)


def last_move(position: Position) -> tuple[tuple[str, ...], str]:
    """Return the squares to mark for the last move, and further signs of the style as SVG.

    The signs are drawn from White's point of view; both are empty at the start.
    """
    if not position.moves:
        return (), ""
    move, variant = position.moves[-1], position.variant
    return squares_to_mark(move, variant), style_of(variant).signs(move, position.tokens())


def waiting_signs(style: Style, fen: str, flipped: bool = False) -> str:
    """Return the pieces that wait behind others as SVG, "" for none.

    Each is drawn small in the outer corner of the square on which it will enter.
    """
    signs = []
    for square, token in sorted(kind_of(style.variant).waiting(style.variant, fen).items()):
        x, y = corner(square, style.variant, flipped)
        top = y if token.islower() != flipped else y + CELL - _WAITING
        signs.append(
            f'<use class="waiting" href="#{symbol_id(style, token)}" x="{x}" y="{top}"'
            f' width="{_WAITING}" height="{_WAITING}"/>'
        )
    return "".join(signs)


def style_sheet() -> str:
    """Return the style sheet for the content of a board."""
    return package_files(__package__).joinpath("board.css").read_text(encoding="utf-8")


def board_class(style: Style) -> str:
    """Return the classes that a board's `<svg>` needs."""
    return f"amalthea-board {style.css_class}".rstrip()


def frame(style: Style) -> Frame:
    """Return the frame of a picture: the board with its labels, margins and hands."""
    left, right = style.label_margin, style.bare_margin
    width, height = grid(style.variant).width, grid(style.variant).height
    held = hand_height(style)
    return Frame(-left, -right - held, width + left + right, height + left + right + 2 * held)


def background(style: Style, flipped: bool) -> str:
    """Return the empty board and its labels as SVG."""
    labels = "".join(_labels(style, flipped))
    ground = f"{trays(style)}{_ground(style, flipped)}"
    return f'{ground}<g font-size="{style.label_size}">{labels}</g>'


def _ground(style: Style, flipped: bool) -> str:
    """Return the empty board as SVG."""
    if style.variant.hexagonal:
        return hexagons.ground(style.variant, flipped)
    width, height = grid(style.variant).width, grid(style.variant).height
    whole = f'x="0" y="0" width="{width}" height="{height}"'
    return (
        f'<rect class="{style.ground}" {whole}/>{style.lines(flipped)}<rect class="edge" {whole}/>'
    )


def _labels(style: Style, flipped: bool) -> Iterator[str]:
    """Yield file letters below and rank numbers on the left, also outside if those have labels."""
    variant = style.variant
    before = origin(variant)
    margin = style.label_margin // 2
    if variant.hexagonal:
        for number, x, y in hexagons.file_labels(variant, flipped, margin):
            yield _label(x, y, square_name(number, 0)[0], False)
        for number, x, y in hexagons.rank_labels(variant, flipped, margin):
            yield _label(x, y, str(number + 1), False)
        return
    below = variant.ranks * CELL + margin
    for file in range(-before, variant.files + before):
        x, _ = centre_of((file, 0), variant, flipped)
        outside = not 0 <= file < variant.files
        yield _label(x, below, square_name(file + before, 0)[0], outside)
    for rank in range(-before, variant.ranks + before):
        _, y = centre_of((0, rank), variant, flipped)
        outside = not 0 <= rank < variant.ranks
        if outside and y > 0:
            continue  # the corner belongs to the file's label
        yield _label(-margin, y, str(rank + before + 1), outside)


def _label(x: float, y: float, text: str, outside: bool) -> str:
    classes = "label outside" if outside else "label"
    return f'<text class="{classes}" x="{x:.5g}" y="{y:.5g}">{text}</text>'


def _mark(at: Cell, style: Style, flipped: bool) -> str:
    if style.patches:
        return _patch(at, style, flipped, "patch")
    x, y = corner(at, style.variant, flipped)
    if style.variant.hexagonal:
        return f'<path class="mark" d="{grid(style.variant).path(x, y)}"/>'
    return f'<rect class="mark" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def _rotated(signs: str, style: Style, flipped: bool) -> str:
    """Return signs, which are drawn from White's point of view, rotated for a flipped board."""
    if not signs:
        return ""
    x, y = grid(style.variant).width // 2, grid(style.variant).height // 2
    turn = f' transform="rotate(180 {x} {y})"' if flipped else ""
    return f'<g class="signs"{turn}>{signs}</g>'


def _patch(centre: Cell, style: Style, flipped: bool, classes: str) -> str:
    """Return a frame around the 3x3 squares around a centre, clipped to the picture."""
    view = frame(style)
    x, y = corner(centre, style.variant, flipped)
    left, top = max(x - CELL, view.x + _STROKE), max(y - CELL, view.y + _STROKE)
    right = min(x + 2 * CELL, view.x + view.width - _STROKE)
    bottom = min(y + 2 * CELL, view.y + view.height - _STROKE)
    return (
        f'<rect class="{classes}" x="{left}" y="{top}"'
        f' width="{right - left}" height="{bottom - top}" rx="6"/>'
    )


def _arrow(arrow: Arrow, style: Style, flipped: bool) -> str:
    if arrow.kind not in ARROW_KINDS:
        raise DrawingError(f"arrow kind {arrow.kind!r}, expected one of {' '.join(ARROW_KINDS)}")
    variant = style.variant
    ends = cell(arrow.start, variant), cell(arrow.end, variant)
    spans = _rotated(arrow.signs, style, flipped)
    if style.patches:
        spans += "".join(_patch(at, style, flipped, f"span {arrow.kind}") for at in ends)
    (x, y), (to_x, to_y) = (centre_of(at, variant, flipped) for at in ends)
    if ends[0] == ends[1] and arrow.signs:
        return spans
    if ends[0] == ends[1]:
        return f'{spans}<circle class="ring {arrow.kind}" cx="{x:g}" cy="{y:g}" r="{_RING}"/>'
    angle = math.degrees(math.atan2(to_y - y, to_x - x))
    return (
        f'{spans}<path class="arrow {arrow.kind}" d="{_shaft(math.hypot(to_x - x, to_y - y))}"'
        f' transform="translate({x:g} {y:g}) rotate({angle:.4g})"/>'
    )


def _shaft(length: float) -> str:
    """Return the path of an arrow along the x axis, from the middle of a square to another's."""
    tip, half = length - _ARROW_END, _ARROW_HALF
    neck = tip - _ARROW_HEAD
    return (
        f"M{_ARROW_START} {-half}H{neck:.5g}v{-2 * half}L{tip:.5g} 0L{neck:.5g} {3 * half}"
        f"v{-2 * half}H{_ARROW_START}z"
    )
