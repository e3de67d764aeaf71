"""Heat maps of boards as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from amalthea.protocol.charting.svg import MINUS

_SIDE = 10  # of a square
_LABEL = 0.4  # size of a label by file or rank, so that it is as large on every map
_FEWEST_FILES = 8  # on smaller boards labels would be too small for their maps


def heat_map(
    title: str, caption: str, squares: Sequence[Sequence[str]], values: Sequence[float | None]
) -> str:
    """Return a board as an HTML figure, coloured by the value of each square.

    Args:
        caption: HTML, to which the greatest absolute value is added.
        squares: names by rank, from the bottom, and file.
        values: by rank and file, None where there is no value.
    """
    most = max([1.0, *(abs(value) for value in values if value is not None)])
    files, ranks = len(squares[0]), len(squares)
    cells = "".join(
        _square((file, ranks - 1 - rank), name, values[rank * files + file], most)
        for rank, names in enumerate(squares)
        for file, name in enumerate(names)
    )
    size = _LABEL * max(files, ranks, _FEWEST_FILES)
    margin, middle = 1.6 * size, _SIDE / 2
    labels = "".join(
        f'<text x="{file * _SIDE + middle:g}" y="{ranks * _SIDE + margin / 2:g}">{name[0]}</text>'
        for file, name in enumerate(squares[0])
    ) + "".join(
        f'<text x="{-margin / 2:g}" y="{(ranks - 1 - rank) * _SIDE + middle:g}">'
        f"{names[0][1:]}</text>"
        for rank, names in enumerate(squares)
    )
    view = f"{-margin - 1:g} -1 {files * _SIDE + margin + 2:g} {ranks * _SIDE + margin + 2:g}"
    return (
        f'<figure class="map"><figcaption>{caption}<span class="error">±{most:.0f}</span>'
        f'</figcaption><svg viewBox="{view}" role="img" aria-label="{escape(title)} by square">'
        f'{cells}<g font-size="{size:g}">{labels}</g></svg></figure>'
    )


def whole(value: float) -> str:
    """Return a rounded value with a true minus sign."""
    return f"{value:.0f}".replace("-", MINUS)


def _square(at: tuple[int, int], name: str, value: float | None, most: float) -> str:
    place = f'x="{at[0] * _SIDE}" y="{at[1] * _SIDE}" width="{_SIDE}" height="{_SIDE}"'
    if value is None:
        return f'<rect class="never" {place}><title>{name}: never seen</title></rect>'
    css = "more" if value > 0 else "less"
    sign = "+" if value > 0 else ""
    return (
        f'<rect class="{css}" {place} fill-opacity="{abs(value) / most:.2f}">'
        f"<title>{name}: {sign}{whole(value)}</title></rect>"
    )
