"""A studied game as text and as JSON. Scores are White's view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from amalthea.protocol.analysis import notation
from amalthea.protocol.analysis.judgement import MARKS, SIDES
from amalthea.protocol.analysis.study import LEAST_DEPTH

if TYPE_CHECKING:
    from amalthea.protocol.analysis.study import Remark, Study

_SHOWN_PLIES = 6  # of a better line
_NAME_WIDTH = 30
_COLOURS = {"w": "White", "b": "Black"}


def text(study: Study) -> Iterator[str]:
    """The lines of the report."""
    game = study.game
    yield f"{game.title}  {game.result}  ({game.variant.title}; {game.where})"
    if not study.complete:
        yield "interrupted: the moves without a score were not looked at"
    yield ""
    for remark in study.remarks:
        yield _move_line(study, remark)
    yield ""
    if warning := depth_told(study):
        yield warning
    yield from _table(study)


def json_objects(study: Study) -> Iterator[dict[str, Any]]:
    """An object for every move and a last one with the result."""
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
            "marks": {side: study.marks(side) for side in SIDES},
        }
    }


def depth_told(study: Study) -> str:
    """How deep the game was looked at, and what that is good for; "" where nothing was searched."""
    if study.is_shallow:
        return (
            f"depth {study.depth} in the middle: too little for accuracy, and marks are guesses;"
            f" expected {LEAST_DEPTH} or more"
        )
    return f"depth {study.depth} in the middle" if study.depth else ""


def written_move(study: Study, remark: Remark) -> str:
    """A move or a choice as a person reads it."""
    moment = study.game.moments[remark.ply - 1]
    return notation.written(moment.variant, moment.fen, (remark.move,))[0]


def numbered_move(study: Study, remark: Remark) -> str:
    """ "12... Nxe5"."""
    moment = study.game.moments[remark.ply - 1]
    return f"{notation.numbered(moment.number, remark.side)} {written_move(study, remark)}"


def better_line(study: Study, remark: Remark) -> str:
    """How the line to prefer to a move begins, as a person reads it; "" without one."""
    moment = study.game.moments[remark.ply - 1]
    return " ".join(notation.written(moment.variant, moment.fen, remark.better[:_SHOWN_PLIES]))


def is_last_of_ply(study: Study, remark: Remark) -> bool:
    """Whether the position after a remark's ply is due: not after the first of two choices."""
    return remark.side == study.game.moments[remark.ply - 1].choosers[-1]


def side_figures(study: Study, side: str) -> tuple[str, str]:
    """Accuracy and average centipawn loss of a side as a person reads them, "-" if unknown."""
    accuracy = f"{study.accuracy[side]:.1f} %" if side in study.accuracy else "-"
    loss = f"{study.centipawn_loss[side]:.0f}" if side in study.centipawn_loss else "-"
    return accuracy, loss


def _move_line(study: Study, remark: Remark) -> str:
    """Number, move and mark, the score after it, how deep that was looked at, what was better."""
    moment = study.game.moments[remark.ply - 1]
    standing, depth = study.standings[remark.ply], study.depth_at(remark.ply)
    if not is_last_of_ply(study, remark):
        standing, depth = None, None
    better = better_line(study, remark)
    return (
        f"{notation.numbered(moment.number, remark.side):>7}"
        f" {written_move(study, remark) + remark.mark:<12}"
        f" {standing or ''!s:>7}  {f'depth {depth}' if depth else '':<9}"
        f" {f'better {study.standings[remark.ply - 1]}: {better}' if better else ''}"
    ).rstrip()


def _table(study: Study) -> Iterator[str]:
    """Both sides' accuracy, average centipawn loss and how often each mark was given."""
    marks = "".join(f"{mark:>5}" for mark in MARKS)
    yield f"{'':<{_NAME_WIDTH + 6}} accuracy  cp loss{marks}"
    for side, name in zip(SIDES, (study.game.white, study.game.black), strict=True):
        accuracy, loss = side_figures(study, side)
        counts = "".join(f"{count:>5}" for count in study.marks(side).values())
        shown = f"{name[:_NAME_WIDTH]:<{_NAME_WIDTH}}"
        yield f"{_COLOURS[side]} {shown} {accuracy:>8}  {loss:>7}{counts}"


def _move_json(study: Study, remark: Remark) -> dict[str, Any]:
    """Plain values; what is not known is left out."""
    moment = study.game.moments[remark.ply - 1]
    before, after = study.standings[remark.ply - 1 : remark.ply + 1]
    opinion = study.opinions[remark.ply - 1].get(remark.side)
    values: dict[str, Any] = {
        "ply": remark.ply,
        "number": moment.number,
        "side": remark.side,
        "move": remark.move,
        "written": written_move(study, remark),
    }
    if before:
        values["before"] = before.to_json()
    if after:
        values["after"] = after.to_json()
    if opinion and opinion.lines:
        values["best"] = opinion.best
        values["line"] = list(opinion.lines[0].pv)
        values["depth"] = opinion.lines[0].depth
    if remark.loss is not None:
        values["loss"] = round(remark.loss, 4)
    if remark.mark:
        values["mark"] = remark.mark
    return values
