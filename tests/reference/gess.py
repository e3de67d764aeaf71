"""Reference rules of Gess: stones on b2..s19, moved in footprints of three by three cells.

Squares are counted from 0 at a1, so that names are the published labels; only b2..s19 can hold a
stone. Files a and t and ranks 1 and 20 are places for the centre of a footprint, no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import ClassVar

from reference.common import (
    BISHOP_LINES,
    ROOK_LINES,
    Displacement,
    Move,
    Square,
    opponent,
    shifted,
)
from reference.stones import Stones, StonesPosition

LABELS = 20  # files a..t, ranks 1..20
FILES = RANKS = 18
DIRECTIONS: tuple[Displacement, ...] = ROOK_LINES + BISHOP_LINES
SHORT_STEPS = 3  # of a piece whose centre is empty
LONG_STEPS = LABELS  # as far as it likes


def around(centre: Square) -> frozenset[Square]:
    """Return the eight cells around a centre."""
    return frozenset(shifted(centre, direction) for direction in DIRECTIONS)


CENTRES: tuple[Square, ...] = tuple(
    (file, rank) for file in range(LABELS) for rank in range(LABELS)
)
BOARD: frozenset[Square] = frozenset(
    (file, rank) for file in range(1, 1 + FILES) for rank in range(1, 1 + RANKS)
)
RIMS: dict[Square, frozenset[Square]] = {centre: around(centre) for centre in CENTRES}
FOOTPRINTS: dict[Square, frozenset[Square]] = {
    centre: rim | {centre} for centre, rim in RIMS.items()
}

COMMON_FACTS = frozenset(
    {
        "capture",  # an enemy stone is removed
        "own capture",  # an own stone that is not of the piece is removed
        "capture of both",
        "capture under an empty cell",  # of an enemy stone, where the piece has no stone
        "edge loss",  # a stone of the piece ends outside the board
        "piece lost",  # all its stones do
        "long slide",  # more than three steps
        "breaks own ring",
        "breaks enemy ring",
        "makes ring",
        "moves ring",  # the piece is a ring, and still is one at the end
        "wins",
        "loses",
        "loses, both without ring",
    }
)
FACTS: dict[str, frozenset[str]] = {  # all that `facts` may say of a move, by game
    "gess": COMMON_FACTS | {"from outside"},
    "gess-cvp": COMMON_FACTS,
}


class GessPosition(StonesPosition):
    """A position of Gess.

    Only places whose centre is on b2..s19 are goals, and a path ends where it would leave them.
    Nothing is lost by this: a straight line that has left the board never comes back to it, and
    a piece whose centre is outside has all its stones on the inner side, so that its first step
    in any of its directions brings the centre onto the board (a5 to b4, b5 or b6; a1 to b2).

    A player who is to move in a game that is not over has a ring. A ring is a piece that may go
    in every direction, and its centre is on c3..r18; so there is always a legal move.
    """

    FILES = FILES
    RANKS = RANKS
    CORNER = (1, 1)
    START = (
        "1S1S1SSSSSSSS1S1S1/SSS1S1SSSS1S1S1SSS/1S1S1SSSSSSSS1S1S1/18/18/1S2S2S2S2S2S1/"
        "18/18/18/18/18/18/1s2s2s2s2s2s1/18/18/1s1s1ssssssss1s1s1/sss1s1ssss1s1s1sss/"
        "1s1s1ssssssss1s1s1 b - - 0 1"
    )
    ORIGINS: ClassVar[Iterable[Square]] = CENTRES  # where the centre of a moving piece may be

    # Rings.

    def rings(self, colour: str) -> frozenset[Square]:
        """Return the centres of a side's rings: empty cells with eight of its stones around."""
        return self.all_rings[colour]

    @cached_property
    def all_rings(self) -> dict[str, frozenset[Square]]:
        return {
            colour: frozenset(
                centre
                for centre in BOARD
                if RIMS[centre] <= self.stones[colour] and centre not in self.occupied
            )
            for colour in "wb"
        }

    @cached_property
    def winner(self) -> str | None:
        """Return the winner; if neither side has a ring, it is the side that did not move last."""
        for colour in (opponent(self.turn), self.turn):
            if not self.rings(colour):
                return opponent(colour)
        return None

    # Moves.

    @cached_property
    def legal(self) -> list[Move]:
        if self.winner:
            return []
        return [move for origin in self.ORIGINS for move in self.moves_from(origin)]

    def piece(self, centre: Square) -> frozenset[Square]:
        """Return the mover's stones in a footprint; none if an enemy stone is in it, too."""
        footprint = FOOTPRINTS[centre]
        return footprint & self.own if footprint.isdisjoint(self.enemy) else frozenset()

    def moves_from(self, origin: Square) -> Iterator[Move]:
        piece = self.piece(origin)
        others = self.occupied - piece if piece else self.occupied
        most = LONG_STEPS if origin in piece else SHORT_STEPS
        for direction in DIRECTIONS:
            if shifted(origin, direction) in piece:
                for goal in goals(origin, direction, most, others):
                    yield Move(origin, goal, self.kind(origin, goal))

    def kind(self, origin: Square, goal: Square) -> str:
        """Return "at a ring" if the origin or the destination touches a ring, else ""."""
        met = FOOTPRINTS[origin] | FOOTPRINTS[goal]
        return "" if met.isdisjoint(self.ring_cells) else "at a ring"

    @cached_property
    def ring_cells(self) -> frozenset[Square]:
        centres = self.rings("w") | self.rings("b")
        return frozenset(cell for centre in centres for cell in FOOTPRINTS[centre])

    def landed(self, move: Move) -> frozenset[Square]:
        """Return the destinations of the stones of the piece, also those outside the board."""
        dx, dy = move.goal[0] - move.origin[0], move.goal[1] - move.origin[1]
        return frozenset((file + dx, rank + dy) for file, rank in self.piece(move.origin))

    def stones_after(self, move: Move) -> Stones:
        """Return the stones after a move.

        The piece is lifted, all that its footprint covers removed, then the piece put down.
        """
        covered = FOOTPRINTS[move.goal]
        own = (self.own - self.piece(move.origin) - covered) | (self.landed(move) & BOARD)
        return {self.turn: own, opponent(self.turn): self.enemy - covered}

    # The end of the game.

    def status(self) -> str:
        if self.winner:
            return f"win {self.winner} rings"
        return self.status_by_counting()

    # What is special about a move.

    def captures(self, move: Move) -> bool:
        return not FOOTPRINTS[move.goal].isdisjoint(self.enemy)

    def facts(self, move: Move) -> set[str]:
        """Return all that is special about a legal move: each the mover and one of FACTS."""
        facts = self.facts_of_stones(move) | self.facts_of_rings(move)
        if move.origin not in BOARD:
            facts.add("from outside")
        if steps_of(move) > SHORT_STEPS:
            facts.add("long slide")
        return {f"{self.turn} {fact}" for fact in facts}

    def facts_of_stones(self, move: Move) -> set[str]:
        covered = FOOTPRINTS[move.goal]
        landed = self.landed(move)
        captured = covered & self.enemy
        captured_own = covered & (self.own - self.piece(move.origin))
        said = {
            "capture": bool(captured),
            "own capture": bool(captured_own),
            "capture of both": bool(captured and captured_own),
            "capture under an empty cell": bool(captured - landed),
            "edge loss": not landed <= BOARD,
            "piece lost": landed.isdisjoint(BOARD),
        }
        return {fact for fact, is_so in said.items() if is_so}

    def facts_of_rings(self, move: Move) -> set[str]:
        mover, other = self.turn, opponent(self.turn)
        after = self.after(move)
        is_ring = move.origin in self.rings(mover) and move.goal in after.rings(mover)
        left, reached = ({move.origin}, {move.goal}) if is_ring else (set(), set())
        said = {
            "breaks own ring": bool(self.rings(mover) - left - after.rings(mover)),
            "breaks enemy ring": bool(self.rings(other) - after.rings(other)),
            "makes ring": bool(after.rings(mover) - self.rings(mover) - reached),
            "moves ring": is_ring,
            "wins": after.winner == mover,
            "loses": after.winner == other and bool(after.rings(other)),
            "loses, both without ring": not after.rings(mover) and not after.rings(other),
        }
        return {fact for fact, is_so in said.items() if is_so}


class GessCvpPosition(GessPosition):
    """Gess as the chessvariants page has it: the centre of a piece is always on the board."""

    ORIGINS = sorted(BOARD)


def goals(
    origin: Square, direction: Displacement, most: int, others: frozenset[Square]
) -> Iterator[Square]:
    """Yield where a piece may stop, up to the first footprint that covers `others`."""
    for steps in range(1, most + 1):
        goal = shifted(origin, direction, steps)
        if goal not in BOARD:
            return
        yield goal
        if not FOOTPRINTS[goal].isdisjoint(others):
            return


def steps_of(move: Move) -> int:
    return max(abs(move.goal[0] - move.origin[0]), abs(move.goal[1] - move.origin[1]))
