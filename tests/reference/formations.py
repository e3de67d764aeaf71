"""Formations of stones, and the rules of games that are played with them, as data.

Directions are eighths of a turn, clockwise from the north.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import Self

from reference.common import Displacement, Fault, difference, shifted

COMPASS: dict[str, Displacement] = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
NAMES = list(COMPASS)
DIRECTIONS = list(COMPASS.values())
TURN = len(DIRECTIONS)
ALL_AROUND = tuple(range(TURN))
CAPTURE, TRADE, LOSS, ILLEGAL = "ctlx"  # what becomes of a stone that lands on an enemy


def name_of(direction: Displacement) -> str:
    return NAMES[DIRECTIONS.index(direction)]


def turned(direction: Displacement, eighths: int) -> Displacement:
    return DIRECTIONS[(DIRECTIONS.index(direction) + eighths) % TURN]


def quarter_turned(point: Displacement) -> Displacement:
    """Return a point turned clockwise around (0, 0) by 90 degrees."""
    x, y = point
    return y, -x


@dataclass(frozen=True, order=True)
class Head:
    """Leading stone: its place in the formation and the direction that it faces."""

    stone: Displacement
    facing: Displacement


@dataclass(frozen=True)
class Formation:
    """Formation: stones that move together, seen from any point, and the leading ones.

    steps, two_steps: eighths of a turn between a facing and the directions of moves of one step
    and of two. hard: True if its leading stones are hard.
    """

    letter: str
    stones: frozenset[Displacement]
    heads: frozenset[Head]
    steps: tuple[int, ...] = ALL_AROUND
    two_steps: tuple[int, ...] = (0,)
    hard: bool = True

    @cached_property
    def first(self) -> Head:
        """The head it is written by: on the highest rank, there on the last file."""
        return max(
            self.heads,
            key=lambda head: (head.stone[1], head.stone[0], -DIRECTIONS.index(head.facing)),
        )

    def code(self, head: Head) -> str:
        return self.letter + name_of(head.facing)

    @cached_property
    def ways(self) -> list[Displacement]:
        """Return the displacements of a move: one step, then two."""
        return self.directions(self.steps) + [
            shifted((0, 0), direction, 2) for direction in self.directions(self.two_steps)
        ]

    def directions(self, eighths: tuple[int, ...]) -> list[Displacement]:
        """Return the directions at one of these angles to the facing of a head."""
        return [
            direction
            for direction in DIRECTIONS
            if any(turned(h.facing, each) == direction for h in self.heads for each in eighths)
        ]

    def leaders(self, facing: Displacement) -> frozenset[Displacement]:
        """Return the hard leading stones that face a direction."""
        return frozenset(head.stone for head in self.heads if self.hard and head.facing == facing)

    def quarter_turned(self) -> Self:
        heads = (Head(quarter_turned(h.stone), turned(h.facing, 2)) for h in self.heads)
        return self.with_points(map(quarter_turned, self.stones), heads)

    def seen_from_its_first_head(self) -> Self:
        origin = self.first.stone
        heads = (Head(difference(h.stone, origin), h.facing) for h in self.heads)
        return self.with_points((difference(s, origin) for s in self.stones), heads)

    def with_points(self, stones: Iterable[Displacement], heads: Iterable[Head]) -> Self:
        return replace(self, stones=frozenset(stones), heads=frozenset(heads))

    def where(self) -> frozenset[Displacement]:
        """Return its stones, seen from the lower left corner of the area that they cover."""
        corner = min(x for x, _ in self.stones), min(y for _, y in self.stones)
        return frozenset(difference(stone, corner) for stone in self.stones)


def formation(
    letter: str,
    others: Iterable[Displacement],
    facing: str,
    *,
    more_heads: Mapping[Displacement, str] = MappingProxyType({}),
    steps: tuple[int, ...] = ALL_AROUND,
    two_steps: tuple[int, ...] = (0,),
    hard: bool = True,
) -> Formation:
    """Return a formation led from (0, 0), and by `more_heads`, which face other ways."""
    heads = {Head((0, 0), COMPASS[facing])}
    heads |= {Head(stone, COMPASS[way]) for stone, way in more_heads.items()}
    stones = frozenset({(0, 0), *others})
    return Formation(letter, stones, frozenset(heads), steps, two_steps, hard)


FORMATIONS_OF_THREE = (
    formation("s", [(0, -1), (0, -2)], "n", more_heads={(0, -2): "s"}),
    formation("p", [(-1, -1), (1, -1)], "n"),
    formation("o", [(-1, -1), (-2, -2)], "ne", more_heads={(-2, -2): "sw"}),
    formation("w", [(-1, 0), (0, -1)], "ne"),
    formation("r", [(-1, -1), (-1, -2)], "n", two_steps=(-1, 0, 1), hard=False),
    formation("l", [(1, -1), (1, -2)], "n", two_steps=(-1, 0, 1), hard=False),
)


@dataclass(frozen=True)
class Rules:
    """Rules of a game of formations.

    hardness: what becomes of a stone that lands, by its own hardness, then the enemy's. front:
    eighths of a turn either side of straight ahead that a leading stone defends. stalled: "count"
    if stones decide a game in which nothing happens any more, "draw" if it is drawn.
    """

    files: int = 9
    ranks: int = 9
    start: str = "sssssssss/sssssssss/9/9/9/9/9/SSSSSSSSS/SSSSSSSSS w - - 0 1"
    formations: tuple[Formation, ...] = FORMATIONS_OF_THREE
    hardness: Mapping[str, str] = field(
        default_factory=lambda: {"00": CAPTURE, "10": CAPTURE, "01": ILLEGAL, "11": TRADE}
    )
    front: int = 0
    no_capture_plies: int = 60
    repetitions: int = 3
    stalled: str = "count"

    @cached_property
    def patterns(self) -> dict[str, Formation]:
        """Every formation, turned every way and seen from the head it is written by, by its code.

        Raises Fault if one code would mean two of them, or two would be the same stones.
        """
        patterns: dict[str, Formation] = {}
        for each in chain.from_iterable(map(four_turns, self.formations)):
            pattern = each.seen_from_its_first_head()
            code = pattern.code(pattern.first)
            if patterns.setdefault(code, pattern) != pattern:
                raise Fault(f"two formations are called {code!r}")
        if len({pattern.where() for pattern in patterns.values()}) < len(patterns):
            raise Fault("two formations are the same stones")
        return patterns

    @property
    def most_landings(self) -> int:
        """Of a block in one move, which does not land on points that it leaves itself."""
        return max(
            len({shifted(stone, way) for stone in pattern.stones} - pattern.stones)
            for pattern in self.patterns.values()
            for way in pattern.ways
        )

    def outcome(self, attack: bool, defence: bool) -> str:
        """Return the outcome for a stone that lands; each stone is hard or soft."""
        return self.hardness[f"{attack:d}{defence:d}"]


def four_turns(formation: Formation) -> Iterator[Formation]:
    for _ in range(4):
        yield formation
        formation = formation.quarter_turned()
