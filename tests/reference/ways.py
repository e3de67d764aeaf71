"""The plain part of Betza notation, with bent riders without modes, but no round ones."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, product

from reference.common import all_turns

LEAPS = {
    "W": ((1, 0),),
    "F": ((1, 1),),
    "D": ((2, 0),),
    "N": ((2, 1),),
    "A": ((2, 2),),
    "H": ((3, 0),),
    "L": ((3, 1),),
    "C": ((3, 1),),
    "J": ((3, 2),),
    "Z": ((3, 2),),
    "G": ((3, 3),),
    "K": ((1, 0), (1, 1)),
    "R": ((1, 0),),
    "B": ((1, 1),),
    "Q": ((1, 0), (1, 1)),
}
RANGE = r"((?P<least>[0-9]+)-)?(?P<most>[0-9]*)"
TERM = re.compile(rf"(?P<modifiers>[a-z]*)(?P<atom>[A-Z])(?P<again>(?P=atom))?{RANGE}")
BENT = re.compile(rf"\[(?P<first>[A-Z])(?P<stop>[-?])(?P<onward>[RB]){RANGE}\]")
DIRECTION = re.compile(r"[fblr]h|h[lr]|[fbv][lrs]|[lrs][fbv]|([fblrsv])\1|[fblrsv]")
FAR = 99  # leaps of a rider


@dataclass(frozen=True)
class Way:
    """One leap of a piece, made up to `most` times in a row; dx, dy as White sees them."""

    dx: int
    dy: int
    most: int
    moves: bool
    captures: bool
    initial: bool
    lame: bool = False  # the king's steps of the leap before its end must be empty
    hop: str = ""  # over one piece: "p" on as far as it can, "g" to right behind it; "pp" over more
    first: tuple[int, int] | None = None  # a leap before all others
    least: int = 1  # fewest leaps, without that first one
    passes_first: bool = False  # True if it may not stop after that first leap
    walk: tuple[tuple[int, int], ...] = ()  # instead: these leaps, stopping after the last only

    @cached_property
    def leaps(self) -> list[tuple[int, int]]:
        """Leaps one after the other, on an endless board."""
        if self.walk:
            return list(self.walk)
        return [*([self.first] if self.first else []), *[(self.dx, self.dy)] * self.most]

    @cached_property
    def stops(self) -> list[bool]:
        """For each leap, True if the piece may stop after it."""
        if self.walk:
            return [False] * (len(self.walk) - 1) + [True]
        ride = [number >= self.least for number in range(1, self.most + 1)]
        return [not self.passes_first, *ride] if self.first else ride

    @cached_property
    def reach(self) -> frozenset[tuple[int, int]]:
        """Displacements that the piece can reach at best."""
        leaps = [(self.dx, self.dy)] * self.most if self.hop else self.leaps
        across, up = accumulate(x for x, _ in leaps), accumulate(y for _, y in leaps)
        return frozenset(zip(across, up, strict=True))


@cache
def ways(text: str) -> tuple[Way, ...]:
    """Return the ways of a piece by its notation."""
    found = [way for match in BENT.finditer(text) for way in bent(match)]
    text = BENT.sub("", text)
    assert "".join(match[0] for match in TERM.finditer(text)) == text, f"cannot read {text!r}"
    for match in TERM.finditer(text):
        modifiers, atom = match["modifiers"], match["atom"]
        assert not set(modifiers) - set("fblrsvmcinpghja"), f"cannot read {text!r}"
        both = ("m" in modifiers) == ("c" in modifiers)
        rides = atom in "RBQ" or match["again"] or match["least"]
        most = int(match["most"] or "0") or (FAR if rides or match["most"] else 1)
        least = int(match["least"] or "1")
        skips = 2 if "j" in modifiers else 0
        if "a" in modifiers:
            found += walks(LEAPS[atom], modifiers.count("a") + 1, modifiers)
            continue
        directions = [match[0] for match in DIRECTION.finditer(modifiers)]
        for base in LEAPS[atom]:
            for dx, dy in sorted(all_turns(base)):
                if not directions or any(points(dx, dy, each) for each in directions):
                    found.append(
                        Way(
                            dx,
                            dy,
                            most - skips,
                            both or "m" in modifiers,
                            both or "c" in modifiers,
                            "i" in modifiers,
                            "n" in modifiers,
                            "".join(letter for letter in modifiers if letter in "pg"),
                            first=(2 * dx, 2 * dy) if skips else None,
                            least=max(1, least - skips),
                            passes_first=least > skips > 0,
                        )
                    )
    return tuple(dict.fromkeys(found))


def walks(bases: tuple[tuple[int, int], ...], length: int, modifiers: str) -> list[Way]:
    """Return walks: leaps of an atom one after the other that meet no square twice."""
    leaps = [leap for base in bases for leap in sorted(all_turns(base))]
    both = ("m" in modifiers) == ("c" in modifiers)
    found = []
    for walk in product(leaps, repeat=length):
        met = [
            (sum(x for x, _ in walk[:n]), sum(y for _, y in walk[:n])) for n in range(length + 1)
        ]
        if len(set(met)) == len(met):
            moves, captures = both or "m" in modifiers, both or "c" in modifiers
            found.append(Way(0, 0, 0, moves, captures, initial=False, walk=walk))
    return found


def bent(match: re.Match[str]) -> list[Way]:
    """Return bent ways: one leap, then on outward, turning as little as possible."""
    onward = match["onward"]
    return [
        Way(
            dx,
            dy,
            int(match["most"] or FAR),
            moves=True,
            captures=True,
            initial=False,
            first=(x, y),
            least=int(match["least"] or 1),
            passes_first=match["stop"] == "-",
        )
        for x, y in all_turns(LEAPS[match["first"]][0])
        for dx, dy in all_turns(LEAPS[onward][0])
        if turn((x, y), (dx, dy))
        <= min(turn((x, y), other) for other in all_turns(LEAPS[onward][0])) + 1
    ]


def turn(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Return the angle between two directions in degrees."""
    between = math.degrees(math.atan2(one[1], one[0]) - math.atan2(other[1], other[0])) % 360
    return min(between, 360 - between)


def sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def squares_on_the_way(dx: int, dy: int) -> list[tuple[int, int]]:
    """Return the squares that a lame leap passes: straight steps, then diagonal ones."""
    x = y = 0
    passed = []
    while (x, y) != (dx, dy):
        left, up = abs(dx - x), abs(dy - y)
        if left >= up:
            x += 1 if dx > 0 else -1
        if up >= left:
            y += 1 if dy > 0 else -1
        passed.append((x, y))
    return passed[:-1]


def points(dx: int, dy: int, letter: str) -> bool:
    """Return True if a leap goes in a direction; an oblique one by its longer part.

    With an h behind it, by either part; with one before it, those of one hand. Of two letters, an
    oblique leap goes by its shorter part in the first one and by its longer part in the second, a
    diagonal one in both, and a straight one in either.
    """
    if letter[0] == "h":
        for narrow, long in ((1, 2), (1, 3), (2, 3)):
            right = (narrow, long), (long, -narrow), (-narrow, -long), (-long, narrow)
            if (dx, dy) in right:
                return letter == "hr"
        return letter == "hl"
    if letter.endswith("h"):
        return {"f": dy > 0, "b": dy < 0, "l": dx < 0, "r": dx > 0}[letter[0]]
    if len(letter) == 2:
        first, second = letter[0], letter[1]
        if not dx or not dy:
            return points(dx, dy, first) or points(dx, dy, second)
        by_shorter = first == second or points(sign(dx), sign(dy), first)
        return points(dx, dy, second) and by_shorter
    if dx and dy and abs(dx) != abs(dy) and (abs(dy) > abs(dx)) != (letter in "fbv"):
        return False
    return {"f": dy > 0, "b": dy < 0, "v": dy != 0, "l": dx < 0, "r": dx > 0, "s": dx != 0}[letter]
