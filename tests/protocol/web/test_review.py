"""A review gives the accuracy of the moves between positions whose searches succeeded."""

from __future__ import annotations

from typing import Any

import pytest

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.search.reports import BestMove, Score
from amalthea.protocol.statistics import scoring
from amalthea.protocol.web.engine_pool import Request
from amalthea.protocol.web.review import Review
from amalthea.protocol.web.table import HUMAN, Seats, Table
from helpers.fake_analyst import line

MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
SCORES = (20, -25, 30, 200, -190, 15)  # centipawns of the side to move


@pytest.mark.parametrize(
    ("failing", "first", "last"),
    [((), 0, 5), ((5,), 0, 4), ((1,), 2, 5), ((1, 5), 2, 4), ((0, 1, 2, 3, 4, 5), 0, 0)],
)
def test_accuracy_is_that_of_the_last_positions_with_scores(
    failing: tuple[int, ...], first: int, last: int
) -> None:
    """first, last: the plies of these positions."""
    table = Table(variants.get("chess"), Seats({"w": HUMAN, "b": HUMAN}), None, MOVES)
    reports: list[dict[str, Any]] = []

    def search(request: Request) -> None:
        ply = len(reports)
        if ply not in failing:
            request.on_info(line(Score(SCORES[ply])))
        request.done(BestMove(None))

    Review(table, search, reports.append).go_on()
    sides = [Color.WHITE, Color.BLACK] * 3
    found = map(line, map(Score, SCORES))
    scores = [scoring.line_score(info, side) for info, side in zip(found, sides, strict=True)]
    expected = scoring.game_accuracy(scores[first : last + 1], sides[first:last])
    assert reports[-1]["accuracy"] == {side: round(part, 1) for side, part in expected.items()}
