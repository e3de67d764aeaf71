"""Reference rules of Gast's Chess, 12 x 12."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reference.common import (
    BISHOP_LINES,
    ROOK_LINES,
    Board,
    Fault,
    Move,
    Position,
    Square,
    colour_of,
    leaper,
    of_colour,
    squares_between,
)

FILE_LETTERS = "abcdefghijkl"
KNIGHT_LEAPS = leaper((2, 1), (3, 1), (2, 2))


def at(file: str, rank: int) -> Square:
    return FILE_LETTERS.index(file), rank


@dataclass(frozen=True)
class Wing:
    """The files of one side's castlings, the king coming from file g."""

    letter: str  # K or Q, as the king's and the queen's side are called
    archer: str
    rook: str
    beside_king: str  # where the archer goes: next to the king's home
    near_goal: str  # the king's goal with the archer
    rook_goal: str
    far_goal: str  # the king's goal with the rook


WINGS = (
    Wing("K", archer="i", rook="l", beside_king="h", near_goal="i", rook_goal="j", far_goal="k"),
    Wing("Q", archer="d", rook="a", beside_king="f", near_goal="e", rook_goal="d", far_goal="c"),
)
RIGHT_PIECES = {"a": "R", "d": "A", "i": "A", "l": "R"}
KING_AFTER_ARCHER = {"a": "e", "l": "i"}  # by the file of the rook it may still castle with


class GastPosition(Position):
    """A position of Gast's Chess."""

    FILES = 12
    RANKS = 12
    START = (
        "rngabqkbagnr/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNGABQKBAGNR"
        " w ADILadil - 0 1"
    )
    LEAPS = {
        "K": leaper((1, 0), (1, 1)),
        "Q": frozenset(),
        "R": frozenset(),
        "B": frozenset(),
        "N": KNIGHT_LEAPS,
        "G": KNIGHT_LEAPS,
        "A": KNIGHT_LEAPS,
        "P": frozenset(),
    }
    LINES = {
        "Q": ROOK_LINES + BISHOP_LINES,
        "R": ROOK_LINES,
        "A": ROOK_LINES,
        "B": BISHOP_LINES,
        "G": BISHOP_LINES,
    }
    PAWN_STEPS = {2: 4, 3: 3}
    PAWN_STEPS_ELSEWHERE = 2
    PAWN_CAPTURE_STEPS = 2
    PROMOTIONS = "qrbnga"

    @classmethod
    def rights_named(cls, text: str, board: Board) -> frozenset[Square]:
        rights: set[Square] = set()
        for character in text:
            file = character.lower()
            if file not in RIGHT_PIECES:
                raise Fault(f"right {character!r} in {text!r}")
            colour = colour_of(character)
            rank = cls.absolute_rank(1, colour)
            king_files = "g" + KING_AFTER_ARCHER.get(file, "")
            if cls.king(board, colour) not in [at(king_file, rank) for king_file in king_files]:
                raise Fault(f"right {character!r} in {text!r} lacks its king")
            if board.get(at(file, rank)) != of_colour(RIGHT_PIECES[file], colour):
                raise Fault(f"right {character!r} in {text!r} lacks its piece")
            if at(file, rank) in rights:
                raise Fault(f"right {character!r} twice in {text!r}")
            rights.add(at(file, rank))
        return frozenset(rights)

    def rights_text(self) -> str:
        white = "".join(FILE_LETTERS[file] for file, rank in sorted(self.rights) if rank == 0)
        black = "".join(FILE_LETTERS[file] for file, rank in sorted(self.rights) if rank != 0)
        return white.upper() + black

    def castlings(self) -> Iterator[Move]:
        rank = self.absolute_rank(1, self.turn)
        king = self.king(self.board, self.turn)
        for wing in WINGS:
            if king == at("g", rank):
                yield from self.archer_castling(wing, king)
                yield from self.direct_castling(wing, king)
                yield from self.double_castling(wing, king)
            elif king == at(wing.near_goal, rank):
                yield from self.rook_after_archer(wing, king)

    def archer_castling(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        archer = at(wing.archer, rank)
        if archer in self.rights and self.between(king, archer) == []:
            partners = ((archer, at(wing.beside_king, rank)),)
            yield from self.castling(
                f"archer castling {wing.letter}", at(wing.near_goal, rank), partners
            )

    def rook_after_archer(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        rook = at(wing.rook, rank)
        if rook in self.rights and self.between(king, rook) == []:
            partners = ((rook, at(wing.rook_goal, rank)),)
            yield from self.castling(
                f"rook after archer {wing.letter}", at(wing.far_goal, rank), partners
            )

    def direct_castling(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        rook = at(wing.rook, rank)
        if rook in self.rights and self.between(king, rook) == []:
            partners = ((rook, at(wing.rook_goal, rank)),)
            yield from self.castling(
                f"direct castling {wing.letter}", at(wing.far_goal, rank), partners
            )

    def double_castling(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        rook, archer = at(wing.rook, rank), at(wing.archer, rank)
        if rook in self.rights and archer in self.rights and self.between(king, rook) == [archer]:
            partners = ((rook, at(wing.rook_goal, rank)), (archer, at(wing.beside_king, rank)))
            yield from self.castling(
                f"double castling {wing.letter}", at(wing.far_goal, rank), partners
            )

    def between(self, a: Square, b: Square) -> list[Square]:
        """The occupied squares between two squares."""
        return [square for square in squares_between(a, b) if square in self.board]

    def rights_after_king(self, move: Move) -> frozenset[Square]:
        if not move.kind.startswith("archer castling"):
            return frozenset()
        wing = next(wing for wing in WINGS if move.kind.endswith(wing.letter))
        return self.rights & {at(wing.rook, move.origin[1])}

    def writes_target(self) -> bool:
        return True

    def is_insufficient(self) -> bool:
        return False
