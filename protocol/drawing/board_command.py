"""The command `amalthea board`: a position as text or as an SVG picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.protocol import tool
from amalthea.protocol.drawing.arrows import arrow_of
from amalthea.protocol.drawing.board_svg import MAX_SIZE, MIN_SIZE, Arrow, board_svg
from amalthea.protocol.drawing.game_sheet import overview
from amalthea.protocol.drawing.squares import DrawingError

_SIZE = 480  # pixels
_STANDARD_OUTPUT = "-"
_PICTURE = ".svg"  # a file with this suffix is to hold a picture
_ONLY_DRAWN = ("output", "flip", "arrow", "size")


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("board", lambda: _board(words))


def _board(words: list[str]) -> int:
    options = parser().parse_args(words)
    options.svg |= options.output is not None and options.output.suffix.lower() == _PICTURE
    for name in _ONLY_DRAWN:
        if getattr(options, name) is not None and not options.svg:
            raise tool.UsageError(f"--{name}: expected --svg, too")
    tool.load_variants(options.variants)
    if options.variant is None:
        tool.write(overview(map(variants.get, variants.names())).rstrip("\n"))
        return 0
    position = _position(options)
    if not options.svg:
        tool.write(str(position))
        return 0
    picture = _picture(position, options)
    if options.output and str(options.output) != _STANDARD_OUTPUT:
        if options.output.suffix.lower() not in ("", ".svg", ".xml"):
            tool.warn("board", f"{options.output}: written as SVG, whatever its name")
        tool.write_file(options.output, picture)
    else:
        tool.write(picture.rstrip("\n"))
    return 0


def _position(options: argparse.Namespace) -> Position:
    """Return the position after the moves; print corrections of the FEN as warnings."""
    text = " ".join(options.fen)
    fen = None if text in ("", "startpos") else text
    position = Position(options.variant, fen, options.moves)
    for remark in position.remarks:
        tool.warn("board", remark)
    return position


def _picture(position: Position, options: argparse.Namespace) -> str:
    return board_svg(
        position,
        arrows=[_arrow(position, text) for text in options.arrow or ()],
        flipped=bool(options.flip),
        size=_SIZE if options.size is None else options.size,
    )


def _arrow(position: Position, text: str) -> Arrow:
    """Return the arrow of a move's text, a ring for one square. Raises DrawingError."""
    arrow = arrow_of(position, text)
    if arrow is None:
        raise DrawingError(f"arrow {text!r}, expected two squares as in e2e4")
    return arrow


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea board",
        description="Print a position as text, or draw it. The default is the start position.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    help_ = "name of the game; all are listed without one"
    add("variant", metavar="VARIANT", nargs="?", help=help_)
    add("fen", metavar="FEN", nargs="*", help="position, with or without quotes")
    add("--moves", metavar="MOVE", nargs="+", default=[], help="moves to play from the position")
    add("--variants", metavar="FILE", help="a file with more games")
    add("--svg", action="store_true", help="draw an SVG picture instead of text")
    help_ = "file for the picture (default: -, standard output)"
    add("--output", type=Path, metavar="FILE", help=help_)
    add("--flip", action="store_true", default=None, help="draw the board from Black's view")
    add("--arrow", metavar="MOVE", nargs="+", help="moves to show as arrows")
    add("--size", metavar="N", type=int, help=f"width in pixels, {MIN_SIZE} to {MAX_SIZE}")
    return parser
