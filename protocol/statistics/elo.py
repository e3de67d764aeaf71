"""What the games of two players say of their strength: Elo, its error, SPRT. For more players see
`ratings`.

The two games of a pair share an opening with colours swapped, so they are not independent: where
there are complete pairs, these are the sample and their five possible scores its outcomes (the
pentanomial model); otherwise single games are (the trinomial one).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.records.game_record import GameRecord, Ply

CONFIDENCE = 0.95  # of every interval
ELO_SCALE = 400.0  # Elo for odds of ten to one
WIDEST_ELO = 2000.0  # of a hypothesis; one point in 100,000 games
VIRTUAL_COUNT = 1e-3  # of an outcome not seen yet in a likelihood: not impossible, only rare
NEWTON_STEPS = 60  # at most; half a dozen find a root to the last digit, bisection needs the rest

Pairs = tuple[int, int, int, int, int]
NO_PAIRS: Pairs = (0, 0, 0, 0, 0)

_TAIL = (1 - CONFIDENCE) / 2  # outside the interval on either side
_NORMAL = NormalDist()
_DEVIATIONS = _NORMAL.inv_cdf(1 - _TAIL)


class SprtError(AmaltheaError, ValueError):
    """The parameters of a sequential test contradict each other."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval; infinite where the games set no bound."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the interval's width: the figure after the plus-minus sign."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Tally:
    """Results from the first player's view.

    pairs: how many complete pairs of games scored 0, 1/2, 1, 3/2 and 2 points. Their games are
    counted as wins, draws and losses, too.
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
        """Points a game, 0 to 1; a half without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def counts(self) -> tuple[int, ...]:
        """The sample: how often each outcome came, the worst first, in equal steps of points."""
        return self.pairs if any(self.pairs) else (self.losses, self.draws, self.wins)

    def __add__(self, other: Tally) -> Tally:
        """The results of two matches of the same players."""
        low, below, even, above, high = map(sum, zip(self.pairs, other.pairs, strict=True))
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            (low, below, even, above, high),
        )

    def swapped(self) -> Tally:
        """The same games from the second player's view."""
        low, below, even, above, high = self.pairs
        pairs = (high, above, even, below, low)
        return Tally(self.losses, self.draws, self.wins, pairs)


def tally(games: Iterable[GameRecord], first: str, second: str) -> Tally:
    """The games between two players; those between others are left out.

    Games 2k-1 and 2k make a pair when they have the round and the opening in common and the
    colours swapped.
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
    """What the game was worth to one of its players."""
    if game.winner is None:
        return 0.5
    return 1.0 if game.player(game.winner) == player else 0.0


def expected(elo_difference: float) -> float:
    """Points a game to expect, by the logistic model."""
    if elo_difference < 0:
        return 1 - expected(-elo_difference)
    return 1 / (1 + 10 ** (-elo_difference / ELO_SCALE))


def elo_of(share: float) -> float:
    """The Elo difference at which `share` points a game are expected; infinite at 0 and 1."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else ELO_SCALE * math.log10(share / (1 - share))


def elo(results: Tally) -> Estimate:
    """The Elo difference; 0 between infinite bounds without games.

    The interval is that of the mean score under a normal distribution with the sample's variance
    (the chess programming wiki's "Match Statistics"; Van den Bergh, "The mathematics of
    fishtest" for pairs). A sample of one outcome alone has none: see `_one_outcome`.
    """
    mean, low, high = _mean_between(results)
    return Estimate(elo_of(mean), elo_of(low), elo_of(high))


def share(results: Tally) -> Estimate:
    """Points a game, 0 to 1, with the interval that `elo` has."""
    mean, low, high = _mean_between(results)
    return Estimate(mean, max(0.0, low), min(1.0, high))


def normalized_elo(results: Tally) -> Estimate:
    """The Elo difference in units of the spread of a game's results; infinite bounds without one.

    It hardly depends on how many games are drawn (Van den Bergh, "Normalized Elo").
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
    """The likelihood that the first player is the stronger one, 0 to 1.

    Where all outcomes are the same and not even, it is that of a coin that fell n times alike
    to favour that side, all biases being as likely before: 1 - 2**-(n + 1).
    """
    mean, deviation = _mean_and_error(results.counts)
    if deviation > 0:
        return _NORMAL.cdf((mean - 0.5) / deviation)
    if mean == 0.5:
        return 0.5
    doubt = 0.5 ** (sum(results.counts) + 1)
    return 1 - doubt if mean > 0.5 else doubt


@dataclass(frozen=True, slots=True)
class SprtState:
    """The log-likelihood ratio, the bounds at which it decides, and the hypothesis it took."""

    llr: float
    lower: float
    upper: float
    decision: str | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is the first player elo1 or only elo0 stronger?

    alpha: how often H1 may be taken though H0 is true; beta: H0 though H1 is. Raises SprtError.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -WIDEST_ELO <= self.elo0 < self.elo1 <= WIDEST_ELO:
            raise SprtError(
                f"SPRT: elo0 {self.elo0:g} and elo1 {self.elo1:g}, expected two numbers from"
                f" {-WIDEST_ELO:g} to {WIDEST_ELO:g}, the smaller one first"
            )
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise SprtError(f"SPRT: {name} {risk:g}, expected a number between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log-likelihood ratio, by Wald: at the lower one H0 is taken, at the upper H1."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def state(self, results: Tally) -> SprtState:
        """How the test stands."""
        lower, upper = self.bounds
        ratio = llr(results.counts, self.elo0, self.elo1)
        decision = "H0" if ratio <= lower else "H1" if ratio >= upper else None
        return SprtState(ratio, lower, upper, decision)


def llr(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of two Elo differences, for counts of outcomes, the worst first.

    Each hypothesis sets the mean score; of all distributions with that mean the likeliest is taken
    (the generalized test: Li, Liu, Ying, "Generalized Sequential Probability Ratio Test for
    Separate Families of Hypotheses"). 0 without games.
    """
    if not any(counts):
        return 0.0
    weights = [count or VIRTUAL_COUNT for count in counts]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    one, other = (_likeliest(shares, expected(difference)) for difference in (elo1, elo0))
    terms = zip(weights, one, other, strict=True)
    return sum(weight * math.log(p1 / p0) for weight, p1, p0 in terms)


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with that mean under which the observed shares are likeliest.

    A Lagrange multiplier x gives p_i = share_i / (1 + x d_i), d_i = score_i - mean; x is the root
    of sum(share_i d_i / (1 + x d_i)), which falls from +inf to -inf between the poles at which
    the first p_i turns negative.
    """
    distances = [score - mean for score in _scores(len(shares))]

    def excess(x: float) -> tuple[float, float]:
        terms = [(share * d, 1 + x * d, d) for share, d in zip(shares, distances, strict=True)]
        value = sum(weighed / pole for weighed, pole, _ in terms)
        return value, -sum(weighed * d / pole**2 for weighed, pole, d in terms)

    x = _falling_root(excess, -1 / distances[-1], -1 / distances[0])
    return [share / (1 + x * d) for share, d in zip(shares, distances, strict=True)]


def _falling_root(
    function: Callable[[float], tuple[float, float]], low: float, high: float
) -> float:
    """Where a falling function, told with its slope, is 0: by Newton's steps, or halves."""
    x = 0.0
    for _ in range(NEWTON_STEPS):
        value, slope = function(x)
        low, high = (x, high) if value > 0 else (low, x)
        step = x - value / slope
        following = step if low < step < high else (low + high) / 2
        if following == x:
            break
        x = following
    return x


def _scores(outcomes: int) -> list[float]:
    """The score of each outcome as a share of all points, 0 to 1."""
    return [index / (outcomes - 1) for index in range(outcomes)]


def _mean_between(results: Tally) -> tuple[float, float, float]:
    """The mean score and its interval."""
    mean, deviation = _mean_and_error(results.counts)
    if deviation > 0:
        reach = _DEVIATIONS * deviation
        return mean, mean - reach, mean + reach
    return mean, *_one_outcome(mean, sum(results.counts))


def _mean_and_error(counts: Sequence[int]) -> tuple[float, float]:
    """The mean score and its standard error; (0.5, 0) without games."""
    size = sum(counts)
    if not size:
        return 0.5, 0.0
    outcomes = list(zip(counts, _scores(len(counts)), strict=True))
    mean = sum(count * score for count, score in outcomes) / size
    variance = sum(count * (score - mean) ** 2 for count, score in outcomes) / size
    return mean, math.sqrt(variance / size)


def _one_outcome(score: float, size: int) -> tuple[float, float]:
    """The interval of the mean score after the same outcome `size` times.

    Something else may yet happen with a probability up to 1 - tail**(1 / size) (Clopper and
    Pearson's bound), at worst the lowest score, at best the highest. Everything is possible
    without games.
    """
    other = 1 - _TAIL ** (1 / size) if size else 1.0
    return score * (1 - other), score + (1 - score) * other


def _are_pair(one: GameRecord, other: GameRecord) -> bool:
    swapped = one.white == other.black and one.black == other.white
    return swapped and _beginning(one) == _beginning(other)


def _beginning(game: GameRecord) -> tuple[int, str, str, list[str]]:
    """What the games of a pair have in common, the opening's moves last."""
    return game.round, game.variant, game.fen, _opening(game.plies)


def _opening(plies: Sequence[Ply]) -> list[str]:
    """The moves before the first one that a player thought about."""
    thought = (index for index, ply in enumerate(plies) if ply.thoughts)
    return [ply.move for ply in plies[: next(thought, len(plies))]]
