"""Pieces that wait behind others before the game and enter when these leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reference.common import Board, Move, Square, of_colour, opponent
from reference.described_relocations import DescribedRelocations

PLACING = "wait"  # the kind of moves that put a piece behind another


def is_placing(move: Move) -> bool:
    return move.kind.startswith(PLACING)


class DescribedWaiting(DescribedRelocations):
    """Position that knows waiting pieces."""

    @classmethod
    def has_waiting(cls) -> bool:
        return cls.GAME.drops is not None and cls.GAME.drops.waiting

    def placements(self) -> Iterator[Move]:
        """Yield moves that put the next piece of the hand behind each piece where it may wait."""
        letters = [of_colour(piece.letter, self.turn) for piece in self.GAME.pieces]
        letter = next((each for each in letters if self.hands[each] > 0), "")
        own = self.pieces_of(self.board, self.turn) if letter else []
        for square, piece in own:
            free = square not in self.waiting and not self.frees_two(square)
            if free and self.is_gate(square, piece, letter):
                yield Move((-1, -1), square, f"{PLACING} {letter}", drops=letter.upper())

    def is_gate(self, square: Square, piece: str, letter: str) -> bool:
        """Return True if a piece could wait behind that one and enter there."""
        pawn = self.GAME.pawns.letter if self.GAME.pawns else ""
        assert self.GAME.drops
        region = self.GAME.drops.regions.get(letter.upper())
        return (
            self.own_rank(square, self.turn) == 1
            and piece.upper() != pawn
            and (region is None or square in self.region(region, self.turn))
            and self.may_go_to(square, letter.upper(), self.turn)
            and (self.GAME.immobility_allowed or self.could_go_on(square, letter.upper()))
        )

    def frees_two(self, square: Square) -> bool:
        """Return True if one castling would free what waits there and another waiting piece."""
        return any(
            square in (king, partner) and (king in self.waiting or partner in self.waiting)
            for castling in self.GAME.castlings
            if castling.side in ("", self.turn)
            for king in [self.at(castling.king[0], self.turn)]
            for partner in [self.at(castling.partners[0][0], self.turn)]
        )

    def with_entering(self, move: Move) -> Move:
        """Return the same move with the piece that enters behind it."""
        reached = {move.goal, *(goal for _, goal in move.partners)}
        for left in (move.origin, *(origin for origin, _ in move.partners)):
            if left in self.waiting and left not in reached and not self.leaves_a_check(move):
                letter = self.waiting[left].upper()
                kind = move.kind or "entering"
                return replace(move, kind=kind, enters=(letter, left), enters_plainly=True)
        return move

    def leaves_a_check(self, move: Move) -> bool:
        """Return True if a king in check moves without capturing a piece that checks it."""
        if move.origin not in self.royals(self.board, self.turn):
            return False
        enemies = self.pieces_of(self.board, opponent(self.turn))
        checkers = {square for square, _ in enemies if self.strikes(square, move.origin)}
        return bool(checkers) and move.goal not in checkers

    def waiting_after(self, move: Move) -> dict[Square, str]:
        """Return what waits after a move: nothing behind a piece that moved or was captured."""
        if is_placing(move):
            return self.waiting | {move.goal: of_colour(move.drops, self.turn)}
        gone = {move.origin, move.goal, *(origin for origin, _ in move.partners)}
        return {square: letter for square, letter in self.waiting.items() if square not in gone}

    def board_after(self, move: Move) -> Board:
        return self.board if is_placing(move) else super().board_after(move)

    def rights_after(self, move: Move) -> frozenset[tuple[str, Square]]:
        return self.rights if is_placing(move) else super().rights_after(move)

    def strikes(self, origin: Square, square: Square) -> bool:
        """Return True if an enemy piece on `origin` attacks a square."""
        raise NotImplementedError
