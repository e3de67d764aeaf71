"""Analysis of a game as text and as JSON. Scores are from White's view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from amalthea.engine.core.color import Color
from amalthea.protocol.analysis import number_text
from amalthea.protocol.analysis.study import MIN_DEPTH
from amalthea.protocol.statistics.scoring import MARKS

if TYPE_CHECKING:
    from amalthea.protocol.analysis.study import Remark, Study

_SHOWN_PLIES = 6  # plies of a better line
_NAME_WIDTH = 30


def text(study: Study) -> Iterator[str]:
    """Yield the lines of the report."""
    game = study.game
    yield f"{game.title}  {game.result}  ({game.variant.title}; {game.where})"
    if not study.complete:
        yield "interrupted: moves without a score were not analysed"
    yield ""
    for remark in study.remarks:
        yield _move_line(study, remark)
    yield ""
    if warning := depth_remark(study):
        yield warning
    yield from _table(study)


def json_objects(study: Study) -> Iterator[dict[str, Any]]:
    """Yield an object for every move and a last one with the result."""
    for remark in study.remarks:
        yield _move_json(study, remark)
    game = study.game
    yield {
        "result": {
            "game": game.where,
            "variant": game.variant.name,
            "white": game.white,
            "black": game.black,
            "result": game.result,
            "complete": study.complete,
            "depth": study.depth,
            "shallow": study.is_shallow,
            "accuracy": {side: round(value, 2) for side, value in study.accuracy.items()},
            "centipawn_loss": {
                side: round(value, 1) for side, value in study.centipawn_loss.items()
            },
            "marks": {side: study.marks(side) for side in Color},
        }
    }


def depth_remark(study: Study) -> str:
    """Return the median depth, with a warning if it is too low; "" if nothing was searched."""
    if study.is_shallow:
        return (
            f"median depth {study.depth}: too low for accuracy, and marks are guesses;"
            f" expected {MIN_DEPTH} or more"
        )
    return f"median depth {study.depth}" if study.depth else ""


def move_text(study: Study, remark: Remark) -> str:
    """Return a move or a choice as text for people."""
    moment = study.game.moments[remark.ply - 1]
    return moment.move_texts((remark.move,))[0]


def numbered_move(study: Study, remark: Remark) -> str:
    """Return a move with its number, such as "12... Nxe5"."""
    moment = study.game.moments[remark.ply - 1]
    return f"{number_text.numbered(moment.number, remark.side)} {move_text(study, remark)}"


def better_line(study: Study, remark: Remark) -> str:
    """Return the start of a better line as text for people, "" if there is none."""
    moment = study.game.moments[remark.ply - 1]
    return " ".join(moment.move_texts(remark.better[:_SHOWN_PLIES]))


def is_last_of_ply(study: Study, remark: Remark) -> bool:
    """Return True if a remark is the last one of its ply, False for the first of two choices."""
    return remark.side == study.game.moments[remark.ply - 1].choosers[-1]


def side_figures(study: Study, side: Color) -> tuple[str, str]:
    """Return accuracy and average centipawn loss of a side as text, "-" if unknown."""
    accuracy = f"{study.accuracy[side]:.1f} %" if side in study.accuracy else "-"
    loss = f"{study.centipawn_loss[side]:.0f}" if side in study.centipawn_loss else "-"
    return accuracy, loss


def _move_line(study: Study, remark: Remark) -> str:
    """Return number, move, mark, the score after it, its depth and a better line."""
    moment = study.game.moments[remark.ply - 1]
    score, depth = study.scores[remark.ply], study.depth_at(remark.ply)
    if not is_last_of_ply(study, remark):
        score, depth = None, None
    better = better_line(study, remark)
    return (
        f"{number_text.numbered(moment.number, remark.side):>7}"
        f" {move_text(study, remark) + remark.mark:<12}"
        f" {score or ''!s:>7}  {f'depth {depth}' if depth else '':<9}"
        f" {f'better {study.scores[remark.ply - 1]}: {better}' if better else ''}"
    ).rstrip()


def _table(study: Study) -> Iterator[str]:
    """Yield a table of both sides' accuracy, average centipawn loss and numbers of marks."""
    marks = "".join(f"{mark:>5}" for mark in MARKS)
    yield f"{'':<{_NAME_WIDTH + 6}} accuracy  cp loss{marks}"
    for side, name in zip(Color, (study.game.white, study.game.black), strict=True):
        accuracy, loss = side_figures(study, side)
        counts = "".join(f"{count:>5}" for count in study.marks(side).values())
        shown = f"{name[:_NAME_WIDTH]:<{_NAME_WIDTH}}"
        yield f"{side.label} {shown} {accuracy:>8}  {loss:>7}{counts}"


def _move_json(study: Study, remark: Remark) -> dict[str, Any]:
    """Return the values of a move, without unknown ones."""
    moment = study.game.moments[remark.ply - 1]
    before, after = study.scores[remark.ply - 1 : remark.ply + 1]
    result = study.results[remark.ply - 1].get(remark.side)
    values: dict[str, Any] = {
        "ply": remark.ply,
        "number": moment.number,
        "side": remark.side,
        "move": remark.move,
        "written": move_text(study, remark),
    }
    if before:
        values["before"] = before.to_json()
    if after:
        values["after"] = after.to_json()
    if result and result.lines:
        values["best"] = result.best
        values["line"] = list(result.lines[0].pv)
        values["depth"] = result.lines[0].depth
    if remark.loss is not None:
        values["loss"] = round(remark.loss, 4)
    if remark.mark:
        values["mark"] = remark.mark
    return values
