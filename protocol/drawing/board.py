"""A position as a stand-alone SVG picture. Which drawing a piece has is not decided here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from engine.board.variant import square_name
from protocol.drawing.glyphs import CELL
from protocol.drawing.scene import Cell, DrawingError, cell, origin, scene
from protocol.drawing.symbols import extent, symbol_id, symbols, turns

if TYPE_CHECKING:
    from engine.board.variant import Variant

ARROW_KINDS = ("best", "played", "bad", "other")
LEAST_SIZE = 80  # pixels
MOST_SIZE = 8000

# Units, a cell is CELL wide.
_LABEL = 3  # a label's size by file or rank, whichever are more: as large on every picture
_LABEL_MARGIN = 1.9  # by a label's size
_BARE_MARGIN = 14
_ARROW_START = 22  # from the middle of the first square
_ARROW_END = 8  # before the middle of the last one
_ARROW_HEAD = 36
_ARROW_HALF = 8  # of the shaft's width
_RING = 40
_STROKE = 5  # room for half an outline


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one square to another, a ring where they are the same; `kind`: one of ARROW_KINDS."""

    start: str
    end: str
    kind: str = "best"


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the plane that a picture of a board shows; its upper left cell begins at 0, 0."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.x} {self.y} {self.width} {self.height}"


def board_svg(
    variant: Variant,
    fen: str,
    *,
    arrows: Sequence[Arrow] = (),
    marked: Sequence[str] = (),
    flipped: bool = False,
    size: int = 480,
) -> str:
    """A position of any game, `size` pixels wide.

    marked: squares to stand out; in a game of stones the patches around them.
    flipped: as Black sees the board. Raises FenError and DrawingError.
    """
    if not LEAST_SIZE <= size <= MOST_SIZE:
        raise DrawingError(f"size {size}, expected {LEAST_SIZE} to {MOST_SIZE} pixels")
    things = scene(variant, fen)
    view = frame(variant)
    height = round(size * view.height / view.width)
    parts = (
        f"<title>{escape(variant.title)}: {escape(fen)}</title>",
        f"<style>{style()}</style>",
        f"<defs>{symbols(variant, sorted(set(things.values())))}</defs>",
        background(variant, flipped),
        *(_mark(cell(square, variant), variant, flipped) for square in marked),
        *(use(at, token, variant, flipped) for at, token in sorted(things.items())),
        *(_arrow(arrow, variant, flipped) for arrow in arrows),
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' class="{board_class(variant)}" viewBox="{view}"'
        f' width="{size}" height="{height}">{"".join(parts)}</svg>\n'
    )


def style() -> str:
    """The style sheet of what is inside a board."""
    return package_files(__package__).joinpath("board.css").read_text(encoding="utf-8")


def board_class(variant: Variant) -> str:
    """The classes that a board's `<svg>` needs."""
    return "amalthea-board stones" if variant.stones else "amalthea-board"


def frame(variant: Variant) -> Frame:
    """What a picture of the board shows: the board, its labels, of stones a cell all around."""
    width, height = variant.files * CELL, variant.ranks * CELL
    if variant.stones:
        return Frame(-CELL, -CELL, width + 2 * CELL, height + 2 * CELL)
    margin = _label_margin(variant)
    margins = margin + _BARE_MARGIN
    return Frame(-margin, -_BARE_MARGIN, width + margins, height + margins)


def _label_size(variant: Variant) -> int:
    return _LABEL * max(variant.files, variant.ranks)


def _label_margin(variant: Variant) -> int:
    """The room for labels on the left and below."""
    return CELL if variant.stones else round(_LABEL_MARGIN * _label_size(variant))


def background(variant: Variant, flipped: bool) -> str:
    """The empty board and its labels."""
    width, height = variant.files * CELL, variant.ranks * CELL
    whole = f'x="0" y="0" width="{width}" height="{height}"'
    squares = _grid(variant) if variant.stones else _chequers(variant, flipped)
    ground = "wood" if variant.stones else "light"
    return (
        f'<rect class="{ground}" {whole}/>{squares}<rect class="edge" {whole}/>'
        f'<g font-size="{_label_size(variant)}">{"".join(_labels(variant, flipped))}</g>'
    )


def _grid(variant: Variant) -> str:
    width, height = variant.files * CELL, variant.ranks * CELL
    upright = "".join(f"M{file * CELL} 0v{height}" for file in range(1, variant.files))
    lying = "".join(f"M0 {rank * CELL}h{width}" for rank in range(1, variant.ranks))
    return f'<path class="grid" d="{upright}{lying}"/>'


def _chequers(variant: Variant, flipped: bool) -> str:
    """The dark squares; a1 is one of them."""
    dark = (
        corner((file, rank), variant, flipped)
        for rank in range(variant.ranks)
        for file in range(variant.files)
        if (file + rank) % 2 == 0
    )
    path = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in dark)
    return f'<path class="dark" d="{path}"/>'


def _labels(variant: Variant, flipped: bool) -> Iterator[str]:
    """File letters below and rank numbers on the left; those just outside a board of stones too."""
    before = origin(variant)
    margin = _label_margin(variant) // 2
    below = variant.ranks * CELL + margin
    for file in range(-before, variant.files + before):
        x, _ = _middle((file, 0), variant, flipped)
        outside = not 0 <= file < variant.files
        yield _label(x, below, square_name(file + before, 0)[0], outside)
    for rank in range(-before, variant.ranks + before):
        _, y = _middle((0, rank), variant, flipped)
        outside = not 0 <= rank < variant.ranks
        if outside and y > 0:
            continue  # the corner belongs to the file's label
        yield _label(-margin, y, str(rank + before + 1), outside)


def _label(x: float, y: float, text: str, outside: bool) -> str:
    classes = "label outside" if outside else "label"
    return f'<text class="{classes}" x="{x:g}" y="{y:g}">{text}</text>'


def corner(at: Cell, variant: Variant, flipped: bool, size: Cell = (1, 1)) -> tuple[int, int]:
    """Where the picture of what begins on a cell and covers `size` cells has its upper left."""
    (file, rank), (width, height) = at, size
    if flipped:
        return (variant.files - file - width) * CELL, rank * CELL
    return file * CELL, (variant.ranks - rank - height) * CELL


def _middle(at: Cell, variant: Variant, flipped: bool) -> tuple[float, float]:
    x, y = corner(at, variant, flipped)
    return x + CELL / 2, y + CELL / 2


def use(at: Cell, token: str, variant: Variant, flipped: bool) -> str:
    size = extent(variant, token)
    x, y = corner(at, variant, flipped, size)
    turn = ""
    if flipped and turns(variant, token):
        turn = f' transform="rotate(180 {x + CELL // 2} {y + CELL // 2})"'
    return (
        f'<use href="#{symbol_id(variant, token)}" x="{x}" y="{y}"'
        f' width="{size[0] * CELL}" height="{size[1] * CELL}"{turn}/>'
    )


def _mark(at: Cell, variant: Variant, flipped: bool) -> str:
    if variant.stones:
        return _patch(at, variant, flipped, "patch")
    x, y = corner(at, variant, flipped)
    return f'<rect class="mark" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def _patch(centre: Cell, variant: Variant, flipped: bool, classes: str) -> str:
    """The 3x3 cells around a centre, as far as the picture goes."""
    view = frame(variant)
    x, y = corner(centre, variant, flipped)
    left, top = max(x - CELL, view.x + _STROKE), max(y - CELL, view.y + _STROKE)
    right = min(x + 2 * CELL, view.x + view.width - _STROKE)
    bottom = min(y + 2 * CELL, view.y + view.height - _STROKE)
    return (
        f'<rect class="{classes}" x="{left}" y="{top}"'
        f' width="{right - left}" height="{bottom - top}" rx="6"/>'
    )


def _arrow(arrow: Arrow, variant: Variant, flipped: bool) -> str:
    if arrow.kind not in ARROW_KINDS:
        raise DrawingError(f"arrow kind {arrow.kind!r}, expected one of {' '.join(ARROW_KINDS)}")
    ends = cell(arrow.start, variant), cell(arrow.end, variant)
    spans = ""
    if variant.stones:
        spans = "".join(_patch(at, variant, flipped, f"span {arrow.kind}") for at in ends)
    (x, y), (to_x, to_y) = (_middle(at, variant, flipped) for at in ends)
    if ends[0] == ends[1]:
        return f'{spans}<circle class="ring {arrow.kind}" cx="{x:g}" cy="{y:g}" r="{_RING}"/>'
    angle = math.degrees(math.atan2(to_y - y, to_x - x))
    return (
        f'{spans}<path class="arrow {arrow.kind}" d="{_shaft(math.hypot(to_x - x, to_y - y))}"'
        f' transform="translate({x:g} {y:g}) rotate({angle:.4g})"/>'
    )


def _shaft(length: float) -> str:
    """An arrow along the x axis from the middle of one square to that of another."""
    tip, half = length - _ARROW_END, _ARROW_HALF
    neck = tip - _ARROW_HEAD
    return (
        f"M{_ARROW_START} {-half}H{neck:.5g}v{-2 * half}L{tip:.5g} 0L{neck:.5g} {3 * half}"
        f"v{-2 * half}H{_ARROW_START}z"
    )
