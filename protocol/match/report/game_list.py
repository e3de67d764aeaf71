"""The games of a report: the rows of the list, and each game's data for the replay board."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from html import escape

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import choices_in
from amalthea.engine.core.status import label
from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.charting.wording import clock_time, duration
from amalthea.protocol.drawing import replay
from amalthea.protocol.records.game_record import GameRecord, Thought, white_score
from amalthea.protocol.records.notation import written

_MS = 1000
_COLUMNS = (
    ("No", "number"),
    ("Round", "number"),
    ("White", ""),
    ("Black", ""),
    ("Result", ""),
    ("Reason", ""),
    ("Plies", "number"),
    ("Time", "number"),
)


class ReportError(AmaltheaError):
    """Error for a report that cannot be made."""


def game_table(games: Sequence[GameRecord]) -> str:
    """Return the list of all games, each row a link to its game."""
    return table_of("\n".join(game_row(game) for game in games))


def table_of(rows: str) -> str:
    """Return a sortable table of these rows."""
    heads = "".join(
        f'<th scope="col" class="{css}" aria-sort="{"none" if number else "ascending"}">'
        f'<button type="button">{name}</button></th>'
        for number, (name, css) in enumerate(_COLUMNS)
    )
    return f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>"


def game_scripts(games: Sequence[GameRecord]) -> str:
    """Return one script element for each game, which the page unpacks when the game is opened.

    It contains deflated JSON in base64: half the size of plain JSON, and it cannot end the element.
    Raises ReportError naming a game that cannot be replayed.
    """
    return "\n".join(game_script(game) for game in games)


def game_data(game: GameRecord) -> dict[str, object]:
    """Return the data that the page needs to show a game, as plain values for JSON.

    rows: [ply, move number, side, move, score, depth, seconds, clock] for every choice, without
    trailing unknown values. The move number is 0 for simultaneous choices. A score is White's view:
    centipawns, or text such as "M-3" for a mate.

    Raises AmaltheaError if the game cannot be replayed.
    """
    first = Position(game.variant, game.fen, chess960=game.chess960)
    return {
        "number": game.number,
        "round": game.round,
        "variant": game.variant,
        "white": game.white,
        "black": game.black,
        "result": game.result,
        "reason": label(game.reason),
        "detail": game.detail,
        "controls": dict(game.controls),
        "started": clock_time(game.started) if game.started else "",
        "time": duration(game.seconds),
        "rows": _rows(first, game),
        "frames": replay.frames(first, game.moves),
    }


def pack(data: object) -> str:
    """Return data as JSON, deflated, in base64."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode("ascii")


def game_row(game: GameRecord) -> str:
    """Return a game's row of the list."""
    link = f'<a href="#game-{game.number}">{game.number}</a>'
    detail = f' title="{escape(game.detail)}"' if game.detail else ""
    return (
        f'<tr id="row-{game.number}"><td class="number">{link}</td>'
        f'<td class="number">{game.round}</td>'
        f"<td>{escape(game.white)}</td><td>{escape(game.black)}</td>"
        f"<td>{game.result.replace('1/2', '½')}</td><td{detail}>{escape(label(game.reason))}</td>"
        f'<td class="number">{len(game.plies)}</td>'
        f'<td class="number" data-value="{round(game.seconds * _MS)}">'
        f"{duration(game.seconds)}</td></tr>"
    )


def game_script(game: GameRecord) -> str:
    """Return a game's script element, see `game_scripts`. Raises ReportError."""
    try:
        packed = pack(game_data(game))
    except AmaltheaError as error:
        raise ReportError(f"game {game.number} cannot be replayed: {error}") from error
    return f'<script type="text/plain" id="data-{game.number}">{packed}</script>'


def _rows(first: Position, game: GameRecord) -> list[list[object]]:
    rows = []
    position = first.copy()
    for at, ply in enumerate(game.plies, 1):
        number = position.fullmove_number if position.turn else 0
        for side, move in choices_in(written(position, ply.move), position.choosers):
            rows.append([at, number, side, move, *_thought_cells(ply.thoughts.get(side), side)])
        position.push(ply.move, null=True)
    return rows


def _thought_cells(thought: Thought | None, side: Color) -> list[object]:
    if thought is None:
        return []
    score = white_score(thought, side)
    seconds = round(thought.seconds, 3)
    left = None if thought.left is None else round(thought.left, 2)
    cells: list[object] = [score, thought.depth, seconds, left]
    while cells and cells[-1] is None:
        cells.pop()
    return cells
