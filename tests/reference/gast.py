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
    leaper,
    squares_between,
)

A, B, C, D, E, F, G, H, I, J, K, L = range(12)
KNIGHT_LEAPS = leaper((2, 1), (3, 1), (2, 2))


@dataclass(frozen=True)
class Wing:
    """The files of one side's castlings, the king coming from file g."""

    letter: str  # K or Q, as the king's and the queen's side are called
    archer: int
    rook: int
    beside_king: int  # where the archer goes: next to the king's home
    near_goal: int  # the king's goal with the archer
    rook_goal: int
    far_goal: int  # the king's goal with the rook


WINGS = (
    Wing("K", archer=I, rook=L, beside_king=H, near_goal=I, rook_goal=J, far_goal=K),
    Wing("Q", archer=D, rook=A, beside_king=F, near_goal=E, rook_goal=D, far_goal=C),
)
RIGHT_PIECES = {A: "R", D: "A", I: "A", L: "R"}


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
        rights = set()
        for character in text:
            file = "abcdefghijkl".find(character.lower())
            if file not in RIGHT_PIECES:
                raise Fault(f"right {character!r} in {text!r}")
            rank = 0 if character.isupper() else 11
            piece, king = RIGHT_PIECES[file], "K"
            if rank == 11:
                piece, king = piece.lower(), "k"
            # Castled with the archer, the king keeps the right with that side's rook.
            castled = {A: E, L: I}.get(file, G)
            if board.get((file, rank)) != piece or king not in (
                board.get((G, rank)),
                board.get((castled, rank)),
            ):
                raise Fault(f"right {character!r} in {text!r} lacks its pieces")
            if (file, rank) in rights:
                raise Fault(f"right {character!r} twice in {text!r}")
            rights.add((file, rank))
        return frozenset(rights)

    def rights_text(self) -> str:
        white = "".join("ABCDEFGHIJKL"[file] for file, rank in sorted(self.rights) if rank == 0)
        black = "".join("abcdefghijkl"[file] for file, rank in sorted(self.rights) if rank == 11)
        return white + black

    def castlings(self) -> Iterator[Move]:
        rank = self.absolute_rank(1, self.turn)
        king = self.king(self.board, self.turn)
        for wing in WINGS:
            if king == (G, rank):
                yield from self.archer_castling(wing, king)
                yield from self.direct_castling(wing, king)
                yield from self.double_castling(wing, king)
            elif king == (wing.near_goal, rank):
                yield from self.rook_after_archer(wing, king)

    def archer_castling(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        archer = wing.archer, rank
        if archer in self.rights and self.between(king, archer) == []:
            partners = ((archer, (wing.beside_king, rank)),)
            yield from self.castling(
                f"archer castling {wing.letter}", (wing.near_goal, rank), partners
            )

    def rook_after_archer(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        rook = wing.rook, rank
        if rook in self.rights and self.between(king, rook) == []:
            partners = ((rook, (wing.rook_goal, rank)),)
            yield from self.castling(
                f"rook after archer {wing.letter}", (wing.far_goal, rank), partners
            )

    def direct_castling(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        rook = wing.rook, rank
        if rook in self.rights and self.between(king, rook) == []:
            partners = ((rook, (wing.rook_goal, rank)),)
            yield from self.castling(
                f"direct castling {wing.letter}", (wing.far_goal, rank), partners
            )

    def double_castling(self, wing: Wing, king: Square) -> Iterator[Move]:
        rank = king[1]
        rook, archer = (wing.rook, rank), (wing.archer, rank)
        if rook in self.rights and archer in self.rights and self.between(king, rook) == [archer]:
            partners = ((rook, (wing.rook_goal, rank)), (archer, (wing.beside_king, rank)))
            yield from self.castling(
                f"double castling {wing.letter}", (wing.far_goal, rank), partners
            )

    def between(self, a: Square, b: Square) -> list[Square]:
        """The occupied squares between two squares."""
        return [square for square in squares_between(a, b) if square in self.board]

    def rights_after_king(self, move: Move) -> frozenset[Square]:
        if not move.kind.startswith("archer castling"):
            return frozenset()
        wing = next(wing for wing in WINGS if move.kind.endswith(wing.letter))
        return self.rights & {(wing.rook, move.origin[1])}

    def writes_target(self) -> bool:
        return True

    def is_insufficient(self) -> bool:
        return False
