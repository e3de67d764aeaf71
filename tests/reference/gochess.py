"""Reference rules of Go-Chess, 10 x 10: the placement phase and the play phase.

The ten blocked squares stand on the board like pieces without a colour, which attack nothing and
never move, so that they are written and copied and block lines as any piece does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Self

from reference.army import ArmyPosition
from reference.common import (
    BISHOP_LINES,
    ROOK_LINES,
    Board,
    Fault,
    Move,
    Position,
    Square,
    colour_of,
    fen_fields,
    leaper,
    of_colour,
    opponent,
    square_name,
    square_named,
)

BLOCK = "*"
BLOCKS = 10
ORDER = "PPPPPPPPBBRRNNQK"  # in which each side places its army
CLOSENESS = "QNRBP"  # whose distances from the king decide who moves first
SQUARES: tuple[Square, ...] = tuple((file, rank) for file in range(10) for rank in range(10))

SQUARE_TEXT = re.compile(r"[a-j](?:10|[1-9])")
PLACEMENT_TEXT = re.compile(r"(?P<board>[^\[]+)\[(?P<white>[PBRNQK]+)(?P<black>[pbrnqk]+)\]")
Barred = dict[str, tuple[Square, ...]]  # by colour, in the order they were tried
NOTHING_BARRED: Barred = {"w": (), "b": ()}


class GoChessPosition(ArmyPosition):
    """A position of the play phase.

    The seed also draws a game when "both players make identical pairs of moves three times in a
    row". To make a move again a piece must first go back, so both go to and fro, and from the
    first move of the first round on every round has the same positions: the third round begins
    with a third occurrence, and threefold repetition has ended the game before the round is over.
    """

    FILES = 10
    RANKS = 10
    START = (  # one of many: the game has no fixed start
        "p*2PP1p2/*Pp*3r1N/1rqP1p4/3NpQB1K1/3PP5/p1nBPb4/1*3n1RP1/*4p3*/1*1b2*3/2k*1*1Rp1 w - - 0 1"
    )
    LEAPS = {
        "K": leaper((1, 0), (1, 1)),
        "Q": frozenset(),
        "R": frozenset(),
        "B": frozenset(),
        "N": leaper((2, 1)),
        "P": frozenset(),
        BLOCK: frozenset(),
    }
    LINES = {"Q": ROOK_LINES + BISHOP_LINES, "R": ROOK_LINES, "B": BISHOP_LINES}
    PAWN_STEPS = {}  # the same everywhere
    PAWN_STEPS_ELSEWHERE = 1
    PAWN_CAPTURE_STEPS = 1
    PAWN_RANKS = range(1, 11)
    PROMOTIONS = ""

    # What the game does not have.

    @classmethod
    def rights_named(cls, text: str, board: Board) -> frozenset[Square]:
        raise Fault(f"rights {text!r} in a game without castling")

    @classmethod
    def target_named(cls, text: str, turn: str, board: Board) -> Square:
        raise Fault(f"target {text!r} in a game without en passant")

    def rights_text(self) -> str:
        return ""

    def castlings(self) -> Iterator[Move]:
        return iter(())

    def rights_after_king(self, move: Move) -> frozenset[Square]:
        return frozenset()

    def writes_target(self) -> bool:
        return False

    def is_insufficient(self) -> bool:
        return False

    # The board.

    @classmethod
    def board_named(cls, placement: str) -> Board:
        board = super().board_named(placement)
        blocks = list(board.values()).count(BLOCK)
        if blocks != BLOCKS:
            raise Fault(f"{blocks} blocked squares in {placement!r}")
        return board

    def on_board(self, square: Square) -> bool:
        return super().on_board(square) and self.board.get(square) != BLOCK

    def own(self, square: Square) -> bool:
        return self.board.get(square) != BLOCK and super().own(square)

    def enemy(self, square: Square) -> bool:
        return self.board.get(square) != BLOCK and super().enemy(square)

    # Moves.

    @classmethod
    def attacks(cls, board: Board, origin: Square, piece: str, goal: Square) -> bool:
        if piece in "Pp":
            return abs(goal[0] - origin[0]) == abs(goal[1] - origin[1]) == 1
        return super().attacks(board, origin, piece, goal)

    def pawn_moves(self, origin: Square) -> Iterator[Move]:
        file, rank = origin
        for dx, dy in ROOK_LINES:
            goal = file + dx, rank + dy
            if self.on_board(goal) and goal not in self.board:
                yield Move(origin, goal)
        for dx, dy in BISHOP_LINES:
            goal = file + dx, rank + dy
            if self.enemy(goal):
                yield Move(origin, goal, f"pawn capture {dx:+d}{dy:+d}")

    def makes_progress(self, move: Move) -> bool:
        return self.enemy(move.goal)

    def target_after(self, move: Move) -> Square | None:
        return None

    def status(self) -> str:
        if self.legal and set(self.board.values()) == {"K", "k", BLOCK}:
            return "draw bare"
        return super().status()


class GoChessPlacement:
    """A position of the placement phase, in which both sides choose a square at the same time."""

    turn = "-"

    def __init__(self, board: Board, left: str, barred: Barred = NOTHING_BARRED) -> None:
        self.board = board
        self.left = left  # what each side has still to place, in upper case, the next one first
        self.barred = barred

    @classmethod
    def start(cls, blocks: Iterable[Square]) -> Self:
        return cls(dict.fromkeys(blocks, BLOCK), ORDER)

    # Reading and writing.

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        """Read a FEN. Raises Fault."""
        placement, turn, rights, target, halfmove, fullmove = fen_fields(fen, "-")
        if (turn, rights) != ("-", "-"):
            raise Fault(f"side {turn!r} or rights {rights!r} in a placement")
        if Position.number(halfmove) != 0 or Position.number(fullmove) > 1:
            raise Fault(f"numbers {halfmove!r} and {fullmove!r} in a placement")
        board, left = cls.halves_named(placement)
        return cls(board, left, cls.barred_named(target, board))

    @staticmethod
    def halves_named(text: str) -> tuple[Board, str]:
        """Return the board and what each side has still to place."""
        parts = PLACEMENT_TEXT.fullmatch(text)
        if parts is None:
            raise Fault(f"placement {text!r}")
        left = parts["white"]
        if parts["black"] != left.lower() or not ORDER.endswith(left):
            raise Fault(f"still to be placed: {left!r} and {parts['black']!r}")
        board = any_board_named(parts["board"])
        placed = ORDER.removesuffix(left)
        if Counter(board.values()) != Counter(placed + placed.lower() + BLOCKS * BLOCK):
            raise Fault(f"not ten blocked squares and {placed!r} of each side in {text!r}")
        for bishop in "Bb":
            shades = [shade(square) for square, piece in board.items() if piece == bishop]
            if len(shades) != len(set(shades)):
                raise Fault(f"two {bishop!r} on one shade in {text!r}")
        return board, left

    @staticmethod
    def barred_named(text: str, board: Board) -> Barred:
        if text == "-":
            return NOTHING_BARRED
        barred = [squares_named(part) for part in text.split("/")]
        if len(barred) != 2:
            raise Fault(f"barred squares {text!r}")
        for squares in barred:
            if len(squares) != len(set(squares)) or any(square in board for square in squares):
                raise Fault(f"a barred square in {text!r} stands twice or is not free")
        return {"w": barred[0], "b": barred[1]}

    def fen(self) -> str:
        placement = GoChessPosition(self.board, "w", frozenset(), None, 0, 1).placement()
        barred = "/".join("".join(map(square_name, self.barred[colour])) for colour in "wb")
        target = "-" if barred == "/" else barred
        return f"{placement}[{self.left}{self.left.lower()}] - - {target} 0 1"

    # Choices.

    def choices(self, colour: str) -> list[str]:
        """Return the choices of a side, as "P@e5" or "p@e5"."""
        return self.choices_by_colour[colour]

    @cached_property
    def choices_by_colour(self) -> dict[str, list[str]]:
        return {
            colour: [
                f"{piece}@{square_name(square)}"
                for square in SQUARES
                if square not in self.barred[colour] and self.may_place(piece, square)
            ]
            for colour, piece in (("w", self.left[0]), ("b", self.left[0].lower()))
        }

    def may_place(self, piece: str, square: Square) -> bool:
        """Return True if a piece may be placed on a square, whatever has been tried for it."""
        if square in self.board:
            return False
        if piece in "Bb":
            return shade(square) not in [
                shade(other) for other, bishop in self.board.items() if bishop == piece
            ]
        if piece in "Kk":
            enemy = opponent(colour_of(piece))
            return not GoChessPosition.attacked(self.board, square, enemy)
        return True

    def play(self, text: str) -> GoChessPlacement | GoChessPosition:
        """Return the position after both choices, as "P@e5,p@d4". Raises ValueError."""
        white_choice, _, black_choice = text.partition(",")
        return self.after(white_choice, black_choice)

    def after(self, white_choice: str, black_choice: str) -> GoChessPlacement | GoChessPosition:
        white = self.chosen(white_choice, "w")
        black = self.chosen(black_choice, "b")
        kings_meet = self.left == "K" and GoChessPosition.attacks(self.board, white, "K", black)
        if white == black or kings_meet:
            tried = {"w": (*self.barred["w"], white), "b": (*self.barred["b"], black)}
            return GoChessPlacement(self.board, self.left, tried)
        board = self.board | {white: self.left[0], black: self.left[0].lower()}
        if self.left == "K":
            return GoChessPosition(board, first_to_move(board), frozenset(), None, 0, 1)
        return GoChessPlacement(board, self.left[1:])

    def chosen(self, text: str, colour: str) -> Square:
        """Return the square of a legal choice, whose letter may be of either case."""
        for choice in self.choices(colour):
            if text in (choice, choice[0].swapcase() + choice[1:]):
                return square_named(choice[2:])
        raise ValueError(f"illegal choice {text!r} of {colour!r} in {self.fen()!r}")

    def status(self) -> str:
        if self.choices("w") and self.choices("b"):
            return "ongoing choose wb"
        return "draw unplaceable"


def any_board_named(placement: str) -> Board:
    """Return the board of a placement field, with any pieces on any squares. Raises Fault."""
    rows = placement.split("/")
    if len(rows) != GoChessPosition.RANKS:
        raise Fault(f"{len(rows)} ranks in {placement!r}")
    return {
        (file, rank): cell
        for rank, row in zip(reversed(range(GoChessPosition.RANKS)), rows, strict=True)
        for file, cell in enumerate(GoChessPosition.cells_of(row))
        if cell
    }


def squares_named(text: str) -> tuple[Square, ...]:
    """Return the squares of a text like "e5f10", one or more. Raises Fault."""
    names = SQUARE_TEXT.findall(text)
    if not names or "".join(names) != text:
        raise Fault(f"squares {text!r}")
    return tuple(map(square_named, names))


def shade(square: Square) -> int:
    return sum(square) % 2


def first_to_move(board: Board) -> str:
    """Return the side whose pieces stand closer to its king; White if there is no difference."""
    return "b" if closeness(board, "b") < closeness(board, "w") else "w"


def closeness(board: Board, colour: str) -> list[int]:
    """Return the distances of the king from queen, knights, rooks, bishops and pawns."""
    king = GoChessPosition.king(board, colour)
    distances: list[int] = []
    for letter in CLOSENESS:
        wanted = of_colour(letter, colour)
        distances += sorted(
            steps_apart(king, square) for square, piece in board.items() if piece == wanted
        )
    return distances


def steps_apart(a: Square, b: Square) -> int:
    """Return the number of ranks plus files between two squares."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
