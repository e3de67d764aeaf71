"""The size of generations if the user has set the minutes of the whole training.

The remaining time is shared by the remaining generations. Within one, positions and pairs are
chosen so that the stages take their shares of the time at the speed measured so far.
"""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.training.state import SELF_PLAY, Generation, State

SELF_PLAY_SHARE = 0.6  # of a generation's time; the fit gets the rest
TRIAL_SHARE = 0.2
MIN_POSITIONS = 1000
MIN_PAIRS = 10
SIZING_S = 5.0  # of self-play, before its speed is known


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a training. minutes: of the whole training, None: no limit.

    generations: at most.
    """

    generations: int
    minutes: float | None = None

    def is_spent(self, state: State) -> bool:
        """Return True if no further generation may begin."""
        if len(state.generations) >= self.generations:
            return True
        return self.minutes is not None and state.seconds() >= 60 * self.minutes

    def positions(self, state: State, generation: Generation, speed: float) -> int:
        """Return how many positions a generation should search. speed: positions per second."""
        if self.minutes is None:
            return generation.recipe.positions
        return max(MIN_POSITIONS, round(self._seconds(state, generation) * SELF_PLAY_SHARE * speed))

    def pairs(self, state: State, generation: Generation) -> int:
        """Return the greatest number of pairs of games in the trial."""
        recipe = generation.recipe
        if self.minutes is None or not generation.games or not generation.played:
            return recipe.pairs
        seconds_per_node = generation.seconds[SELF_PLAY] / (generation.played * recipe.nodes)
        seconds_per_pair = (
            2 * generation.played / generation.games * recipe.trial_nodes * seconds_per_node
        )
        pairs = self._seconds(state, generation) * TRIAL_SHARE / max(seconds_per_pair, 1e-9)
        return max(MIN_PAIRS, min(recipe.pairs, int(pairs)))

    def _seconds(self, state: State, generation: Generation) -> float:
        """Return the seconds for a generation, including its finished stages."""
        assert self.minutes is not None
        earlier = state.seconds() - sum(generation.seconds.values())
        left = self.generations - generation.number + 1
        return max(0.0, 60 * self.minutes - earlier) / left

    def seconds_after(self, state: State, generation: Generation, stage: str) -> float | None:
        """Return the seconds after a stage, as in the previous generation; None if unknown."""
        if self.minutes is not None:
            return None
        if generation.number < 2:
            return None
        before = state.generations[generation.number - 2].seconds
        stages = list(before)
        later = stages[stages.index(stage) + 1 :] if stage in stages else []
        later_generations = sum(before.values()) * (self.generations - generation.number)
        return later_generations + sum(before[each] for each in later)
