"""What may come from the hand in a described game: drops, and pieces that enter behind moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reference.common import Move, Square, forward, of_colour, opponent
from reference.described_changes import DescribedChanges

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import Drops


class DescribedDrops(DescribedChanges):
    """Position that knows what may enter from the hand."""

    @classmethod
    def squares(cls) -> Iterator[Square]:
        for rank in range(cls.RANKS):
            yield from ((file, rank) for file in range(cls.FILES))

    def drops(self, rules: Drops) -> Iterator[Move]:
        """Yield the drops of each piece in hand on the empty squares where it is allowed."""
        for letter, held in self.droppable(rules):
            for square in self.squares():
                move = Move((-1, -1), square, f"drop {held}", drops=letter)
                if square not in self.board and self.may_drop(rules, move, held):
                    yield move

    def droppable(self, rules: Drops) -> Iterator[tuple[str, str]]:
        """Yield what may be dropped, and the piece in hand: the same or the promoted one's."""
        hand = {letter for letter in self.hands if self.hands[letter] > 0}
        first = {of_colour(letter, self.turn) for letter in rules.first}
        hand = hand & first or hand
        for piece in self.GAME.pieces:
            if of_colour(piece.letter, self.turn) in hand:
                yield piece.letter, piece.letter
            held = rules.held.get(piece.letter, "")
            if rules.promoted and held and of_colour(held, self.turn) in hand:
                yield piece.letter, held

    def may_drop(self, rules: Drops, move: Move, held: str) -> bool:
        if held in rules.regions and move.goal not in self.region(rules.regions[held], self.turn):
            return False
        if self.GAME.enclosing and not self.fits(move.goal, self.GAME.enclosing):
            return False
        if not self.may_go_to(move.goal, move.drops, self.turn):
            return False
        piece = of_colour(move.drops, self.turn)
        beside = [square for square, other in self.board.items() if other == piece]
        on_file = [square for square in beside if square[0] == move.goal[0]]
        if len(on_file) >= rules.most_on_file.get(move.drops, len(self.board) + 1):
            return False
        if not self.GAME.immobility_allowed and not self.could_go_on(move.goal, move.drops):
            return False
        if rules.on_both_shades and not self.keeps_shades(rules, move):
            return False
        after = self.board_after(move)
        return rules.checking or not self.in_check_of(after, opponent(self.turn))

    def keeps_shades(self, rules: Drops, move: Move) -> bool:
        """Return True if half of the pieces of a type stand on each shade, or still can."""
        letter, region = rules.on_both_shades, rules.regions.get(rules.on_both_shades)
        bishop = of_colour(letter, self.turn)
        after = self.board_after(move)
        total = self.hands[bishop] + list(self.board.values()).count(bishop)
        there, room = [0, 0], [0, 0]
        for square in self.squares():
            shade = sum(square) % 2
            there[shade] += after.get(square) == bishop
            possible = not region or square in self.region(region, self.turn)
            possible &= self.GAME.immobility_allowed or self.could_go_on(square, letter)
            room[shade] += (
                possible and square not in after and self.may_go_to(square, letter, self.turn)
            )
        if move.drops == letter:
            return there[sum(move.goal) % 2] <= (total + 1) // 2
        return min(there[0] + room[0], there[1] + room[1]) >= total // 2

    def must_drop(self, found: list[Move]) -> bool:
        """Return True if a move is illegal as a piece in hand must be dropped first."""
        first = self.GAME.drops.first if self.GAME.drops else ()
        return any(move.drops and move.kind.split()[1] in first for move in found)

    def gatings(self, move: Move) -> Iterator[Move]:
        """Yield the same move with each piece from the hand that may enter behind it."""
        rules = self.GAME.drops
        assert rules
        left = [move.origin, *(origin for origin, _ in move.partners)]
        reached = {move.goal, *(goal for _, goal in move.partners)}
        special = move.drops or move.promotion or move.takes
        if special or (not move.partners and self.is_of_pawn(move)):
            return
        for gate in left:
            if (self.turn, gate) not in self.rights or gate in reached:
                continue
            for letter in [piece.letter for piece in self.GAME.pieces]:
                region = rules.regions.get(letter)
                inside = region is None or gate in self.region(region, self.turn)
                useful = self.GAME.immobility_allowed or self.could_go_on(gate, letter)
                own = self.may_go_to(gate, letter, self.turn)
                if self.hands[of_colour(letter, self.turn)] > 0 and inside and useful and own:
                    yield replace(move, kind=move.kind or "gating", enters=(letter, gate))

    def is_of_pawn(self, move: Move) -> bool:
        pawns = self.GAME.pawns
        return pawns is not None and self.board[move.origin].upper() == pawns.letter

    def could_go_on(self, square: Square, letter: str) -> bool:
        """Return True if a piece could ever move again: on an empty board, or a hopper towards a
        square of it.
        """
        blocked = {each: cell for each, cell in self.board.items() if cell == "*"}
        ahead = forward(self.turn)
        for way in self.ways_from(square, letter, self.turn):
            if way.hop and self.on_board((square[0] + way.dx * ahead, square[1] + way.dy * ahead)):
                return True
        return any(
            way.moves and self.may_go_to(goal, letter, self.turn)
            for way in self.ways_from(square, letter, self.turn)
            if not way.initial and not way.hop
            for goal in self.goals(blocked, square, way, self.turn)
        )
