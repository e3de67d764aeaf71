"""Results of two players and their Elo difference with its error.

For more players see `ratings`. The two games of a pair share an opening with colours exchanged, so
they are not independent: if there are complete pairs, they are the sample, with five possible
scores (the pentanomial model), else single games are (the trinomial model).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from amalthea.protocol.records.game_record import GameRecord

CONFIDENCE = 0.95  # of every interval
ELO_SCALE = 400.0  # Elo for odds of ten to one

Pairs = tuple[int, int, int, int, int]
NO_PAIRS: Pairs = (0, 0, 0, 0, 0)

_TAIL = (1 - CONFIDENCE) / 2  # probability outside the interval, on each side
_NORMAL = NormalDist()
_DEVIATIONS = _NORMAL.inv_cdf(1 - _TAIL)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval, infinite if the games set no bound."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval, the number after the plus-minus sign."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Tally:
    """Results from the first player's view.

    pairs: the numbers of complete pairs with 0, 1/2, 1, 3/2 and 2 points. Their games are also
    counted as wins, draws and losses.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pairs = NO_PAIRS

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The points per game, 0 to 1; a half without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def counts(self) -> tuple[int, ...]:
        """The sample: counts of the outcomes, the worst first, in equal steps of points."""
        return self.pairs if any(self.pairs) else (self.losses, self.draws, self.wins)

    def __add__(self, other: Tally) -> Tally:
        """Return the results of two matches of the same players together."""
        low, below, even, above, high = map(sum, zip(self.pairs, other.pairs, strict=True))
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            (low, below, even, above, high),
        )

    def swapped(self) -> Tally:
        """Return the results from the second player's view."""
        low, below, even, above, high = self.pairs
        pairs = (high, above, even, below, low)
        return Tally(self.losses, self.draws, self.wins, pairs)


def tally(games: Iterable[GameRecord], first: str, second: str) -> Tally:
    """Return the results of the games between two players.

    Games 2k-1 and 2k are a pair if they have round and opening in common and exchanged colours.
    """
    mine = [game for game in games if {game.white, game.black} == {first, second}]
    by_pair = defaultdict(list)
    for game in mine:
        by_pair[(game.number + 1) // 2].append(game)
    pairs = Counter(
        sum(points(game, first) for game in pair)
        for pair in by_pair.values()
        if len(pair) == 2 and _are_pair(*pair)
    )
    results = Counter(points(game, first) for game in mine)
    return Tally(
        wins=results[1.0],
        draws=results[0.5],
        losses=results[0.0],
        pairs=(pairs[0.0], pairs[0.5], pairs[1.0], pairs[1.5], pairs[2.0]),
    )


def points(game: GameRecord, player: str) -> float:
    """Return the points of one of the players of a game."""
    if game.winner is None:
        return 0.5
    return 1.0 if game.player(game.winner) == player else 0.0


def expected(elo_difference: float) -> float:
    """Return the expected points per game, by the logistic model."""
    if elo_difference < 0:
        return 1 - expected(-elo_difference)
    return 1 / (1 + 10 ** (-elo_difference / ELO_SCALE))


def elo_of(share: float) -> float:
    """Return the Elo difference for expected points per game, infinite at 0 and 1."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else ELO_SCALE * math.log10(share / (1 - share))


def elo(results: Tally) -> Estimate:
    """Return the Elo difference, 0 with infinite bounds without games.

    The interval is that of the mean score under a normal distribution with the variance of the
    sample (the chess programming wiki's "Match Statistics"; Van den Bergh, "The mathematics of
    fishtest" for pairs). If all outcomes are the same, see `_one_outcome`.
    """
    mean, low, high = _mean_between(results)
    return Estimate(elo_of(mean), elo_of(low), elo_of(high))


def share(results: Tally) -> Estimate:
    """Return the points per game, 0 to 1, with the same interval as `elo`."""
    mean, low, high = _mean_between(results)
    return Estimate(mean, max(0.0, low), min(1.0, high))


def normalized_elo(results: Tally) -> Estimate:
    """Return the Elo difference in units of the standard deviation of a game's result.

    It hardly depends on the share of draws (Van den Bergh, "Normalized Elo"). The bounds are
    infinite without deviation.
    """
    counts = results.counts
    mean, deviation = _mean_and_error(counts)
    if deviation == 0:
        return Estimate(0.0, -math.inf, math.inf)
    games = sum(counts) * (2 if len(counts) == len(NO_PAIRS) else 1)
    unit = 2 * ELO_SCALE / math.log(10)
    value = unit * (mean - 0.5) / (deviation * math.sqrt(games))
    reach = _DEVIATIONS * unit / math.sqrt(games)
    return Estimate(value, value - reach, value + reach)


def los(results: Tally) -> float:
    """Return the likelihood that the first player is stronger, 0 to 1.

    If all n outcomes are the same and not draws, it is 1 - 2**-(n + 1): the probability that a coin
    is biased to the side that it fell on n times, all biases being equally likely before.
    """
    mean, deviation = _mean_and_error(results.counts)
    if deviation > 0:
        return _NORMAL.cdf((mean - 0.5) / deviation)
    if mean == 0.5:
        return 0.5
    doubt = 0.5 ** (sum(results.counts) + 1)
    return 1 - doubt if mean > 0.5 else doubt


def outcome_scores(outcomes: int) -> list[float]:
    """Return the score of each outcome as a share of all points, 0 to 1."""
    return [index / (outcomes - 1) for index in range(outcomes)]


def _mean_between(results: Tally) -> tuple[float, float, float]:
    """Return the mean score and its interval."""
    mean, deviation = _mean_and_error(results.counts)
    if deviation > 0:
        reach = _DEVIATIONS * deviation
        return mean, mean - reach, mean + reach
    return mean, *_one_outcome(mean, sum(results.counts))


def _mean_and_error(counts: Sequence[int]) -> tuple[float, float]:
    """Return the mean score and its standard error, (0.5, 0) without games."""
    size = sum(counts)
    if not size:
        return 0.5, 0.0
    outcomes = list(zip(counts, outcome_scores(len(counts)), strict=True))
    mean = sum(count * score for count, score in outcomes) / size
    variance = sum(count * (score - mean) ** 2 for count, score in outcomes) / size
    return mean, math.sqrt(variance / size)


def _one_outcome(score: float, size: int) -> tuple[float, float]:
    """Return the interval of the mean score after the same outcome `size` times.

    Other outcomes may have a probability of up to 1 - tail**(1 / size) (the bound of Clopper and
    Pearson), at worst with the lowest score, at best with the highest. Without games everything is
    possible.
    """
    other = 1 - _TAIL ** (1 / size) if size else 1.0
    return score * (1 - other), score + (1 - score) * other


def _are_pair(one: GameRecord, other: GameRecord) -> bool:
    swapped = one.white == other.black and one.black == other.white
    return swapped and _beginning(one) == _beginning(other)


def _beginning(game: GameRecord) -> tuple[int, str, str, list[str]]:
    """Return the key of a pair's games: their common data, the moves of the opening last."""
    return game.round, game.variant, game.fen, [ply.move for ply in game.opening]
