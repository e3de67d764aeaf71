"""A game as aligned text: its board, its pieces with their moves, and its rules."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import amalthea
from amalthea.engine.explanation import piece_values
from amalthea.protocol.drawing.chapters import chapters
from amalthea.protocol.drawing.piece_sheet import LEGEND, PieceSheet, diagram

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation import PieceValue

WIDTH = 100  # columns
EXAMPLE_SEED = 1  # selects the start position that is shown for games with random ones
_GAP = 4  # columns between two move diagrams
_INDENT = "  "
_VALUES = "Values are in centipawns, in the middlegame and in the endgame if that is another one."


def overview(games: Iterable[Variant]) -> str:
    """Return a table of games: name, size and title."""
    rows = [(game.name, f"{game.files} x {game.ranks}", game.title) for game in games]
    return "\n".join(_table(("name", "board", "title"), rows)) + "\n"


def game_sheet(variant: Variant) -> str:
    """Return the board, the pieces and the rules of one game."""
    start = amalthea.new_position(variant, variant.start_fen(EXAMPLE_SEED))
    parts = [
        f"{variant.title}\n{variant.name}, {variant.files} x {variant.ranks}",
        start.diagram(),
    ]
    for chapter in chapters(variant):
        parts.append("\n".join([chapter.title, *_indented(_wrapped(chapter.lines)).splitlines()]))
        if pieces := chapter.pieces:
            values = {each.letter: each for each in piece_values(variant)}
            table = [*_pieces(pieces, values), *([_VALUES] if values else [])]
            parts += map(_indented, (table, _in_rows(map(_titled_diagram, pieces)), LEGEND))
        if chapter.charts:
            parts.append(_indented(_in_rows(chapter.charts)))
    return "\n\n".join(parts) + "\n"


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"{_INDENT}{line}".rstrip() for line in lines)


def _wrapped(texts: Iterable[str]) -> list[str]:
    width = WIDTH - len(_INDENT)
    return [
        line for text in texts for line in textwrap.wrap(text, width, subsequent_indent=_INDENT)
    ]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows with aligned columns below their headings."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in (heads, *rows)
    ]


def _pieces(pieces: Sequence[PieceSheet], values: Mapping[str, PieceValue]) -> Iterator[str]:
    """Yield a table of the pieces, with wrapped notes on the right."""
    columns = {
        "": [piece.letter for piece in pieces],
        "name": [piece.name for piece in pieces],
        "moves": [piece.moves for piece in pieces],
    }
    if values:
        columns["value"] = [_value(values.get(piece.letter)) for piece in pieces]
    notes = ["; ".join(piece.notes) for piece in pieces]
    table = _table(tuple(columns), list(zip(*columns.values(), strict=True)))
    left = max(map(len, table)) + 2
    for line, note in zip(table, ("", *notes), strict=True):
        first, *rest = textwrap.wrap(note, WIDTH - left - len(_INDENT)) or [""]
        yield f"{line:{left}}{first}"
        yield from (" " * left + more for more in rest)


def _value(value: PieceValue | None) -> str:
    """Return a value in the middlegame and in the endgame, once if it is the same."""
    if value is None:
        return ""
    both = value.middlegame, value.endgame
    return "/".join(str(each) for each in dict.fromkeys(both))


def _titled_diagram(piece: PieceSheet) -> list[str]:
    """Return the diagram of a piece's moves below its name."""
    return [f"{piece.letter}  {piece.name}", *diagram(piece)]


def _in_rows(blocks: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield small diagrams, as many side by side as fit."""
    row: list[Sequence[str]] = []
    for block in blocks:
        if _width([*row, block]) > WIDTH - len(_INDENT):
            yield from [*_side_by_side(row), ""]
            row = []
        row.append(block)
    yield from _side_by_side(row)


def _width(blocks: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, block)) for block in blocks) + _GAP * (len(blocks) - 1)


def _side_by_side(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, block)) for block in blocks]
    for line in zip_longest(*blocks, fillvalue=""):
        cells = (f"{text:{width}}" for text, width in zip(line, widths, strict=True))
        yield (" " * _GAP).join(cells).rstrip()
