"""The board of a described game: FEN, pieces and attacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Self

from reference.common import (
    Board,
    Fault,
    Move,
    Square,
    colour_of,
    difference,
    fen_fields,
    forward,
    of_colour,
    opponent,
    square_name,
    square_named,
    squares_between,
)
from reference.described_rights import DescribedRights
from reference.hops import landings
from reference.waiting_fen import split_waiting, with_waiting
from reference.ways import Way, squares_on_the_way, ways

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.regions import Region
    from amalthea.engine.pieces.description.variant import PieceType

LETTER = "[A-Za-z]'*"
CELL = re.compile(rf"[0-9]+|\+?{LETTER}~?|\*")


class DescribedBoard(DescribedRights):
    """Position that reads FEN and knows which pieces attack what."""

    def __init__(
        self,
        board: Board,
        turn: str,
        rights: frozenset[tuple[str, Square]],
        passing: tuple[tuple[Square, ...], Square | None],
        halfmove: int,
        fullmove: int,
        checks: dict[str, int],
        past: tuple[str, ...] = (),
        *,
        hands: Counter[str] | None = None,
    ) -> None:
        super().__init__(turn, halfmove, fullmove, past)
        self.board = board  # blocked squares too: "*"
        self.rights = rights  # colour and square of each unmoved piece
        self.passed, self.passer = passing  # where who may be captured, the last square first
        self.checks = checks
        self.counting = 0, 0  # the limit of a count of plies, and the count
        self.hands = hands or Counter()  # by letter, White's in upper case
        self.waiting: dict[Square, str] = {}  # what waits, by the square in front
        self.traded: Square | None = None  # where an untraded piece was just captured by another
        self.attacks: tuple[bool, ...] = ()  # whether each move so far attacked something
        self.played: tuple[tuple[Move, bool, bool], ...] = ()  # with captures, and out of check

    # Reading and writing.

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        counted = re.search(r" ([0-9]+)\+([0-9]+) ", fen)
        checks = dict.fromkeys("wb", cls.GAME.ends.checks)
        if cls.GAME.ends.checks and counted:
            checks = {"w": int(counted[1]), "b": int(counted[2])}
            fen = fen.replace(counted[0], " ")
        placement, turn, rights, target, halfmove, fullmove = fen_fields(fen)
        placement, _, held = placement.partition("[")
        placement, waiting = split_waiting(placement, cls.RANKS)
        board = cls.board_named(placement)
        counting = (0, 0)
        if cls.GAME.ends.counting and target.isdigit():
            counting, target, halfmove = (int(target), int(halfmove)), "-", "0"
        position = cls(
            board,
            turn,
            cls.rights_named(rights),
            cls.passed_named(target, board, opponent(turn)),
            cls.number(halfmove),
            max(1, cls.number(fullmove)),
            checks,
            hands=cls.full_hands() or Counter(re.findall(LETTER, held)),
        )
        position.waiting = waiting
        position.counting = counting
        if cls.GAME.untraded and target != "-":
            position.traded = square_named(target)
        position.rights = position.useful_rights(position.rights)
        for colour in "wb":
            start, _, to_drop = cls.GAME.start.split()[0].partition("[")
            king = of_colour(cls.GAME.royal, colour) or "-"
            kings = len(position.royals(board, colour)) + held.count(king)
            expected = len(position.royals(cls.board_named(start), colour)) + to_drop.count(king)
            if kings != expected and (kings or not position.is_mate_problem()):
                raise Fault(f"not one royal piece in {fen!r}")
        if position.in_check_of(board, opponent(turn)):
            raise Fault(f"side not to move is in check in {fen!r}")
        if not position.may_face(board, turn):
            raise Fault(f"the kings face each other in {fen!r}")
        return position

    @classmethod
    def board_named(cls, placement: str) -> Board:
        board: Board = {}
        for rank, row in zip(reversed(range(cls.RANKS)), placement.split("/"), strict=True):
            file = 0
            for cell in CELL.findall(row):
                if cell.isdigit():
                    file += int(cell)
                else:
                    board[file, rank] = cell
                    file += 1
            if file != cls.FILES:
                raise Fault(f"rank {row!r}")
        return board

    def placement(self) -> str:
        rows = []
        for rank in reversed(range(self.RANKS)):
            cells = [self.board.get((file, rank), "") for file in range(self.FILES)]
            row = " ".join(cell or "1" for cell in cells)
            rows.append(re.sub(r"1( 1)*", lambda ones: str(len(ones[0].split())), row))
        rows = with_waiting(rows, self.waiting, self.FILES)
        return "/".join(rows).replace(" ", "") + self.hands_text()

    @classmethod
    def full_hands(cls) -> Counter[str] | None:
        """Return one piece of each type that is dropped without limit, None with limited drops."""
        if not cls.GAME.drops or not cls.GAME.drops.unlimited:
            return None
        held = {piece.letter for piece in cls.GAME.pieces if piece.letter.strip("+'~").isalpha()}
        held = {letter for letter in held if "+" not in letter and "~" not in letter}
        held -= set(cls.GAME.drops.held)
        return Counter([*held, *map(str.lower, held)])

    def hands_text(self) -> str:
        if not self.GAME.drops or self.GAME.drops.unlimited:
            return ""
        letters = [
            of_colour(piece.letter, colour) * self.hands[of_colour(piece.letter, colour)]
            for colour in "wb"
            for piece in self.GAME.pieces
        ]
        return f"[{''.join(letters)}]"

    def fen(self) -> str:
        pawns = self.GAME.pawns
        always = pawns and pawns.en_passant and pawns.en_passant.always_shown
        named = self.targets_text(self.passed if always else self.takeable())
        limit, counted = self.counting
        if limit:
            named = str(limit)
        if self.traded:
            named = square_name(self.traded)
        checks = f" {self.checks['w']}+{self.checks['b']}" if self.GAME.ends.checks else ""
        return (
            f"{self.placement()} {self.turn} {self.rights_text()} {named}{checks}"
            f" {counted if limit else self.halfmove} {self.fullmove}"
        )

    @classmethod
    def passed_named(
        cls, text: str, board: Board, mover: str
    ) -> tuple[tuple[Square, ...], Square | None]:
        """Return the squares of the en passant field and the piece that passed them.

        The piece is the nearest one ahead of them, unless its own square is named, too.
        """
        squares = [square_named(name) for name in re.findall("[a-z][0-9]+", text)]
        if not squares or not cls.GAME.pawns:
            return (), None
        known = {of_colour(letter, mover) for letter in cls.GAME.pawns.passing}
        named = [square for square in squares if board.get(square) in known]
        passed = sorted(set(squares) - set(named), key=lambda square: square[1] * forward(mover))
        file, rank = passed[-1]
        ahead = ((file, rank + n * forward(mover)) for n in range(1, cls.RANKS))
        passer = next(iter(named), None) or next(each for each in ahead if each in board)
        return tuple(reversed(passed)), passer

    def targets_text(self, targets: tuple[Square, ...]) -> str:
        """Return the en passant field: squares, with that of a passer that is not ahead of them."""
        if not targets or not self.passer:
            return "-"
        shown = sorted(targets, key=lambda square: (square[1], square[0]))
        if any(file != self.passer[0] for file, _ in targets):
            shown.append(self.passer)
        return "".join(map(square_name, shown))

    def takeable(self) -> tuple[Square, ...]:
        """Return the passed squares on which a capture in passing is legal."""
        raise NotImplementedError

    # The board.

    @classmethod
    def own_rank(cls, square: Square, colour: str) -> int:
        return square[1] + 1 if colour == "w" else cls.RANKS - square[1]

    @classmethod
    @cache
    def region(cls, region: Region, colour: str) -> frozenset[Square]:
        """Return a side's squares of a region, for Black White's mirrored if none are given."""
        mirrored = colour == "b" and region.black is None
        parts = region.white if colour == "w" or mirrored else region.black or ()
        found = set()
        for file in range(cls.FILES):
            for rank in range(cls.RANKS):
                name = square_name((file, rank))
                if {name, name[0] + "*", "*" + name[1:]} & set(parts):
                    found.add((file, cls.RANKS - 1 - rank if mirrored else rank))
        return frozenset(found)

    @classmethod
    @cache
    def piece(cls, letter: str) -> PieceType:
        return cls.GAME.piece(letter)

    def is_mate_problem(self) -> bool:
        """Return True if a side may lack its king: in games with hands, if the other has one."""
        drops_kings = self.GAME.royal in self.GAME.start.split()[0].partition("[")[2]
        royals = [square for colour in "wb" for square in self.royals(self.board, colour)]
        return self.GAME.drops is not None and not drops_kings and bool(royals)

    def on_board(self, square: Square) -> bool:
        inside = 0 <= square[0] < self.FILES and 0 <= square[1] < self.RANKS
        return inside and self.board.get(square) != "*"

    @classmethod
    def pieces_of(cls, board: Board, colour: str) -> list[tuple[Square, str]]:
        return [
            (square, piece)
            for square, piece in board.items()
            if piece != "*" and colour_of(piece) == colour
        ]

    @classmethod
    def royals(cls, board: Board, colour: str) -> list[Square]:
        return [
            square
            for square, piece in cls.pieces_of(board, colour)
            if piece.upper() == cls.GAME.royal
        ]

    def goals(self, board: Board, origin: Square, way: Way, colour: str) -> Iterator[Square]:
        """Yield the destinations along one way, captures included."""
        if way.hop:
            yield from self.hops(board, origin, way, colour)
            return
        x, y = origin
        for (across, up), stops in zip(way.leaps, way.stops, strict=True):
            if way.lame and any(
                (x + dx * forward(colour), y + dy * forward(colour)) in board
                for dx, dy in squares_on_the_way(way.dx, way.dy)
            ):
                return
            x, y = x + across * forward(colour), y + up * forward(colour)
            if not self.on_board((x, y)):
                return
            standing = board.get((x, y))
            if standing is None:
                if way.moves and stops:
                    yield x, y
                continue
            if way.captures and stops and colour_of(standing) != colour:
                yield x, y
            return

    def hops(self, board: Board, origin: Square, way: Way, colour: str) -> Iterator[Square]:
        """Yield the destinations of a hopper behind the pieces on its way."""
        ray: list[Square] = []
        x, y = origin
        for _ in range(way.most):
            x, y = x + way.dx * forward(colour), y + way.dy * forward(colour)
            if not self.on_board((x, y)):
                break
            ray.append((x, y))
        yield from landings(self.GAME, board, ray, board[origin], way)

    def may_go_to(self, square: Square, letter: str, colour: str) -> bool:
        region, citadels = self.piece(letter).region, self.GAME.citadels
        if region is not None and square not in self.region(region, colour):
            return False
        if not citadels:
            return True
        own, theirs = (self.region(citadels.squares, c) for c in (colour, opponent(colour)))
        if square in own and letter in citadels.guards:
            return True
        return square not in own | theirs or (square in theirs and letter in citadels.pieces)

    def ways_from(self, origin: Square, letter: str, colour: str) -> Iterator[Way]:
        """Yield the ways of a piece that stands there."""
        piece = self.piece(letter)
        for way in ways(piece.moves):
            if not way.initial or (colour, origin) in self.rights:
                yield way
        for place, moves in piece.from_rank.items():
            if isinstance(place, int):
                there = self.own_rank(origin, colour) == place
            else:
                there = origin in self.region(place, colour)
            if there:
                yield from ways(moves)

    def attacked(self, board: Board, square: Square, by: str) -> bool:
        """Return True if a side could capture on a square, as if an enemy stood there."""
        seen = {square: of_colour("P", opponent(by))} | board
        if colour_of(seen[square]) == by:
            seen[square] = of_colour("P", opponent(by))
        ahead = forward(by)
        return any(
            square in self.goals(seen, origin, way, by)
            for origin, piece in self.pieces_of(seen, by)
            if self.may_go_to(square, piece.upper(), by)
            for way in self.ways_from(origin, piece.upper(), by)
            if way.captures
            and ((square[0] - origin[0]) * ahead, (square[1] - origin[1]) * ahead) in way.reach
        )

    def faces_king(self, board: Board, square: Square, by: str) -> bool:
        """Return True if a king there would face the other king along a line that counts."""
        kings = self.royals(board, by)
        if not self.GAME.flying_general or not kings:
            return False
        king = kings[0]
        dx, dy = difference(square, king)
        faces = dx == 0 or dy == 0 or (self.GAME.flying_diagonals and abs(dx) == abs(dy))
        between = squares_between(square, king) if faces and square != king else [square]
        return not any(each in board or each == square for each in between)

    def kings_face(self, board: Board) -> bool:
        """Return True if nothing stands between the kings on a rank or a file."""
        kings = [*self.royals(board, "w"), *self.royals(board, "b")]
        if len(kings) < 2:
            return False
        (x, y), (file, rank) = kings
        between = [
            (across, up)
            for across in range(min(x, file), max(x, file) + 1)
            for up in range(min(y, rank), max(y, rank) + 1)
        ]
        return (x == file) != (y == rank) and not any(
            each in board for each in between if each not in kings
        )

    def may_face(self, board: Board, colour: str) -> bool:
        """Return True if the kings may stand so, by the rule of facing kings."""
        return not any(
            self.faces_king(board, square, opponent(colour))
            for square in self.royals(board, colour)
        )

    def in_check_of(self, board: Board, colour: str) -> bool:
        return any(
            self.attacked(board, square, opponent(colour)) for square in self.royals(board, colour)
        )

    def in_check(self) -> bool:
        """Return True if the royal piece is attacked, or pseudo-royal ones illegally."""
        return self.in_check_of(self.board, self.turn) or self.pseudo_royal_attacked()

    # Pseudo-royal pieces.

    @classmethod
    def type_of(cls, piece: str) -> str:
        """Return the letter of the type as which a piece counts."""
        return cls.GAME.counts_as.get(piece.upper(), piece.upper().removesuffix("~"))

    def pseudo_royal_attacked(self) -> bool:
        return self.leaves_attacked(
            self.board, self.scarce(self.turn), set(self.duple_of(self.board, self.turn)), self.turn
        )

    def leaves_attacked(
        self, board: Board, royal: set[Square], all_together: set[Square], colour: str
    ) -> bool:
        """Return True if a royal piece is attacked, or all of the others at the same time."""
        struck = {
            square for square in royal | all_together if self.threatened(board, square, colour)
        }
        return bool(struck & royal) or (bool(all_together) and all_together <= struck)

    def threatened(self, board: Board, square: Square, colour: str) -> bool:
        """Return True if a pseudo-royal piece could be captured there, no enemy one exploding."""
        them = opponent(colour)
        near = {
            (file, rank)
            for file, rank in self.scarce(them) & set(board)
            if max(abs(file - square[0]), abs(rank - square[1])) <= 1
        }
        rule = self.GAME.explosions
        if not rule:
            return self.attacked(board, square, them)
        royals = self.GAME.ends.pseudo_royals
        powerless = set(rule.petrified) & set(royals.pieces if royals else ())
        lame = {each for each, cell in board.items() if self.type_of(cell) in powerless}
        shown = {
            each: of_colour("P", colour) if each in lame and colour_of(cell) == them else cell
            for each, cell in board.items()
        }
        return self.attacked(shown, square, them) and (rule.alone or not near)

    def scarce(self, colour: str) -> set[Square]:
        """Return the squares of a side's pseudo-royal pieces, whose types have become few."""
        rule = self.GAME.ends.pseudo_royals
        own = self.pieces_of(self.board, colour)
        return {
            square
            for letter in (rule.pieces if rule else ())
            for square, piece in own
            if rule and self.type_of(piece) == letter
            if [self.type_of(each) for _, each in own].count(letter) <= rule.most
        }

    def duple_of(self, board: Board, colour: str) -> list[Square]:
        """Return the squares of a side's pieces that may not all be attacked at once."""
        rule = self.GAME.ends.pseudo_royals
        if not rule or not rule.all_together:
            return []
        return [
            square
            for square, piece in self.pieces_of(board, colour)
            if self.type_of(piece) in rule.pieces
        ]
