"""The base of the reference rules of games of pieces: moves, attacks, castling, ends."""

from __future__ import annotations

import string
from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Self

from reference.common import (
    PLACEMENT_TOKEN,
    Board,
    Displacement,
    Fault,
    Move,
    Position,
    Square,
    board_after,
    colour_of,
    fen_fields,
    forward,
    of_colour,
    opponent,
    square_name,
    square_named,
    squares_between,
)


class ArmyPosition(Position):
    """A position of a game of two armies of pieces, each with a king."""

    LEAPS: ClassVar[dict[str, frozenset[Displacement]]]  # by upper case letter
    LINES: ClassVar[dict[str, tuple[Displacement, ...]]]
    PAWN_STEPS: ClassVar[dict[int, int]]  # most steps ahead, by own rank counted from 1
    PAWN_STEPS_ELSEWHERE: ClassVar[int]
    PAWN_CAPTURE_STEPS: ClassVar[int]  # most diagonal steps of a capture
    PAWN_RANKS: ClassVar[range]  # own ranks, counted from 1, on which a pawn may stand
    PROMOTIONS: ClassVar[str]  # lower case letters

    def __init__(
        self,
        board: Board,
        turn: str,
        rights: frozenset[Square],
        target: Square | None,
        halfmove: int,
        fullmove: int,
        past: tuple[str, ...] = (),
    ) -> None:
        super().__init__(turn, halfmove, fullmove, past)
        self.board = board
        self.rights = rights  # squares of the unmoved pieces that may still castle
        self.target = target

    # What each game defines.

    @classmethod
    @abstractmethod
    def rights_named(cls, text: str, board: Board) -> frozenset[Square]:
        """Read the rights that have a piece. Raises Fault for one that is named twice."""

    @abstractmethod
    def rights_text(self) -> str:
        """Return the rights field."""

    @abstractmethod
    def castlings(self) -> Iterator[Move]:
        """Yield castlings that obey every rule of castling for the board before the move."""

    @abstractmethod
    def rights_after_king(self, move: Move) -> frozenset[Square]:
        """Return the mover's own rights that survive a move of its king."""

    @abstractmethod
    def writes_target(self) -> bool:
        """Return True if the FEN shows the en passant target."""

    @abstractmethod
    def is_insufficient(self) -> bool:
        """Return True if neither side can mate although a king is not bare."""

    # Reading and writing.

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        """Read a FEN. Raises Fault."""
        placement, turn, rights, target, halfmove, fullmove = fen_fields(fen)
        if turn not in ("w", "b"):
            raise Fault(f"side {turn!r}")
        board = cls.board_named(placement)
        position = cls(
            board,
            turn,
            frozenset() if rights == "-" else cls.rights_named(rights, board),
            None if target == "-" else cls.target_named(target, turn, board),
            cls.number(halfmove),
            max(1, cls.number(fullmove)),
        )
        if position.attacked(board, position.king(board, opponent(turn)), turn):
            raise Fault(f"side not to move is in check in {fen!r}")
        return position

    @classmethod
    def board_named(cls, placement: str) -> Board:
        rows = placement.split("/")
        if len(rows) != cls.RANKS:
            raise Fault(f"{len(rows)} ranks in {placement!r}")
        board: Board = {}
        for rank, row in zip(reversed(range(cls.RANKS)), rows, strict=True):
            cells = cls.cells_of(row)
            board.update({(file, rank): cell for file, cell in enumerate(cells) if cell})
        for king in "Kk":
            if list(board.values()).count(king) != 1:
                raise Fault(f"not one {king!r} in {placement!r}")
        for square, piece in board.items():
            if piece in "Pp" and cls.own_rank(square, colour_of(piece)) not in cls.PAWN_RANKS:
                raise Fault(f"pawn on {square_name(square)}")
        return board

    @classmethod
    def knows(cls, letter: str) -> bool:
        """Return True if the game has the piece of this upper case letter."""
        return letter in cls.LEAPS

    @classmethod
    def cells_of(cls, row: str) -> list[str]:
        """Return the cells of one rank of the placement, "" for an empty one."""
        cells: list[str] = []
        for token in PLACEMENT_TOKEN.findall(row):
            if token[0] in "123456789":
                cells += [""] * int(token)
            elif token.isascii() and cls.knows(token.upper()):
                cells.append(token)
            else:
                raise Fault(f"unknown letter {token!r} in {row!r}")
        if len(cells) != cls.FILES:
            raise Fault(f"{len(cells)} squares in rank {row!r}")
        return cells

    @classmethod
    def target_named(cls, text: str, turn: str, board: Board) -> Square:
        """Read the square that an enemy pawn's longest move has passed. Raises Fault."""
        mover = opponent(turn)
        reach = cls.longest_pawn_move()
        if text[0] not in string.ascii_lowercase[: cls.FILES] or not text[1:].isdecimal():
            raise Fault(f"target {text!r}")
        file, rank = square_named(text)
        home = cls.absolute_rank(2, mover)
        track = [(file, home + forward(mover) * n) for n in range(reach + 1)]
        if (file, rank) != track[reach - 1] or board.get(track[reach]) != of_colour("P", mover):
            raise Fault(f"target {text!r}")
        if any(square in board for square in track[:reach]):
            raise Fault(f"target {text!r}")
        return file, rank

    @classmethod
    def cell_text(cls, piece: str) -> str:
        """Return what the placement field shows for a square."""
        return piece

    def files_of_rights(self) -> str:
        """Return the rights as the files of their pieces, White's first."""
        rights = sorted(self.rights)
        white = [string.ascii_lowercase[file] for file, rank in rights if rank < self.RANKS // 2]
        black = [string.ascii_lowercase[file] for file, rank in rights if rank >= self.RANKS // 2]
        return "".join(white).upper() + "".join(black)

    def placement(self) -> str:
        rows = []
        for rank in reversed(range(self.RANKS)):
            row = ""
            empty = 0
            for file in range(self.FILES):
                piece = self.board.get((file, rank))
                if piece is None:
                    empty += 1
                    continue
                row += (str(empty) if empty else "") + self.cell_text(piece)
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)

    def fen(self) -> str:
        target = square_name(self.target) if self.target and self.writes_target() else "-"
        rights = self.rights_text() or "-"
        return f"{self.placement()} {self.turn} {rights} {target} {self.halfmove} {self.fullmove}"

    # Attacks.

    @classmethod
    def attacked(cls, board: Board, square: Square, by: str) -> bool:
        """Return True if a piece of colour `by` attacks the square, whatever stands there."""
        return any(
            cls.attacks(board, origin, piece, square)
            for origin, piece in board.items()
            if colour_of(piece) == by
        )

    @classmethod
    def attacks(cls, board: Board, origin: Square, piece: str, goal: Square) -> bool:
        letter = piece.upper()
        dx, dy = goal[0] - origin[0], goal[1] - origin[1]
        if letter == "P":
            ahead = dy * forward(colour_of(piece))
            aligned = abs(dx) == ahead and 1 <= ahead <= cls.PAWN_CAPTURE_STEPS
        elif (dx, dy) in cls.LEAPS[letter]:
            return True
        else:
            distance = max(abs(dx), abs(dy))
            aligned = (
                distance > 0
                and (dx == 0 or dy == 0 or abs(dx) == abs(dy))
                and (dx // distance, dy // distance) in cls.LINES.get(letter, ())
            )
        return aligned and not any(square in board for square in squares_between(origin, goal))

    @staticmethod
    def king(board: Board, colour: str) -> Square:
        wanted = of_colour("K", colour)
        return next(square for square, piece in board.items() if piece == wanted)

    def checkers(self) -> list[Square]:
        """Return the squares of the enemy pieces that give check."""
        king = self.king(self.board, self.turn)
        return [
            origin
            for origin, piece in self.board.items()
            if colour_of(piece) != self.turn and self.attacks(self.board, origin, piece, king)
        ]

    def in_check(self) -> bool:
        return bool(self.checkers())

    # Moves.

    @classmethod
    def absolute_rank(cls, own_rank: int, colour: str) -> int:
        """Return the index of a rank that is counted from 1 from the player's own side."""
        return own_rank - 1 if colour == "w" else cls.RANKS - own_rank

    @classmethod
    def own_rank(cls, square: Square, colour: str) -> int:
        """Return the rank of a square, counted from 1 from the player's own side."""
        return square[1] + 1 if colour == "w" else cls.RANKS - square[1]

    @classmethod
    def longest_pawn_move(cls) -> int:
        return max(cls.PAWN_STEPS.values(), default=cls.PAWN_STEPS_ELSEWHERE)

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.FILES and 0 <= square[1] < self.RANKS

    @cached_property
    def legal(self) -> list[Move]:
        return [move for move in self.pseudo_legal if self.leaves_king_safe(move)]

    @cached_property
    def pseudo_legal(self) -> list[Move]:
        """Moves that may leave the own king in check. Several ways to one goal are one move."""
        moves: list[Move] = []
        for origin, piece in self.board.items():
            if colour_of(piece) == self.turn:
                moves += self.pawn_moves(origin) if piece in "Pp" else self.piece_moves(origin)
        moves += [*self.en_passant_captures(), *self.castlings()]
        return list(dict.fromkeys(moves))

    def leaves_king_safe(self, move: Move) -> bool:
        after = self.board_after(self.board, move, self.turn)
        return not self.attacked(after, self.king(after, self.turn), opponent(self.turn))

    def own(self, square: Square) -> bool:
        return square in self.board and colour_of(self.board[square]) == self.turn

    def enemy(self, square: Square) -> bool:
        return square in self.board and colour_of(self.board[square]) != self.turn

    def piece_moves(self, origin: Square) -> Iterator[Move]:
        letter = self.board[origin].upper()
        for dx, dy in self.LEAPS[letter]:
            goal = origin[0] + dx, origin[1] + dy
            if self.on_board(goal) and not self.own(goal):
                yield Move(origin, goal)
        for dx, dy in self.LINES.get(letter, ()):
            goal = origin[0] + dx, origin[1] + dy
            while self.on_board(goal) and not self.own(goal):
                yield Move(origin, goal)
                if self.enemy(goal):
                    break
                goal = goal[0] + dx, goal[1] + dy

    def pawn_moves(self, origin: Square) -> Iterator[Move]:
        file, rank = origin
        ahead = forward(self.turn)
        for step in range(1, self.pawn_steps(origin) + 1):
            goal = file, rank + ahead * step
            if not self.on_board(goal) or goal in self.board:
                break
            yield from self.with_promotion(origin, goal)
        for side in (-1, 1):
            for step in range(1, self.PAWN_CAPTURE_STEPS + 1):
                goal = file + side * step, rank + ahead * step
                if self.enemy(goal):
                    yield from self.with_promotion(origin, goal)
                if goal in self.board:
                    break

    def pawn_steps(self, origin: Square) -> int:
        """Return the most steps straight ahead of the pawn on a square."""
        own_rank = self.own_rank(origin, self.turn)
        return self.PAWN_STEPS.get(own_rank, self.PAWN_STEPS_ELSEWHERE)

    def with_promotion(self, origin: Square, goal: Square) -> Iterator[Move]:
        if goal[1] != self.absolute_rank(self.RANKS, self.turn):
            yield Move(origin, goal)
            return
        for letter in self.PROMOTIONS:
            yield Move(origin, goal, f"promotion {letter}", letter)

    def en_passant_captures(self) -> Iterator[Move]:
        if self.target is None:
            return
        captured = self.target[0], self.target[1] - forward(self.turn)
        for origin, piece in self.board.items():
            if piece == of_colour("P", self.turn) and self.attacks(
                self.board, origin, piece, self.target
            ):
                steps = abs(self.target[0] - origin[0])
                yield Move(origin, self.target, f"en passant by {steps}", takes=captured)

    def has_legal_en_passant(self) -> bool:
        return any(self.leaves_king_safe(move) for move in self.en_passant_captures())

    def castling(
        self, kind: str, king_goal: Square, partners: tuple[tuple[Square, Square], ...]
    ) -> Iterator[Move]:
        """Yield the castling, unless the king is, passes or lands on an attacked square."""
        king = self.king(self.board, self.turn)
        walked = [king, *squares_between(king, king_goal), king_goal]
        if not any(self.attacked(self.board, at, opponent(self.turn)) for at in walked):
            yield Move(king, king_goal, kind, partners=partners)

    @classmethod
    def board_after(cls, board: Board, move: Move, colour: str) -> Board:
        return board_after(board, move, colour)

    def squares_reached(self, move: Move) -> tuple[Square, ...]:
        """Return the squares on which the moving piece captures what stands there."""
        return (move.goal,)

    def makes_progress(self, move: Move) -> bool:
        """Return True if the count of plies without progress starts again."""
        captures = any(self.enemy(square) for square in self.squares_reached(move))
        return captures or self.board[move.origin] in "Pp"

    def target_after(self, move: Move) -> Square | None:
        """Return the square on which a pawn that has made its longest move may be captured."""
        steps = abs(move.goal[1] - move.origin[1])
        straight = move.goal[0] == move.origin[0]
        if self.board[move.origin] in "Pp" and straight and steps == self.longest_pawn_move():
            return move.goal[0], move.goal[1] - forward(self.turn)
        return None

    def after(self, move: Move) -> Self:
        rights = self.rights - {move.origin, *self.squares_reached(move)}
        if self.board[move.origin] in "Kk":
            own_side = {square for square in rights if self.own(square)}
            rights = (rights - own_side) | self.rights_after_king(move)
        return type(self)(
            self.board_after(self.board, move, self.turn),
            opponent(self.turn),
            rights,
            self.target_after(move),
            0 if self.makes_progress(move) else self.halfmove + 1,
            self.fullmove + (self.turn == "b"),
            (*self.past, self.identity),
        )

    # The end of the game.

    @cached_property
    def identity(self) -> str:
        target = self.target if self.target and self.has_legal_en_passant() else None
        return f"{self.placement()} {self.turn} {sorted(self.rights)} {target}"

    def status(self) -> str:
        if not self.legal:
            if self.in_check():
                return f"win {opponent(self.turn)} checkmate"
            return "draw stalemate"
        if len(self.board) == 2:
            return "draw bare"
        if self.is_insufficient():
            return "draw insufficient"
        return self.status_by_counting()

    # What is special.

    def captures(self, move: Move) -> bool:
        return self.enemy(move.goal)

    def is_longest_pawn_move(self, move: Move) -> bool:
        steps = abs(move.goal[1] - move.origin[1])
        return self.board[move.origin] in "Pp" and steps == self.longest_pawn_move()

    def facts(self, move: Move) -> set[str]:
        if not move.kind:
            return set()
        return {move.kind if move.takes else f"{self.turn} {move.kind}"}

    def facts_here(self) -> set[str]:
        checkers = len(self.checkers())
        said = {
            "check": checkers > 0,
            "double check": checkers > 1,
            "pin": not checkers and self.has_pin(),
            "illegal en passant": self.forbids_en_passant(),
        }
        return super().facts_here() | {fact for fact, is_so in said.items() if is_so}

    def has_pin(self) -> bool:
        """Return True if a move of a piece other than the king would leave the king in check."""
        illegal = set(self.pseudo_legal) - set(self.legal)
        return any(self.board[move.origin] not in "Kk" for move in illegal)

    def forbids_en_passant(self) -> bool:
        """Return True if an en passant capture would leave the king in check."""
        legal = sum(move.takes is not None for move in self.legal)
        return len(list(self.en_passant_captures())) > legal
