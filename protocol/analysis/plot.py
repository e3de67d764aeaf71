"""Graph of the score over a game as SVG, alone or inside a page.

The height of a point is White's winning chances in percent, so that a pawn counts less the more a
side is ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from amalthea.protocol.analysis import game_report
from amalthea.protocol.charting.svg import nice_step, path_points, text

if TYPE_CHECKING:
    from amalthea.protocol.analysis.study import Study

_WIDTH, _HEIGHT = 960, 260  # user units
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 14, 14, 30  # margins around the graph
_PERCENT = (90, 75, 50, 25, 10)  # labelled heights
_POINT_RADIUS = 2.4
_MARKED_RADIUS = 4.5  # of the point of a marked move
_LABEL_BELOW, _LABEL_ABOVE = 14, 12  # distances of a label from a point at the upper, lower edge
_MAX_TICKS = 14  # along the moves
MARK_CLASSES = {"??": "blunder", "?": "mistake", "?!": "inaccuracy", "!": "only"}

STYLE = """\
.score-plot { --paper: #fff; --ink: #333; --grid: #ddd; --white-share: #f2f2ee;
  --black-share: #d5d5cf; --line: #27609b; --blunder: #c33; --mistake: #d9730d;
  --inaccuracy: #c2a20e; --only: #2a8a4a; font: 11px system-ui, sans-serif; }
@media (prefers-color-scheme: dark) {
  .score-plot { --paper: #1c1d1f; --ink: #c9c9c9; --grid: #3c3d40; --white-share: #54565a;
    --black-share: #2a2b2e; --line: #8fc1f2; --blunder: #ff6f66; --mistake: #f5a14b;
    --inaccuracy: #e5cb4a; --only: #62c584; } }
.score-plot .paper { fill: var(--paper); }
.score-plot .black { fill: var(--black-share); }
.score-plot .white { fill: var(--white-share); }
.score-plot .grid { stroke: var(--grid); stroke-width: 1; }
.score-plot .even { stroke: var(--ink); stroke-opacity: 0.5; }
.score-plot text { fill: var(--ink); }
.score-plot .mate { font-weight: 600; }
.score-plot .line { fill: none; stroke: var(--line); stroke-width: 1.5; stroke-linejoin: round; }
.score-plot .point { fill: var(--line); }
.score-plot .blunder { fill: var(--blunder); }
.score-plot .mistake { fill: var(--mistake); }
.score-plot .inaccuracy { fill: var(--inaccuracy); }
.score-plot .only { fill: var(--only); }
.score-plot .cursor { stroke: var(--ink); stroke-width: 1.5; visibility: hidden; }
"""


@dataclass(frozen=True, slots=True)
class _Point:
    """Point of a moment with a score: its ply, from 0, and its coordinates."""

    ply: int
    x: float
    y: float


def plot_svg(study: Study) -> str:
    """Return the graph as SVG, with a `circle` of class "point" for every moment with a score.

    Each circle has its ply as `data-ply`; a page can move the line of class "cursor".
    """
    plies = len(study.game.moves)
    points = [
        _Point(ply, _x(ply, plies), _y(score.chances))
        for ply, score in enumerate(study.scores)
        if score
    ]
    title = escape(f"Score of {study.game.title}, from White's view")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="score-plot" role="img"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" data-plies="{plies}" data-left="{_LEFT}"'
        f' data-right="{_WIDTH - _RIGHT}"><title>{title}</title><style>{STYLE}</style>',
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>',
        *_shares(points),
        *_heights(),
        *_move_numbers(study),
        *_lines(points),
        f'<line class="cursor" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>',
        *(_circle(study, point) for point in points),
        *_mates(study, points),
        "</svg>",
    ]
    return "\n".join(parts)


def _x(ply: int, plies: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * ply / max(1, plies)


def _y(chances: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1.0 - chances)


def _runs(points: list[_Point]) -> Iterator[list[_Point]]:
    """Yield runs of consecutive plies, so that no line crosses a gap."""
    for _, run in groupby(enumerate(points), lambda each: each[1].ply - each[0]):
        yield [point for _, point in run]


def _shares(points: list[_Point]) -> Iterator[str]:
    """Yield the areas of White's chances below the line and of Black's above it."""
    low, high = _y(0.0), _y(1.0)
    for run in _runs(points):
        first, last = run[0].x, run[-1].x
        edge = path_points((point.x, point.y) for point in run)
        yield (
            f'<rect class="black" x="{first:.1f}" y="{high:.1f}" width="{last - first:.1f}"'
            f' height="{low - high:.1f}"/>'
        )
        yield f'<polygon class="white" points="{first:.1f},{low:.1f} {edge} {last:.1f},{low:.1f}"/>'


def _heights() -> Iterator[str]:
    for percent in _PERCENT:
        y = _y(percent / 100)
        kind = "grid even" if percent == 50 else "grid"
        ends = f'x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
        yield f'<line class="{kind}" {ends}/>'
        yield text(_LEFT - 6, y, f"{percent} %", "end")


def _move_numbers(study: Study) -> Iterator[str]:
    """Yield labels of round move numbers, each at its first ply."""
    moments = study.game.moments
    last = moments[-1].number
    step = max(1, round(nice_step(last, _MAX_TICKS)))
    shown: set[int] = set()
    for ply, moment in enumerate(moments):
        number = moment.number
        if number in shown or (number % step and number != 1):
            continue
        shown.add(number)
        x = _x(ply, len(study.game.moves))
        yield text(x, _HEIGHT - 14, str(number), "middle")


def _lines(points: list[_Point]) -> Iterator[str]:
    for run in _runs(points):
        yield f'<polyline class="line" points="{path_points((p.x, p.y) for p in run)}"/>'


def _mates(study: Study, points: list[_Point]) -> Iterator[str]:
    """Yield a label where a mate is first seen, and again where the other side mates."""
    winner = ""
    for point in points:
        score = study.scores[point.ply]
        mate = score.mate if score else None
        side = "" if mate is None else "w" if mate > 0 else "b"
        if side and side != winner:
            at_edge = point.x > _WIDTH / 2
            y = point.y + (_LABEL_BELOW if side == "w" else -_LABEL_ABOVE)
            yield text(point.x, y, str(score), "end" if at_edge else "start", "mate")
        winner = side


def _circle(study: Study, point: _Point) -> str:
    mark = study.mark_at(point.ply)
    radius = _MARKED_RADIUS if mark else _POINT_RADIUS
    kind = f"point {MARK_CLASSES[mark]}" if mark else "point"
    return (
        f'<circle class="{kind}" data-ply="{point.ply}" cx="{point.x:.1f}" cy="{point.y:.1f}"'
        f' r="{radius}"><title>{escape(_label(study, point.ply))}</title></circle>'
    )


def _label(study: Study, ply: int) -> str:
    """Return a point's label, such as "12... Nxe5?? -3.20", with both choices if both chose."""
    moves = [
        f"{game_report.numbered_move(study, remark)}{remark.mark}"
        for remark in study.remarks
        if remark.ply == ply
    ]
    return f"{' '.join(moves) or 'start'} {study.scores[ply]}"
