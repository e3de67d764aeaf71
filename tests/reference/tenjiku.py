"""Tenjiku Shogi in plain Python: slow, and independent of the core and of its description.

White moves up the board and is the side that shogi calls Black. Generals jump over what is of
lower rank, area moves turn as they please, and fire demons burn what comes to stand beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple, Self

Square = tuple[int, int]
Step = tuple[int, int]
Board = dict[Square, str]

SIZE = 16
ZONE = 5  # ranks at the far end in which pieces promote
FAR = SIZE  # steps of a piece that goes as far as the way is free
WALK = 3  # steps of an area move

# The steps of a piece that looks up the board.
N, NE, E, SE, S, SW, W, NW = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)
UPRIGHT, SIDEWAYS, DIAGONAL = (N, S), (E, W), (NE, SE, SW, NW)
STRAIGHT = UPRIGHT + SIDEWAYS
AROUND = STRAIGHT + DIAGONAL


class Kind(NamedTuple):
    """A piece: how many squares it may go by each step, and what else it may do."""

    reach: Mapping[Step, int]
    jumps: tuple[Step, ...] = ()
    wild: tuple[Step, ...] = ()  # capture by one of these, then go on or return
    turns: bool = False  # goes on by any of these, else by the same only
    skips: Mapping[Step, int] = {}  # as reach, but leaves out the first square, whatever is there
    shoots: bool = False  # captures beside it without moving
    area: bool = False  # walks like a king, and may turn
    rank: int = 0
    general: bool = False  # captures beyond pieces of lower rank


def paces(*once: Step, twice: tuple[Step, ...] = (), far: tuple[Step, ...] = ()) -> dict[Step, int]:
    return dict.fromkeys(once, 1) | dict.fromkeys(twice, 2) | dict.fromkeys(far, FAR)


def doubled(*steps: Step) -> tuple[Step, ...]:
    return tuple((2 * across, 2 * ahead) for across, ahead in steps)


ROYALTY = Kind(paces(*AROUND), rank=4)
LION_JUMPS = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if 2 in (abs(x), abs(y)))
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
    "L'": LION._replace(reach=paces(*STRAIGHT, far=DIAGONAL)),  # lion hawk
    "E'": QUEEN._replace(jumps=doubled(*AROUND), wild=DIAGONAL, turns=True),  # free eagle
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
ROYAL = ("K", "+E")
DEMON = "F'"

_FILES = "abcdefghijklmnop"
_CELL = re.compile(r"\d+|\+?[A-Za-z]'?")


class Trip(NamedTuple):
    """Move without its promotion. way: the square on which it captures first, None for none."""

    origin: Square
    goal: Square
    way: Square | None = None

    def text(self) -> str:
        first, last = _name(self.origin), _name(self.goal)
        if self.way is None:
            return first + last
        return f"{first}{_name(self.way)},{_name(self.way)}{last}"


class TenjikuPosition:
    """A position: what stands where, and whose turn it is."""

    def __init__(self, board: Board, turn: str) -> None:
        self.board = board
        self.turn = turn

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        placement, turn = fen.split()[:2]
        board: Board = {}
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
        for trip in self._trips():
            yield trip.text()
            if self._promotes(trip):
                yield trip.text() + promotion(self.board[trip.origin])[1]

    def _trips(self) -> Iterator[Trip]:
        for origin, piece in self.board.items():
            if _side(piece) != self.turn:
                continue
            for ways in (self._slides, self._jumps, self._skips, self._overleaps, self._walks):
                for goal in ways(origin):
                    yield Trip(origin, goal)
            yield from self._wild_trips(origin)
            yield from self._shots(origin)

    def _slides(self, origin: Square) -> Iterator[Square]:
        for step, most in self._kind(origin).reach.items():
            yield from self._until_met(self._line(origin, step, most), origin)

    def _skips(self, origin: Square) -> Iterator[Square]:
        for step, most in self._kind(origin).skips.items():
            yield from self._until_met(self._line(origin, step, most)[1:], origin)

    def _until_met(self, line: list[Square], origin: Square) -> Iterator[Square]:
        """Yield the free squares that a line begins with, and the enemy that it meets then."""
        for at in line:
            if self._may_enter(at, origin):
                yield at
            if at in self.board:
                return

    def _jumps(self, origin: Square) -> Iterator[Square]:
        for jump in self._kind(origin).jumps:
            goal = _next(origin, jump, self.board[origin])
            if self._may_enter(goal, origin):
                yield goal

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

    def _wild_trips(self, origin: Square) -> Iterator[Trip]:
        """Yield captures on the way, and a pass if one could step somewhere and back."""
        piece, known = self.board[origin], self._kind(origin)
        for step in known.wild:
            way = _next(origin, step, piece)
            if not self._may_enter(way, origin):
                continue
            if way not in self.board:
                yield Trip(origin, origin)
                continue
            yield Trip(origin, origin, way)
            for onward in known.wild if known.turns else (step,):
                goal = _next(way, onward, piece)
                if self._may_enter(goal, origin):
                    yield Trip(origin, goal, way)

    def _shots(self, origin: Square) -> Iterator[Trip]:
        """Yield captures of what is beside a piece that stays where it is."""
        for near in _neighbours(origin) if self._kind(origin).shoots else ():
            if near in self.board and self._may_enter(near, origin):
                yield Trip(origin, origin, near)

    def _promotes(self, trip: Trip) -> bool:
        """Return True if it enters the zone, captures with either end in it, or would be stuck."""
        origin, goal, way = trip
        piece = self.board[origin]
        if promotion(piece)[0].upper() not in KINDS or trip == (origin, origin, None):
            return False
        leaves, comes = (self._in_zone(each) for each in (origin, goal))
        if way is not None or goal in self.board:
            return leaves or comes
        return comes and not (leaves and could_move(piece, goal))

    def _in_zone(self, square: Square) -> bool:
        return square[1] >= SIZE - ZONE if self.turn == "w" else square[1] < ZONE

    def after(self, move: str) -> Self:
        """Return the position after a legal move, when all that burns has burnt."""
        board = dict(self.board)
        squares = squares_of(move)
        piece = board.pop(squares[0])
        for passed in squares[1:]:
            board.pop(passed, None)
        board[squares[-1]] = piece if move[-1].isdigit() else promotion(piece)[0]
        _burn(board, squares[-1])
        return type(self)(board, "b" if self.turn == "w" else "w")

    # How it ends.

    def status(self) -> str:
        found = self.result()
        if found is None and next(self._moves(), None) is None:
            found = f"win {_other(self.turn)} stalemate"
        return found or "ongoing"

    def result(self) -> str | None:
        """Return who has won, if what stands on the board says so.

        A side that has lost its last royal piece by its own move has lost in any case.
        """
        for side in (_other(self.turn), self.turn):
            if not {letter if side == "w" else letter.lower() for letter in ROYAL} & set(
                self.board.values()
            ):
                return f"win {_other(side)} extinction"
        return None

    # What stands where.

    def _kind(self, square: Square) -> Kind:
        return KINDS[self.board[square].upper()]

    def _line(self, origin: Square, step: Step, most: int = FAR) -> list[Square]:
        """Return the first squares of a direction, at most up to the edge of the board."""
        line: list[Square] = []
        at = _next(origin, step, self.board[origin])
        while _inside(at) and len(line) < most:
            line.append(at)
            at = _next(at, step, self.board[origin])
        return line

    def _may_enter(self, square: Square, origin: Square) -> bool:
        """Return True if a square is empty or an enemy of what stands on the origin is there."""
        found = self.board.get(square)
        return _inside(square) and (found is None or _side(found) != _side(self.board[origin]))


def promotion(piece: str) -> tuple[str, str]:
    """Return what a piece would become, and how a move says so."""
    other = BECOMES.get(piece.upper())
    if other is None:
        return f"+{piece}", "+"
    return (other if _side(piece) == "w" else other.lower()), other.lower()


def squares_of(move: str) -> list[Square]:
    """Return the squares that a move names, the origin first and the goal last."""
    return [(_FILES.index(name[0]), int(name[1:]) - 1) for name in re.findall(r"[a-p]\d+", move)]


def could_move(piece: str, square: Square) -> bool:
    """Return True if a piece that promotes could move from a square on an empty board."""
    known = KINDS[piece.upper()]
    return any(_inside(_next(square, step, piece)) for step in (*known.reach, *known.jumps))


def _burn(board: Board, arrival: Square) -> None:
    """Remove a piece that came to stand beside an enemy demon, or else the enemies of a demon."""
    enemies = [
        near
        for near in _neighbours(arrival)
        if near in board and _side(board[near]) != _side(board[arrival])
    ]
    if any(board[near].upper() == DEMON for near in enemies):
        del board[arrival]
    elif board[arrival].upper() == DEMON:
        for near in enemies:
            del board[near]


def _neighbours(square: Square) -> list[Square]:
    return [(square[0] + across, square[1] + ahead) for across, ahead in AROUND]


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
    return f"{_FILES[square[0]]}{square[1] + 1}"
