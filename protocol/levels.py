"""Levels of the engine, as all front ends number and name them: 0 to 20, UCI's `Skill Level`."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.search.limits import FULL_SKILL
from amalthea.engine.search.skill import elo_of
from amalthea.protocol import NAME, tool

# The lowest level of each name.
_NAMES = {
    0: "Beginner",
    3: "Learner",
    6: "Casual player",
    9: "Club player",
    12: "Strong club player",
    15: "Expert",
    18: "Master",
    FULL_SKILL: "Full strength",
}


@dataclass(frozen=True, slots=True)
class Level:
    """A level. elo: its `UCI_Elo`, a strength in chess; None for full strength."""

    number: int
    name: str
    elo: int | None

    def __str__(self) -> str:
        """Return "level 3 (Learner)"."""
        return f"level {self.number} ({self.name})"


def _level(number: int) -> Level:
    name = _NAMES[max(least for least in _NAMES if least <= number)]
    return Level(number, name, elo_of(number) if number < FULL_SKILL else None)


LEVELS = tuple(map(_level, range(FULL_SKILL + 1)))


def check_level(number: int) -> None:
    """Raise UsageError for the value of `--level` if there is no such level."""
    if not 0 <= number <= FULL_SKILL:
        raise tool.UsageError(f"--level {number}, expected 0 to {FULL_SKILL}")


def engine_name(level: int) -> str:
    """Return the name of the engine as a player, with its level if that is below full strength."""
    return NAME if level == FULL_SKILL else f"{NAME} (level {level})"
