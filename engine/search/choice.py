"""Which of several searchers' best moves to play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.search.orders import Result

_LEAST_VOICE_CP = 14  # the searcher of the lowest score is heard, too
_MATE_CP = 30_000  # in the place of a mate's score


def choose(results: Sequence[Result]) -> Result:
    """The result to believe, of those with a move if any has one; the first one on a tie.

    Searchers vote for their moves, the louder the deeper they have searched and the better they
    think their move is; of the winning move's the deepest result is taken. A proven mate, the
    shortest of them, needs no vote. The idea is Stockfish's.
    """
    heard = [result for result in results if result.lines]
    if not heard:
        return results[0]
    mates = [result for result in heard if _score(result) >= _MATE_CP - 1000]
    if mates:
        return max(mates, key=_score)
    lowest = min(_score(result) for result in heard)
    votes: dict[str | None, int] = defaultdict(int)
    for result in heard:
        voice = _score(result) - lowest + _LEAST_VOICE_CP
        votes[result.best.move] += voice * result.lines[0].depth
    return max(heard, key=lambda result: (votes[result.best.move], result.lines[0].depth))


def _score(result: Result) -> int:
    """Centipawns of a result's first line, mates far above all others."""
    score = result.lines[0].score
    if not score.mate:
        return score.value
    return _MATE_CP - score.value if score.value > 0 else -_MATE_CP - score.value
