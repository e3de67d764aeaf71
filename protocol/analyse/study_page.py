"""A studied game as one stand-alone page: board, moves with marks and scores, plot.

The board and its stepping are protocol.drawing.replay's; the page's own script keeps moves, plot
and arrows where the board stands. Nothing is fetched from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from protocol.analyse import game_report, notation, plot
from protocol.analyse.judgement import SIDES
from protocol.analyse.study import squares
from protocol.stand_alone import inline_json, stand_alone_page

if TYPE_CHECKING:
    from protocol.analyse.study import Study

_LINE_PLIES = 12  # of the line shown below the board


def page_html(study: Study) -> str:
    """The page."""
    from protocol.drawing import replay

    game = study.game
    data = {
        "variant": replay.variant_data(game.variant),
        "frames": replay.frames(game.variant, game.moments[0].fen, game.moves),
        "places": [_moment_data(study, ply) for ply in range(len(game.moments))],
    }
    body = Template(_own("study_page.html")).substitute(
        title=escape(game.title),
        subtitle=escape(f"{game.result} · {game.variant.title} · {game.where}"),
        symbols=replay.symbols_svg(game.variant),
        plot=plot.plot_svg(study),
        moves="\n".join(_moves(study)),
        summary="\n".join(_summary(study)),
        data=inline_json(data),
        replay=replay.replay_script(),
        script=_own("study_page.js"),
    )
    style = replay.replay_style() + _own("study_page.css")
    return stand_alone_page(game.title, style, body, scripts=True)


def _own(name: str) -> str:
    """A file that lies beside this module."""
    return files("protocol.analyse").joinpath(name).read_text(encoding="utf-8")


def _moment_data(study: Study, ply: int) -> dict[str, Any]:
    """What the script shows when the board stands there."""
    moment, standing, opinion = study.game.moments[ply], study.standings[ply], study.opinions[ply]
    values: dict[str, Any] = {"score": str(standing) if standing else ""}
    if opinion and opinion.lines:
        line = opinion.lines[0]
        written = notation.written(moment.variant, moment.fen, line.pv[:_LINE_PLIES])
        values["line"] = " ".join((notation.numbered(moment.number, moment.turn), *written))
        values["depth"] = line.depth
        best = squares(line.pv[0])
        if best:
            values["arrow"] = [*best, "best"]
    return values


def _moves(study: Study) -> Iterator[str]:
    """A list item for each move: a button with move, mark and score, and what was better."""
    for remark in study.remarks:
        moment = study.game.moments[remark.ply - 1]
        standing = study.standings[remark.ply]
        kind = plot.MARK_CLASSES.get(remark.mark, "plain")
        better = game_report.better_line(study, remark)
        note = f'<small class="better">better {escape(better)}</small>' if better else ""
        yield (
            f'<li class="{kind}"><button type="button" data-ply="{remark.ply}">'
            f'<span class="number">{notation.numbered(moment.number, moment.turn)}</span>'
            f'<span class="move">{escape(game_report.written_move(study, remark.ply))}'
            f"<b>{escape(remark.mark)}</b></span>"
            f'<span class="score">{standing or ""}</span></button>{note}</li>'
        )


def _summary(study: Study) -> Iterator[str]:
    """A table row for each side."""
    for side, name in zip(SIDES, (study.game.white, study.game.black), strict=True):
        accuracy = f"{study.accuracy[side]:.1f} %" if side in study.accuracy else "-"
        counts = "".join(f"<td>{count}</td>" for count in study.marks(side).values())
        yield f'<tr><th scope="row">{escape(name)}</th><td>{accuracy}</td>{counts}</tr>'
