"""Tenjiku Shogi in plain Python: slow, and independent of the core and of its description.

Generals jump over what is of lower rank, area moves turn as they please, and fire demons burn what
comes to stand beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar, Self

from reference.common import Board, Displacement, Square, colour_of, of_colour, opponent
from reference.large_shogi import (
    AROUND,
    DIAGONAL,
    FAR,
    LION_JUMPS,
    NE,
    NW,
    SE,
    SIDEWAYS,
    STRAIGHT,
    SW,
    UPRIGHT,
    E,
    LargeShogiPosition,
    N,
    S,
    Trip,
    W,
    squares_of,
)
from reference.large_shogi import Kind as ShogiKind

SIZE = 16
WALK = 3  # steps of an area move


@dataclass(frozen=True)
class Kind(ShogiKind):
    """A piece of Tenjiku Shogi."""

    # As reach, but leaves out the first square, whatever is there.
    skips: Mapping[Displacement, int] = field(default_factory=dict)
    shoots: bool = False  # captures beside it without moving
    area: bool = False  # walks like a king, and may turn
    rank: int = 0
    general: bool = False  # captures beyond pieces of lower rank


def paces(
    *once: Displacement, twice: tuple[Displacement, ...] = (), far: tuple[Displacement, ...] = ()
) -> dict[Displacement, int]:
    return dict.fromkeys(once, 1) | dict.fromkeys(twice, 2) | dict.fromkeys(far, FAR)


def doubled(*steps: Displacement) -> tuple[Displacement, ...]:
    return tuple((2 * across, 2 * ahead) for across, ahead in steps)


ROYALTY = Kind(paces(*AROUND), rank=4)
LION = Kind(paces(*AROUND), LION_JUMPS, wild=AROUND, turns=True)
GOLD = Kind(paces(*STRAIGHT, NE, NW))
SIDE_MOVER = Kind(paces(*UPRIGHT, far=SIDEWAYS))
VERTICAL_MOVER = Kind(paces(*SIDEWAYS, far=UPRIGHT))
SIDE_SOLDIER = Kind(paces(S, twice=(N,), far=SIDEWAYS))
VERTICAL_SOLDIER = Kind(paces(S, twice=SIDEWAYS, far=(N,)))
CHARIOT_SOLDIER = Kind(paces(twice=SIDEWAYS, far=DIAGONAL + UPRIGHT))
WATER_BUFFALO = Kind(paces(twice=UPRIGHT, far=DIAGONAL + SIDEWAYS))
BISHOP, ROOK, QUEEN = (Kind(paces(far=steps)) for steps in (DIAGONAL, STRAIGHT, AROUND))
DRAGON_HORSE = Kind(paces(*STRAIGHT, far=DIAGONAL))
DRAGON_KING = Kind(paces(*DIAGONAL, far=STRAIGHT))
HORNED_FALCON = Kind(paces(N, far=(E, S, W, *DIAGONAL)), doubled(N), wild=(N,))
SOARING_EAGLE = Kind(paces(NE, NW, far=(*STRAIGHT, SE, SW)), doubled(NE, NW), wild=(NE, NW))
BISHOP_GENERAL = Kind(paces(far=DIAGONAL), rank=1, general=True)
ROOK_GENERAL = Kind(paces(far=STRAIGHT), rank=1, general=True)

KINDS = {
    "K": ROYALTY,
    "P": Kind(paces(N)),
    "L": Kind(paces(far=(N,))),  # lance
    "N'": Kind({}, jumps=((1, 2), (-1, 2))),  # knight
    "I": Kind(paces(N, NE, NW)),  # iron general
    "C": Kind(paces(N, S, NE, NW)),  # copper general
    "S": Kind(paces(N, *DIAGONAL)),  # silver general
    "G": GOLD,
    "E": Kind(paces(N, *SIDEWAYS, *DIAGONAL)),  # drunk elephant
    "F": Kind(paces(*UPRIGHT, *DIAGONAL)),  # ferocious leopard
    "T": Kind(paces(S, *SIDEWAYS, *DIAGONAL)),  # blind tiger
    "U": Kind(paces(N, SE, SW)),  # dog
    "O": Kind(paces(*DIAGONAL), doubled(*STRAIGHT)),  # kirin
    "X": Kind(paces(*STRAIGHT), doubled(*DIAGONAL)),  # phoenix
    "A": Kind(paces(far=UPRIGHT)),  # reverse chariot
    "M": SIDE_MOVER,
    "V": VERTICAL_MOVER,
    "Y": SIDE_SOLDIER,
    "Z": VERTICAL_SOLDIER,
    "B": BISHOP,
    "R": ROOK,
    "H": DRAGON_HORSE,
    "D": DRAGON_KING,
    "Q": QUEEN,  # free king
    "H'": HORNED_FALCON,
    "D'": SOARING_EAGLE,
    "N": LION,
    "L'": replace(LION, reach=paces(*STRAIGHT, far=DIAGONAL)),  # lion hawk
    "E'": replace(QUEEN, jumps=doubled(*AROUND), wild=DIAGONAL, turns=True),  # free eagle
    "J": CHARIOT_SOLDIER,
    "W": WATER_BUFFALO,
    "F'": Kind(paces(far=DIAGONAL + SIDEWAYS), area=True),  # fire demon
    "V'": Kind(paces(far=DIAGONAL), area=True, rank=2, general=True),  # vice general
    "B'": BISHOP_GENERAL,
    "R'": ROOK_GENERAL,
    "G'": Kind(paces(far=AROUND), rank=3, general=True),  # great general
    # What promotes.
    "+P": GOLD,
    "+L": Kind(paces(far=(*UPRIGHT, NE, NW))),  # white horse
    "+N'": SIDE_SOLDIER,
    "+I": VERTICAL_SOLDIER,
    "+C": SIDE_MOVER,
    "+S": VERTICAL_MOVER,
    "+G": ROOK,
    "+E": ROYALTY,  # prince
    "+F": BISHOP,
    "+T": Kind(paces(*SIDEWAYS, *DIAGONAL, far=UPRIGHT)),  # flying stag
    "+U": Kind(paces(far=(N, SE, SW))),  # multi general
    "+O": LION,
    "+X": QUEEN,
    "+A": Kind(paces(far=(*UPRIGHT, SE, SW))),  # whale
    "+M": Kind(paces(far=SIDEWAYS + DIAGONAL)),  # free boar
    "+V": Kind(paces(far=UPRIGHT + DIAGONAL)),  # flying ox
    "+Y": WATER_BUFFALO,
    "+Z": CHARIOT_SOLDIER,
    "+B": DRAGON_HORSE,
    "+R": DRAGON_KING,
    "+H": HORNED_FALCON,
    "+D": SOARING_EAGLE,
    "+H'": BISHOP_GENERAL,
    "+D'": ROOK_GENERAL,
    "+J": Kind(  # heavenly tetrarchs
        {}, skips=paces(far=DIAGONAL + UPRIGHT) | dict.fromkeys(SIDEWAYS, 3), shoots=True
    ),
}
BECOMES = {"N": "L'", "Q": "E'", "W": "F'", "B'": "V'", "R'": "G'"}
DEMON = "F'"


class TenjikuPosition(LargeShogiPosition):
    """A position of Tenjiku Shogi."""

    SIZE: ClassVar = SIZE
    KINDS: ClassVar[Mapping[str, Kind]] = KINDS

    # What may be played.

    def _trips(self, origin: Square) -> Iterator[Trip]:
        yield from super()._trips(origin)
        yield from self._shots(origin)

    def _goals(self, origin: Square) -> Iterator[Square]:
        yield from super()._goals(origin)
        for ways in (self._skips, self._overleaps, self._walks):
            yield from ways(origin)

    def _skips(self, origin: Square) -> Iterator[Square]:
        for step, most in self._kind(origin).skips.items():
            yield from self._until_met(self._line(origin, step, most)[1:], origin)

    def _overleaps(self, origin: Square) -> Iterator[Square]:
        """Yield the enemies that a general captures beyond pieces of lower rank."""
        known = self._kind(origin)
        for step in known.reach if known.general else ():
            met = [at for at in self._line(origin, step) if at in self.board]
            for hurdle, goal in pairwise(met):
                if self._kind(hurdle).rank >= known.rank:
                    break
                if self._may_enter(goal, origin):
                    yield goal

    def _walks(self, origin: Square) -> Iterator[Square]:
        """Yield where some steps of a king lead, through nothing but empty squares."""
        if not self._kind(origin).area:
            return
        seen = {origin}
        edge = {origin}
        for _ in range(WALK):
            beside = {near for at in edge for near in _neighbours(at)}
            edge = {at for at in beside - seen if self._may_enter(at, origin)}
            yield from edge
            seen |= edge
            edge -= self.board.keys()

    def _shots(self, origin: Square) -> Iterator[Trip]:
        """Yield captures of what is beside a piece that stays where it is."""
        for near in _neighbours(origin) if self._kind(origin).shoots else ():
            if near in self.board and self._may_enter(near, origin):
                yield Trip(origin, origin, near)

    def _promotion(self, piece: str) -> tuple[str, str]:
        return promotion(piece)

    def after(self, move: str) -> Self:
        """Return the position after a legal move, when all that burns has burnt."""
        found = super().after(move)
        _burn(found.board, squares_of(move)[-1])
        return found

    # How it ends.

    def result(self) -> str | None:
        """Return who has won, if what stands on the board says so.

        A side that has lost its last royal piece by its own move has lost in any case.
        """
        for side in (opponent(self.turn), self.turn):
            if not self._royals(side):
                return f"win {opponent(side)} extinction"
        return None

    def _kind(self, square: Square) -> Kind:
        return self.KINDS[self.board[square].upper()]


def promotion(piece: str) -> tuple[str, str]:
    """Return what a piece would become, and how a move says so."""
    other = BECOMES.get(piece.upper())
    if other is None:
        return f"+{piece}", "+"
    return of_colour(other, colour_of(piece)), other.lower()


def _burn(board: Board, arrival: Square) -> None:
    """Remove a piece that came to stand beside an enemy demon, or else the enemies of a demon."""
    enemies = [
        near
        for near in _neighbours(arrival)
        if near in board and colour_of(board[near]) != colour_of(board[arrival])
    ]
    if any(board[near].upper() == DEMON for near in enemies):
        del board[arrival]
    elif board[arrival].upper() == DEMON:
        for near in enemies:
            del board[near]


def _neighbours(square: Square) -> list[Square]:
    return [(square[0] + across, square[1] + ahead) for across, ahead in AROUND]
