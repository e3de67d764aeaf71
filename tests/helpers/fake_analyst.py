"""An analyst without an engine, and games to study, for tests of `amalthea analyse`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Info, Report, Score
from amalthea.protocol.analysis.analyst import SearchResult
from amalthea.protocol.analysis.moments import Moment, follow
from amalthea.protocol.analysis.study import CheckedGame


def line(score: Score, *pv: str, number: int = 1, depth: int = 9, time_ms: int = 5) -> Info:
    """Return a line of play with constant numbers where no test looks."""
    wins = round(1000 * chances(score))
    wdl = (wins, 0, 1000 - wins)
    return Info(depth, depth, number, score, wdl, 100, 1000, 7, time_ms, pv)


def chances(score: Score) -> float:
    """Return the winning chances of a score by a logistic model, 59.1 % for a pawn."""
    if score.mate:
        return 1.0 if score.wins else 0.0
    return 1 / (1 + exp(-0.00368208 * score.value))


def played(moves: str, variant: str = "chess", fen: str | None = None) -> CheckedGame:
    """Return a game after moves."""
    game = variants.get(variant)
    moments, texts = follow(game, fen, moves.split())
    return CheckedGame("some.pgn", 1, game, "Anna", "Bert", "*", tuple(moments), tuple(texts))


class FakeAnalyst:
    """An analyst that knows some positions by their FEN.

    results: by FEN. patience: how many results it gives before Ctrl-C is pressed.
    """

    def __init__(self, results: Mapping[str, SearchResult], patience: int = 10_000) -> None:
        self._results = results
        self._patience = patience
        self.asked: list[str] = []
        self.forgotten = 0

    @property
    def interrupted(self) -> bool:
        return len(self.asked) > self._patience

    def forget(self) -> None:
        self.forgotten += 1

    def search(
        self,
        moment: Moment,
        limits: Limits,
        lines: int = 1,
        listener: Callable[[Report], None] = lambda report: None,
    ) -> SearchResult:
        self.asked.append(moment.fen)
        result = self._results[moment.fen]
        for info in result.lines:
            listener(info)
        return result


def analyst_of(
    game: CheckedGame, scores: Mapping[int, tuple[Score, str, Score | None]]
) -> FakeAnalyst:
    """Return an analyst that knows the positions of a game.

    scores: by ply the score of the side to move, the best move and the score of the second-best
    move, None for a single line. At other plies the score is 0 and the move played is the best.
    """
    results = {}
    for ply, moment in enumerate(game.moments):
        own = game.moves[ply] if ply < len(game.moves) else _any_move(moment)
        score, best, second = scores.get(ply, (Score(0), own, None))
        lines = [line(score, best)]
        if second is not None:
            lines.append(line(second, "(second)", number=2))
        results[moment.fen] = SearchResult(best, tuple(lines))
    return FakeAnalyst(results)


def _any_move(moment: Moment) -> str:
    legal = new_position(moment.variant, moment.fen).legal_moves()
    return legal[0] if legal else "(end)"
