"""Drawings of pieces as SVG on a square of 100 by 100 units, without the colours of sides.

A drawing is filled and stroked by the group that contains it; `{ink}` is the colour of its details,
`{edge}` that of its outline. All of them were made for this project.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files as package_files
from typing import Any

from amalthea.protocol.drawing.grid import CELL

_FOOT = '<path d="M25 81h50q6 0 6 6v4H19v-4q0-6 6-6z"/>'
_LINE = 'fill="none" stroke="{ink}"'
_DOT = 'fill="{ink}" stroke="none"'

_PAWN = (
    '<path d="M41 44C43 58 36 68 31 81H69C64 68 57 58 59 44z"/>'
    '<circle cx="50" cy="35" r="14.5"/>'
    '<path d="M32 81h36q6 0 6 6v4H26v-4q0-6 6-6z"/>'
)

_KNIGHT = (
    '<path d="M29 81C29 67 40 62 45 51C40 56 34 58 30 62C26 66 17 63 15 57C14 52 18 47 22 42'
    'C25 35 30 29 37 25L36 11L48 20C69 23 79 43 77 81z"/>'
    f'<path d="M57 28C67 36 71 52 70 74" {_LINE}/>'
    f'<circle cx="37" cy="37" r="3.6" {_DOT}/><circle cx="22" cy="54" r="2.2" {_DOT}/>' + _FOOT
)

_NIGHTRIDER = (
    '<path d="M29 81C29 67 40 62 45 51C40 56 34 58 30 62C26 66 17 63 15 57C14 52 18 47 22 42'
    "C25 35 30 29 37 25L36 11L48 19C58 19 72 14 86 18C80 23 78 27 77 31C83 32 88 35 91 41"
    'C85 42 81 45 80 49C85 52 88 56 89 62C83 61 79 63 77 66C78 71 78 76 77 81z"/>'
    f'<path d="M56 29C63 37 67 52 66 74" {_LINE}/>'
    f'<circle cx="37" cy="37" r="3.6" {_DOT}/><circle cx="22" cy="54" r="2.2" {_DOT}/>' + _FOOT
)

_BISHOP = (
    '<circle cx="50" cy="14" r="6"/>'
    '<path d="M50 20C33 31 27 46 33 59C36 64 41 67 50 67C59 67 64 64 67 59C73 46 67 31 50 20z"/>'
    '<path d="M36 67h28l7 14H29z"/>'
    f'<path d="M59 33L47 49M35 67h30" {_LINE}/>' + _FOOT
)

_ROOK = (
    '<path d="M24 17h13v9h7v-9h12v9h7v-9h13v22l-9 8v23l5 11H28l5-11V47l-9-8z"/>'
    f'<path d="M33 47h34M33 70h34" {_LINE}/>' + _FOOT
)

_QUEEN = (
    '<path d="M28 81L25 66L15 33L32 49L32 22L44 45L50 18L56 45L68 22L68 49L85 33L75 66L72 81z"/>'
    '<circle cx="15" cy="30" r="5.5"/><circle cx="32" cy="19" r="5.5"/>'
    '<circle cx="50" cy="15" r="5.5"/><circle cx="68" cy="19" r="5.5"/>'
    '<circle cx="85" cy="30" r="5.5"/>'
    f'<path d="M25 66C40 61 60 61 75 66" {_LINE}/>' + _FOOT
)

_KING = (
    '<path d="M46.5 6h7v7h7v7h-7v12h-7V20h-7v-7h7z"/>'
    '<path d="M29 81L20 50C18 34 36 27 50 34C64 27 82 34 80 50L71 81z"/>'
    f'<path d="M50 34V66M25 66C40 61 60 61 75 66" {_LINE}/>' + _FOOT
)

_GUARD = (
    '<path d="M50 11C60 18 70 20 80 20V44C80 62 67 74 50 83'
    'C33 74 20 62 20 44V20C30 20 40 18 50 11z"/>'
    f'<path d="M32 30L68 66M68 30L32 66" {_LINE} stroke-width="6"/>' + _FOOT
)

_ARCHER = (
    '<path d="M46.5 81V22h7v59z"/>'
    '<path d="M50 5L63 25H37z"/>'
    f'<path d="M11 53L50 68L89 53" {_LINE.replace("{ink}", "{edge}")} stroke-width="3"/>'
    '<path d="M8 55C14 22 86 22 92 55L86 57C76 36 24 36 14 57z"/>' + _FOOT
)

_POPE = (
    '<path d="M46.5 4h7v5h6v6h-6v8h-7v-8h-6v-6h6z"/>'
    '<path d="M50 20C33 25 25 46 28 81H72C75 46 67 25 50 20z"/>'
    f'<path d="M34 38C44 42 56 42 66 38M29 54C42 59 58 59 71 54M28 70C42 75 58 75 72 70" {_LINE}/>'
    + _FOOT
)

_GRIFFON = (
    '<path d="M30 81C32 69 44 64 47 53C41 50 35 50 30 54L26 66C13 59 13 42 27 33'
    'C33 24 42 20 51 21L64 8L65 27L77 31L73 38L82 48L76 53L83 65L76 68C77 72 77 77 76 81z"/>'
    f'<path d="M30 54C27 50 24 49 20 50M59 42L65 49L60 55L66 63L61 69" {_LINE}/>'
    f'<circle cx="42" cy="36" r="3.8" {_DOT}/>' + _FOOT
)

_DRAGON = (
    '<path d="M32 81C33 69 46 66 49 57L27 65L21 57L38 50L12 47C12 39 18 35 27 35'
    'C33 27 41 23 50 23L72 7L65 26L86 27L75 39L90 49L78 55L88 69L77 70L78 81z"/>'
    f'<path d="M60 42C67 51 68 63 66 74" {_LINE}/>'
    f'<path d="M37 37L48 33L45 40z" {_DOT}/>' + _FOOT
)

_ROSE = (
    f'<path d="M50 60V81" {_LINE.replace("{ink}", "{edge}")} stroke-width="7"/>'
    '<path d="M50 79C38 79 31 74 28 65C40 64 47 69 50 79z'
    'M50 79C62 79 69 74 72 65C60 64 53 69 50 79z"/>'
    '<path d="M50 8C59 8 63 14 63 19C72 17 79 22 80 31C81 39 76 44 70 45C72 54 66 61 58 61'
    "C54 61 51 59 50 57C49 59 46 61 42 61C34 61 28 54 30 45C24 44 19 39 20 31C21 22 28 17 37 19"
    'C37 14 41 8 50 8z"/>'
    '<path d="M50 36C46 35 46 29 51 28C58 27 62 34 59 40C55 48 43 47 40 39C38 32 41 25 46 22"'
    f" {_LINE}/>" + _FOOT
)

_SPEAR = (
    '<path d="M46.5 34h7v60h-7z"/>'
    '<path d="M50 3C58 12 62 20 62 27L50 40L38 27C38 20 42 12 50 3z"/>'
    '<circle cx="50" cy="61" r="18"/>'
    f'<circle cx="50" cy="61" r="6" {_DOT}/>'
)

# By the name of a piece or the last word of its name ("upright spearman").
BY_NAME = {
    "pawn": _PAWN,
    "knight": _KNIGHT,
    "bishop": _BISHOP,
    "rook": _ROOK,
    "queen": _QUEEN,
    "king": _KING,
    "guard": _GUARD,
    "archer": _ARCHER,
    "pope": _POPE,
    "nightrider": _NIGHTRIDER,
    "griffon": _GRIFFON,
    "dragon": _DRAGON,
    "mini-rose": _ROSE,
    "spearman": _SPEAR,
}

# Sorts of boards of points, besides plain ones.
RIVER, RING = "river", "ring"

# Shapes of tokens on which figures and emblems stand.
DISC, WEDGE, STONE = "disc", "wedge", "stone"
_TOKENS = {
    DISC: '<circle cx="50" cy="50" r="44"/>',
    WEDGE: '<path d="M50 3L80 16L91 95H9L20 16z"/>',
    STONE: '<circle cx="50" cy="50" r="43"/>',
}
_FITTED = {  # (scale, height of the middle) of a figure and of an emblem
    DISC: ((0.68, 48), (1.0, 50)),
    WEDGE: ((0.72, 56), (0.84, 57)),
}


def stone() -> str:
    """Return a stone, which shows nothing of its piece."""
    return _TOKENS[STONE]


def on_token(shape: str, drawing: str, is_emblem: bool) -> str:
    """Return a drawing on a token. Figures are drawn solid, so that they are seen if small."""
    drawing = drawing if is_emblem else solid(drawing)
    scale, middle = _FITTED[shape][is_emblem]
    half = CELL // 2
    moved = f"translate({half} {middle}) scale({scale}) translate({-half} {-half})"
    return f'{_TOKENS[shape]}<g transform="{moved}">{drawing}</g>'


def solid(figure: str) -> str:
    """Return a figure filled with the colour of details, as it stands on a token."""
    drawing = figure.replace("{ink}", "{fill}").replace("{edge}", "{ink}")
    return f'<g fill="{{ink}}" stroke="{{ink}}">{drawing}</g>'


def with_form(emblem: str, form: str) -> str:
    """Return a small emblem above the drawing of what its piece promotes to, as an emblem."""
    above = "translate(50 30) scale(0.6) translate(-50 -50)"
    below = "translate(50 60) scale(0.62) translate(-50 -50)"
    return f'<g transform="{above}">{emblem}</g><g transform="{below}">{form}</g>'


@cache
def token_shapes() -> Mapping[str, str]:
    """Return the shape of tokens by game."""
    return {name: shape for shape in _TOKENS for name in _tokens()[shape]}


@cache
def lined_boards() -> frozenset[str]:
    """Return the games whose board has lines between its squares."""
    return frozenset((*_tokens()["lined"], *_tokens()[WEDGE]))


@cache
def boards_of_points() -> Mapping[str, str]:
    """Return the games whose pieces stand on points, each with the sort of its board."""
    return {name: sort for sort, names in _tokens()["points"].items() for name in names}


def _tokens() -> Mapping[str, Any]:
    return tomllib.loads(package_files(__package__).joinpath("tokens.toml").read_text("utf-8"))


BLOCKED = (
    '<path d="M0 0h100v100H0z" fill="#6a645c" stroke="none"/>'
    '<path d="M9 9h82v82H9z" fill="#57524b" stroke="none"/>'
    '<path d="M32 32L68 68M68 32L32 68" fill="none" stroke="#7d766d" stroke-width="7"/>'
)

DUCK = (
    '<g stroke="#5e430a" stroke-width="3.5" stroke-linejoin="round">'
    '<path d="M27 27L7 37C13 46 24 45 31 41z" fill="#e2762b"/>'
    '<path d="M25 30C27 12 60 10 62 34C63 44 58 48 60 54C70 60 84 56 92 46C95 70 82 89 54 89'
    'C28 89 16 74 24 58C27 52 30 50 29 46C25 42 24 36 25 30z" fill="#f4c63d"/>'
    '<path d="M45 67C56 60 70 66 80 59C79 77 56 84 45 67z" fill="#e2a92b"/>'
    '<circle cx="40" cy="28" r="3.5" fill="#2b2722" stroke="none"/></g>'
)

# The sign on the drawing of the base that marks a promoted form.
PROMOTED = (
    '<circle cx="80" cy="19" r="15" fill="#e2a92b" stroke="#5e430a" stroke-width="3"/>'
    '<path d="M80 8.5L83 15.5L90.5 16L84.8 21L86.5 28.5L80 24.5L73.5 28.5'
    'L75.2 21L69.5 16L77 15.5z" fill="#fffdf6" stroke="none"/>'
)

# The measures of a wall in units.
_EDGE = 9  # distance to the border of its squares
_COURSE = 27  # approximate height of a brick
_BRICK = 48  # width of a brick
_LEAST_BRICK = 12


def wall(width: int, height: int) -> str:
    """Return a wall over that many squares."""
    right, bottom = width * CELL - _EDGE, height * CELL - _EDGE
    courses = round((bottom - _EDGE) / _COURSE)
    course = (bottom - _EDGE) / courses
    tops = [_EDGE + course * row for row in range(courses)]
    lines = [f"M{_EDGE} {top:.4g}H{right}" for top in tops[1:]]
    for row, top in enumerate(tops):
        first = _EDGE + _BRICK // (2 if row % 2 else 1)
        lines += (
            f"M{x} {top:.4g}v{course:.4g}" for x in range(first, right - _LEAST_BRICK, _BRICK)
        )
    return (
        f'<path d="M{_EDGE} {_EDGE}H{right}V{bottom}H{_EDGE}z"/>'
        f'<path d="{"".join(lines)}" fill="none" stroke="{{ink}}" stroke-width="3"/>'
    )
