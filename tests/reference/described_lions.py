"""Rules of games like Chu Shogi: second steps, untraded pieces, bare royal pieces, attacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reference.common import Board, Move, Square, board_after, colour_of, forward, opponent
from reference.described_walls import DescribedWalls
from reference.ways import ways


class DescribedLions(DescribedWalls):
    """Position that knows the rules of games like Chu Shogi."""

    def second_steps(self) -> Iterator[Move]:
        """Yield moves that capture with a first step and then go on or back, and passes."""
        rule = self.GAME.second_steps
        if not rule:
            return
        for origin, piece in self.pieces_of(self.board, self.turn):
            letter = piece.upper()
            notation = {**rule.free, **rule.straight, **rule.back}.get(letter)
            steps = [(way.dx, way.dy) for way in ways(notation)] if notation else []
            firsts = [(step, self.stepped(origin, step)) for step in steps]
            empty = any(self.on_board(at) and at not in self.board for _, at in firsts)
            if empty and letter not in rule.back:
                yield Move(origin, origin)
            for step, way in firsts:
                if way in self.board and self.is_enemy(way):
                    onward = [step] if letter in rule.straight else steps
                    onward = [] if letter in rule.back else onward
                    goals = {self.stepped(way, each) for each in onward} | {origin}
                    for goal in goals:
                        free = goal == origin or goal not in self.board or self.is_enemy(goal)
                        if self.on_board(goal) and free:
                            yield Move(origin, goal, way=way)
                            yield from self.promoting(Move(origin, goal, way=way), letter)

    def promoting(self, move: Move, letter: str) -> Iterator[Move]:
        """Yield the same move of two steps with a promotion, if it begins or ends in the zone."""
        own = [self.type_of(piece) for _, piece in self.pieces_of(self.board, self.turn)]
        for promotion in self.GAME.promotions:
            zone = self.region(promotion.zone, self.turn)
            if promotion.piece == letter and {move.origin, move.goal} & zone:
                (to,) = promotion.to
                most = self.GAME.limits.get(self.type_of(to), len(self.board))
                if own.count(self.type_of(to)) < most:
                    sign = self.sign_of(letter, to)
                    yield replace(move, kind=f"promotion {to}", promotion=sign)

    def stepped(self, square: Square, step: tuple[int, int]) -> Square:
        ahead = forward(self.turn)
        return square[0] + step[0] * ahead, square[1] + step[1] * ahead

    def is_enemy(self, square: Square) -> bool:
        return self.board[square] != "*" and colour_of(self.board[square]) != self.turn

    def is_untraded(self, square: Square | None) -> bool:
        """Return True if a piece stands there that is not traded off."""
        rule = self.GAME.untraded
        standing = self.board.get(square) if square else None
        return rule is not None and self.type_of(standing or "") in rule.pieces

    def may_trade(self, move: Move, colour: str = "") -> bool:
        """Return True if the rule of untraded pieces allows a move.

        colour: the side that moves, "" for the side to move.
        """
        rule = self.GAME.untraded
        if not rule or move.drops or move.partners:
            return True
        goal = None if move.goal == move.origin else move.goal
        if not self.is_untraded(move.origin):
            taken = {square for square in (goal, move.way) if self.is_untraded(square)}
            return self.traded is None or taken <= {self.traded}
        distance = max(abs(move.goal[0] - move.origin[0]), abs(move.goal[1] - move.origin[1]))
        if not self.is_untraded(goal) or distance <= 1:
            return True
        if move.way and self.board[move.way].upper() not in rule.minor:
            return True
        without_mover = {at: cell for at, cell in self.board.items() if at != move.origin}
        if move.way and self.reached_from(without_mover, move.way, move.goal):
            return False
        after = board_after(self.board, move, colour or self.turn)
        return not self.attacked(after, move.goal, opponent(colour or self.turn))

    def reached_from(self, board: Board, origin: Square, goal: Square) -> bool:
        """Return True if the enemy piece on a square protects another one."""
        colour = colour_of(board[origin])
        seen = board | {goal: "P" if colour == "b" else "p"}
        return any(
            goal in self.goals(seen, origin, way, colour)
            for way in self.ways_from(origin, board[origin].upper(), colour)
            if way.captures
        )

    def traded_by(self, move: Move) -> Square | None:
        """Return the square where a move captures an untraded piece by another one."""
        if move.drops or move.partners or self.is_untraded(move.origin):
            return None
        goal = None if move.goal == move.origin else move.goal
        return next((each for each in (goal, move.way) if self.is_untraded(each)), None)

    def attacked_by(self, move: Move) -> bool:
        """Return True if the last move attacks a royal piece, or its piece attacks any other."""
        if not self.GAME.ends.perpetual_attack_loses:
            return False
        them = opponent(self.turn)
        if any(self.attacked(self.board, square, them) for square in self.vital(self.turn)):
            return True
        if move.goal not in self.board:  # it burnt
            return False
        return any(
            goal in self.board and self.may_trade(Move(move.goal, goal), them)
            for way in self.ways_from(move.goal, self.board[move.goal].upper(), them)
            if way.captures and not way.initial
            for goal in self.goals(self.board, move.goal, way, them)
        )

    def vital(self, colour: str) -> list[Square]:
        """Return the squares of pieces that may be captured but whose loss loses.

        Only games like Chu Shogi have them.
        """
        ends = self.GAME.ends.extinctions if self.GAME.has_lion_rules else ()
        types = {letter for end in ends if end.value == "loss" for letter in end.pieces}
        own = self.pieces_of(self.board, colour)
        return [square for square, piece in own if self.type_of(piece) in types]

    def in_check(self) -> bool:
        """Return True also if the only piece of the kind of `vital` is attacked."""
        vital = self.vital(self.turn)
        only = len(vital) == 1 and self.attacked(self.board, vital[0], opponent(self.turn))
        return only or super().in_check()

    def bared(self) -> tuple[int, str] | None:
        """Return the result for a side with nothing but a royal piece, as `ended` does."""
        rule = self.GAME.ends.bare_royal
        if not rule:
            return None
        alive = {
            colour: [
                square
                for square, piece in self.pieces_of(self.board, colour)
                if self.could_ever_move(square, piece.upper(), colour)
            ]
            for colour in "wb"
        }
        bare = {
            colour: len(alive[colour]) == 1 and alive[colour][0] in self.vital(colour)
            for colour in "wb"
        }
        for colour in "wb":
            them = opponent(colour)
            strong = [
                square for square in alive[them] if self.board[square].upper() not in rule.minor
            ]
            royals = set(self.vital(them)) & set(strong)
            if not bare[colour] or len(strong) < 2 or not royals:
                continue
            struck = {
                each for each in strong if self.reached_from(self.board, alive[colour][0], each)
            }
            if not struck & royals and (len(strong) > 2 or not struck):
                return (-1 if colour == self.turn else 1), "bare"
        safe = not any(
            self.attacked(self.board, square, opponent(colour))
            for colour in "wb"
            for square in alive[colour]
        )
        return (0, "bare") if all(bare.values()) and safe else None

    def could_ever_move(self, square: Square, letter: str, colour: str) -> bool:
        """Return True if a piece could move or capture from a square on a suitable board."""
        for way in self.ways_from(square, letter, colour):
            if way.hop:
                return True
            x, y = square
            rides = list(zip(way.leaps, way.stops, strict=True))
            for (across, up), stops in () if way.initial else rides[: self.FILES + self.RANKS]:
                x, y = x + across * forward(colour), y + up * forward(colour)
                inside = 0 <= x < self.FILES and 0 <= y < self.RANKS
                if stops and inside and self.may_go_to((x, y), letter, colour):
                    return True
        return False
