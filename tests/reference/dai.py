"""Dai Shogi in plain Python: slow, and independent of the core and of its description.

Rules: Wikipedia, Dai shogi, and H. G. Muller's page on chessvariants.com; bare kings as in Chu
Shogi. White moves up the board and is the side that shogi calls Black.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Self

Square = tuple[int, int]
Step = tuple[int, int]

SIZE = 15
ZONE = 5  # ranks at the far end in which pieces promote
FAR = SIZE  # steps of a piece that goes as far as the way is free

# The steps of a piece that looks up the board.
N, NE, E, SE, S, SW, W, NW = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)
STRAIGHT, DIAGONAL = (N, E, S, W), (NE, SE, SW, NW)
AROUND = (*STRAIGHT, *DIAGONAL)
LION_JUMPS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2]


class Kind(NamedTuple):
    """A piece: how many squares it may go by each step, and where it jumps to.

    wild: by these steps it may capture and then make another one of them, or return. Only a lion
    may turn between the two; others go straight on.
    """

    reach: Mapping[Step, int]
    jumps: tuple[Step, ...] = ()
    wild: tuple[Step, ...] = ()


def kind(
    *once: Step,
    far: tuple[Step, ...] = (),
    twice: tuple[Step, ...] = (),
    jumps: tuple[Step, ...] = (),
    wild: tuple[Step, ...] = (),
) -> Kind:
    reach = dict.fromkeys(once, 1) | dict.fromkeys(twice, 2) | dict.fromkeys(far, FAR)
    return Kind(reach, jumps, wild)


LION = kind(*AROUND, jumps=tuple(LION_JUMPS), wild=AROUND)
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
ROYAL = ("K", "+E")
WEAK = ("P", "I")  # they alone do not defeat a bare king

_CELL = re.compile(r"\d+|\+?[A-Za-z]'?")


class DaiPosition:
    """A position: what stands where, and whose turn it is."""

    def __init__(self, board: dict[Square, str], turn: str) -> None:
        self.board = board
        self.turn = turn

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        placement, turn = fen.split()[:2]
        board: dict[Square, str] = {}
        for rank, row in zip(range(SIZE - 1, -1, -1), placement.split("/"), strict=True):
            file = 0
            for cell in _CELL.findall(row):
                if cell.isdigit():
                    file += int(cell)
                else:
                    board[file, rank] = cell
                    file += 1
        return cls(board, turn)

    def fen(self) -> str:
        """Return placement and turn, the first two fields of a FEN."""
        rows = []
        for rank in range(SIZE - 1, -1, -1):
            row = "".join(self.board.get((file, rank), ".") for file in range(SIZE))
            rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
        return f"{'/'.join(rows)} {self.turn}"

    # What may be played.

    def legal_moves(self) -> list[str]:
        return [] if self.result() else sorted(set(self._moves()))

    def _moves(self) -> Iterator[str]:
        for origin in self._army(self.turn):
            letter = self.board[origin].upper()
            for goal in self._goals(origin):
                yield _name(origin) + _name(goal)
                if f"+{letter}" in KINDS and self._promotes(origin, goal):
                    yield f"{_name(origin)}{_name(goal)}+"
            yield from self._wild_moves(origin)

    def _goals(self, origin: Square) -> Iterator[Square]:
        """Yield the squares that a piece may go to, enemies among them."""
        piece = self.board[origin]
        known = KINDS[piece.upper()]
        for step, most in known.reach.items():
            at = origin
            for _ in range(most):
                at = _next(at, step, piece)
                if not _inside(at) or self._is_of(at, piece):
                    break
                yield at
                if at in self.board:
                    break
        for jump in known.jumps:
            at = _next(origin, jump, piece)
            if _inside(at) and not self._is_of(at, piece):
                yield at

    def _wild_moves(self, origin: Square) -> Iterator[str]:
        """Yield captures on the way, and a pass if one could step somewhere and back."""
        piece = self.board[origin]
        wild = KINDS[piece.upper()].wild
        for step in wild:
            way = _next(origin, step, piece)
            if not _inside(way) or self._is_of(way, piece):
                continue
            if way not in self.board:
                yield _name(origin) * 2
                continue
            onward = wild if len(wild) == len(AROUND) else (step,)
            for goal in (origin, *(_next(way, each, piece) for each in onward)):
                if _inside(goal) and (goal == origin or not self._is_of(goal, piece)):
                    yield f"{_name(origin)}{_name(way)},{_name(way)}{_name(goal)}"

    def _promotes(self, origin: Square, goal: Square) -> bool:
        """Return True if it enters the zone, captures with either end in it, or would be stuck."""
        leaves, comes = (self._in_zone(each) for each in (origin, goal))
        if goal in self.board:
            return leaves or comes
        return comes and not (leaves and could_move(self.board[origin], goal))

    def _in_zone(self, square: Square) -> bool:
        return square[1] >= SIZE - ZONE if self.turn == "w" else square[1] < ZONE

    def after(self, move: str) -> Self:
        """Return the position after a legal move."""
        board = dict(self.board)
        squares = [_square(name) for name in re.findall(r"[a-o]\d+", move)]
        piece = board.pop(squares[0])
        for passed in squares[1:]:
            board.pop(passed, None)
        board[squares[-1]] = f"+{piece}" if move.endswith("+") else piece
        return type(self)(board, "b" if self.turn == "w" else "w")

    # How it ends.

    def status(self) -> str:
        found = self.result()
        if found is None and not self.legal_moves():
            found = f"win {'b' if self.turn == 'w' else 'w'} stalemate"
        return found or "ongoing"

    def result(self) -> str | None:
        """Return who has won, if what stands on the board says so."""
        for side in (self.turn, _other(self.turn)):
            if not self._royals(side):
                return f"win {_other(side)} extinction"
        return self._bare_result()

    def _bare_result(self) -> str | None:
        living = {
            side: [at for at in self._army(side) if could_move(self.board[at], at)] for side in "wb"
        }
        bare = {
            side: living[side][0]
            for side in "wb"
            if len(living[side]) == 1 and living[side] == self._royals(side)
        }
        for side, alone in bare.items():
            strong = [at for at in living[_other(side)] if self.board[at].upper() not in WEAK]
            struck = set(self._goals(alone))
            kings_safe = not struck & set(self._royals(_other(side)))
            enough = len(strong) > 2 or (len(strong) == 2 and not struck & set(strong))
            if kings_safe and enough:
                return f"win {_other(side)} bare"
        if len(bare) == 2 and bare["b"] not in self._goals(bare["w"]):
            return "draw bare"
        return None

    def _army(self, side: str) -> list[Square]:
        return [at for at, piece in self.board.items() if _side(piece) == side]

    def _royals(self, side: str) -> list[Square]:
        return [at for at in self._army(side) if self.board[at].upper() in ROYAL]

    def _is_of(self, square: Square, piece: str) -> bool:
        """Return True if a piece of the same side stands on a square."""
        return square in self.board and _side(self.board[square]) == _side(piece)


def could_move(piece: str, square: Square) -> bool:
    """Return True if a piece could move from a square on an empty board."""
    known = KINDS[piece.upper()]
    return any(_inside(_next(square, step, piece)) for step in (*known.reach, *known.jumps))


def _side(piece: str) -> str:
    return "w" if piece.upper() == piece else "b"


def _other(side: str) -> str:
    return "b" if side == "w" else "w"


def _next(square: Square, step: Step, piece: str) -> Square:
    ahead = 1 if _side(piece) == "w" else -1
    return square[0] + step[0] * ahead, square[1] + step[1] * ahead


def _inside(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def _name(square: Square) -> str:
    return f"{'abcdefghijklmno'[square[0]]}{square[1] + 1}"


def _square(name: str) -> Square:
    return "abcdefghijklmno".index(name[0]), int(name[1:]) - 1
