"""Pairings, order and colours of games, as arithmetic on names.

A round is one pair of games of every pairing. Both games of a pair have the same opening, with
colours exchanged. Games are numbered from 1, those of a pair 2k-1 and 2k.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to play: its number, its round and the names of the players."""

    number: int
    round: int
    white: str
    black: str


def pairings(names: Sequence[str], gauntlet: bool) -> list[tuple[str, str]]:
    """Return all pairs of players; in a gauntlet, the first player against each of the others."""
    if gauntlet:
        return [(names[0], name) for name in names[1:]]
    return list(combinations(names, 2))


def fixtures(names: Sequence[str], gauntlet: bool, rounds: int) -> Iterator[Fixture]:
    """Yield every game of a match, in order."""
    for number in range(1, count(names, gauntlet, rounds) + 1):
        yield fixture(names, gauntlet, number)


def fixture(names: Sequence[str], gauntlet: bool, number: int) -> Fixture:
    """Return the game with that number, in a match of any length. Raises ValueError."""
    if number < 1:
        raise ValueError(f"game {number}")
    pairs = pairings(names, gauntlet)
    round_before, place = divmod((number - 1) // 2, len(pairs))
    white, black = pairs[place] if number % 2 else reversed(pairs[place])
    return Fixture(number, round_before + 1, white, black)


def count(names: Sequence[str], gauntlet: bool, rounds: int) -> int:
    """Return the number of games."""
    return 2 * rounds * len(pairings(names, gauntlet))
