"""Score scale: from scores of the search to displayed centipawns, mates and winning chances."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.evaluation.chances import Chances
from amalthea.engine.search.reports import Score
from amalthea.engine.search.searcher import MATE_SCORE, is_mate


@dataclass(frozen=True, slots=True)
class ScoreScale:
    """Scale of an evaluation's scores in one position; fullness: of its board, 0 to 1."""

    chances: Chances
    fullness: float = 1.0

    def score(self, score: int) -> Score:
        """Return a score as displayed."""
        return mate_score(score) if is_mate(score) else Score(self.chances.normalised(score))

    def win_draw_loss(self, score: int) -> tuple[int, int, int]:
        """Return win, draw and loss in permille for the side to move."""
        if is_mate(score):
            return (1000, 0, 0) if score > 0 else (0, 0, 1000)
        return self.chances.win_draw_loss(score, self.fullness)


def mate_score(score: int) -> Score:
    """Return a mate score in moves to mate."""
    return Score.mate_in_plies(MATE_SCORE - abs(score), score > 0)
