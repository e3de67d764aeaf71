"""The rules of any game of pieces, read from its description as slowly as can be.

Only the fields of the description are used, nothing that the engine compiles from them. Pieces that
turn or stand on two squares are not known here, nor is placement.
"""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

from reference.chases import chasing_sides
from reference.common import Board, Move, Square, colour_of, opponent
from reference.described_moves import DescribedMoves

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.endings import Chain, Extinction, Goal, Line
    from amalthea.engine.pieces.description.variant import PiecesVariant

OUTCOMES = {"draw": 0, "loss": -1, "win": 1}


@cache
def rules_of(game: PiecesVariant) -> type[DescribedPosition]:
    """Return the slow rules of a description."""
    return type(
        "DescribedGame",
        (DescribedPosition,),
        {"GAME": game, "FILES": game.files, "RANKS": game.ranks, "START": game.start},
    )


class DescribedPosition(DescribedMoves):
    """Position that knows how the game ends."""

    # The end of the game.

    @property
    def identity(self) -> str:
        passing = self.targets_text(self.takeable())
        check = "check" if self.in_check_of(self.board, self.turn) else "quiet"
        return (
            f"{self.placement()} {self.turn} {self.rights_text()} {passing} {self.checks}"
            f" {self.traded} {check}"
        )

    def ended(self) -> tuple[int, str] | None:
        """Return the result for the side to move and its reason, if the position ends the game."""
        for colour in (opponent(self.turn), self.turn):
            by_type_first = sorted(self.GAME.ends.extinctions, key=lambda each: not each.pieces)
            for extinction in by_type_first:
                if self.is_extinct(colour, extinction):
                    value = OUTCOMES[extinction.value]
                    bare = not extinction.pieces and extinction.left == 1
                    return (
                        value if colour == self.turn else -value,
                        "bare" if bare else "extinction",
                    )
        for goal in self.GAME.ends.goals:
            later = goal.answered or goal.held or goal.safe
            if later and self.reached(self.turn, goal):
                shared = (goal.answered and self.turn == "w") or (goal.safe and not goal.held)
                both = shared and self.reached(opponent(self.turn), goal)
                return 0 if both else 1, "goal"
        for goal in self.GAME.ends.goals:
            if goal.held and not goal.safe:
                continue
            answered = goal.answered and self.turn == "b"
            if self.reached(opponent(self.turn), goal) and not (answered and self.can_follow(goal)):
                return -1, "goal"
        if self.GAME.ends.checks and self.checks[opponent(self.turn)] == 0:
            return -1, "checks"
        for line in self.GAME.ends.lines:
            if self.aligned(opponent(self.turn), line):
                return -OUTCOMES[line.value], "line"
        if self.GAME.ends.chain and self.is_chained(opponent(self.turn), self.GAME.ends.chain):
            return -OUTCOMES[self.GAME.ends.chain.value], "line"
        if self.GAME.ends.back_and_forth_loses and self.went_back_and_forth():
            return 1, "repetition"
        return self.passed_or_filled() or self.in_citadel() or self.bared()

    def passed_or_filled(self) -> tuple[int, str] | None:
        """Return the result by passes or a full board, as `ended` does."""
        passed = [each.split()[0] for each in self.past[-1:]] == [self.placement()]
        if self.GAME.ends.facing_ends and passed and self.kings_face(self.board):
            return self.drawn_value(), "facing"
        may_pass = any((*self.GAME.can_pass, *self.GAME.passes_if_stuck))
        if may_pass and [each.split()[0] for each in self.past[-2:]] == 2 * [self.placement()]:
            return self.drawn_value(), "passes"
        if self.GAME.ends.full_board and len(self.board) == self.FILES * self.RANKS:
            return self.drawn_value(), "full"
        return None

    def went_back_and_forth(self) -> bool:
        """Return True if the last mover has come to a square, left it and come back twice."""
        own = list(zip(range(1, len(self.played) + 1, 2), self.played[::-2], strict=True))
        if len(own) > 1 and own[1][1][0].origin == own[1][1][0].goal:
            del own[1]
        if len(own) < 5:
            return False
        last = own[0][1][0]
        if last.kind or last.origin == last.goal:
            return False
        home, away = last.goal, last.origin
        expected = [(away, home), (home, away), (away, home), (home, away)]
        if [(move.origin, move.goal) for _, (move, _, _) in own[:4]] != expected:
            return False
        ago, (arrival, took, _) = own[4]
        if arrival.goal != home or took or self.halfmove < ago - 1:
            return False
        if any(checked for ago, (_, _, checked) in own[:5] if ago <= self.halfmove):
            return False
        us, them = opponent(self.turn), self.turn
        letter, royal = self.board[home].upper(), self.GAME.royal
        regions = [self.GAME.piece(each).region if each else None for each in (letter, royal)]
        squares = [
            self.region(region, colour) if region else frozenset(self.squares())
            for region, colour in zip(regions, (us, them), strict=True)
        ]
        return bool(squares[0] & squares[1])

    def aligned(self, colour: str, line: Line) -> bool:
        """Return True if a side has the line."""
        there = {
            square
            for square, piece in self.pieces_of(self.board, colour)
            if not line.pieces or self.type_of(piece) in line.pieces
        }
        n = line.length
        if "b" in line.directions and any(
            {(x + dx, y + dy) for dx in range(n) for dy in range(n)} <= there for x, y in there
        ):
            return True
        steps = {"h": [(1, 0)], "v": [(0, 1)], "d": [(1, 1), (1, -1)], "b": []}
        reach = max(self.FILES, self.RANKS) if line.gaps else n
        return any(
            len({(x + dx * k, y + dy * k) for k in range(reach)} & there) >= n
            for way in line.directions
            for dx, dy in steps[way]
            for x, y in there
        )

    def is_chained(self, colour: str, chain: Chain) -> bool:
        """Return True if neighbouring pieces of a side lead from one region to the other."""
        there = {
            square
            for square, piece in self.pieces_of(self.board, colour)
            if not chain.pieces or self.type_of(piece) in chain.pieces
        }
        steps = {"h": [(1, 0)], "v": [(0, 1)], "d": [(1, 1), (1, -1)]}
        ways = [step for way in chain.directions for step in steps[way]]
        reached: set[Square] = set()
        found = there & self.region(chain.start, colour)
        while found:
            reached |= found
            found = {
                (x + sign * dx, y + sign * dy)
                for x, y in found
                for dx, dy in ways
                for sign in (1, -1)
            }
            found = (found & there) - reached
        return bool(reached & self.region(chain.end, colour))

    def is_extinct(self, colour: str, extinction: Extinction) -> bool:
        against = extinction.against
        if extinction.claim and colour == self.turn:
            against += 1
        own, others = (
            [
                *(piece.upper() for _, piece in self.pieces_of(self.board, side)),
                *(piece.upper() for piece in self.held() if colour_of(piece) == side),
            ]
            for side in (colour, opponent(colour))
        )
        if not extinction.pieces:
            return len(own) <= extinction.left and len(others) >= against
        own, others = (list(map(self.type_of, side)) for side in (own, others))
        return any(
            own.count(letter) <= extinction.left and others.count(letter) >= against
            for letter in extinction.pieces
        )

    def held(self) -> list[str]:
        """Return the pieces in both hands, waiting ones too."""
        return [*self.hands.elements(), *self.waiting.values()]

    def reached(self, colour: str, goal: Goal) -> bool:
        there = [
            square
            for square, piece in self.pieces_of(self.board, colour)
            if square in self.region(goal.region, colour)
            and (goal.piece is None or self.type_of(piece) == goal.piece)
        ]
        full = self.region(goal.region, colour) <= set(self.board)
        if len(there) < goal.count and not (goal.filled and there and full):
            return False
        held_already = goal.held and colour == self.turn
        if not goal.safe or held_already or len(there) != goal.count:
            return True
        return not any(self.attacked(self.board, each, opponent(colour)) for each in there)

    def can_follow(self, goal: Goal) -> bool:
        """Return True if the royal piece of the side to move can reach its goal in one move."""
        squares = self.region(goal.region, self.turn)
        safe = [move for move in dict.fromkeys(self.candidates()) if self.is_safe(move)]
        forced = self.GAME.ends.forced_capture and any(map(self.takes, safe))
        return any(
            move.goal in squares and self.is_safe(move) and (self.takes(move) or not forced)
            for origin in self.royals(self.board, self.turn)
            for move in self.moves_of(origin, self.GAME.royal)
        )

    def status(self) -> str:
        if end := self.ended():
            return self.outcome(*end)
        if not self.legal:
            if self.in_check():
                return self.outcome(self.mate_value(), "checkmate")
            return self.outcome(self.stalemate_value(), "stalemate")
        if self.has_only_promotions():
            return self.outcome(0, "stalemate")
        in_hand = bool(self.held())
        if not in_hand and (reason := self.too_little()):
            return f"draw {reason}"
        limit, counted = self.counting
        if limit and counted > limit:
            return self.outcome(self.drawn_value(), "counting")
        draws = self.GAME.draws
        if draws.repetitions and self.occurrences() >= draws.repetitions:
            return self.outcome(self.repetition_value(), "repetition")
        if draws.plies and self.idle_plies() >= draws.plies:
            return self.outcome(self.drawn_value(), "fiftymove")
        return "ongoing"

    def mate_value(self) -> int:
        """Return the value of checkmate for the side to move."""
        rule = self.GAME.ends.mate_conditions
        if not rule:
            return OUTCOMES[self.GAME.ends.mate]
        if self.checking_types(self.board, self.turn) <= set(rule.never_alone):
            return 1
        boards = [self.board, *(self.seen(each)[0] for each in self.past[-2::-2])]
        series = takewhile(bool, (self.checking_types(board, self.turn) for board in boards))
        return -1 if any(types & set(rule.needed) for types in series) else 0

    def checking_types(self, board: Board, colour: str) -> set[str]:
        """Return the types of the pieces that give check to a side."""
        (king,) = self.royals(board, colour)
        them = opponent(colour)
        return {
            self.type_of(piece)
            for origin, piece in self.pieces_of(board, them)
            if self.may_go_to(king, piece.upper(), them)
            for way in self.ways_from(origin, piece.upper(), them)
            if way.captures and king in self.goals(board, origin, way, them)
        }

    def has_only_promotions(self) -> bool:
        """Return True if a king, not in check, and one other piece can only promote in place."""
        own = [piece.upper() for _, piece in self.pieces_of(self.board, self.turn)]
        promoting = {each.piece for each in self.GAME.promotions if each.in_place}
        return (
            len(own) == 2
            and bool(promoting & set(own))
            and not self.in_check_of(self.board, self.turn)
            and all(move.promotion for move in self.legal)
        )

    def idle_plies(self) -> int:
        """Return the plies without progress.

        Where chases lose, of each side's checks among them only ten count.
        """
        if not self.GAME.ends.chases:
            return self.halfmove
        seen = [*self.past, self.identity][1:][::-1][: self.halfmove]
        checks = max(sum(each.endswith("check") for each in seen[side::2]) for side in (0, 1))
        return self.halfmove - 2 * max(0, checks - 10)

    def drawn_value(self) -> int:
        """Return the value of a draw for the side to move."""
        pieces = {colour: len(self.pieces_of(self.board, colour)) for colour in "wb"}
        if self.GAME.ends.draws == "points":
            return 1 if (self.points() > 1) == (self.turn == "w") else -1
        ahead = "w" if pieces["w"] > pieces["b"] else "b" if pieces["b"] > pieces["w"] else ""
        winner = {"": "", "White": "w", "Black": "b", "more": ahead}[self.GAME.ends.draws]
        return 0 if not winner else 1 if winner == self.turn else -1

    def points(self) -> int:
        """Return White's points minus Black's, by the pieces on the board."""
        points = dict(self.GAME.ends.points)
        return sum(
            points.get(piece.upper(), 0) * (1 if colour == "w" else -1)
            for colour in "wb"
            for _, piece in self.pieces_of(self.board, colour)
        )

    def repetition_value(self) -> int:
        """Return the result of a repetition; perpetual checks and chases lose."""
        draws, ends = self.GAME.draws, self.GAME.ends
        value = OUTCOMES[draws.repetition]
        if ends.repetition_for_white and self.turn == "b":
            value = -value
        occurred = [n for n, each in enumerate(self.past) if each == self.identity]
        since = [*self.past[occurred[1 - draws.repetitions] :], self.identity]
        them = ends.perpetual_check_loses and all(each.endswith("check") for each in since[::-2])
        us = ends.perpetual_check_loses and all(each.endswith("check") for each in since[-2::-2])
        if ends.chases and not (them or us):
            sides = chasing_sides(self, ends.chases, [self.seen(each) for each in since])
            them, us = opponent(self.turn) in sides, self.turn in sides
        if them or us:
            value = them - us
        if ends.perpetual_attack_loses:
            made = self.attacks[occurred[1 - draws.repetitions] :]
            them, us = all(made[::-2]), all(made[-2::-2])
            value = them - us if them != us else value
        return value or self.drawn_value()

    def seen(self, identity: str) -> tuple[Board, str]:
        """Return the board and the side to move of an earlier position, given by its identity."""
        placement, turn, *_ = identity.split()
        return self.board_named(placement.partition("[")[0]), turn

    def stalemate_value(self) -> int:
        value = OUTCOMES[self.GAME.ends.stalemate]
        if self.GAME.ends.stalemate_by_count:
            own, others = (
                len(self.pieces_of(self.board, colour))
                for colour in (self.turn, opponent(self.turn))
            )
            value *= (others > own) - (others < own)
        return value or self.drawn_value()

    def outcome(self, value: int, reason: str) -> str:
        if value == 0:
            return f"draw {reason}"
        return f"win {self.turn if value > 0 else opponent(self.turn)} {reason}"

    def too_little(self) -> str:
        """Return the reason why neither side can win, "" if one can."""
        king = self.GAME.drawing_king
        others = [
            (square, piece.upper())
            for colour in "wb"
            for square, piece in self.pieces_of(self.board, colour)
            if piece.upper() != king
        ]
        letters = {letter for _, letter in others}
        if not others:
            return "bare"
        if not self.GAME.ends.only_mate_wins:
            return ""
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
