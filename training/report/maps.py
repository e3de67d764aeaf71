"""The pieces' values in a report: bars, and a heat map of the board for each."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import square_name
from amalthea.protocol.charting import charts
from amalthea.protocol.charting.charts import Bar, Series
from amalthea.protocol.charting.heat_map import heat_map, whole
from amalthea.protocol.drawing.grid import CELL
from amalthea.protocol.drawing.squares import origin
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.drawing.symbols import symbol_id

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.training.piece_values import PieceValue


def values(seen: Sequence[PieceValue]) -> str:
    """Return a bar for each piece that has a value, the highest first; "" if none has."""
    known = sorted(
        ((each.value, each.name) for each in seen if each.value is not None), reverse=True
    )
    if not known:
        return ""
    bars = [Bar(name, [max(0.0, round(value))]) for value, name in known]
    chart = charts.bar_chart("Value", [Series("value")], bars, "centipawns")
    return f'<div class="values">{chart}</div>'


def heat_maps(variant: Variant, seen: Sequence[PieceValue]) -> str:
    """Return a board for each piece, coloured by the bonus of each square."""
    first = origin(variant)
    squares = [
        [square_name(file + first, rank + first) for file in range(variant.files)]
        for rank in range(variant.ranks)
    ]
    maps = (heat_map(each.name, _caption(variant, each), squares, each.cells) for each in seen)
    return f'<div class="maps">{"".join(maps)}</div>'


def _caption(variant: Variant, worth: PieceValue) -> str:
    value = "" if worth.value is None else f", {whole(worth.value)} cp"
    return f"{_symbol(variant, worth)}<span>{escape(worth.name)}{value}</span>"


def _symbol(variant: Variant, worth: PieceValue) -> str:
    """Return the piece itself, small, if it has a drawing."""
    if not worth.token:
        return ""
    name = symbol_id(style_of(variant), worth.token)
    return f'<svg class="thing" viewBox="0 0 {CELL} {CELL}"><use href="#{name}"/></svg>'
