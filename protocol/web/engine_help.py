"""Searches of the engine that pages ask for: hints, best lines, threats and reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.events import BestMove, Info
from amalthea.engine.search.limits import Limits
from amalthea.protocol.drawing.arrows import arrow_of
from amalthea.protocol.web.engine_pool import EnginePool, Request
from amalthea.protocol.web.move_text import line_text, move_text
from amalthea.protocol.web.review import Review
from amalthea.protocol.web.table import Table

MOST_LINES = 5
_HINT_MS = 1_000
_THREAT_MS = 500
_FLUSH_S = 0.05  # between two pictures of an analysis

Send = Callable[[dict[str, Any]], None]
Line = tuple[int, tuple[str, ...]]  # a ply of the game, and other moves from there on


class EngineHelp:
    """Searches for the pages of a table, one of each kind. broadcast: sends to all of them."""

    def __init__(self, pool: EnginePool, broadcast: Send) -> None:
        self._pool = pool
        self._broadcast = broadcast
        self._searches: dict[str, Request] = {}  # hint, analysis, threat, review
        # The table, the line, the moves of the game before it, and the number of lines.
        self._analysed: tuple[Table, Line, list[str], int] | None = None
        self._seen: dict[int, Info] = {}  # lines of the analysis
        self._flush: asyncio.TimerHandle | None = None

    def drop(self, *kinds: str) -> None:
        """Stop the searches of these kinds, or all searches if none are named."""
        for kind in kinds or list(self._searches):
            if request := self._searches.pop(kind, None):
                self._pool.drop(request)

    def _ask(self, kind: str, request: Request) -> None:
        self.drop(kind)
        self._searches[kind] = request
        self._pool.ask(request)

    def hint(self, table: Table, side: Color, send: Send) -> None:
        """Send a page the best move of a side that is to move."""
        position, secret = table.position.copy(), table.both_choose

        def done(best: BestMove) -> None:
            self._searches.pop("hint", None)
            if best.move:
                text = best.move if secret else move_text(position, best.move)
                send({"type": "hint", "move": best.move, "text": text, "ply": len(table.turns)})

        limits = Limits(movetime=_HINT_MS, side=side if secret else None)
        self._ask("hint", Request(position.game, limits, lambda _: None, done))

    def analyse(self, table: Table, line: Line, lines: int) -> None:
        """Start an analysis of a position, or continue the same one."""
        ply, moves = line
        analysed = table, line, table.moves[:ply], lines
        if "analysis" in self._searches and self._analysed == analysed:
            return
        self.drop("analysis")
        self._seen = {}
        self._analysed = analysed
        if self._flush:
            self._flush.cancel()
            self._flush = None
        position = position_at(table, *line)
        if position.turn is None or position.is_over():
            return

        def flush() -> None:
            self._flush = None
            if self._searches.get("analysis") is not request:
                return
            found = [
                _line_shown(info, position, line_text(position, info.pv)) | _arrow(info, position)
                for _, info in sorted(self._seen.items())
            ]
            self._broadcast({"type": "lines", "ply": ply, "line": moves, "lines": found})

        def on_info(info: Info) -> None:
            if info.score.bound != "exact" or self._searches.get("analysis") is not request:
                return
            wait = _FLUSH_S if self._seen else 0.0  # the first is sent at once
            take_line(self._seen, info)
            if self._flush is None:
                self._flush = asyncio.get_running_loop().call_later(wait, flush)

        limits = Limits(infinite=True)
        request = Request(position.game, limits, on_info, lambda _: None, lines=lines, patient=True)
        self._ask("analysis", request)

    def threat(self, table: Table, line: Line) -> None:
        """Search the opponent's best move if the side to move passed."""
        ply, moves = line
        after = position_at(table, ply, moves).after_null_move()

        def answer(move: str | None, text: str = "") -> None:
            self._broadcast(
                {"type": "threat", "ply": ply, "line": moves, "move": move, "text": text}
            )

        def done(best: BestMove) -> None:
            self._searches.pop("threat", None)
            if best.move and after:
                answer(best.move, move_text(after, best.move))

        if after is None:
            answer(None)
            return
        limits = Limits(movetime=_THREAT_MS)
        self._ask("threat", Request(after.game, limits, lambda _: None, done, patient=True))

    def review(self, table: Table, done: Callable[[], None]) -> None:
        """Analyse every position of the game and keep the findings with it.

        done: called after the last position.
        """
        table.reviewed.clear()

        def report(found: dict[str, Any]) -> None:
            table.reviewed.append(found)
            self._broadcast({"type": "reviewed", **found})
            if found["ply"] == found["plies"]:
                done()

        Review(table, lambda request: self._ask("review", request), report).go_on()


def position_at(table: Table, ply: int, line: Sequence[str] = ()) -> Position:
    """Return a copy of the position after a ply of the game and a line from there on.

    Raises IllegalMove.
    """
    position = table.position.copy()
    while position.ply > ply:
        position.pop()
    for move in line:
        position.push(move)
    return position


def take_line(seen: dict[int, Info], info: Info) -> None:
    """Store a line by its rank; the line that it replaces takes its former rank, if any.

    Lines arrive one by one, and no move may appear twice until all of a depth have arrived.
    """
    before = seen.get(info.multipv)
    seen[info.multipv] = info
    for at, each in list(seen.items()):
        if at != info.multipv and each.pv[:1] == info.pv[:1]:
            if before:
                seen[at] = before
            else:
                del seen[at]


def _line_shown(info: Info, position: Position, texts: Iterable[str]) -> dict[str, Any]:
    """Return a line of play for JSON, with White's score."""
    score = info.score if position.turn is Color.WHITE else -info.score
    return {
        "depth": info.depth,
        "cp": None if score.mate else score.value,
        "mate": score.value if score.mate else None,
        "moves": list(info.pv),
        "texts": list(texts),
    }


def _arrow(info: Info, position: Position) -> dict[str, Any]:
    """Return the arrow of the first move of a line."""
    arrow = arrow_of(position, info.pv[0]) if info.pv else None
    return {"arrow": (arrow.start, arrow.end, arrow.signs) if arrow else None}
