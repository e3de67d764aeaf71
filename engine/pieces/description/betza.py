"""Betza notation -> paths. This module knows no board.

The notation is Ralph Betza's "funny notation"; first-move-only `i`, direction pairs on oblique
leaps and the bent bracket form follow H. G. Muller's XBetza and Betza 2.0. Of these it reads:

  atoms       W F D N A H L (or C) J (or Z) G, and the compounds K R B Q
  directions  f b l r v s before an atom, also in pairs. Orthogonal leaps: each letter adds its
              directions. Diagonal: a pair like `fl` is the one direction that is both. Oblique:
              the last letter says where the long part of the leap points (`f` is `ff`, the two
              narrow forward leaps; `fs` the two wide ones; `rf` the right one of `ff`), but for
              halves: `fh` `bh` `lh` `rh` are all leaps to that side, `hl` `hr` every second one
              of the eight, the left or right one of each pair along a file or a rank
  modes       m moves without capturing, c captures only, i first move only, q circular
  lame        n before a leap: the squares on its way must be empty, first straight ones, then
              diagonal ones (nN is xiangqi's horse)
  hoppers     p before a rider: it goes on behind the first piece in its way, the hurdle, as far as
              it can; g: only to the square right behind it (gQ is the grasshopper); pp: behind any
              number of hurdles, but at least one
  riders      a doubled atom (NN), or an atom and the most leaps it makes (R4, AA2; 0: any number),
              or the least and the most (R2-4; B2-: two or more), with empty squares before them;
              j: along lines, it skips the first square, whatever stands there (jB; jR3: at most to
              the third)
  walks       a before a leap: it is made again, in any direction (aK is two king's steps, aaK
              three), from empty square to empty square, to none of them twice
  bent        [F?R] one leap of the first atom, where it may stop, then on with the second,
              outward: in the directions nearest to that of the first leap, one or two; [F-R] it
              may not stop there
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, count, islice, product, repeat
from typing import NoReturn

from amalthea.engine.errors import BetzaError
from amalthea.engine.text import clip

Leap = tuple[int, int]  # files to the right, ranks forward
Route = Iterable[tuple[Leap, bool]]  # leaps, and whether the piece may stop behind each

_LEAPERS: dict[str, tuple[Leap, ...]] = {
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
}
_SLIDERS: dict[str, tuple[Leap, ...]] = {"R": ((1, 0),), "B": ((1, 1),), "Q": ((1, 0), (1, 1))}
_ATOMS = _LEAPERS | _SLIDERS

_VERTICAL, _HORIZONTAL = "fbv", "lrs"
_SIDES, _HANDS = "fblr", "lr"
_DIRECTIONS = _VERTICAL + _HORIZONTAL
_MODES = "mciqnpgja"
_HOPPERS = "pg"
_REPEATED = "pa"  # modes whose number counts
_HOPS = ("", "p", "g", "pp")
_MOST_AGAIN = 2  # in a walk; four king's steps would be 4096 paths
_HALF = "h"  # of the eight oblique leaps: those to one side, or of one hand
_OTHER_MODIFIERS = {
    "d": "captures its own",
    "e": "en passant",
    "o": "cylindrical",
    "t": "then",
    "u": "unloading",
    "x": "unleashing",
    "y": "speeding up",
    "z": "crooked",
}
_DIGITS = "0123456789"
_RANGE_DIGITS = 2


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One leap of a path, dx files to the right and dy ranks forward, as White sees it.

    move, capture: whether the path may stop there on an empty square, on an enemy.
    """

    dx: int
    dy: int
    move: bool
    capture: bool


@dataclass(frozen=True, slots=True, order=True)
class Path:
    """Steps taken one after the other; each square entered must be empty to go on.

    initial: only for a piece that has not moved yet. hops: "p", "g" or "pp", it must first jump
    over pieces of either side, see the module.
    """

    steps: tuple[Step, ...]
    initial: bool = False
    hops: str = ""

    def walk(self, start: Leap = (0, 0)) -> Iterator[tuple[Leap, Step]]:
        """Yield each square that the path enters from `start`, with the step that leads there.

        The squares may be off the board.
        """
        file, rank = start
        for step in self.steps:
            file, rank = file + step.dx, rank + step.dy
            yield (file, rank), step

    def turned(self) -> Path:
        """Return the path as Black walks it: forward is down the board, right is White's left."""
        return self._scaled(-1, -1)

    def mirrored(self) -> Path:
        """Return the path with left and right exchanged."""
        return self._scaled(-1, 1)

    def _scaled(self, files: int, ranks: int) -> Path:
        steps = (Step(s.dx * files, s.dy * ranks, s.move, s.capture) for s in self.steps)
        return Path(tuple(steps), self.initial, self.hops)


@lru_cache(maxsize=512)
def parse(text: str, limit: int) -> tuple[Path, ...]:
    """Return the paths of a piece in Betza notation, sorted, each once; () for "".

    limit: the longest distance on the board, in squares along a file or a rank. An unlimited rider
    goes that far, and no path leads further away from its start. Raises BetzaError naming the
    letter, its column (from 1) and what was expected.
    """
    reader = _Reader(text)
    paths: set[Path] = set()
    while reader.next:
        paths.update(_read_term(reader, limit))
    return tuple(sorted(paths - _needless_walks(paths)))


def _needless_walks(paths: Iterable[Path]) -> set[Path]:
    """Return the walks that add nothing to another path with the same end.

    The other path passes only some of the squares that the walk passes; of several paths over the
    same squares, the first one in order stays.
    """
    ways: dict[tuple[Leap, bool, bool], list[tuple[frozenset[Leap], Path]]] = {}
    for path in paths:
        if path.initial or path.hops or any(s.move or s.capture for s in path.steps[:-1]):
            continue
        *passed, end = [square for square, _ in path.walk()]
        last = path.steps[-1]
        ways.setdefault((end, last.move, last.capture), []).append((frozenset(passed), path))
    return {
        path
        for alike in ways.values()
        for passed, path in alike
        if any(fewer < passed or (fewer == passed and each < path) for fewer, each in alike)
    }


def terms(text: str) -> tuple[str, ...]:
    """Split the notation into its atoms and brackets, each with its modifiers.

    Raises BetzaError as `parse` does.
    """
    reader = _Reader(text)
    found: list[str] = []
    while reader.next:
        start = reader.column
        list(_read_term(reader, limit=1))
        found.append(text[start - 1 : reader.column - 1])
    return tuple(found)


class _Reader:
    """Reader of a text, with its current position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.column = 1

    @property
    def next(self) -> str:
        """Return the next letter, "" at the end."""
        return self.text[self.column - 1 : self.column]

    def take(self) -> str:
        letter = self.next
        self.column += 1
        return letter

    def accept(self, letter: str) -> bool:
        """Read the letter if it is the next one, and return True."""
        found = self.next == letter
        self.column += found
        return found

    def fail(self, what: str, expected: str, column: int | None = None) -> NoReturn:
        where = column or self.column
        raise BetzaError(
            f"betza {clip(self.text, 40)}: {what} at column {where}, expected {expected}"
        )

    def fail_at_next(self, expected: str) -> NoReturn:
        """Raise BetzaError about the next letter."""
        letter = self.next
        if not letter:
            self.fail("text ends", expected)
        if letter in _OTHER_MODIFIERS:
            self.fail(f"unsupported modifier {letter!r} ({_OTHER_MODIFIERS[letter]})", expected)
        known = letter in _ATOMS or letter in _DIRECTIONS or letter in _MODES or letter in "[?]"
        self.fail(f"{'misplaced' if known else 'unknown'} letter {letter!r}", expected)


@dataclass(slots=True)
class _Modifiers:
    """Modifiers of an atom: modes, direction letters alone or in pairs, first column."""

    modes: str
    directions: list[str]
    column: int

    @property
    def moves(self) -> bool:
        """Return True if the piece may move without capturing."""
        return "m" in self.modes or "c" not in self.modes

    @property
    def captures(self) -> bool:
        """Return True if the piece may capture."""
        return "c" in self.modes or "m" not in self.modes


@dataclass(frozen=True, slots=True)
class _Atom:
    """An atom that makes from `least` to `leaps` leaps in a row; `leaps` is 0 for any number."""

    letter: str
    leaps: int
    least: int = 1

    def ride(self, leap: Leap, limit: int, *, skips: bool = False) -> Route:
        """Return the route of a ride that repeats a leap, at most `limit` times.

        skips: the first two leaps are made as one, whatever stands on the square between.
        """
        leaps: Iterator[Leap] = repeat(leap, self.leaps or limit)
        if skips:
            leaps = chain([(2 * leap[0], 2 * leap[1])], islice(leaps, 2, None))
        stops = (number >= self.least for number in count(2 if skips else 1))
        return zip(leaps, stops, strict=False)

    def facing(self, directions: list[str]) -> list[Leap]:
        """Return the atom's leaps in these directions, all of them if none is given."""
        return [leap for base in _ATOMS[self.letter] for leap in _select(base, directions)]


def _read_term(reader: _Reader, limit: int) -> Iterator[Path]:
    """Read one atom or bracket with its modifiers."""
    modifiers = _read_modifiers(reader)
    if reader.next == "[":
        routes = _read_bent(reader, modifiers, limit)
    elif "q" in modifiers.modes:
        routes = _read_circle(reader, modifiers)
    elif "a" in modifiers.modes:
        routes = _read_walk(reader, modifiers)
    else:
        routes = _read_ride(reader, modifiers, limit)
    hops = "".join(mode for mode in modifiers.modes if mode in _HOPPERS)
    if hops not in _HOPS or (hops and set(modifiers.modes) & set("inqj")):
        reader.fail(f"a hopper with modes {modifiers.modes!r}", "only m or c", modifiers.column)
    if "n" in modifiers.modes:
        yield from _lame(routes, reader, modifiers, limit)
        return
    move, capture = modifiers.moves, modifiers.captures
    for route in routes:
        way = list(_on_board(route, limit))
        while way and not way[-1][1]:
            way.pop()
        steps = tuple(Step(dx, dy, move and stops, capture and stops) for (dx, dy), stops in way)
        if steps and (len(steps) > 1 or not hops):
            yield Path(steps, "i" in modifiers.modes, hops)


def _lame(
    routes: Iterable[Route], reader: _Reader, modifiers: _Modifiers, limit: int
) -> Iterator[Path]:
    """Return lame leaps as series of king's steps without a stop on the way."""
    for route in routes:
        leaps = list(_on_board(route, limit))
        if set(modifiers.modes) & set("qa") or len(leaps) > 1:
            reader.fail("a lame rider", "a single leap", modifiers.column)
        for (dx, dy), _ in leaps:
            *way, last = _king_steps(dx, dy)
            steps = [Step(x, y, False, False) for x, y in way]
            yield Path(
                (*steps, Step(*last, modifiers.moves, modifiers.captures)), "i" in modifiers.modes
            )


def _king_steps(dx: int, dy: int) -> Iterator[Leap]:
    """Return the steps of a leap, straight ones along its longer part before diagonal ones."""
    while dx or dy:
        x = (dx > 0) - (dx < 0) if abs(dx) >= abs(dy) else 0
        y = (dy > 0) - (dy < 0) if abs(dy) >= abs(dx) else 0
        yield x, y
        dx, dy = dx - x, dy - y


def _read_modifiers(reader: _Reader) -> _Modifiers:
    found = _Modifiers("", [], reader.column)
    while (letter := reader.next) and letter in _DIRECTIONS + _HALF + _MODES:
        if letter in _DIRECTIONS + _HALF:
            found.directions.append(_read_direction(reader))
        elif (mode := reader.take()) not in found.modes or mode in _REPEATED:
            found.modes += mode
    return found


def _read_direction(reader: _Reader) -> str:
    """Read a direction letter, with the next one if the two form a pair."""
    first = reader.take()
    second = reader.next
    if first == _HALF:
        if not second or second not in _HANDS:
            reader.fail_at_next("l or r after h, or f, b, l or r before it")
        return first + reader.take()
    if second == _HALF and first in _SIDES:
        return first + reader.take()
    across = _HORIZONTAL if first in _VERTICAL else _VERTICAL
    return first + reader.take() if second and second in first + across else first


def _read_ride(reader: _Reader, modifiers: _Modifiers, limit: int) -> list[Route]:
    """Return the routes of an atom that leaps or rides in the given directions."""
    atom = _read_atom(reader)
    if atom.least > 1 and set(modifiers.modes) & set(_HOPPERS):
        reader.fail("a hopper with a least number of leaps", "none", modifiers.column)
    if not _is_oblique(atom) and any(_HALF in pair for pair in modifiers.directions):
        reader.fail(f"halves of {atom.letter!r}", "N, L, C, J or Z", modifiers.column)
    if len(_ATOMS[atom.letter]) > 1:
        for pair in modifiers.directions:
            if len(set(pair)) > 1:
                reader.fail(
                    f"directions {pair!r} are ambiguous before {atom.letter!r}",
                    "its orthogonal and its diagonal part written apart",
                    modifiers.column,
                )
    skips = "j" in modifiers.modes
    if skips and (atom.leaps == 1 or max(map(max, _ATOMS[atom.letter])) > 1):
        reader.fail(f"'j' before {atom.letter!r}", "a rider along lines: R3, B", modifiers.column)
    return [atom.ride(leap, limit, skips=skips) for leap in atom.facing(modifiers.directions)]


def _is_oblique(atom: _Atom) -> bool:
    return all(dx != dy and dy for dx, dy in _ATOMS[atom.letter])


def _read_circle(reader: _Reader, modifiers: _Modifiers) -> list[Route]:
    """Return all circular paths: any first leap, then always the next one to the left or right."""
    if modifiers.directions or set(modifiers.modes) & set("aj"):
        reader.fail(
            "a circular move with directions or other modes", "only m, c or i", modifiers.column
        )
    column = reader.column
    atom = _read_atom(reader)
    if atom.letter in _SLIDERS or atom.leaps != 1:
        reader.fail(f"a rider after 'q', {atom.letter!r}", "a single leap", column)
    ring = sorted(atom.facing([]), key=lambda leap: math.atan2(leap[1], leap[0]))
    turns = [ring[start:] + ring[:start] for start in range(len(ring))]
    # one leap less than the ring, the last would lead back to the start
    ways = (way[:-1] for turn in turns for way in (turn, turn[::-1]))
    return [[(leap, True) for leap in way] for way in ways]


def _read_walk(reader: _Reader, modifiers: _Modifiers) -> list[Route]:
    """Return all walks of a leap that is made again and never leads to one square twice."""
    again = modifiers.modes.count("a")
    if modifiers.directions or set(modifiers.modes) - set("mca"):
        reader.fail("a walk with directions or other modes", "only m or c", modifiers.column)
    if again > _MOST_AGAIN:
        reader.fail(f"{again} times 'a'", f"at most {_MOST_AGAIN}", modifiers.column)
    column = reader.column
    atom = _read_atom(reader)
    if atom.leaps != 1:
        reader.fail(f"a rider after 'a', {atom.letter!r}", "a single leap", column)
    walks = product(atom.facing([]), repeat=again + 1)
    return [
        [(leap, number == again) for number, leap in enumerate(walk)]
        for walk in walks
        if _meets_no_square_twice(walk)
    ]


def _meets_no_square_twice(walk: Iterable[Leap]) -> bool:
    squares = list(accumulate(walk, lambda at, leap: (at[0] + leap[0], at[1] + leap[1])))
    return (0, 0) not in squares and len(set(squares)) == len(squares)


def _read_bent(reader: _Reader, modifiers: _Modifiers, limit: int) -> list[Route]:
    """Return the routes of a bracket: a leap of its first atom, then a ride of the second."""
    if modifiers.directions or set(modifiers.modes) & set("qaj"):
        reader.fail(
            "a bent move with directions or other modes", "only m, c or i", modifiers.column
        )
    opening = reader.column
    reader.take()
    column = reader.column
    first = _read_atom(reader)
    if first.leaps != 1:
        reader.fail(f"a rider as first part, {first.letter!r}", "a single leap", column)
    stops = reader.accept("?")
    if not stops and not reader.accept("-"):
        reader.fail_at_next("'?' or '-'")
    second = _read_atom(reader)
    if not reader.next:
        reader.fail("unclosed '['", f"']' at column {reader.column}", opening)
    if not reader.accept("]"):
        reader.fail_at_next("']'")
    return [
        chain(((leap, stops),), second.ride(onward, limit))
        for leap in first.facing([])
        for onward in _outward(leap, second)
    ]


def _outward(leap: Leap, second: _Atom) -> Iterator[Leap]:
    """Return the leaps of the second atom nearest to the direction of a leap."""
    for base in _ATOMS[second.letter]:
        ahead = {(dx, dy): leap[0] * dx + leap[1] * dy for dx, dy in _select(base, [])}
        yield from (way for way, shared in ahead.items() if shared == max(ahead.values()))


def _read_atom(reader: _Reader) -> _Atom:
    """Read an atom with its doubling or its range: N, NN, R4, R2-4."""
    if not reader.next or reader.next not in _ATOMS:
        reader.fail_at_next("an atom, one of " + " ".join(_ATOMS))
    letter = reader.take()
    if letter in _SLIDERS and reader.next == letter:
        reader.fail(f"doubled {letter!r}", "no doubling, it rides by itself")
    rides = letter in _SLIDERS or reader.accept(letter)
    column, most = reader.column, _read_number(reader)
    if not most or not reader.accept("-"):
        return _Atom(letter, int(most) if most else int(not rides))
    least, most = int(most), _read_number(reader)
    if not 1 <= least <= int(most or least):
        reader.fail(f"range {f'{least}-{most}'!r}", "the least and the most leaps, R2-4", column)
    return _Atom(letter, int(most or 0), least)


def _read_number(reader: _Reader) -> str:
    """Read the digits of a range, "" if there are none."""
    column, digits = reader.column, ""
    while reader.next and reader.next in _DIGITS:
        digits += reader.take()
    if len(digits) > _RANGE_DIGITS:
        reader.fail(f"range {digits[:8]!r}", f"at most {_RANGE_DIGITS} digits", column)
    return digits


def _on_board(route: Route, limit: int) -> Iterator[tuple[Leap, bool]]:
    """Return leaps and stops of a route up to a distance of `limit` files or ranks."""
    x = y = 0
    for (dx, dy), stops in route:
        x, y = x + dx, y + dy
        if max(abs(x), abs(y)) > limit:
            return
        yield (dx, dy), stops


def _select(base: Leap, directions: list[str]) -> list[Leap]:
    """Return the leaps that are `base` turned or mirrored and point in one of the directions."""
    a, b = base
    turned = {(x, y) for x, y in ((a, b), (b, a)) for x in (x, -x) for y in (y, -y)}
    chosen = (
        leap for leap in turned if not directions or any(_points(leap, way) for way in directions)
    )
    return sorted(chosen)


def _points(leap: Leap, direction: str) -> bool:
    """Return True if the leap goes in that direction, a letter or a pair."""
    dx, dy = abs(leap[0]), abs(leap[1])
    if direction[0] == _HALF:
        return _hand(leap) == direction[1]
    if direction[1:] == _HALF:
        return _faces(leap, direction[0])
    if 0 in leap:
        return any(_faces(leap, letter) for letter in direction)
    if not all(_faces(leap, letter) for letter in direction):
        return False
    return dx == dy or (dy > dx) == (direction[-1] in _VERTICAL)


def _faces(leap: Leap, letter: str) -> bool:
    dx, dy = leap
    return {"f": dy > 0, "b": dy < 0, "v": dy != 0, "l": dx < 0, "r": dx > 0, "s": dx != 0}[letter]


def _hand(leap: Leap) -> str:
    """Return "l" or "r": which of the two oblique leaps along a file or a rank this one is."""
    dx, dy = leap
    return "r" if (dx * dy > 0) == (abs(dy) > abs(dx)) else "l"
