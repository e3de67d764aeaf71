"""Review of a game: every position is searched, and every move judged as by `analyse`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amalthea.engine.core.color import Color
from amalthea.engine.events import Info
from amalthea.engine.search.limits import Limits
from amalthea.protocol.statistics import scoring
from amalthea.protocol.statistics.scoring import PositionScore
from amalthea.protocol.web.engine_pool import Request
from amalthea.protocol.web.move_text import move_text
from amalthea.protocol.web.table import Table

_NODES = 20_000


class Review:
    """Review of the game of a table.

    ask: called with each search. report: called with what is found of each position: its score, and
    the mark of the move that led there with a better one; the last has the accuracy of both sides.
    """

    def __init__(
        self,
        table: Table,
        ask: Callable[[Request], None],
        report: Callable[[dict[str, Any]], None],
    ) -> None:
        self._table = table
        self._ask = ask
        self._report = report
        self._scores: list[PositionScore | None] = []
        self._best: list[str] = []  # move of each position, as it is written

    def go_on(self) -> None:
        """Search the next position; without a side to move, add it without a search.

        The score is then that of the result, or unknown while both sides choose.
        """
        position = self._table.position.copy()
        while position.ply > len(self._scores):
            position.pop()
        turn = position.turn
        if turn is None or position.is_over():
            over = position.is_over()
            self._add(scoring.final_score(position.status) if over else None, "")
            return
        last: list[Info] = []

        def on_info(info: Info) -> None:
            if info.score.bound == "exact":
                last[:] = [info]

        def done() -> None:
            best = last[0].pv[0] if last and last[0].pv else ""
            score = scoring.line_score(last[0], turn) if last else None
            self._add(score, move_text(position, best) if best else "")

        limits = Limits(nodes=_NODES)
        self._ask(Request(position.game, limits, on_info, lambda _: done(), patient=True))

    def _add(self, score: PositionScore | None, best: str) -> None:
        ply, plies = len(self._scores), len(self._table.turns)
        self._scores.append(score)
        self._best.append(best)
        mark = self._mark(ply)
        self._report(
            {
                "ply": ply,
                "plies": plies,
                "cp": score and score.cp,
                "mate": score and score.mate,
                "mark": mark,
                "better": self._best[ply - 1] if mark else "",
                "accuracy": self._accuracy() if ply == plies else {},
            }
        )
        if ply < plies:
            self.go_on()

    def _movers(self) -> list[Color | None]:
        """Return the side of each move, None where both chose."""
        choosers = [turn.shown["choosers"] for turn in self._table.turns]
        return [Color(each) if len(each) == 1 else None for each in choosers]

    def _mark(self, ply: int) -> str:
        """Return the mark of the move that led to a position."""
        mover = self._movers()[ply - 1] if ply else None
        if mover and self._best[ply - 1] == self._table.turns[ply - 1].shown["text"]:
            return ""
        before, after = self._scores[ply - 1], self._scores[ply]
        if mover is None or before is None or after is None:
            return ""
        reached = scoring.before_move(after, mover)
        return scoring.mark_of(before.chances_of(mover) - reached.chances_of(mover))

    def _accuracy(self) -> dict[str, float]:
        """Return the accuracy of both sides in per cent, by the last run of known scores.

        Scores are unknown where both sides chose and where a search failed.
        """
        end = len(self._scores)
        while end and self._scores[end - 1] is None:
            end -= 1
        start = end
        while start and self._scores[start - 1] is not None:
            start -= 1
        scores = [score for score in self._scores[start:end] if score]
        movers = [side for side in self._movers()[start:end] if side]
        found = scoring.game_accuracy(scores, movers)
        return {side: round(value, 1) for side, value in found.items()}
