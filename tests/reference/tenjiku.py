"""Tenjiku Shogi in plain Python: slow, and without a look at the core or at its description.

Rules: Wikipedia, Tenjiku shogi, and H. G. Muller's page on chessvariants.com; the choices between
them are those that the guide of the game names. White moves up the board and is the side that
shogi calls Black.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Self

Square = tuple[int, int]
Step = tuple[int, int]

SIZE = 16
ZONE = 5  # ranks at the far end in which pieces promote
FAR = SIZE  # steps of a piece that goes as far as the way is free
AREA = 3  # steps of a king in an area move
FILES = "abcdefghijklmnop"

# The steps of a piece that looks up the board.
N, NE, E, SE, S, SW, W, NW = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)
STRAIGHT, DIAGONAL = (N, E, S, W), (NE, SE, SW, NW)
AROUND = (*STRAIGHT, *DIAGONAL)
LION_JUMPS = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2)
EAGLE_JUMPS = tuple((2 * x, 2 * y) for x, y in AROUND)


class Kind(NamedTuple):
    """A piece: how many squares it may go by each step, and what else it can do.

    jumps: where it jumps to. wild: by these steps it may capture and then make another step, one of
    `turns`, one in the same direction if there are none, or go back. over: by these steps it
    captures over any number of pieces of lower rank. skips: by these steps it goes as `reach` says,
    but over the first square. rifle: it captures next to it without moving. area: it walks.
    """

    reach: Mapping[Step, int] = {}
    jumps: tuple[Step, ...] = ()
    wild: tuple[Step, ...] = ()
    turns: tuple[Step, ...] = ()
    over: tuple[Step, ...] = ()
    skips: Mapping[Step, int] = {}
    rifle: bool = False
    area: bool = False


def reach(
    *once: Step, far: tuple[Step, ...] = (), twice: tuple[Step, ...] = ()
) -> Mapping[Step, int]:
    return dict.fromkeys(once, 1) | dict.fromkeys(twice, 2) | dict.fromkeys(far, FAR)


def general(*over: Step, area: bool = False) -> Kind:
    return Kind(reach(far=over), over=over, area=area)


GOLD = Kind(reach(N, NE, E, S, W, NW))
KING = Kind(reach(*AROUND))
SIDE_MOVER = Kind(reach(N, S, far=(E, W)))
VERTICAL_MOVER = Kind(reach(E, W, far=(N, S)))
SIDE_SOLDIER = Kind(reach(S, twice=(N,), far=(E, W)))
VERTICAL_SOLDIER = Kind(reach(S, twice=(E, W), far=(N,)))
BISHOP, ROOK, FREE_KING = (Kind(reach(far=steps)) for steps in (DIAGONAL, STRAIGHT, AROUND))
DRAGON_HORSE = Kind(reach(*STRAIGHT, far=DIAGONAL))
DRAGON_KING = Kind(reach(*DIAGONAL, far=STRAIGHT))
CHARIOT_SOLDIER = Kind(reach(far=(N, S, *DIAGONAL), twice=(E, W)))
WATER_BUFFALO = Kind(reach(far=(E, W, *DIAGONAL), twice=(N, S)))
LION = Kind(reach(*AROUND), LION_JUMPS, wild=AROUND, turns=AROUND)
HORNED_FALCON = Kind(reach(N, far=(E, S, W, *DIAGONAL)), jumps=((0, 2),), wild=(N,))
SOARING_EAGLE = Kind(reach(NE, NW, far=(*STRAIGHT, SE, SW)), jumps=((2, 2), (-2, 2)), wild=(NE, NW))
BISHOP_GENERAL, ROOK_GENERAL = general(*DIAGONAL), general(*STRAIGHT)
KINDS = {
    "K": KING,
    "P": Kind(reach(N)),
    "L": Kind(reach(far=(N,))),
    "N'": Kind(jumps=((1, 2), (-1, 2))),
    "I": Kind(reach(N, NE, NW)),
    "C": Kind(reach(N, NE, S, NW)),
    "S": Kind(reach(N, NE, SE, SW, NW)),
    "G": GOLD,
    "E": Kind(reach(N, NE, E, SE, SW, W, NW)),
    "F": Kind(reach(N, NE, SE, S, SW, NW)),
    "T": Kind(reach(NE, E, SE, S, SW, W, NW)),
    "U": Kind(reach(N, SE, SW)),
    "O": Kind(reach(*DIAGONAL), jumps=((0, 2), (2, 0), (0, -2), (-2, 0))),
    "X": Kind(reach(*STRAIGHT), jumps=((2, 2), (2, -2), (-2, -2), (-2, 2))),
    "A": Kind(reach(far=(N, S))),
    "M": SIDE_MOVER,
    "V": VERTICAL_MOVER,
    "Y": SIDE_SOLDIER,
    "Z": VERTICAL_SOLDIER,
    "B": BISHOP,
    "R": ROOK,
    "H": DRAGON_HORSE,
    "D": DRAGON_KING,
    "Q": FREE_KING,
    "J": CHARIOT_SOLDIER,
    "W": WATER_BUFFALO,
    "H'": HORNED_FALCON,
    "D'": SOARING_EAGLE,
    "N": LION,
    "L'": LION._replace(reach=reach(*STRAIGHT, far=DIAGONAL)),
    "E'": Kind(reach(far=AROUND), EAGLE_JUMPS, wild=DIAGONAL, turns=DIAGONAL),
    "B'": BISHOP_GENERAL,
    "R'": ROOK_GENERAL,
    "V'": general(*DIAGONAL, area=True),
    "G'": general(*AROUND),
    "F'": Kind(reach(far=(E, W, *DIAGONAL)), area=True),
    # What promotes.
    "+P": GOLD,
    "+L": Kind(reach(far=(N, NE, S, NW))),
    "+N'": SIDE_SOLDIER,
    "+I": VERTICAL_SOLDIER,
    "+C": SIDE_MOVER,
    "+S": VERTICAL_MOVER,
    "+G": ROOK,
    "+E": KING,
    "+F": BISHOP,
    "+T": Kind(reach(NE, E, SE, SW, W, NW, far=(N, S))),
    "+U": Kind(reach(far=(N, SE, SW))),
    "+O": LION,
    "+X": FREE_KING,
    "+A": Kind(reach(far=(N, SE, S, SW))),
    "+M": Kind(reach(far=(E, W, *DIAGONAL))),
    "+V": Kind(reach(far=(N, S, *DIAGONAL))),
    "+Y": WATER_BUFFALO,
    "+Z": CHARIOT_SOLDIER,
    "+B": DRAGON_HORSE,
    "+R": DRAGON_KING,
    "+H": HORNED_FALCON,
    "+D": SOARING_EAGLE,
    "+H'": BISHOP_GENERAL,
    "+D'": ROOK_GENERAL,
    "+J": Kind(skips=reach(far=(N, S, *DIAGONAL)) | {E: AREA, W: AREA}, rifle=True),
}
BECOMES = {"N": "L'", "Q": "E'", "W": "F'", "B'": "V'", "R'": "G'"}  # not a form of their own
ROYAL = ("K", "+E")
DEMON = "F'"
RANKS = {"K": 4, "+E": 4, "G'": 3, "V'": 2, "R'": 1, "B'": 1, "+D'": 1, "+H'": 1}

_CELL = re.compile(r"\d+|\+?[A-Za-z]'?")
_TEXT = re.compile(r"(.*?\d)(\+|[a-z]')?")


class TenjikuPosition:
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
            sign = sign_of(self.board[origin])
            for goal in self._goals(origin):
                yield _name(origin) + _name(goal)
                if sign and self._promotes(origin, goal, captures=goal in self.board):
                    yield f"{_name(origin)}{_name(goal)}{sign}"
            for text, goal in self._wild_moves(origin):
                yield text
                if sign and goal and self._promotes(origin, goal, captures=True):
                    yield text + sign

    def _goals(self, origin: Square) -> Iterator[Square]:
        """Yield the squares that a piece may go to, enemies among them."""
        piece = self.board[origin]
        known = KINDS[piece.upper()]
        for step, most in known.reach.items():
            yield from self._slides(origin, step, most)
        for step, most in known.skips.items():
            yield from self._slides(_next(origin, step, piece), step, most - 1, piece)
        for jump in known.jumps:
            at = _next(origin, jump, piece)
            if _inside(at) and not self._is_of(at, piece):
                yield at
        for step in known.over:
            yield from self._jumped_to(origin, step)
        if known.area:
            yield from self._walked_to(origin)

    def _slides(self, start: Square, step: Step, most: int, piece: str = "") -> Iterator[Square]:
        """Yield the squares of a line behind a square; piece: what slides, if it is not there."""
        piece = piece or self.board[start]
        at = start
        for _ in range(most):
            at = _next(at, step, piece)
            if not _inside(at) or self._is_of(at, piece):
                return
            yield at
            if at in self.board:
                return

    def _jumped_to(self, origin: Square, step: Step) -> Iterator[Square]:
        """Yield the enemies on a line behind other pieces, all of which are of lower rank."""
        piece = self.board[origin]
        rank = RANKS[piece.upper()]
        met = 0
        at = _next(origin, step, piece)
        while _inside(at):
            if at in self.board:
                if met and not self._is_of(at, piece):
                    yield at
                if RANKS.get(self.board[at].upper(), 0) >= rank:
                    return
                met += 1
            at = _next(at, step, piece)

    def _walked_to(self, origin: Square) -> set[Square]:
        """Return the squares of an area move; enemies end a walk, and so does the third step."""
        piece = self.board[origin]
        found: set[Square] = set()
        begun = {origin}
        for _ in range(AREA):
            ends = {_next(at, step, piece) for at in begun for step in AROUND} - {origin}
            ends = {at for at in ends if _inside(at) and not self._is_of(at, piece)}
            found |= ends
            begun = {at for at in ends if at not in self.board}
        return found

    def _wild_moves(self, origin: Square) -> Iterator[tuple[str, Square | None]]:
        """Yield captures on the way with their goal, and a pass if one could step and return."""
        piece = self.board[origin]
        known = KINDS[piece.upper()]
        for step in AROUND if known.rifle else known.wild:
            way = _next(origin, step, piece)
            if not _inside(way) or self._is_of(way, piece):
                continue
            if way not in self.board:
                if not known.rifle:
                    yield _name(origin) * 2, None
                continue
            onward = () if known.rifle else known.turns or (step,)
            for goal in (origin, *(_next(way, each, piece) for each in onward)):
                if _inside(goal) and (goal == origin or not self._is_of(goal, piece)):
                    yield f"{_name(origin)}{_name(way)},{_name(way)}{_name(goal)}", goal

    def _promotes(self, origin: Square, goal: Square, *, captures: bool) -> bool:
        """Return True if it enters the zone, captures with either end in it, or would be stuck."""
        leaves, comes = (self._in_zone(each) for each in (origin, goal))
        if captures:
            return leaves or comes
        return comes and not (leaves and could_move(self.board[origin], goal))

    def _in_zone(self, square: Square) -> bool:
        return square[1] >= SIZE - ZONE if self.turn == "w" else square[1] < ZONE

    def after(self, move: str) -> Self:
        """Return the position after a legal move."""
        board = dict(self.board)
        match = _TEXT.fullmatch(move)
        assert match
        squares = [_square(name) for name in re.findall(r"[a-p]\d+", match[1])]
        piece = board.pop(squares[0])
        for passed in squares[1:]:
            board.pop(passed, None)
        sign = match[2] or ""
        promoted = f"+{piece}" if sign == "+" else _as_side(sign, self.turn)
        board[squares[-1]] = promoted if sign else piece
        for burnt in self._burnt(board, squares[-1]):
            del board[burnt]
        return type(self)(board, _other(self.turn))

    def _burnt(self, board: dict[Square, str], goal: Square) -> list[Square]:
        """Return the squares of what burns after a move to a square."""
        beside = [_next(goal, step, board[goal]) for step in AROUND]
        enemies = [at for at in beside if at in board and _side(board[at]) != self.turn]
        if any(board[at].upper() == DEMON for at in enemies):
            return [goal]
        return enemies if board[goal].upper() == DEMON else []

    # How it ends.

    def status(self) -> str:
        found = self.result()
        if found is None and not self.legal_moves():
            found = f"win {_other(self.turn)} stalemate"
        return found or "ongoing"

    def result(self) -> str | None:
        """Return who has won, if what stands on the board says so."""
        for side in (self.turn, _other(self.turn)):
            if not any(self.board[at].upper() in ROYAL for at in self._army(side)):
                return f"win {_other(side)} extinction"
        return None

    def _army(self, side: str) -> list[Square]:
        return [at for at, piece in self.board.items() if _side(piece) == side]

    def _is_of(self, square: Square, piece: str) -> bool:
        """Return True if a piece of the same side stands on a square."""
        return square in self.board and _side(self.board[square]) == _side(piece)


def sign_of(piece: str) -> str:
    """Return what is written behind a move by which a piece promotes, "" if it never does."""
    letter = piece.upper()
    if letter in BECOMES:
        return BECOMES[letter].lower()
    return "+" if f"+{letter}" in KINDS else ""


def could_move(piece: str, square: Square) -> bool:
    """Return True if a piece could move from a square on an empty board."""
    known = KINDS[piece.upper()]
    return any(_inside(_next(square, step, piece)) for step in (*known.reach, *known.jumps))


def _side(piece: str) -> str:
    return "w" if piece.upper() == piece else "b"


def _as_side(letter: str, side: str) -> str:
    return letter.upper() if side == "w" else letter.lower()


def _other(side: str) -> str:
    return "b" if side == "w" else "w"


def _next(square: Square, step: Step, piece: str) -> Square:
    ahead = 1 if _side(piece) == "w" else -1
    return square[0] + step[0] * ahead, square[1] + step[1] * ahead


def _inside(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def _name(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1] + 1}"


def _square(name: str) -> Square:
    return FILES.index(name[0]), int(name[1:]) - 1
