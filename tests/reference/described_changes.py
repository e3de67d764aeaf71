"""What the moves of a described game change: the board, hands, rights and counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from reference.common import (
    Board,
    Move,
    Square,
    board_after,
    colour_of,
    forward,
    of_colour,
    opponent,
)
from reference.described_enclosing import DescribedEnclosing

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import Castling, Explosions


class DescribedChanges(DescribedEnclosing):
    """Position that computes what a move changes."""

    def takes(self, move: Move) -> bool:
        return len(self.board_after(replace(move, enters=None, blocks=None))) < len(self.board)

    def takes_by_itself(self, move: Move) -> bool:
        """Return True if a move takes something, apart from what burns with it."""
        plain = replace(move, enters=None, blocks=None)
        return len(self.board_before_burning(plain)) < len(self.board)

    def board_after(self, move: Move) -> Board:
        """Return the board after a move and what burns by it: the moved piece, or its enemies."""
        after = self.board_before_burning(move)
        moved = after.get(move.goal)
        if not self.GAME.burning or not moved:
            return after
        near = {
            (file, rank)
            for file, rank in after
            if max(abs(file - move.goal[0]), abs(rank - move.goal[1])) == 1
            and after[file, rank] != "*"
            and colour_of(after[file, rank]) != self.turn
        }
        if any(self.type_of(after[square]) in self.GAME.burning for square in near):
            near = {move.goal}
        elif self.type_of(moved) not in self.GAME.burning:
            near = set()
        return {square: cell for square, cell in after.items() if square not in near}

    def board_before_burning(self, move: Move) -> Board:
        if move.drops:
            dropped = self.board | {move.goal: of_colour(move.drops, self.turn)}
            return self.turned(dropped, move, self.turn)
        after = board_after(self.board, Move(**{**vars(move), "promotion": ""}), self.turn)
        if move.promotion:
            after[move.goal] = self.promoted(move)
        captures = len(after) < len(self.board)
        if captures and self.GAME.explosions:
            rule, mover = self.GAME.explosions, self.type_of(self.board[move.origin])
            captor = self.type_of(after[move.goal])
            exploded = self.exploded(after, move.goal, rule, mover)
            after = {square: cell for square, cell in after.items() if square not in exploded}
            if move.goal in exploded and captor in rule.petrified:
                after[move.goal] = "*"
        if move.enters:
            after[move.enters[1]] = of_colour(move.enters[0], self.turn)
        if move.blocks:
            assert self.GAME.walls
            if self.GAME.walls.rule == "duck":
                after = {square: cell for square, cell in after.items() if cell != "*"}
            after[move.blocks] = "*"
        return self.turned(after, move, self.turn)

    @staticmethod
    def sign_of(letter: str, to: str) -> str:
        """Return the suffix of a move by which a piece becomes another one."""
        if to[0] == "+":
            return "+"
        return "-" if letter == "+" + to else to.removesuffix("~").lower()

    def promoted(self, move: Move) -> str:
        """Return the piece on the destination after a promotion, by its suffix."""
        return of_colour(move.kind.split()[-1], self.turn)

    def exploded(self, board: Board, centre: Square, rule: Explosions, mover: str) -> set[Square]:
        """Return the squares of all that explodes with the piece that has captured on `centre`.

        mover: its type before the move.
        """
        if rule.alone:
            petrified = {mover, self.type_of(board[centre])} <= set(rule.petrified)
            return {centre} if petrified else set()
        near = {
            (file, rank)
            for file, rank in board
            if max(abs(file - centre[0]), abs(rank - centre[1])) <= 1 and board[file, rank] != "*"
        }
        safe = {square for square in near if self.type_of(board[square]) in rule.immune}
        sheltered = {square for square in near if self.type_of(board[square]) in rule.sheltered}
        return near - safe - (sheltered - {centre})

    def bycatch(self, move: Move) -> list[str]:
        """Return the pieces of both sides that explode with a capture, as they are when they do."""
        if not self.GAME.explosions:
            return []
        after = self.board_after(move)
        captor = self.promoted(move) if move.promotion else self.board[move.origin]
        gone = set(self.board) - set(after) - {move.origin, move.goal, move.takes}
        stays = after.get(move.goal, "*") != "*"
        return [*(self.board[square] for square in gone), *([] if stays else [captor])]

    def captures_its_like(self, move: Move) -> bool:
        """Return True if a piece captures one of its own type that is immune to it."""
        if move.drops or move.way or not self.takes_by_itself(move):
            return False
        captor, victim = (
            self.type_of(self.board[at]) for at in (move.origin, move.takes or move.goal)
        )
        return captor == victim and captor in self.GAME.mutually_immune

    def hands_after(self, move: Move) -> Counter[str]:
        """Return the hands after a move: without a dropped piece, with captured ones."""
        hands = self.hands.copy()
        rules = self.GAME.drops
        if move.enters and not (rules and rules.waiting):
            hands[of_colour(move.enters[0], self.turn)] -= 1
        if rules and rules.unlimited:
            return hands
        if move.drops:
            hands[of_colour(move.kind.split()[1], self.turn)] -= 1
        elif rules and rules.captured and self.takes(move):
            taken = [self.board[move.takes or move.goal], *self.bycatch(move)]
            for piece in taken:
                held = rules.held.get(piece.upper(), piece.upper())
                hands[of_colour(held, opponent(colour_of(piece)))] += 1
        return hands

    def counting_after(self, move: Move, board: Board) -> tuple[int, int]:
        """Return the limit of the count, and the count, both in plies."""
        rule = self.GAME.ends.counting
        limit, counted = self.counting
        if not rule:
            return 0, 0
        counted += 1 if limit else 0
        us, them = self.turn, opponent(self.turn)
        pawn = self.GAME.pawns.letter if self.GAME.pawns else ""
        captured = self.board.get(move.takes or move.goal) if self.takes(move) else None
        last_pawn = captured is not None and captured.upper() == pawn
        last_pawn = last_pawn and not self.count_of(board, "wb", pawn)
        everything = self.count_of(board, "wb")
        moves = self.moves_to_count(board, us)
        if rule.from_pieces and last_pawn and self.count_of(board, us) == 1 and moves:
            limit, counted = 2 * moves, 2 * everything - 1
        alone = self.count_of(board, them) == 1
        moves = self.moves_to_count(board, them)
        if moves and (not limit or (alone and (captured or move.promotion))):
            limit, counted = 2 * moves, 2 * everything if rule.from_pieces and alone else 0
        return limit, counted

    def count_of(self, board: Board, colours: str, letter: str = "") -> int:
        """Return the number of pieces, of one type or of all."""
        pieces = [piece for colour in colours for _, piece in self.pieces_of(board, colour)]
        return sum(not letter or piece.upper().removesuffix("~") == letter for piece in pieces)

    def moves_to_count(self, board: Board, colour: str) -> int:
        """Return the limit for a side that would begin to count, 0 where it does not."""
        rule = self.GAME.ends.counting
        assert rule
        own, other = self.count_of(board, colour), self.count_of(board, opponent(colour))
        pawns = self.GAME.pawns and self.count_of(board, "wb", self.GAME.pawns.letter)
        if other == 1:
            return 0
        if own > 1:
            return 0 if own > rule.most or (pawns and not rule.pawns) else rule.few_pieces
        if pawns:
            return 0
        for letter, least, moves in rule.limits:
            if self.count_of(board, opponent(colour), letter) >= least:
                return moves
        return rule.bare

    def rights_after(self, move: Move) -> frozenset[tuple[str, Square]]:
        """Return the rights after a move.

        Rights of pieces that moved or were captured go; a king that moves loses its castlings.
        """
        if move.origin == move.goal and not move.promotion and not move.way:
            return self.rights
        left = set(self.board) - set(self.board_after(move)) if self.GAME.explosions else set()
        gone = {(c, square) for c in "wb" for square in (move.origin, move.goal, move.way, *left)}
        gone |= self.aimed_at(move)
        if self.has_gates():
            return self.rights - gone - {(self.turn, origin) for origin, _ in move.partners}
        own = [c for c in self.GAME.castlings if c.side in ("", self.turn)]
        castled = [c for c in own if move.kind == f"castling {c.name}"]
        kept = {self.at(square, self.turn) for c in castled for square in c.kept_rights}
        for castling in self.GAME.castlings:
            needed = {self.at(square, self.turn) for square in castling.rights} - kept
            royal = self.king_of(castling) == self.GAME.royal
            if royal:
                ends = self.board.get(move.origin) == of_colour(self.GAME.royal, self.turn)
            else:
                ends = self.at(castling.king[0], self.turn) in {move.origin, *left}
            if castling in own and (ends or castled):
                gone |= {(self.turn, square) for square in needed}
            taken = self.at(castling.king[0], opponent(self.turn)) in {move.goal, move.way, *left}
            if not royal and castling.side != self.turn and taken:
                squares = {self.at(square, opponent(self.turn)) for square in castling.rights}
                gone |= {(opponent(self.turn), square) for square in squares}
        return (self.rights - gone) | self.rights_by_drop(move)

    def aimed_at(self, move: Move) -> set[tuple[str, Square]]:
        """Return the rights of enemy kings on the rank or file of a piece that aims from there."""
        rule = self.GAME.first_leaps
        if not rule or move.drops or self.type_of(self.board[move.origin]) not in rule.aiming:
            return set()
        them = opponent(self.turn)
        kings = self.royals(self.board, them)
        return {
            (them, king) for king in kings if king[0] == move.goal[0] or king[1] == move.goal[1]
        }

    def rights_by_drop(self, move: Move) -> set[tuple[str, Square]]:
        """Return the rights of castlings whose last missing piece was dropped at home."""
        found = set()
        after = self.board_after(move)
        for castling in self.GAME.castlings if self.GAME.drops and self.GAME.drops.castling else ():
            (right,) = castling.rights
            (home,) = (self.at(right, self.turn),)
            king = self.at(castling.king[0], self.turn)
            rook = next(each.piece for each in self.GAME.rights if each.square == right)
            there = after.get(king) == of_colour(self.king_of(castling), self.turn)
            beside = after.get(home) == of_colour(rook, self.turn)
            if move.drops and move.goal in (king, home) and there and beside:
                found.add((self.turn, home))
        return found

    def king_of(self, castling: Castling) -> str:
        """Return the letter of the piece that castles as the king does."""
        return castling.piece or self.GAME.royal

    def passed_by(self, move: Move) -> tuple[Square, ...]:
        """Return the squares on which the other side may capture what has just advanced."""
        pawns = self.GAME.pawns
        rules = pawns.en_passant if pawns else None
        if not pawns or not rules or move.drops:
            return ()
        if self.board[move.origin].upper() not in pawns.passing:
            return ()
        (file, rank), (goal_file, goal_rank) = move.origin, move.goal
        steps = (goal_rank - rank) * forward(self.turn)
        across = goal_file - file
        straight = across in (0, steps, -steps)
        if steps not in rules.lengths or not straight or move.promotion or self.takes(move):
            return ()
        passed = [
            (goal_file - n * across // steps, goal_rank - n * forward(self.turn))
            for n in range(1, steps if rules.every else 2)
        ]
        other = opponent(self.turn)
        there = self.region(rules.region, other) if rules.region else set(passed)
        return tuple(square for square in passed if square in there)
