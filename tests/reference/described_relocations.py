"""Pieces that change places with another one of their side, and pieces that return."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reference.common import Move, Square, colour_of, of_colour, opponent
from reference.described_lions import DescribedLions

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import Return


class DescribedRelocations(DescribedLions):
    """Position that knows swaps, returns and citadels."""

    def swaps(self) -> Iterator[Move]:
        """Yield moves of pieces that change places, where the rules allow any."""
        own = self.pieces_of(self.board, self.turn)
        royals = self.GAME.ends.pseudo_royals
        for origin, piece in own:
            becomes = self.GAME.swaps.get(piece.upper())
            for goal, other in own if becomes else ():
                assert becomes
                assert royals
                letter = other.upper()
                fixed = letter in self.GAME.uncapturable or self.type_of(letter) in royals.pieces
                if goal == origin or fixed or self.promotes_on(origin, letter):
                    continue
                if not self.may_go_to(origin, letter, self.turn):
                    continue
                if self.may_go_to(goal, becomes, self.turn):
                    yield Move(
                        origin,
                        goal,
                        f"swap {becomes}",
                        becomes.lower(),
                        partners=((goal, origin),),
                    )

    def promotes_on(self, square: Square, letter: str) -> bool:
        """Return True if a piece of the side to move that comes to a square promotes there."""
        return any(
            square in self.region(promotion.zone, self.turn)
            for promotion in self.GAME.promotions
            if promotion.piece == letter
        )

    def returns(self) -> Iterator[Move]:
        """Yield moves of pieces that return to the board."""
        for rule in self.GAME.returns:
            for origin, piece in self.pieces_of(self.board, self.turn):
                for goal in self.squares() if piece.upper() == rule.piece else ():
                    if goal != origin and self.may_return(rule, origin, goal):
                        yield Move(origin, goal, f"return {rule.to}", rule.to.lower())

    def may_return(self, rule: Return, origin: Square, goal: Square) -> bool:
        standing = self.board.get(goal, "")
        royals = self.GAME.ends.pseudo_royals
        assert royals
        if standing == "*" or not self.may_go_to(goal, rule.to, self.turn):
            return False
        if self.promotes_on(goal, rule.to):
            return False
        if rule.square:
            return goal == self.at(rule.square, self.turn) and not standing
        if standing.upper() in self.GAME.uncapturable or self.type_of(standing) in royals.pieces:
            return False
        after = {square: cell for square, cell in self.board.items() if square != origin}
        after[goal] = of_colour(rule.to, self.turn)
        attacked = {
            square
            for way in self.ways_from(goal, rule.to, self.turn)
            if way.captures
            for square in self.goals(after, goal, way, self.turn)
            if after.get(square, "").upper() not in ("", *self.GAME.uncapturable)
            if self.may_go_to(square, rule.to, self.turn)
        }
        them = opponent(self.turn)
        can_move = {
            square: any(
                after.get(end, "").upper() not in self.GAME.uncapturable
                for way in self.ways_from(square, after[square].upper(), them)
                for end in self.goals(after, square, way, them)
                if (way.captures if end in after else way.moves)
                if self.may_go_to(end, after[square].upper(), them)
            )
            for square in attacked
        }
        return len(attacked) > 1 or not all(can_move.values())

    def captures_uncapturable(self, move: Move) -> bool:
        """Return True if a move would capture a piece that is never captured."""
        standing = self.board.get(move.goal, "")
        if move.drops or move.partners or not standing or move.goal == move.origin:
            return False
        return standing.upper() in self.GAME.uncapturable

    def in_citadel(self) -> tuple[int, str] | None:
        """Return the draw by a royal piece in the enemy's citadel, as `ended` does."""
        rule = self.GAME.citadels
        there = rule is not None and any(
            square in self.region(rule.squares, opponent(colour_of(piece)))
            for square, piece in self.board.items()
            if piece.upper() in rule.pieces
        )
        return (self.drawn_value(), "goal") if there else None

    def drawn_value(self) -> int:
        """Return the value of a draw for the side to move."""
        raise NotImplementedError
