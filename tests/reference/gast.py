"""Reference rules of Gast's Chess, 12 x 12."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from reference.army import ArmyPosition
from reference.common import (
    BISHOP_LINES,
    ROOK_LINES,
    Board,
    Fault,
    Move,
    Square,
    colour_of,
    leaper,
    of_colour,
    squares_between,
)

KNIGHT_LEAPS = leaper((2, 1), (3, 1), (2, 2))


def at(file: str, rank: int) -> Square:
    return string.ascii_lowercase.index(file), rank


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


QUEENS_WING = Wing(
    "Q", archer="d", rook="a", beside_king="f", near_goal="e", rook_goal="d", far_goal="c"
)


class GastPosition(ArmyPosition):
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
    PAWN_RANKS = range(2, 12)
    PROMOTIONS = "qrbnga"
    WINGS: ClassVar[tuple[Wing, ...]] = (
        Wing(
            "K", archer="i", rook="l", beside_king="h", near_goal="i", rook_goal="j", far_goal="k"
        ),
        QUEENS_WING,
    )

    @classmethod
    def right_pieces(cls) -> dict[str, str]:
        """Return the piece that has a right, by its file."""
        archers = {wing.archer: "A" for wing in cls.WINGS}
        return archers | {wing.rook: "R" for wing in cls.WINGS}

    @classmethod
    def castlers(cls, colour: str, board: Board) -> list[str]:
        """Return the files of the pieces that may have a right, from the queen's side."""
        rank = cls.absolute_rank(1, colour)
        king_after_archer = {wing.rook: wing.near_goal for wing in cls.WINGS}
        return [
            file
            for file, piece in sorted(cls.right_pieces().items())
            if board.get(at(file, rank)) == of_colour(piece, colour)
            and cls.king(board, colour)
            in [at(king_file, rank) for king_file in "g" + king_after_archer.get(file, "")]
        ]

    @classmethod
    def rights_named(cls, text: str, board: Board) -> frozenset[Square]:
        rights: set[Square] = set()
        for character in text:
            colour, file = colour_of(character), character.lower()
            able = cls.castlers(colour, board)
            if character not in "KQkq" and file not in cls.right_pieces():
                raise Fault(f"right {character!r} in {text!r}")
            if file not in cls.right_pieces():
                file = cls.outermost(file, able, cls.king(board, colour), text)
            if file not in able:
                continue
            square = at(file, cls.absolute_rank(1, colour))
            if square in rights:
                raise Fault(f"right {character!r} twice in {text!r}")
            rights.add(square)
        return frozenset(rights)

    @classmethod
    def outermost(cls, wing: str, able: list[str], king: Square, text: str) -> str:
        """Return the file that "k" or "q" means, "" for none.

        Raises Fault if the game has a right of file k.
        """
        if "k" in cls.right_pieces():
            raise Fault(f"right {wing!r} in {text!r}")
        beyond = [file for file in able if (at(file, king[1]) > king) == (wing == "k")]
        return "" if not beyond else beyond[-1] if wing == "k" else beyond[0]

    def rights_text(self) -> str:
        return self.files_of_rights()

    def castlings(self) -> Iterator[Move]:
        rank = self.absolute_rank(1, self.turn)
        king = self.king(self.board, self.turn)
        for wing in self.WINGS:
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
        """Return the occupied squares between two squares."""
        return [square for square in squares_between(a, b) if square in self.board]

    def rights_after_king(self, move: Move) -> frozenset[Square]:
        if not move.kind.startswith("archer castling"):
            return frozenset()
        wing = next(wing for wing in self.WINGS if move.kind.endswith(wing.letter))
        return self.rights & {at(wing.rook, move.origin[1])}

    def writes_target(self) -> bool:
        return True

    def is_insufficient(self) -> bool:
        return False
