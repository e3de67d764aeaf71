"""Mixed strategies of two-player zero-sum matrix games, by regret matching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_ROUNDS = 400  # the mixes' exploitability then is around a hundredth of the payoffs' spread

Matrix = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Mixed strategies of both players, and the row player's payoff, `value`.

    rows, columns: the probabilities of the choices.
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    value: float


def solve(payoffs: Matrix) -> Equilibrium:
    """Return an approximate equilibrium; payoffs[i][j] is the payoff of row i against column j.

    Regret matching plus with alternating updates and linearly weighted averages: Tammelin, "Solving
    Large Imperfect Information Games Using CFR+" (2014).
    """
    against_rows = [[-payoff for payoff in column] for column in zip(*payoffs, strict=True)]
    rows = _Regrets(payoffs)
    columns = _Regrets(against_rows)
    for number in range(1, _ROUNDS + 1):
        rows.learn(columns.mix(), number)
        columns.learn(rows.mix(), number)
    row_mix, column_mix = rows.average(), columns.average()
    value = sum(
        share * sum(part * payoff for part, payoff in zip(column_mix, row, strict=True))
        for share, row in zip(row_mix, payoffs, strict=True)
    )
    return Equilibrium(row_mix, column_mix, value)


class _Regrets:
    """One player's regrets, and the average of its choices."""

    def __init__(self, payoffs: Matrix) -> None:
        self._payoffs = payoffs
        self._regrets = [0.0] * len(payoffs)
        self._chosen = [0.0] * len(payoffs)

    def mix(self) -> list[float]:
        """Return the current probability of each choice."""
        total = sum(self._regrets)
        if total <= 0:
            return [1 / len(self._regrets)] * len(self._regrets)
        return [regret / total for regret in self._regrets]

    def learn(self, enemy: list[float], weight: int) -> None:
        """Update the regrets by the payoff of each choice against the enemy's mix."""
        mix = self.mix()
        gains = [
            sum(part * payoff for part, payoff in zip(enemy, row, strict=True))
            for row in self._payoffs
        ]
        got = sum(share * gain for share, gain in zip(mix, gains, strict=True))
        for i, gain in enumerate(gains):
            self._regrets[i] = max(0.0, self._regrets[i] + gain - got)
        for i, share in enumerate(self.mix()):
            self._chosen[i] += weight * share

    def average(self) -> tuple[float, ...]:
        total = sum(self._chosen)
        return tuple(chosen / total for chosen in self._chosen)
