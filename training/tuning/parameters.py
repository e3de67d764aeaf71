"""The parameters that can be tuned: weights of the evaluation and constants of the search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import inf

from amalthea.engine.game_kinds import weights
from amalthea.engine.search.constants import tunable_constants
from amalthea.training import TrainError

# The steps of weights: large enough to have an effect, mostly a fifth to a third of the value.
# These are tuned by default.
STEPS: dict[str, float] = {
    "square_mobility": 5,
    "square_centre": 5,
    "square_king_centre_midgame": 15,
    "square_king_centre_endgame": 12,
    "square_king_advance_midgame": 12,
    "square_pawn_advance_midgame": 15,
    "square_pawn_advance_endgame": 25,
    "square_pawn_centre": 8,
    "mobility_midgame": 1.5,
    "mobility_endgame": 1.5,
    "mobility_dear": 80,
    "king_attack_midgame": 3,
    "king_shield_midgame": 5,
    "threat_by_cheaper_midgame": 4,
    "threat_by_cheaper_endgame": 4,
    "threat_undefended_midgame": 3,
    "threat_undefended_endgame": 3,
    "threat_most": 150,
    "pawn_passed_midgame": 20,
    "pawn_passed_endgame": 30,
    "pawn_isolated_midgame": 5,
    "pawn_isolated_endgame": 5,
    "pawn_doubled_midgame": 5,
    "pawn_doubled_endgame": 5,
    "pawn_supported_midgame": 4,
    "pawn_supported_endgame": 4,
    "pair_two_shades_midgame": 12,
    "pair_two_shades_endgame": 12,
    "tempo": 6,
    "value_exponent": 5,
    "value_pawn_future": 12,
    "promotion_near": 8,
}
STEPS_PER_VALUE = 4  # a weight that is not listed has a step of its value over this
STEPS_PER_RANGE = 10  # a constant has a step of its range over this


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter with its default. step: by how much it is moved.

    is_constant: it is a constant of the search, not a weight of the evaluation.
    """

    name: str
    value: int
    step: float
    low: float = -inf
    high: float = inf
    is_constant: bool = False

    def clamped(self, value: float) -> float:
        """Return the nearest value within the bounds."""
        return min(self.high, max(self.low, value))


def tunable_parameters() -> dict[str, Parameter]:
    """Return all parameters that this build can tune, by name."""
    parameters = [
        Parameter(name, value, STEPS.get(name, max(1.0, abs(value) / STEPS_PER_VALUE)))
        for name, value in weights().items()
    ]
    parameters += [
        Parameter(
            name, each.value, (each.high - each.low) / STEPS_PER_RANGE, each.low, each.high, True
        )
        for name, each in tunable_constants().items()
    ]
    return {each.name: each for each in parameters}


def matching(patterns: Sequence[str]) -> list[Parameter]:
    """Return the parameters whose names match one of the shell patterns. Raises TrainError."""
    parameters = tunable_parameters()
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in parameters):
            raise TrainError(f"no parameter matches {pattern!r}{_hint()}")
    return [
        parameter
        for name, parameter in parameters.items()
        if any(fnmatchcase(name, pattern) for pattern in patterns)
    ]


def parameters_by_name(names: Iterable[str]) -> list[Parameter]:
    """Return the parameters with these names. Raises TrainError."""
    parameters = tunable_parameters()
    for name in names:
        if name not in parameters:
            raise TrainError(f"{name} cannot be tuned{_hint()}")
    return [parameters[name] for name in names]


def _hint() -> str:
    return (
        "" if tunable_constants() else "; constants of the search need a build with AMALTHEA_TUNE=1"
    )
