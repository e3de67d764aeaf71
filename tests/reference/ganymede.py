"""Reference rules of Ganymede Chess, 12 x 12.

Every piece but the wall is a set of paths from its square: it goes along a path until something
stands there. A wall is two cells, of which the second has a mark of its own, so that each cell
says where the other one is: `W` with `W>` to its right, `V` with `V^` above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, product

from reference.army import ArmyPosition
from reference.common import (
    BISHOP_LINES,
    ROOK_LINES,
    Board,
    Displacement,
    Fault,
    Move,
    Square,
    colour_of,
    forward,
    leaper,
    of_colour,
    square_name,
    square_named,
    squares_between,
)

FILES = RANKS = 12
Path = tuple[Displacement, ...]  # the squares passed, one after the other, from (0, 0)
Paths = tuple[Path, ...]


# Paths, as White moves; Black's are turned by half a circle.


def plus(a: Displacement, b: Displacement) -> Displacement:
    return a[0] + b[0], a[1] + b[1]


def walk(steps: Iterable[Displacement]) -> Path:
    return tuple(accumulate(steps, plus))


def inside(square: Square) -> bool:
    return 0 <= square[0] < FILES and 0 <= square[1] < RANKS


def leaps(*kinds: Displacement) -> Paths:
    return tuple((leap,) for leap in leaper(*kinds))


def rides(steps: Iterable[Displacement], most: int = FILES - 1) -> Paths:
    return tuple(walk([step] * most) for step in steps)


def griffon_paths() -> Paths:
    """Return paths of a diagonal step, then outwards along a rank or a file."""
    return tuple(
        walk([(x, y), *[outwards] * (FILES - 1)])
        for x, y in BISHOP_LINES
        for outwards in ((x, 0), (0, y))
    )


def rose_paths() -> Paths:
    """Return paths around a circle of eight knight-like steps, without the last one back."""
    circle = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    return tuple(
        walk(circle[(first + way * n) % 8] for n in range(7))
        for first, way in product(range(8), (1, -1))
    )


ROOK = rides(ROOK_LINES)
BISHOP = rides(BISHOP_LINES)
KNIGHT = leaps((2, 1))
CAMEL = leaps((3, 1))
NIGHTRIDER = rides(leaper((2, 1)))
GRIFFON = griffon_paths()
AHEAD: dict[str, Displacement] = {"S": (0, 1), "L": (-1, 1), "Z": (1, 1)}
BEHIND: dict[str, Displacement] = {"S": (0, -1), "L": (1, -1), "Z": (-1, -1)}

BOTH: dict[str, Paths] = {  # moving or capturing
    "K": leaps((1, 0), (1, 1)),
    "Q": ROOK + BISHOP,
    "+Q": ROOK + BISHOP + KNIGHT,
    "B": BISHOP,
    "+B": BISHOP + leaps((1, 0), (3, 0)),
    "R": ROOK,
    "+R": ROOK + leaps((1, 1), (3, 3)),
    "N": KNIGHT,
    "+N": KNIGHT + CAMEL,
    "I": NIGHTRIDER,
    "+I": NIGHTRIDER + leaps((3, 2)),
    "G": GRIFFON,
    "+G": GRIFFON + rides(leaper((2, 0))),
    "O": rose_paths(),
    "D": CAMEL + rides(leaper((2, 2)), most=2),
    "+D": CAMEL + BISHOP,
    "S": rides([AHEAD["S"]]),
    "L": rides([AHEAD["L"]]),
    "Z": rides([AHEAD["Z"]]),
    "+S": rides(AHEAD.values()),
    "+P": leaps((1, 0), (1, 1), (3, 0)),
    "P": (),
    "W": (),
    "V": (),
    "W>": (),
    "V^": (),
}
QUIET: dict[str, Paths] = {  # moving only
    **{letter: rides([step]) for letter, step in BEHIND.items()},
    "+S": rides(BEHIND.values()),
}
CAPTURING: dict[str, Paths] = {"P": (((-1, 1),), ((1, 1),))}

Ways = dict[Square, list[tuple[Square, ...]]]  # by goal: what must be empty, for each way there


def ways(paths: Paths, origin: Square, colour: str) -> Ways:
    found: Ways = {}
    for path in paths:
        squares: list[Square] = []
        for x, y in path:
            goal = origin[0] + x * forward(colour), origin[1] + y * forward(colour)
            if not inside(goal):
                break
            found.setdefault(goal, []).append(tuple(squares))
            squares.append(goal)
    return found


@cache
def capturing_ways(piece: str, origin: Square) -> Ways:
    letter = piece.upper()
    return ways(BOTH[letter] + CAPTURING.get(letter, ()), origin, colour_of(piece))


@cache
def quiet_ways(piece: str, origin: Square) -> Ways:
    letter = piece.upper()
    return ways(BOTH[letter] + QUIET.get(letter, ()), origin, colour_of(piece))


def is_clear(board: Board, ways_there: list[tuple[Square, ...]]) -> bool:
    """Return True if one of the ways to a destination is empty."""
    return any(all(square not in board for square in way) for way in ways_there)


# Walls.

HALVES: dict[str, tuple[str, Displacement]] = {"W": ("W>", (1, 0)), "V": ("V^", (0, 1))}
OTHER_HALF: dict[str, Displacement] = {"W": (1, 0), "W>": (-1, 0), "V": (0, 1), "V^": (0, -1)}
TURNED = {"W": "V", "V": "W"}


def cells_of_piece(piece: str, square: Square) -> Board:
    """Return the squares of a piece on the board; a wall is given by its anchor."""
    cells = {square: piece}
    if piece.upper() in HALVES:
        half, step = HALVES[piece.upper()]
        cells[plus(square, step)] = of_colour(half, colour_of(piece))
    return cells


def cells_at(board: Board, square: Square) -> frozenset[Square]:
    """Return all cells of the piece on a square, none if it is empty."""
    if square not in board:
        return frozenset()
    step = OTHER_HALF.get(board[square].upper(), (0, 0))
    return frozenset({square, plus(square, step)})


def lift(board: Board, square: Square) -> None:
    for cell in cells_at(board, square):
        del board[cell]


def wall_steps(
    wall: str, anchor: Square, direction: Displacement
) -> Iterator[tuple[Square, list[Square]]]:
    """Yield the anchors along a slide over an empty board, each with the cells newly covered."""
    before = cells_of_piece(wall, anchor)
    while True:
        anchor = plus(anchor, direction)
        after = cells_of_piece(wall, anchor)
        if not all(map(inside, after)):
            return
        yield anchor, [cell for cell in after if cell not in before]
        before = after


def wall_attacks(board: Board, anchor: Square, wall: str, goal: Square) -> bool:
    """Return True if the wall could capture an enemy on the destination."""
    if not any(goal[0] == file or goal[1] == rank for file, rank in cells_of_piece(wall, anchor)):
        return False
    for direction in ROOK_LINES:
        for _, covered in wall_steps(wall, anchor, direction):
            if goal in covered:
                others = [board[cell] for cell in covered if cell != goal and cell in board]
                if not any(colour_of(other) == colour_of(wall) for other in others):
                    return True
            if any(cell in board for cell in covered):
                break
    return False


@dataclass(frozen=True)
class Wing:
    """The files of one side's castling, the king coming from file g."""

    letter: str  # K or Q, as the king's and the queen's side are called
    rook: int
    king_goal: int
    rook_goal: int


KING_FILE = 6
WINGS = (
    Wing("K", rook=11, king_goal=10, rook_goal=9),
    Wing("Q", rook=0, king_goal=1, rook_goal=2),
)
ROOK_RIGHTS = "al"
WING_RIGHTS = {"K": "L", "Q": "A", "k": "l", "q": "a"}  # as chess calls the rooks' rights
RIGHT_SQUARES = {
    letter: (piece, square_named(name))
    for letter, piece, name in (
        ("A", "R", "a1"),
        ("F", "P", "f4"),
        ("G", "P", "g4"),
        ("L", "R", "l1"),
        ("a", "r", "a12"),
        ("f", "p", "f9"),
        ("g", "p", "g9"),
        ("l", "r", "l12"),
    )
}
PROMOTES = {letter: "+" + letter for letter in "QBRNIGDSP"} | {"L": "+S", "Z": "+S"}
PAWN_GOAL, PIECE_GOAL = 10, 12  # own ranks


class GanymedePosition(ArmyPosition):
    """A position of Ganymede Chess."""

    FILES = FILES
    RANKS = RANKS
    START = (
        "rgoibqkbiogr/ww1dn2nd1ww/pppppssppppp/5pp5/12/12/12/12/5PP5/PPPPPSSPPPPP/"
        "WW1DN2ND1WW/RGOIBQKBIOGR w AFGLafgl - 0 1"
    )
    PAWN_STEPS = {3: 2}
    PAWN_STEPS_ELSEWHERE = 1
    PAWN_CAPTURE_STEPS = 1
    PAWN_RANKS = range(3, PAWN_GOAL)

    # Reading and writing.

    @classmethod
    def knows(cls, letter: str) -> bool:
        return letter in BOTH

    @classmethod
    def board_named(cls, placement: str) -> Board:
        """Return the board with its walls paired, left to right, top to bottom."""
        board = super().board_named(placement)
        paired: Board = {}
        for rank, file in product(reversed(range(RANKS)), range(FILES)):
            square = file, rank
            wall = board.get(square, "")
            if wall.upper() not in HALVES or square in paired:
                continue
            partner, anchor = cls.partner_of(wall, square)
            if board.get(partner) != wall:
                raise Fault(f"half a wall on {square_name(square)} in {placement!r}")
            paired.update(cells_of_piece(wall, anchor))
        return board | paired

    @staticmethod
    def partner_of(wall: str, square: Square) -> tuple[Square, Square]:
        """Return the other square of an unpaired wall, and which of both is the anchor."""
        file, rank = square
        if wall in "Ww":
            return (file + 1, rank), square
        return (file, rank - 1), (file, rank - 1)

    @classmethod
    def cell_text(cls, piece: str) -> str:
        return piece.rstrip(">^")

    @classmethod
    def target_named(cls, text: str, turn: str, board: Board) -> Square:
        raise Fault(f"target {text!r}")

    @classmethod
    def rights_named(cls, text: str, board: Board) -> frozenset[Square]:
        rights: set[Square] = set()
        for character in text:
            letter = WING_RIGHTS.get(character, character)
            if letter not in RIGHT_SQUARES:
                raise Fault(f"right {character!r} in {text!r}")
            piece, square = RIGHT_SQUARES[letter]
            colour = colour_of(character)
            home = KING_FILE, cls.absolute_rank(1, colour)
            if letter.lower() in ROOK_RIGHTS and cls.king(board, colour) != home:
                continue
            if board.get(square) != piece:
                continue
            if square in rights:
                raise Fault(f"right {character!r} twice in {text!r}")
            rights.add(square)
        return frozenset(rights)

    def rights_text(self) -> str:
        return self.files_of_rights()

    def writes_target(self) -> bool:
        return False

    # Moves.

    @classmethod
    def attacks(cls, board: Board, origin: Square, piece: str, goal: Square) -> bool:
        if piece.upper() in HALVES:
            return wall_attacks(board, origin, piece, goal)
        return is_clear(board, capturing_ways(piece, origin).get(goal, []))

    def piece_moves(self, origin: Square) -> Iterator[Move]:
        piece = self.board[origin]
        if piece.upper() in HALVES:
            yield from self.slides(origin)
            yield from self.pivots(origin)
            return
        for goal, there in capturing_ways(piece, origin).items():
            if self.enemy(goal) and is_clear(self.board, there):
                yield from self.with_promotion(origin, goal)
        for goal, there in quiet_ways(piece, origin).items():
            if goal not in self.board and is_clear(self.board, there):
                yield from self.with_promotion(origin, goal)
        yield from self.turns(origin, origin, "turn on the spot")

    def pawn_steps(self, origin: Square) -> int:
        return 2 if origin in self.rights else super().pawn_steps(origin)

    def with_promotion(self, origin: Square, goal: Square) -> Iterator[Move]:
        """Yield a move to a square: promoting if it must, with all turns if it may."""
        letter = self.board[origin].upper()
        last = PAWN_GOAL if letter == "P" else PIECE_GOAL
        if letter in PROMOTES and self.own_rank(goal, self.turn) == last:
            yield Move(origin, goal, f"promotion {PROMOTES[letter]}", "+")
            return
        yield Move(origin, goal, self.kind(origin, goal))
        yield from self.turns(origin, goal, "turn")

    def kind(self, origin: Square, goal: Square) -> str:
        if self.board[origin] in "Pp" and abs(goal[1] - origin[1]) == 2:
            return "double step by right" if origin in self.rights else "double step"
        return "captures wall" if len(cells_at(self.board, goal)) > 1 else ""

    def turns(self, origin: Square, goal: Square, kind: str) -> Iterator[Move]:
        """Yield the other settings that a spearman may turn to after its move."""
        letter = self.board[origin].upper()
        if letter in AHEAD:
            for turned in sorted(AHEAD.keys() - {letter}):
                yield Move(origin, goal, f"{kind} {turned}", turned.lower())

    def slides(self, origin: Square) -> Iterator[Move]:
        for direction in ROOK_LINES:
            for anchor, covered in wall_steps(self.board[origin], origin, direction):
                if any(self.own(cell) for cell in covered):
                    break
                taken = {cells_at(self.board, cell) for cell in covered if cell in self.board}
                yield Move(
                    origin, anchor, ("wall slide", "wall capture", "double capture")[len(taken)]
                )
                if taken:
                    break

    def pivots(self, origin: Square) -> Iterator[Move]:
        """Yield the quarter turns about either cell, onto the cells on either side of it."""
        wall = self.board[origin]
        turned = of_colour(TURNED[wall.upper()], self.turn)
        _, (x, y) = HALVES[turned.upper()]
        before = cells_of_piece(wall, origin)
        for pivot in before:
            for anchor in (pivot, (pivot[0] - x, pivot[1] - y)):
                (new,) = cells_of_piece(turned, anchor).keys() - {pivot}
                if inside(new) and new not in self.board:
                    yield Move(origin, anchor, f"pivot to {turned.upper()}", turned.lower())

    def castlings(self) -> Iterator[Move]:
        rank = self.absolute_rank(1, self.turn)
        king = KING_FILE, rank
        for wing in WINGS:
            rook, goal = (wing.rook, rank), (wing.king_goal, rank)
            if rook not in self.rights:
                continue
            partners = ((rook, (wing.rook_goal, rank)),)
            between = [square for square in squares_between(king, rook) if square in self.board]
            if between == []:
                yield from self.castling(f"castling {wing.letter}", goal, partners)
            elif between == [goal] and self.board[goal] == of_colour("G", self.turn):
                partners_and_griffon = (*partners, (goal, king))
                yield from self.castling(
                    f"griffon castling {wing.letter}", goal, partners_and_griffon
                )

    def rights_after_king(self, move: Move) -> frozenset[Square]:
        return frozenset(square for square in self.rights if self.is_own_pawn(square))

    def is_own_pawn(self, square: Square) -> bool:
        return self.board[square] == of_colour("P", self.turn)

    # What a move does.

    @staticmethod
    def becomes(piece: str, suffix: str) -> str:
        """Return the moving piece after its move."""
        if not suffix:
            return piece
        letter = PROMOTES[piece.upper()] if suffix == "+" else suffix
        return of_colour(letter, colour_of(piece))

    def squares_reached(self, move: Move) -> tuple[Square, ...]:
        piece = self.becomes(self.board[move.origin], move.promotion)
        return tuple(cells_of_piece(piece, move.goal))

    @classmethod
    def board_after(cls, board: Board, move: Move, colour: str) -> Board:
        after = dict(board)
        piece = cls.becomes(after[move.origin], move.promotion)
        lift(after, move.origin)
        partners = [(goal, after.pop(origin)) for origin, goal in move.partners]
        put = cells_of_piece(piece, move.goal)
        for cell in put:
            lift(after, cell)
        return after | put | dict(partners)

    def makes_progress(self, move: Move) -> bool:
        return move.promotion == "+" or super().makes_progress(move)

    def target_after(self, move: Move) -> None:
        return None

    def is_insufficient(self) -> bool:
        return False
