"""Formations: drawings of their stones, and their rotations to all directions.

Directions are in eighths of a turn, clockwise from north; squares are (right, up).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from amalthea.engine.core.variant import Square

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_QUARTER = 2  # a quarter turn, in eighths of a turn
_LEADS, _FOLLOWS, _EMPTY = "A", "o", "."


@dataclass(frozen=True, slots=True)
class Formation:
    """A shape of stones that move as a block. It may be turned by quarter turns, never mirrored.

    letter: names the formation in the text of moves.
    drawing: rows from the top, with `A` for a leading stone, `o` for one that follows and `.` for
        an empty square; blanks are ignored.
    faces: the direction that it faces as drawn.
    steps, strides: the directions in which it may go one step and two steps, as drawn.
    hard: True if its leading stone is hard in the direction it faces.
    """

    name: str
    letter: str
    drawing: str
    faces: str
    strides: tuple[str, ...]
    steps: tuple[str, ...] = COMPASS
    hard: bool = True

    def errors(self) -> Iterator[str]:
        """Yield a message for each contradiction in the description."""
        rows = _rows(self.drawing)
        cells = "".join(rows)
        if len({len(row) for row in rows}) != 1:
            yield "rows of the drawing differ in length"
        elif strange := set(cells) - {_LEADS, _FOLLOWS, _EMPTY}:
            yield f"{min(strange)!r} in the drawing, expected {_LEADS}, {_FOLLOWS} or {_EMPTY}"
        elif _LEADS not in cells:
            yield f"no stone of the drawing leads, expected one {_LEADS}"
        if not re.fullmatch("[a-z]", self.letter):
            yield f"letter {self.letter!r} is not a lower-case letter"
        for name in (self.faces, *self.steps, *self.strides):
            if name not in COMPASS:
                yield f"direction {name!r}, expected one of {' '.join(COMPASS)}"
                return
        if _LEADS in cells and (error := self._leader_error()):
            yield error

    def stones(self) -> frozenset[Square]:
        """Return the stones relative to the lower left corner of the drawing."""
        return frozenset(_cells(self.drawing, _LEADS + _FOLLOWS))

    def leader(self) -> Square:
        """Return the leading stone that faces as the formation does: of several, the foremost."""
        right, up = STEPS[COMPASS.index(self.faces)]
        leaders = _cells(self.drawing, _LEADS)
        return max(leaders, key=lambda at: (at[0] * right + at[1] * up, at))

    def _leader_error(self) -> str:
        """Return the error in the leading stones, or an empty text.

        A shape that looks the same after a quarter turn has a leading stone in front for each such
        turn, and no others.
        """
        own = self.stones()
        x, y = self.leader()
        expected = set()
        for turns in range(4):
            turned = {_turned(square, turns) for square in own}
            (left, low), (own_left, own_low) = _corner(turned), _corner(own)
            if {(a - left + own_left, b - low + own_low) for a, b in turned} == own:
                a, b = _turned((x, y), turns)
                expected.add((a - left + own_left, b - low + own_low))
        if expected == set(_cells(self.drawing, _LEADS)):
            return ""
        many = len(expected)
        return f"turned by quarters it has {many} leading stone{'s' * (many > 1)}, not those drawn"


@dataclass(frozen=True, slots=True)
class Head:
    """A leading stone, relative to the one that names the pattern.

    facing: in eighths of a turn.
    """

    square: Square
    facing: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A formation turned to one direction.

    stones: relative to the leading stone that names the pattern, which is the first.
    heads: the leading stones, the naming one first.
    steps, strides: the directions in which it may go one step and two steps.
    """

    formation: Formation
    stones: tuple[Square, ...]
    heads: tuple[Head, ...]
    steps: frozenset[int]
    strides: frozenset[int]

    def code(self, head: int = 0) -> str:
        """Return the formation's letter and the facing of a head, as in the text of a move."""
        return self.formation.letter + COMPASS[self.heads[head].facing]


def patterns_of(formations: Iterable[Formation]) -> tuple[Pattern, ...]:
    """Return all formations turned to all directions.

    A formation that looks the same after a turn is one pattern with several heads. It is named by
    the head on the highest rank, of these by the one on the highest file.
    """
    found: list[Pattern] = []
    for formation in formations:
        alike: dict[frozenset[Square], list[Pattern]] = {}
        for turns in range(4):
            pattern = _turned_formation(formation, turns)
            alike.setdefault(_normalised(pattern.stones), []).append(pattern)
        found += [_merged(patterns) for patterns in alike.values()]
    return tuple(found)


def clashes(formations: Iterable[Formation]) -> Iterator[str]:
    """Yield a message for each two formations that are the same shape in some direction."""
    owners: dict[frozenset[Square], str] = {}
    for formation in formations:
        if any(formation.errors()):
            continue
        for pattern in patterns_of([formation]):
            owner = owners.setdefault(_normalised(pattern.stones), formation.name)
            if owner != formation.name:
                yield f"formations {owner!r} and {formation.name!r} are the same stones"
                break


def _rows(drawing: str) -> list[str]:
    return ["".join(row.split()) for row in drawing.strip().split("\n")]


def _cells(drawing: str, letters: str) -> list[Square]:
    return [
        (right, up)
        for up, row in enumerate(reversed(_rows(drawing)))
        for right, letter in enumerate(row)
        if letter in letters
    ]


def _turned(square: Square, turns: int) -> Square:
    """Turn a square clockwise by quarter turns around the origin."""
    right, up = square
    for _ in range(turns):
        right, up = up, -right
    return right, up


def _corner(squares: Iterable[Square]) -> Square:
    rights, ups = zip(*squares, strict=True)
    return min(rights), min(ups)


def _normalised(squares: Iterable[Square]) -> frozenset[Square]:
    """Return a shape moved so that its lower left corner is the origin."""
    left, low = _corner(squares := list(squares))
    return frozenset((right - left, up - low) for right, up in squares)


def _turned_formation(formation: Formation, turns: int) -> Pattern:
    """Return a formation after quarter turns, with the one head that faces as it does."""
    x, y = formation.leader()
    seen = sorted((right - x, up - y) for right, up in formation.stones())
    stones = [(0, 0), *(at for at in seen if at != (0, 0))]
    eighths = {
        name: (COMPASS.index(name) + turns * _QUARTER) % len(COMPASS)
        for name in (formation.faces, *formation.steps, *formation.strides)
    }
    return Pattern(
        formation,
        tuple(_turned(at, turns) for at in stones),
        (Head((0, 0), eighths[formation.faces]),),
        frozenset(eighths[name] for name in formation.steps),
        frozenset(eighths[name] for name in formation.strides),
    )


def _merged(patterns: list[Pattern]) -> Pattern:
    """Return patterns of the same stones as one pattern with all of their heads."""
    low, left = (min(at[axis] for at in patterns[0].stones) for axis in (1, 0))
    heads = []
    for pattern in patterns:
        corner = _corner(pattern.stones)
        heads.append(Head((left - corner[0], low - corner[1]), pattern.heads[0].facing))
    heads.sort(key=lambda head: (-head.square[1], -head.square[0], head.facing))
    x, y = heads[0].square
    stones = [(right - x, up - y) for right, up in patterns[0].stones]
    return replace(
        patterns[0],
        stones=((0, 0), *(at for at in stones if at != (0, 0))),
        heads=tuple(Head((h.square[0] - x, h.square[1] - y), h.facing) for h in heads),
        steps=frozenset().union(*(pattern.steps for pattern in patterns)),
        strides=frozenset().union(*(pattern.strides for pattern in patterns)),
    )
