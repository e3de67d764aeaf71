"""Which of several searchers' best moves to play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from amalthea.engine.search.workers.messages import Result

_LEAST_VOICE_CP = 14  # the searcher of the lowest score is heard, too


def choose(results: Sequence[Result]) -> Result:
    """The result to believe, of those with a move if any has one; the first one on a tie.

    Searchers vote for their moves, the louder the deeper they have searched and the better they
    think their move is; of the winning move's the deepest result is taken. A proven mate, the
    shortest of them, needs no vote. The idea is Stockfish's.
    """
    heard = [result for result in results if result.lines]
    if not heard:
        return results[0]
    mates = [result for result in heard if result.lines[0].score.wins]
    if mates:
        return max(mates, key=_worth)
    lowest = min(_worth(result) for result in heard)
    votes: dict[str | None, int] = defaultdict(int)
    for result in heard:
        voice = _worth(result) - lowest + _LEAST_VOICE_CP
        votes[result.best.move] += voice * result.lines[0].depth
    return max(heard, key=lambda result: (votes[result.best.move], result.lines[0].depth))


def _worth(result: Result) -> int:
    """Centipawns of a result's first line."""
    return result.lines[0].score.as_centipawns()
