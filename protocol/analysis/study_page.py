"""Analysis of a game or a position as one self-contained page.

It shows the board, the lines, and for a game the moves with marks and scores and the graph. The
board comes from drawing.replay; the page's own script keeps moves, graph and arrows in step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from amalthea.engine.core.color import Color
from amalthea.protocol.analysis import game_report, number_text, plot, position_view
from amalthea.protocol.html_page import html_page, inline_json
from amalthea.protocol.statistics import scoring

if TYPE_CHECKING:
    from amalthea.engine.api import Position
    from amalthea.engine.search.reports import Info
    from amalthea.protocol.analysis.analyst import SearchResult
    from amalthea.protocol.analysis.moments import Moment
    from amalthea.protocol.analysis.study import Remark, Study

_LINE_PLIES = 12  # plies of a line below the board
_CHOICES = 4  # choices shown of each side


def game_page_html(study: Study, navigation: str = "") -> str:
    """Return the page of a game. navigation: HTML with links to other games."""
    game = study.game
    moments = [_moment_data(study, at) for at in range(len(game.moments))]
    subtitle = f"{game.result} · {game.variant.title} · {game.where}"
    sections = Template(_own("study_game.html")).substitute(
        plot=plot.plot_svg(study),
        moves="\n".join(_moves(study)),
        depth=escape(game_report.depth_remark(study)),
        summary="\n".join(_summary(study)),
    )
    first = game.moments[0].position
    return _page(game.title, subtitle, first, game.moves, moments, sections, navigation)


def position_page_html(moment: Moment, side: Color, result: SearchResult) -> str:
    """Return the page of a position. side: the one whose move or choice was searched."""
    data = {
        "score": str(scoring.line_score(result.lines[0], side)) if result.lines else "",
        "lines": [_line(moment, side, line) for line in result.lines],
        "arrows": _arrows(moment, result.lines),
        "note": position_view.conclusion(result, moment),
    }
    who = f"{moment.turn.label} to move" if moment.turn else "both sides choose"
    title = f"{moment.variant.title}, move {moment.number}, {who}"
    return _page(title, moment.fen, moment.position, (), [data], "")


def _page(
    title: str,
    subtitle: str,
    first: Position,
    moves: Iterable[str],
    moments: list[dict[str, Any]],
    sections: str,
    navigation: str = "",
) -> str:
    """Return a page. moments: data of the script for every position. sections: more HTML."""
    from amalthea.protocol.drawing import replay

    data = {
        "variant": replay.variant_data(first.variant),
        "frames": replay.frames(first, moves),
        "moments": moments,
    }
    body = Template(_own("study_page.html")).substitute(
        title=escape(title),
        subtitle=escape(subtitle),
        navigation=navigation,
        symbols=replay.symbols_svg(first.variant),
        sections=sections,
        data=inline_json(data),
        replay=replay.replay_script(),
        script=_own("study_page.js"),
    )
    style = replay.replay_style() + _own("study_page.css")
    return html_page(title, style, body, scripts=True)


def _own(name: str) -> str:
    """Return the text of a file beside this module."""
    return files("amalthea.protocol.analysis").joinpath(name).read_text(encoding="utf-8")


def _moment_data(study: Study, at: int) -> dict[str, Any]:
    """Return the data that the script shows for a moment."""
    moment, score = study.game.moments[at], study.scores[at]
    values: dict[str, Any] = {"score": str(score) if score else ""}
    lines = [
        (side, line)
        for side, result in study.results[at].items()
        for line in result.lines[: _CHOICES if moment.both_choose else None]
    ]
    if lines:
        values["lines"] = [_line(moment, side, line) for side, line in lines]
        values["arrows"] = _arrows(moment, [lines[0][1]])
    return values


def _line(moment: Moment, side: Color, line: Info) -> dict[str, Any]:
    """Return the data of a line: its moves as text for people, and the boards after them.

    A choice of one side alone has no boards.
    """
    from amalthea.protocol.drawing import replay

    pv = line.pv[:_LINE_PLIES]
    written = moment.move_texts(pv)
    values: dict[str, Any] = {
        "score": str(scoring.line_score(line, side)),
        "depth": line.depth,
        "number": number_text.numbered(moment.number, side),
        "moves": written,
    }
    if not moment.both_choose:
        values["frames"] = replay.frames(moment.position, pv)
    return values


def _arrows(moment: Moment, lines: Iterable[Info]) -> list[tuple[str, str, str, str]]:
    """Return the arrows of the lines' first moves; the first line is the best."""
    from amalthea.protocol.drawing.arrows import arrow_of

    found = []
    for number, line in enumerate(lines):
        kind = "other" if number else "best"
        arrow = arrow_of(moment.position, line.pv[0], kind)
        if arrow:
            found.append((arrow.start, arrow.end, arrow.kind, arrow.signs))
    return found[::-1]  # draws the best one on top


def _moves(study: Study) -> Iterator[str]:
    """Yield a list item for each move: a button with move, mark and score, and a better line."""
    for remark in study.remarks:
        score = study.scores[remark.ply]
        shown = score if score and game_report.is_last_of_ply(study, remark) else ""
        kind = plot.MARK_CLASSES.get(remark.mark, "plain")
        moment = study.game.moments[remark.ply - 1]
        yield (
            f'<li class="{kind}"><button type="button" data-ply="{remark.ply}">'
            f'<span class="number">{number_text.numbered(moment.number, remark.side)}</span>'
            f'<span class="move">{escape(game_report.move_text(study, remark))}'
            f"<b>{escape(remark.mark)}</b></span>"
            f'<span class="score">{shown}</span></button>{_better(study, remark)}</li>'
        )


def _better(study: Study, remark: Remark) -> str:
    """Return a button that shows a better line on the board, or text for a choice of one side."""
    better = escape(game_report.better_line(study, remark))
    if not better:
        return ""
    lines = study.results[remark.ply - 1][remark.side].lines
    number = next(at for at, line in enumerate(lines) if line.pv[:1] == remark.better[:1])
    if study.game.moments[remark.ply - 1].both_choose:
        return f'<small class="better">better {better}</small>'
    return (
        f'<button type="button" class="better" data-from="{remark.ply - 1}"'
        f' data-line="{number}"><small>better {better}</small></button>'
    )


def _summary(study: Study) -> Iterator[str]:
    """Yield a table row for each side."""
    for side, name in zip(Color, (study.game.white, study.game.black), strict=True):
        figures = "".join(f"<td>{text}</td>" for text in game_report.side_figures(study, side))
        counts = "".join(f"<td>{count}</td>" for count in study.marks(side).values())
        yield f'<tr><th scope="row">{escape(name)}</th>{figures}{counts}</tr>'
