"""The report's pictures of what a net thinks: values as bars, a heat map of the board for each."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import square_name
from amalthea.protocol.charting import charts
from amalthea.protocol.charting.charts import Bar, Series
from amalthea.protocol.drawing.plane import CELL
from amalthea.protocol.drawing.scene import origin
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.drawing.symbols import symbol_id

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.training.worth import Worth

_MINUS = "\N{MINUS SIGN}"
_UNIT = 10  # side of a cell in a heat map
_LABEL = 0.4  # a label's size by file or rank, so that it is as large on every map
_SMALL = 8  # files; on smaller boards labels would be too small for their maps


def values(seen: Sequence[Worth]) -> str:
    """A bar for each thing that has a value, the dearest first; "" where there is none."""
    known = sorted(
        ((each.value, each.name) for each in seen if each.value is not None), reverse=True
    )
    if not known:
        return ""
    bars = [Bar(name, [max(0.0, round(value))]) for value, name in known]
    chart = charts.bar_chart("Value", [Series("value")], bars, "centipawns")
    return f'<div class="values">{chart}</div>'


def heat_maps(variant: Variant, seen: Sequence[Worth]) -> str:
    """A board for each thing, coloured by what each cell adds to it or takes from it."""
    return f'<div class="maps">{"".join(_heat_map(variant, each) for each in seen)}</div>'


def _heat_map(variant: Variant, worth: Worth) -> str:
    most = max([1.0, *(abs(cell) for cell in worth.cells if cell is not None)])
    files, ranks = variant.files, variant.ranks
    before = origin(variant)
    cells = "".join(
        _cell(
            (file, ranks - 1 - rank),
            square_name(file + before, rank + before),
            worth.cells[rank * files + file],
            most,
        )
        for rank in range(ranks)
        for file in range(files)
    )
    size = _LABEL * max(files, ranks, _SMALL)
    margin, middle = 1.6 * size, _UNIT / 2
    labels = "".join(
        f'<text x="{file * _UNIT + middle:g}" y="{ranks * _UNIT + margin / 2:g}">'
        f"{square_name(file + before, 0)[0]}</text>"
        for file in range(files)
    ) + "".join(
        f'<text x="{-margin / 2:g}" y="{(ranks - 1 - rank) * _UNIT + middle:g}">'
        f"{rank + before + 1}</text>"
        for rank in range(ranks)
    )
    view = f"{-margin - 1:g} -1 {files * _UNIT + margin + 2:g} {ranks * _UNIT + margin + 2:g}"
    value = "" if worth.value is None else f", {_signed(worth.value)} cp"
    name = escape(worth.name)
    return (
        f'<figure class="map"><figcaption>{_symbol(variant, worth)}<span>{name}{value}</span>'
        f'<span class="error">±{most:.0f}</span></figcaption>'
        f'<svg viewBox="{view}" role="img" aria-label="{name} by cell">{cells}'
        f'<g font-size="{size:g}">{labels}</g></svg>'
        "</figure>"
    )


def _cell(at: tuple[int, int], square: str, value: float | None, most: float) -> str:
    x, y = at[0] * _UNIT, at[1] * _UNIT
    place = f'x="{x}" y="{y}" width="{_UNIT}" height="{_UNIT}"'
    if value is None:
        return f'<rect class="never" {place}><title>{square}: never seen</title></rect>'
    css = "more" if value > 0 else "less"
    told = f"{square}: {'+' if value > 0 else ''}{_signed(value)}"
    return (
        f'<rect class="{css}" {place} fill-opacity="{abs(value) / most:.2f}">'
        f"<title>{told}</title></rect>"
    )


def _signed(value: float) -> str:
    return f"{value:.0f}".replace("-", _MINUS)


def _symbol(variant: Variant, worth: Worth) -> str:
    """The thing itself, small, where it has a drawing."""
    if not worth.token:
        return ""
    name = symbol_id(style_of(variant), worth.token)
    return f'<svg class="thing" viewBox="0 0 {CELL} {CELL}"><use href="#{name}"/></svg>'
