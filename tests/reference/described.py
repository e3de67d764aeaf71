"""The rules of any game of pieces, read from its description as slowly as can be.

What a description says is taken by the words of its fields; how the engine compiles it is not
looked at. Pieces that turn or stand on two squares are not known here, nor is placement.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from reference.common import Move, opponent
from reference.described_moves import DescribedMoves

if TYPE_CHECKING:
    from engine.kinds.army.rules import ArmyVariant, Extinction, Goal

OUTCOMES = {"draw": 0, "loss": -1, "win": 1}


@cache
def rules_of(game: ArmyVariant) -> type[DescribedPosition]:
    """The slow rules of a description."""
    return type(
        "DescribedGame",
        (DescribedPosition,),
        {"GAME": game, "FILES": game.files, "RANKS": game.ranks, "START": game.start},
    )


class DescribedPosition(DescribedMoves):
    """A position and whether the game is over in it."""

    # The end of the game.

    @property
    def identity(self) -> str:
        passing = self.targets_text(self.takeable())
        return f"{self.placement()} {self.turn} {self.rights_text()} {passing} {self.checks}"

    def ended(self) -> tuple[int, str] | None:
        """What the position is for the side to move where it is an end by itself, and why."""
        for colour in (opponent(self.turn), self.turn):
            for extinction in self.GAME.ends.extinctions:
                if self.is_extinct(colour, extinction):
                    value = OUTCOMES[extinction.value]
                    bare = not extinction.pieces and extinction.left == 1
                    return (
                        value if colour == self.turn else -value,
                        "bare" if bare else "extinction",
                    )
        for goal in self.GAME.ends.goals:
            if goal.answered and self.reached(self.turn, goal):
                both = self.turn == "w" and self.reached("b", goal)
                return 0 if both else 1, "goal"
        for goal in self.GAME.ends.goals:
            answered = goal.answered and self.turn == "b"
            if self.reached(opponent(self.turn), goal) and not (answered and self.can_follow(goal)):
                return -1, "goal"
        if self.GAME.ends.checks and self.checks[opponent(self.turn)] == 0:
            return -1, "checks"
        return None

    def is_extinct(self, colour: str, extinction: Extinction) -> bool:
        against = extinction.against
        if extinction.claim and colour == self.turn:
            against += 1
        own = [piece.upper() for _, piece in self.pieces_of(self.board, colour)]
        others = [piece.upper() for _, piece in self.pieces_of(self.board, opponent(colour))]
        if not extinction.pieces:
            return len(own) <= extinction.left and len(others) >= against
        own, others = ([piece.removesuffix("~") for piece in side] for side in (own, others))
        return any(
            own.count(letter) <= extinction.left and others.count(letter) >= against
            for letter in extinction.pieces
        )

    def reached(self, colour: str, goal: Goal) -> bool:
        there = [
            piece
            for square, piece in self.pieces_of(self.board, colour)
            if square in self.region(goal.region, colour)
            and (goal.piece is None or piece.upper().removesuffix("~") == goal.piece)
        ]
        return len(there) >= goal.count

    def can_follow(self, goal: Goal) -> bool:
        """Whether the royal piece of the side to move can reach its goal in one move."""
        squares = self.region(goal.region, self.turn)
        return any(
            move.goal in squares and self.is_legal(move)
            for origin in self.royals(self.board, self.turn)
            for move in self.moves_of(origin, self.GAME.royal)
        )

    def status(self) -> str:
        if end := self.ended():
            return self.outcome(*end)
        if not self.legal:
            if self.in_check():
                return self.outcome(-1, "checkmate")
            return self.outcome(OUTCOMES[self.GAME.ends.stalemate], "stalemate")
        in_hand = self.hands.total() > 0
        if self.GAME.ends.only_mate_wins and not in_hand and (reason := self.too_little()):
            return f"draw {reason}"
        draws = self.GAME.draws
        if draws.repetitions and self.occurrences() >= draws.repetitions:
            return self.outcome(OUTCOMES[draws.repetition], "repetition")
        if draws.plies and self.halfmove >= draws.plies:
            return "draw fiftymove"
        return "ongoing"

    def outcome(self, value: int, reason: str) -> str:
        if value == 0:
            return f"draw {reason}"
        return f"win {self.turn if value > 0 else opponent(self.turn)} {reason}"

    def too_little(self) -> str:
        """Why neither side can mate, "" if one can."""
        others = [
            (square, piece.upper())
            for colour in "wb"
            for square, piece in self.pieces_of(self.board, colour)
            if piece.upper() != self.GAME.royal
        ]
        letters = {letter for _, letter in others}
        if not others:
            return "bare"
        if len(others) == 1 and letters <= set(self.GAME.insufficient.lone):
            return "insufficient"
        shades = {sum(square) % 2 for square, _ in others}
        if letters <= set(self.GAME.insufficient.same_shade) and len(shades) == 1:
            return "insufficient"
        return ""

    # What is special.

    def captures(self, move: Move) -> bool:
        return move.goal in self.board

    def facts(self, move: Move) -> set[str]:
        return {move.kind} - {""}
