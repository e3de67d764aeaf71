"""The rights of a described game: which pieces have not moved yet, as a FEN shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from reference.common import (
    Position,
    Square,
    colour_of,
    of_colour,
    square_name,
    square_named,
)

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant


class DescribedRights(Position):
    """Position of the game that GAME describes, with its castling rights."""

    GAME: ClassVar[PiecesVariant]
    rights: frozenset[tuple[str, Square]]  # colour and square of each unmoved piece
    hands: Counter[str]  # by letter, White's in upper case

    @classmethod
    def at(cls, square: str, colour: str) -> Square:
        """Return a square that is written for White, mirrored for Black."""
        file, rank = square_named(square)
        return file, rank if colour == "w" else cls.RANKS - 1 - rank

    @classmethod
    def has_gates(cls) -> bool:
        """Return True if pieces from the hand may enter behind first moves."""
        return cls.GAME.drops is not None and cls.GAME.drops.gating

    @classmethod
    def wings(cls, colour: str) -> dict[str, frozenset[tuple[str, Square]]]:
        """Return the rights of king and rook that K and Q stand for where pieces may enter."""
        return {
            "Q" if castling.partners[0][0] < castling.king[0] else "K": frozenset(
                (colour, cls.at(square, colour)) for square in castling.rights
            )
            for castling in (cls.GAME.castlings if cls.has_gates() else ())
            if castling.side in ("", colour)
        }

    def useful_rights(self, rights: frozenset[tuple[str, Square]]) -> frozenset[tuple[str, Square]]:
        """Return rights that still matter: of castlings, and of sides that may yet hold a piece."""
        if not self.has_gates() or (self.GAME.drops and self.GAME.drops.captured):
            return rights
        held = {colour_of(letter) for letter in self.hands.elements()}
        castling = {
            right
            for colour in "wb"
            for wing in self.wings(colour).values()
            if wing <= rights
            for right in wing
        }
        return frozenset(right for right in rights if right[0] in held or right in castling)

    @classmethod
    def rights_named(cls, text: str) -> frozenset[tuple[str, Square]]:
        by_wing = frozenset(
            right
            for colour in "wb"
            for letter, rights in cls.wings(colour).items()
            if of_colour(letter, colour) in text
            for right in rights
        )
        return by_wing | frozenset(
            (colour, cls.at(right.square, colour))
            for colour in "wb"
            for right in cls.GAME.rights
            if right.side in ("", colour) and of_colour(right.letter, colour) in text
        )

    def rights_text(self) -> str:
        if self.has_gates():
            return "".join(letter for c in "wb" for letter in self.gate_letters(c)) or "-"
        letters = [
            of_colour(right.letter, colour)
            for colour in "wb"
            for right in self.GAME.rights
            if right.side in ("", colour) and (colour, self.at(right.square, colour)) in self.rights
        ]
        return "".join(letters) or "-"

    def gate_letters(self, colour: str) -> Iterator[str]:
        """Yield the letters of castlings that are left, then the files of other rights."""
        left = {letter: wing for letter, wing in self.wings(colour).items() if wing <= self.rights}
        yield from (of_colour(letter, colour) for letter in sorted(left))
        castling = {right for wing in left.values() for right in wing}
        others = [square for c, square in self.rights - castling if c == colour]
        yield from (of_colour(square_name(square)[0], colour) for square in sorted(others))
