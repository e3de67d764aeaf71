"""A studied game as text and as JSON. Scores are White's view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from protocol.analyse import notation
from protocol.analyse.judgement import MARKS, SIDES

if TYPE_CHECKING:
    from protocol.analyse.study import Remark, Study

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
            "accuracy": {side: round(value, 2) for side, value in study.accuracy.items()},
            "marks": {side: study.marks(side) for side in SIDES},
        }
    }


def written_move(study: Study, ply: int) -> str:
    """A move, from 1, as a person reads it."""
    moment = study.game.moments[ply - 1]
    return notation.written(moment.variant, moment.fen, (study.game.moves[ply - 1],))[0]


def better_line(study: Study, remark: Remark) -> str:
    """How the line to prefer to a move begins, as a person reads it; "" without one."""
    moment = study.game.moments[remark.ply - 1]
    return " ".join(notation.written(moment.variant, moment.fen, remark.better[:_SHOWN_PLIES]))


def _move_line(study: Study, remark: Remark) -> str:
    """Number, move and mark, the score after it, how deep that was looked at, what was better."""
    moment = study.game.moments[remark.ply - 1]
    standing, opinion = study.standings[remark.ply], study.opinions[remark.ply]
    depth = f"depth {opinion.lines[0].depth}" if opinion and opinion.lines else ""
    better = better_line(study, remark)
    return (
        f"{notation.numbered(moment.number, moment.turn):>7}"
        f" {written_move(study, remark.ply) + remark.mark:<12}"
        f" {standing or ''!s:>7}  {depth:<9}"
        f" {f'better {study.standings[remark.ply - 1]}: {better}' if better else ''}"
    ).rstrip()


def _table(study: Study) -> Iterator[str]:
    """Both sides' accuracy and how often each mark was given."""
    marks = "".join(f"{mark:>5}" for mark in MARKS)
    yield f"{'':<{_NAME_WIDTH + 6}} accuracy{marks}"
    for side, name in zip(SIDES, (study.game.white, study.game.black), strict=True):
        accuracy = f"{study.accuracy[side]:.1f} %" if side in study.accuracy else "-"
        counts = "".join(f"{count:>5}" for count in study.marks(side).values())
        yield f"{_COLOURS[side]} {name[:_NAME_WIDTH]:<{_NAME_WIDTH}} {accuracy:>8}{counts}"


def _move_json(study: Study, remark: Remark) -> dict[str, Any]:
    """Plain values; what is not known is left out."""
    moment = study.game.moments[remark.ply - 1]
    before, after = study.standings[remark.ply - 1 : remark.ply + 1]
    opinion = study.opinions[remark.ply - 1]
    values: dict[str, Any] = {
        "ply": remark.ply,
        "number": moment.number,
        "side": moment.turn,
        "move": remark.move,
        "written": written_move(study, remark.ply),
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
