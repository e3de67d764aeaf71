"""Dai Shogi in plain Python: slow, and independent of the core and of its description.

Rules: Wikipedia, Dai shogi, and H. G. Muller's page on chessvariants.com; bare kings as in Chu
Shogi.
"""

from __future__ import annotations

from typing import ClassVar

from reference.common import Displacement, opponent
from reference.large_shogi import (
    AROUND,
    DIAGONAL,
    FAR,
    LION_JUMPS,
    NE,
    NW,
    SE,
    STRAIGHT,
    SW,
    E,
    Kind,
    LargeShogiPosition,
    N,
    S,
    W,
)

SIZE = 15


def kind(
    *once: Displacement,
    far: tuple[Displacement, ...] = (),
    twice: tuple[Displacement, ...] = (),
    jumps: tuple[Displacement, ...] = (),
    wild: tuple[Displacement, ...] = (),
) -> Kind:
    reach = dict.fromkeys(once, 1) | dict.fromkeys(twice, 2) | dict.fromkeys(far, FAR)
    return Kind(reach, jumps, wild, turns=wild == AROUND)


LION = kind(*AROUND, jumps=LION_JUMPS, wild=AROUND)
GOLD = kind(N, NE, E, S, W, NW)
ELEPHANT = kind(N, NE, E, SE, SW, W, NW)
SIDE_MOVER = kind(N, S, far=(E, W))
VERTICAL_MOVER = kind(E, W, far=(N, S))
BISHOP, ROOK, FREE_KING = kind(far=DIAGONAL), kind(far=STRAIGHT), kind(far=AROUND)
DRAGON_HORSE = kind(*STRAIGHT, far=DIAGONAL)
DRAGON_KING = kind(*DIAGONAL, far=STRAIGHT)
KINDS = {
    "K": kind(*AROUND),
    "P": kind(N),
    "I": kind(N, S),  # go-between
    "S'": kind(NE, NW),  # stone general
    "I'": kind(N, NE, NW),  # iron general
    "C": kind(N, NE, S, NW),  # copper general
    "S": kind(N, NE, SE, SW, NW),  # silver general
    "G": GOLD,
    "N'": kind(jumps=((1, 2), (-1, 2))),  # knight
    "C'": kind(*DIAGONAL),  # cat sword
    "B'": kind(*STRAIGHT),  # angry boar
    "W": kind(N, NE, E, W, NW),  # evil wolf
    "O'": kind(twice=STRAIGHT),  # violent ox
    "D'": kind(twice=DIAGONAL),  # flying dragon
    "F": kind(N, NE, SE, S, SW, NW),  # ferocious leopard
    "T": kind(NE, E, SE, S, SW, W, NW),  # blind tiger
    "E": ELEPHANT,
    "O": kind(*DIAGONAL, jumps=((0, 2), (2, 0), (0, -2), (-2, 0))),  # kirin
    "X": kind(*STRAIGHT, jumps=((2, 2), (2, -2), (-2, -2), (-2, 2))),  # phoenix
    "N": LION,
    "Q": FREE_KING,
    "L": kind(far=(N,)),  # lance
    "A": kind(far=(N, S)),  # reverse chariot
    "M": SIDE_MOVER,
    "V": VERTICAL_MOVER,
    "B": BISHOP,
    "R": ROOK,
    "H": DRAGON_HORSE,
    "D": DRAGON_KING,
    # What promotes: nine pieces to gold generals, and these.
    **{f"+{letter}": GOLD for letter in ("P", "S'", "I'", "N'", "C'", "B'", "W", "O'", "D'")},
    "+I": ELEPHANT,
    "+C": SIDE_MOVER,
    "+S": VERTICAL_MOVER,
    "+G": ROOK,
    "+F": BISHOP,
    "+E": kind(*AROUND),  # prince
    "+O": LION,
    "+X": FREE_KING,
    "+B": DRAGON_HORSE,
    "+R": DRAGON_KING,
    "+T": kind(NE, E, SE, SW, W, NW, far=(N, S)),  # flying stag
    "+L": kind(far=(N, NE, S, NW)),  # white horse
    "+A": kind(far=(N, SE, S, SW)),  # whale
    "+M": kind(far=(E, W, *DIAGONAL)),  # free boar
    "+V": kind(far=(N, S, *DIAGONAL)),  # flying ox
    "+H": kind(N, far=(E, S, W, *DIAGONAL), jumps=((0, 2),), wild=(N,)),  # horned falcon
    "+D": kind(  # soaring eagle
        NE, NW, far=(*STRAIGHT, SE, SW), jumps=((2, 2), (-2, 2)), wild=(NE, NW)
    ),
}
WEAK = ("P", "I")  # they alone do not defeat a bare king


class DaiPosition(LargeShogiPosition):
    """A position of Dai Shogi."""

    SIZE: ClassVar = SIZE
    KINDS: ClassVar = KINDS

    def result(self) -> str | None:
        """Return who has won, if what stands on the board says so."""
        for side in (self.turn, opponent(self.turn)):
            if not self._royals(side):
                return f"win {opponent(side)} extinction"
        return self._bare_result()

    def _bare_result(self) -> str | None:
        living = {
            side: [at for at in self._army(side) if self._could_move(self.board[at], at)]
            for side in "wb"
        }
        bare = {
            side: living[side][0]
            for side in "wb"
            if len(living[side]) == 1 and living[side] == self._royals(side)
        }
        for side, alone in bare.items():
            enemies = living[opponent(side)]
            strong = [at for at in enemies if self.board[at].upper() not in WEAK]
            struck = set(self._goals(alone))
            kings_safe = not struck & set(self._royals(opponent(side)))
            enough = len(strong) > 2 or (len(strong) == 2 and not struck & set(strong))
            if kings_safe and enough:
                return f"win {opponent(side)} bare"
        if len(bare) == 2 and bare["b"] not in self._goals(bare["w"]):
            return "draw bare"
        return None
