"""The sequential probability ratio test of two players."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.statistics.elo import Tally, expected, outcome_scores

WIDEST_ELO = 2000.0  # greatest Elo of a hypothesis: one point in 100,000 games
VIRTUAL_COUNT = 1e-3  # count of an outcome that was never seen: it is rare, not impossible
NEWTON_STEPS = 60  # maximum; six usually find a root to the last digit, bisection needs more


class SprtError(AmaltheaError, ValueError):
    """Error for contradictory parameters of a sequential test."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """State of a test: log-likelihood ratio, its bounds, and the hypothesis that was accepted."""

    llr: float
    lower: float
    upper: float
    decision: str | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """Sequential probability ratio test: the first player is elo1 stronger, or only elo0.

    Args:
        alpha: the probability of accepting H1 if H0 is true.
        beta: the probability of accepting H0 if H1 is true.

    Raises SprtError.
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
        """Wald's bounds of the log-likelihood ratio.

        H0 is accepted at the lower bound, H1 at the upper.
        """
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def state(self, results: Tally) -> SprtState:
        """Return the state of the test."""
        lower, upper = self.bounds
        ratio = llr(results.counts, self.elo0, self.elo1)
        decision = "H0" if ratio <= lower else "H1" if ratio >= upper else None
        return SprtState(ratio, lower, upper, decision)


def llr(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of two Elo differences, for counts of outcomes.

    The counts begin with the worst outcome. Each hypothesis sets the mean score; of all
    distributions with that mean the likeliest is taken (the generalized test: Li, Liu, Ying,
    "Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses"). The result
    is 0 without games.
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
    """Return the distribution with that mean for which the observed shares are likeliest.

    A Lagrange multiplier x gives p_i = share_i / (1 + x d_i), d_i = score_i - mean; x is the root
    of sum(share_i d_i / (1 + x d_i)), which falls from +inf to -inf between the poles at which the
    first p_i becomes negative.
    """
    distances = [score - mean for score in outcome_scores(len(shares))]

    def excess(x: float) -> tuple[float, float]:
        terms = [(share * d, 1 + x * d, d) for share, d in zip(shares, distances, strict=True)]
        value = sum(weighed / pole for weighed, pole, _ in terms)
        return value, -sum(weighed * d / pole**2 for weighed, pole, d in terms)

    x = _falling_root(excess, -1 / distances[-1], -1 / distances[0])
    return [share / (1 + x * d) for share, d in zip(shares, distances, strict=True)]


def _falling_root(
    function: Callable[[float], tuple[float, float]], low: float, high: float
) -> float:
    """Return the root of a falling function, by Newton's method or bisection.

    The function returns its value and its slope.
    """
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
