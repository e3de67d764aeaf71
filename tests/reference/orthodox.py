"""Reference rules of orthodox chess, 8 x 8."""

from __future__ import annotations

from collections.abc import Iterator

from reference.army import ArmyPosition
from reference.common import (
    BISHOP_LINES,
    ROOK_LINES,
    Board,
    Fault,
    Move,
    Square,
    leaper,
    square_named,
    squares_between,
)

# By rights letter: the squares of king and rook.
HOMES: dict[str, tuple[Square, Square]] = {
    "K": (square_named("e1"), square_named("h1")),
    "Q": (square_named("e1"), square_named("a1")),
    "k": (square_named("e8"), square_named("h8")),
    "q": (square_named("e8"), square_named("a8")),
}
SHREDDER = {"H": "K", "A": "Q", "h": "k", "a": "q"}


class ChessPosition(ArmyPosition):
    """A position of orthodox chess."""

    FILES = 8
    RANKS = 8
    START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    LEAPS = {
        "K": leaper((1, 0), (1, 1)),
        "Q": frozenset(),
        "R": frozenset(),
        "B": frozenset(),
        "N": leaper((2, 1)),
        "P": frozenset(),
    }
    LINES = {"Q": ROOK_LINES + BISHOP_LINES, "R": ROOK_LINES, "B": BISHOP_LINES}
    PAWN_STEPS = {2: 2}
    PAWN_STEPS_ELSEWHERE = 1
    PAWN_CAPTURE_STEPS = 1
    PAWN_RANKS = range(2, 8)
    PROMOTIONS = "qrbn"

    @classmethod
    def rights_named(cls, text: str, board: Board) -> frozenset[Square]:
        rooks = set()
        for character in text:
            letter = SHREDDER.get(character, character)
            if letter not in HOMES:
                raise Fault(f"right {character!r} in {text!r}")
            king, rook = HOMES[letter]
            king_piece, rook_piece = ("K", "R") if letter.isupper() else ("k", "r")
            if board.get(king) != king_piece or board.get(rook) != rook_piece:
                continue
            if rook in rooks:
                raise Fault(f"right {character!r} twice in {text!r}")
            rooks.add(rook)
        return frozenset(rooks)

    def rights_text(self) -> str:
        return "".join(letter for letter, (_, rook) in HOMES.items() if rook in self.rights)

    def castlings(self) -> Iterator[Move]:
        for letter in "KQ" if self.turn == "w" else "kq":
            king, rook = HOMES[letter]
            if rook not in self.rights or any(
                at in self.board for at in squares_between(king, rook)
            ):
                continue
            step = 1 if letter in "Kk" else -1
            file, rank = king
            partners = ((rook, (file + step, rank)),)
            yield from self.castling(
                f"castling {letter.upper()}", (file + 2 * step, rank), partners
            )

    def rights_after_king(self, move: Move) -> frozenset[Square]:
        return frozenset()

    def writes_target(self) -> bool:
        return self.has_legal_en_passant()

    def is_insufficient(self) -> bool:
        """Return True for a lone minor piece, or for bishops on one shade, beside the kings."""
        others = {at: piece.upper() for at, piece in self.board.items() if piece not in "Kk"}
        if list(others.values()) == ["N"]:
            return True
        shades = {(file + rank) % 2 for file, rank in others}
        return bool(others) and set(others.values()) == {"B"} and len(shades) == 1
