"""Moves of the pieces of a described game, with promotion, castling and en passant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

from reference.common import (
    Board,
    Move,
    Square,
    of_colour,
    opponent,
)
from reference.described_waiting import DescribedWaiting

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import Castling, Promotion


MOST_STANDING = 128  # pieces of one side on the board


class DescribedMoves(DescribedWaiting):
    """Position that generates moves."""

    # Moves.

    @cached_property
    def legal(self) -> list[Move]:
        return [move for move in self.nearly_legal if not self.mates_by_a_drop(move)]

    @cached_property
    def nearly_legal(self) -> list[Move]:
        """Return the legal moves, and drops that mate although they must not."""
        if self.ended():
            return []
        legal = [move for move in dict.fromkeys(self.candidates()) if self.is_safe(move)]
        if self.GAME.swaps and (self.in_check() or not legal):
            legal += [move for move in self.swaps() if self.is_safe(move)]
        if not legal and self.GAME.passes_if_stuck["wb".index(self.turn)]:
            return self.forced_pass()
        if self.must_drop(legal):
            return [move for move in legal if move.drops]
        takes = [move for move in legal if self.takes(move)]
        return takes if takes and self.GAME.ends.forced_capture else legal

    def passing(self) -> Iterator[Move]:
        """Yield passes: moves of the royal piece, or of the first one, to its own square."""
        if self.GAME.can_pass["wb".index(self.turn)]:
            yield from (Move(square, square) for square in self.passing_squares())

    def passing_squares(self) -> list[Square]:
        """Return the square of the royal piece, in a game without one that of the first piece."""
        own = sorted((rank, file) for (file, rank), _ in self.pieces_of(self.board, self.turn))
        return self.royals(self.board, self.turn) or [(file, rank) for rank, file in own[:1]]

    def forced_pass(self) -> list[Move]:
        """Return the pass of a side without another move: of its king, or of its first piece."""
        return [] if self.in_check() else [Move(at, at) for at in self.passing_squares()]

    def is_safe(self, move: Move) -> bool:
        """Return True if a move is legal apart from forced captures."""
        if move.enters:
            return self.is_safe(replace(move, enters=None))
        faces = self.GAME.ends.facing_ends and self.kings_face(self.board)
        if faces and move.origin == move.goal:
            return True
        after = self.board_after(move)
        if faces and self.kings_face(after):
            return False
        if self.in_check_of(after, self.turn) or not self.may_face(after, self.turn):
            return False
        if not self.GAME.ends.checking and self.in_check_of(after, opponent(self.turn)):
            return False
        if self.GAME.ends.checked_king_stays and self.flees(move):
            return False
        if self.captures_its_like(move) or self.captures_uncapturable(move):
            return False
        if not self.may_trade(move):
            return False
        return not self.GAME.ends.pseudo_royals or self.keeps_pseudo_royals(move, after)

    def flees(self, move: Move) -> bool:
        """Return True if a king in check moves without capturing the only checking piece."""
        if move.origin not in self.royals(self.board, self.turn):
            return False
        enemies = self.pieces_of(self.board, opponent(self.turn))
        checkers = {square for square, _ in enemies if self.strikes(square, move.origin)}
        return bool(checkers) and checkers != {move.goal}

    def strikes(self, origin: Square, square: Square) -> bool:
        """Return True if an enemy piece on `origin` attacks the piece on a square."""
        them = opponent(self.turn)
        letter = self.board[origin].upper()
        return self.may_go_to(square, letter, them) and any(
            way.captures and square in self.goals(self.board, origin, way, them)
            for way in self.ways_from(origin, letter, them)
        )

    def keeps_pseudo_royals(self, move: Move, after: Board) -> bool:
        """Return True if a move leaves no pseudo-royal piece attacked.

        The pieces that are royal are those before the move, apart from a promoted one.
        """
        rule = self.GAME.ends.pseudo_royals
        assert rule
        if move.drops:
            royal = {move.goal} if self.type_of(move.drops) in rule.pieces else set()
            all_together = set(self.duple_of(self.board, self.turn))
            royal |= self.scarce(self.turn)
            return not self.leaves_attacked(after, royal, all_together, self.turn)
        letter = self.type_of(self.board[move.origin])
        moved = dict((*move.partners, (move.origin, move.goal)))
        royal = {moved.get(square, square) for square in self.scarce(self.turn)}
        all_together = {
            moved.get(square, square) for square in self.duple_of(self.board, self.turn)
        }
        if self.GAME.explosions:
            left = {square for square, cell in after.items() if cell != "*"}
            if not royal <= left:
                return False
            if not self.scarce(opponent(self.turn)) <= left:
                return True
            all_together &= left
        became = self.type_of(after.get(move.goal, ""))
        plain = "+" not in (self.board[move.origin][0], after.get(move.goal, " ")[0])
        if move.promotion and plain and became in rule.pieces:
            own = [
                square
                for square, piece in self.pieces_of(after, self.turn)
                if self.type_of(piece) == became
            ]
            royal -= set(own) - ({move.goal} if letter in rule.pieces else set())
            royal |= set(own) if len(own) <= rule.most else set()
            all_together |= {move.goal} if rule.all_together else set()
        if self.leaves_attacked(after, royal, all_together, self.turn):
            return False
        castles = move.partners and not move.kind.startswith("swap")
        if not castles or move.origin not in self.scarce(self.turn):
            return True
        (start, rank), (end, _) = move.origin, move.goal
        way = range(start, end, 1 if end > start else -1)
        return not any(self.threatened(self.board, (file, rank), self.turn) for file in way)

    def candidates(self) -> Iterator[Move]:
        """Yield moves that may leave the own king in check."""
        if self.has_waiting() and (placements := list(self.placements())):
            yield from placements
            return
        for move in self.plain_candidates():
            if self.has_waiting():
                yield self.with_entering(move)
                continue
            if self.GAME.walls:
                yield from self.with_walls(move, self.GAME.walls)
                continue
            yield move
            if self.has_gates():
                yield from self.gatings(move)

    def plain_candidates(self) -> Iterator[Move]:
        """Yield moves without what may enter behind them."""
        for origin, piece in self.pieces_of(self.board, self.turn):
            yield from self.moves_of(origin, piece.upper())
            yield from self.promotions_in_place(origin, piece.upper())
        yield from self.second_steps()
        yield from self.returns()
        yield from self.en_passant_captures()
        if not self.in_check_of(self.board, self.turn):
            yield from (*self.castlings(), *self.passing())
        elif self.GAME.ends.facing_ends and self.kings_face(self.board):
            yield from self.passing()
        if (
            self.GAME.drops
            and self.GAME.drops.freely
            and len(self.pieces_of(self.board, self.turn)) < MOST_STANDING
        ):
            yield from self.drops(self.GAME.drops)

    def moves_of(self, origin: Square, letter: str) -> Iterator[Move]:
        for way in self.ways_from(origin, letter, self.turn):
            for goal in self.goals(self.board, origin, way, self.turn):
                if goal not in self.board and not way.moves:
                    continue
                if way.initial and not self.may_leap(origin, goal, letter):
                    continue
                if self.may_go_to(goal, letter, self.turn):
                    yield from self.forms_of(Move(origin, goal), letter)

    def may_leap(self, origin: Square, goal: Square, letter: str) -> bool:
        """Return True if the rules of first leaps allow a leap of a king.

        It must not be in check, and under `safe_leap` one square half-way must not be attacked.
        """
        if self.GAME.first_leaps and letter == self.GAME.royal:
            return not self.in_check_of(self.board, self.turn)
        if not self.GAME.safe_leap or letter != self.GAME.royal:
            return True
        half_way = [
            (file, rank)
            for file in range(self.FILES)
            for rank in range(self.RANKS)
            if abs(2 * file - origin[0] - goal[0]) <= 1 and abs(2 * rank - origin[1] - goal[1]) <= 1
        ]
        them = opponent(self.turn)
        return not self.in_check_of(self.board, self.turn) and any(
            not self.attacked(self.board, square, them)
            and not self.faces_king(self.board, square, them)
            for square in half_way
        )

    def forms_of(self, move: Move, letter: str) -> Iterator[Move]:
        """Yield the same move with each promotion, and without one where that is allowed."""
        promotion = self.promotion_of(move, letter)
        if promotion:
            own = [self.type_of(piece) for _, piece in self.pieces_of(self.board, self.turn)]
            for to in promotion.to:
                alone = self.type_of(to)
                if own.count(alone) < self.GAME.limits.get(alone, len(self.board)):
                    sign = self.sign_of(letter, to)
                    yield Move(move.origin, move.goal, f"promotion {to}", sign)
        may_stay = not promotion or promotion.optional
        if may_stay and (self.GAME.immobility_allowed or self.could_go_on(move.goal, letter)):
            yield move

    def promotions_in_place(self, origin: Square, letter: str) -> Iterator[Move]:
        """Yield promotions that are moves: on the spot, or to where the new piece could go."""
        own = [piece.upper() for _, piece in self.pieces_of(self.board, self.turn)]
        for promotion in self.GAME.promotions:
            if promotion.piece != letter or not promotion.in_place:
                continue
            if own.count(letter) > 1 and origin not in self.region(promotion.zone, self.turn):
                continue
            for to in promotion.to:
                count = [self.type_of(piece) for piece in own].count(self.type_of(to))
                if count >= self.GAME.limits.get(self.type_of(to), len(self.board)):
                    continue
                as_promoted = self.board | {origin: of_colour(to, self.turn)}
                goals = {
                    goal
                    for way in self.ways_from(origin, to, self.turn)
                    if way.moves and not way.initial
                    for goal in self.goals(as_promoted, origin, way, self.turn)
                    if goal not in self.board and self.may_go_to(goal, to, self.turn)
                }
                suffix = "+" if to[0] == "+" else to.removesuffix("~").lower()
                moves = (Move(origin, g, f"promotion {to}", suffix) for g in {origin, *goals})
                yield from (move for move in moves if self.is_peaceful(move, to))

    def is_peaceful(self, move: Move, letter: str) -> bool:
        """Return True if the promoted piece attacks nothing and no check is given."""
        after = self.board_after(move)
        them = opponent(self.turn)
        attacked = {
            goal
            for way in self.ways_from(move.goal, letter, self.turn)
            if way.captures
            for goal in self.goals(after, move.goal, way, self.turn)
            if goal in after and self.may_go_to(goal, letter, self.turn)
        }
        return not attacked and not self.in_check_of(after, them)

    def promotion_of(self, move: Move, letter: str) -> Promotion | None:
        """Return the promotion of a move, by its destination first, then by its origin."""
        own = [p for p in self.GAME.promotions if p.piece == letter and not p.in_place]
        rank = move.origin[1] + 1 if self.turn == "w" else self.RANKS - move.origin[1]
        there = [each for each in own if move.goal in self.region(each.zone, self.turn)]
        left = [each for each in own if move.origin in self.region(each.zone, self.turn)]
        for promotion in (*there, *(each for each in left if each.on_leaving)):
            met = promotion.from_own_rank in (0, rank)
            stuck = promotion in there and not self.could_go_on(move.goal, letter)
            inside = promotion.captures_inside and promotion in left and not stuck
            captures = promotion.by_capture or inside
            return promotion if met and (self.takes_by_itself(move) or not captures) else None
        return None

    def en_passant_captures(self) -> Iterator[Move]:
        for target in self.passed:
            yield from self.captures_passing(target)

    def captures_passing(self, target: Square) -> Iterator[Move]:
        """Yield captures of the passer on one of the squares that it passed."""
        assert self.passer
        assert self.GAME.pawns
        if target in self.board:  # blocked by the move itself
            return
        seen = self.board | {target: self.board[self.passer]}
        for origin, piece in self.pieces_of(self.board, self.turn):
            letter = piece.upper()
            if letter not in self.GAME.pawns.takers or not self.may_go_to(
                target, letter, self.turn
            ):
                continue
            takes = any(
                way.captures and target in self.goals(seen, origin, way, self.turn)
                for way in self.ways_from(origin, letter, self.turn)
            )
            goals = [move.goal for move in self.moves_of(origin, letter)]
            if takes and target not in goals:
                yield Move(origin, target, "en passant", takes=self.passer)

    def castlings(self) -> Iterator[Move]:
        for castling in self.GAME.castlings:
            if castling.side in ("", self.turn) and self.may_castle(castling):
                origin, goal = (self.at(square, self.turn) for square in castling.king)
                partners = tuple(
                    (self.at(one, self.turn), self.at(other, self.turn))
                    for one, other in castling.partners
                )
                plain = Move(origin, goal) in self.moves_of(origin, self.king_of(castling))
                written = partners[0][0] if plain else None
                kind = f"castling {castling.name}"
                yield Move(origin, goal, kind, partners=partners, written=written)

    def may_castle(self, castling: Castling) -> bool:
        us = self.turn
        king = self.king_of(castling)
        if self.board.get(self.at(castling.king[0], us)) != of_colour(king, us):
            return False
        if any((us, self.at(square, us)) not in self.rights for square in castling.rights):
            return False
        for square, letter in castling.standing:
            if self.board.get(self.at(square, us)) != of_colour(letter, us):
                return False
        if any(self.at(square, us) in self.board for square in castling.empty):
            return False
        if king != self.GAME.royal:
            return True
        (start, rank), (end, _) = (self.at(square, us) for square in castling.king)
        step = 1 if end > start else -1
        way = [(file, rank) for file in range(start + step, end + step, step)]
        return not any(
            self.attacked(self.board, square, opponent(us))
            or self.faces_king(self.board, square, opponent(us))
            for square in way
        )

    def mates_by_a_drop(self, move: Move) -> bool:
        """Return True if the move is a drop that mates and must not."""
        rules = self.GAME.drops
        if not rules or not move.drops or move.drops not in rules.never_mating:
            return False
        after = self.after(move)
        checks = after.in_check_of(after.board, after.turn)
        return checks and not after.ended() and not after.nearly_legal

    def after(self, move: Move) -> Self:
        board = self.board_after(move)
        moved = move.drops or self.board[move.origin].upper()
        pawns = self.GAME.pawns
        passes = move.origin == move.goal and not (move.promotion or move.way)
        progress = (
            self.takes(move)
            or bool(move.promotion)
            or (bool(move.drops) and not (self.GAME.drops and self.GAME.drops.waiting))
            or (pawns is not None and moved in pawns.irreversible and not passes)
        )
        checks = dict(self.checks)
        if self.GAME.ends.checks and self.in_check_of(board, opponent(self.turn)):
            checks[self.turn] -= 1
        after = type(self)(
            board,
            opponent(self.turn),
            self.rights_after(move),
            (self.passed_by(move), move.goal if self.passed_by(move) else None),
            0 if progress else self.halfmove + 1,
            self.fullmove + (self.turn == "b"),
            checks,
            (*self.past, self.identity),
            hands=self.hands_after(move),
        )
        checked = self.in_check_of(self.board, self.turn)
        after.played = (*self.played, (move, self.takes(move), checked))
        after.counting = self.counting_after(move, board)
        after.traded = self.traded_by(move)
        after.waiting = self.waiting_after(move)
        after.attacks = (*self.attacks, after.attacked_by(move))
        after.rights = after.useful_rights(after.rights)
        return after

    def takeable(self) -> tuple[Square, ...]:
        return tuple(
            target
            for target in self.passed
            if any(self.is_safe(move) for move in self.captures_passing(target))
        )

    def ended(self) -> tuple[int, str] | None:
        """Return the result for the side to move and its reason, if the position ends the game."""
        raise NotImplementedError
