"""What scores say about moves: winning chances, marks, accuracy. Arithmetic without an engine.

Chances are those that the engine tells beside a score, which know the game and how full its board
is. What is lost of them is judged as on https://lichess.org/page/accuracy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from statistics import fmean, harmonic_mean, pstdev

from amalthea.engine.core.status import Status
from amalthea.engine.search.reports import Info

# Chances lost by a move (1 is a whole game) from which it gets a mark, the worst first.
BLUNDER, MISTAKE, INACCURACY, ONLY_MOVE = "??", "?", "?!", "!"
_LOSSES = ((0.15, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))
_ONLY_BY = 0.10  # chances that every other move would have lost: the one found deserves a "!"
MARKS = (ONLY_MOVE, INACCURACY, MISTAKE, BLUNDER)

# Accuracy of a move in percent: a * exp(-b * percent lost) - c.
_ACCURACY_A, _ACCURACY_B, _ACCURACY_C = 103.1668, 0.04354, 3.1669
_LEAST_ACCURACY = 1.0  # percent, in the harmonic mean
_WINDOWS = 10  # a game has about so many windows in which its swings are measured,
_WINDOW_PLIES = (2, 8)  # each within these bounds;
_WEIGHTS = (0.5, 12.0)  # and the bounds of what a move in such a window weighs
_DECIDED = 0.05  # chances of who is about to lose: what is played on then tells nothing
_MOST_CP = 1000  # a mate or a score beyond it, where centipawns lost are counted

SIDES = ("w", "b")


@dataclass(frozen=True, slots=True)
class Standing:
    """What a position is worth, from White's view.

    chances: expected points, 0 to 1. cp, mate: centipawns or moves to mate (negative: Black's);
    result: of a game that is over, as "1-0". One of the three is not None.
    """

    chances: float
    cp: int | None = None
    mate: int | None = None
    result: str | None = None

    def __str__(self) -> str:
        if self.result:
            return self.result
        if self.mate is not None:
            return f"{'+' if self.mate > 0 else '-'}M{abs(self.mate)}"
        assert self.cp is not None
        return f"{self.cp / 100:+.2f}" if self.cp else "0.00"

    def chances_of(self, side: str) -> float:
        """Expected points of "w" or "b"."""
        return self.chances if side == "w" else 1.0 - self.chances

    def centipawns_of(self, side: str) -> int:
        """For "w" or "b", within bounds that a mate and a game won or lost reach."""
        decided = 0 if self.chances == 0.5 else _MOST_CP if self.chances > 0.5 else -_MOST_CP
        value = decided if self.cp is None else max(-_MOST_CP, min(_MOST_CP, self.cp))
        return value if side == "w" else -value

    def to_json(self) -> dict[str, object]:
        """{"cp": 35}, {"mate": -3} or {"result": "1-0"}, with the chances."""
        kinds = {"cp": self.cp, "mate": self.mate, "result": self.result}
        told = {name: value for name, value in kinds.items() if value is not None}
        return {**told, "chances": round(self.chances, 4)}


def standing(line: Info, side: str) -> Standing:
    """What a line found for "w" or "b" is worth, from White's view."""
    win, draw, loss = line.wdl if side == "w" else reversed(line.wdl)
    seen = line.score if side == "w" else -line.score
    chances = (win + draw / 2) / (win + draw + loss)
    if seen.mate:
        return Standing(chances, mate=seen.value)
    return Standing(chances, cp=seen.value)


def standing_of_choices(lines: Mapping[str, Info]) -> Standing:
    """Where both sides choose: what lies between the views of the two, told by the side."""
    seen = [standing(line, side) for side, line in lines.items()]
    cp = fmean(each.centipawns_of("w") for each in seen)
    return Standing(fmean(each.chances for each in seen), cp=round(cp))


def before_move(after: Standing, side: str) -> Standing:
    """What a position is worth to whose move leads to a standing, if there is none better."""
    if after.result:
        if after.chances == 0.5:
            return Standing(0.5, cp=0)
        return Standing(after.chances, mate=1 if after.chances == 1.0 else -1)
    if after.mate is None or (after.mate > 0) != (side == "w"):
        return after
    return Standing(after.chances, mate=after.mate + (1 if side == "w" else -1))


def final_standing(status: Status) -> Standing:
    """Of a game that is over."""
    if status.winner is None:
        return Standing(0.5, result="1/2-1/2")
    return Standing(1.0, result="1-0") if status.winner == "w" else Standing(0.0, result="0-1")


def mark_of(loss: float) -> str:
    """The mark for losing so much of the chances, "" for none."""
    return next((mark for least, mark in _LOSSES if loss >= least), "")


def is_only_move(best: float, second: float) -> bool:
    """Whether any move but the best loses much: chances of the mover after either."""
    return best - second >= _ONLY_BY


def move_accuracy(loss: float) -> float:
    """Percent, 100 for a move that loses nothing."""
    value = _ACCURACY_A * exp(-_ACCURACY_B * 100 * max(0.0, loss)) - _ACCURACY_C
    return max(0.0, min(100.0, value))


def game_accuracy(standings: Sequence[Standing], movers: Sequence[str]) -> Mapping[str, float]:
    """Percent by side, for sides that had a move to make while the game was open.

    standings: before the first move and after each one. movers: "w" or "b", by move. The mean of
    two means of the moves' accuracies: one in which a move weighs what the chances swing around it,
    and the harmonic one, which a single bad move pulls down. Moves of a game that was decided
    before and after them do not count: nobody can lose much there.
    """
    found = {}
    weights = _swings([each.chances for each in standings])
    open_moves = [
        (mover, move_accuracy(before.chances_of(mover) - after.chances_of(mover)), weight)
        for mover, before, after, weight in zip(
            movers, standings, standings[1:], weights, strict=False
        )
        if not _is_settled(before, after)
    ]
    for side in SIDES:
        own = [(value, weight) for mover, value, weight in open_moves if mover == side]
        if own:
            values, shares = zip(*own, strict=True)
            harmonic = harmonic_mean([max(_LEAST_ACCURACY, value) for value in values])
            found[side] = (fmean(values, shares) + harmonic) / 2
    return found


def centipawn_loss(standings: Sequence[Standing], movers: Sequence[str]) -> Mapping[str, float]:
    """The average by side of what its moves lost, as for `game_accuracy`; 1,000 is a whole game."""
    found = {}
    for side in SIDES:
        lost = [
            max(0, before.centipawns_of(side) - after.centipawns_of(side))
            for mover, before, after in zip(movers, standings, standings[1:], strict=False)
            if mover == side
        ]
        if lost:
            found[side] = fmean(lost)
    return found


def _is_settled(before: Standing, after: Standing) -> bool:
    """Whether the game was decided before a move, and the same way after it."""
    low, high = sorted((before.chances, after.chances))
    return high <= _DECIDED or low >= 1.0 - _DECIDED


def _swings(standings: Sequence[float]) -> list[float]:
    """For every move the deviation, in percent, of the chances in the window that it closes."""
    percent = [100 * value for value in standings]
    least, most = _WINDOW_PLIES
    size = max(least, min(most, (len(percent) - 1) // _WINDOWS))
    low, high = _WEIGHTS
    swings = []
    for end in range(2, len(percent) + 1):
        start = max(0, min(end - size, len(percent) - size))
        swings.append(max(low, min(high, pstdev(percent[start : max(end, size)]))))
    return swings
