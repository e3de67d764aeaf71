"""What games of pieces are described by: how pieces move, promote, castle and are placed.

Squares are text ("g1"). Ranks in rules are a player's own, counted from 1 at the player's side
of the board. Castlings and rights are written for White; Black's are their mirror by rank.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board.variant import Variant
from engine.errors import BetzaError
from engine.kinds.army import betza

MAX_FILES = 16  # a padded row of the board is 32 cells: 16 files, their steps' reach, spare
MAX_RANKS = 16
MAX_PIECE_TYPES = 31  # a piece's code is 5 bits of type and one of colour; type 0 is "empty"

_BLOCKED = "*"


@dataclass(frozen=True, slots=True)
class PieceType:
    """One kind of piece.

    letter: its upper-case letter, with "+" before it for a promoted form.
    moves: Betza notation; "i" moves need the piece's unmoved right.
    from_rank: further moves while it stands on that own rank; these never capture.
    settings: types it may turn into at the end of a move, or instead of moving.
    covers: where its second cell lies, seen from the first (its anchor), None without one. It
    moves as a whole; each step needs or takes the cells that it newly covers.
    pivots: the type that it may turn into, instead of moving, by a quarter turn about one of its
    cells onto an empty one.
    """

    letter: str
    name: str
    moves: str
    from_rank: Mapping[int, str] = field(default_factory=dict, hash=False)
    royal: bool = False
    settings: tuple[str, ...] = ()
    covers: tuple[int, int] | None = None
    pivots: str | None = None


@dataclass(frozen=True, slots=True)
class Promotion:
    """A piece that arrives on `rank` becomes one of `to`; mandatory."""

    piece: str
    rank: int
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnPassant:
    """After a pawn's advance of exactly `steps` squares, the last square it passed is the target.

    always_shown: whether FEN names the target even when no capture on it is legal.
    """

    steps: int
    always_shown: bool


@dataclass(frozen=True, slots=True)
class PawnRules:
    """What sets pawns apart: they reset the draw count and never stand behind `first_rank`."""

    letter: str
    first_rank: int
    en_passant: EnPassant | None = None


@dataclass(frozen=True, slots=True)
class Right:
    """The piece on `square` is unmoved and still carries a right; FEN writes `letter`."""

    square: str
    piece: str
    letter: str


@dataclass(frozen=True, slots=True)
class Castling:
    """King and partners move at once; each pair is (from, to).

    rights: squares whose unmoved rights it needs. empty: squares that must be empty.
    keeps: squares whose rights outlive it; all other rights of the king are spent.
    stands: (square, piece) of partners that need no right but must stand there.
    The king may not be in check, pass or reach an attacked square.
    """

    name: str
    king: tuple[str, str]
    partners: tuple[tuple[str, str], ...]
    rights: tuple[str, ...]
    empty: tuple[str, ...]
    keeps: tuple[str, ...] = ()
    stands: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PlacementRules:
    """Before play both sides choose squares for their pieces in secret, one piece at a time.

    order: the pieces in the order of placing. apart: a type whose second piece goes to the other
    shade of the board. first: types by which the first player is found, nearest to the king first.
    """

    order: tuple[str, ...]
    apart: str
    first: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InsufficientMaterial:
    """What cannot win, besides bare kings, which never can.

    lone: piece letters of which a single one beside the kings cannot win.
    same_shade: piece letters that cannot win, however many, while all stand on one shade.
    """

    lone: tuple[str, ...] = ()
    same_shade: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyVariant(Variant):
    """A game of two armies of pieces. Plies without a capture, pawn move or promotion may draw it.

    start: when it shows none of the `blocked` squares, they are drawn at random for each game.
    chess960: castling with one partner is written king takes partner ("e1h1"), and FEN may say
    KQkq for the rights of the outermost ones.
    """

    kind: ClassVar[str] = "engine.kinds.army"

    pieces: tuple[PieceType, ...]
    pawns: PawnRules | None = None
    promotions: tuple[Promotion, ...] = ()
    rights: tuple[Right, ...] = ()
    castlings: tuple[Castling, ...] = ()
    chess960: bool = False
    insufficient: InsufficientMaterial = InsufficientMaterial()
    blocked: int = 0
    placement: PlacementRules | None = None

    def faults(self) -> Iterator[str]:
        """Every contradiction in the description."""
        return _faults(self)

    @property
    def random_start(self) -> bool:
        """Whether every new game begins with other squares blocked."""
        return self.start.count(_BLOCKED) < self.blocked

    def start_fen(self, seed: int | None = None) -> str:
        """The FEN of a new game; where squares are to be blocked at random, `seed` says which.

        Without a seed every call draws anew.
        """
        if not self.random_start:
            return self.start
        squares = [(file, rank) for rank in range(self.ranks) for file in range(self.files)]
        blocked = set(random.Random(seed).sample(squares, self.blocked))
        rows = (
            "".join(_BLOCKED if (file, rank) in blocked else " " for file in range(self.files))
            for rank in reversed(range(self.ranks))
        )
        drawn = "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in rows)
        return re.sub(r"^[^\s\[]+", drawn, self.start)

    def piece(self, letter: str) -> PieceType:
        """The piece type of that letter. Raises KeyError."""
        for piece in self.pieces:
            if piece.letter == letter:
                return piece
        raise KeyError(letter)

    @property
    def royal(self) -> str:
        """The letter of the piece that may not be lost."""
        return next(piece.letter for piece in self.pieces if piece.royal)

    def paths(self, moves: str) -> tuple[betza.Path, ...]:
        """`moves` as paths on this board, riders as long as the board allows."""
        return betza.parse(moves, max(self.files, self.ranks) - 1)

    def mirrored(self, letter: str) -> str:
        """The upper-case letter of the type that moves like this one with left and right exchanged.

        The letter itself where no other type does.
        """
        image = {path.mirrored() for path in self.paths(self.piece(letter).moves)}
        for piece in (self.piece(letter), *self.pieces):
            if set(self.paths(piece.moves)) == image:
                return piece.letter
        return letter


def _faults(variant: ArmyVariant) -> Iterator[str]:
    if not 2 <= variant.files <= MAX_FILES or not 2 <= variant.ranks <= MAX_RANKS:
        yield f"a board of {variant.files}x{variant.ranks} is outside 2x2..{MAX_FILES}x{MAX_RANKS}"
    letters = [piece.letter for piece in variant.pieces]
    if not 1 <= len(letters) <= MAX_PIECE_TYPES:
        yield f"{len(letters)} piece types, expected 1 to {MAX_PIECE_TYPES}"
    for letter in letters:
        if not re.fullmatch(r"\+?[A-Z]", letter):
            yield f"piece letter {letter!r} is not an upper-case letter, with or without '+'"
        if letters.count(letter) > 1:
            yield f"piece letter {letter!r} is used twice"
    if sum(piece.royal for piece in variant.pieces) != 1:
        yield "expected exactly one royal piece type"
    if not 0 <= variant.blocked < variant.files * variant.ranks:
        yield f"{variant.blocked} blocked squares"
    yield from _move_faults(variant)
    yield from _letter_faults(variant, letters)
    yield from _turn_faults(variant)
    yield from _square_faults(variant)


def _move_faults(variant: ArmyVariant) -> Iterator[str]:
    for piece in variant.pieces:
        try:
            paths = variant.paths(piece.moves)
        except BetzaError as error:
            yield f"{piece.name}: {error}"
            continue
        for path in paths:
            if path.initial and any(step.capture for step in path.steps):
                yield f"{piece.name}: a first-move-only move may not capture"
        for rank, moves in piece.from_rank.items():
            if not 1 <= rank <= variant.ranks:
                yield f"{piece.name}: moves from rank {rank}, which the board lacks"
            try:
                paths = variant.paths(moves)
            except BetzaError as error:
                yield f"{piece.name}: {error}"
                continue
            if any(step.capture for path in paths for step in path.steps):
                yield f"{piece.name}: moves bound to a rank may not capture ({moves!r})"


def _letter_faults(variant: ArmyVariant, letters: list[str]) -> Iterator[str]:
    named = [letter for promotion in variant.promotions for letter in promotion.to]
    named += [promotion.piece for promotion in variant.promotions]
    named += [right.piece for right in variant.rights]
    named += [*variant.insufficient.lone, *variant.insufficient.same_shade]
    named += [letter for piece in variant.pieces for letter in piece.settings]
    named += [piece.pivots for piece in variant.pieces if piece.pivots]
    named += [letter for castling in variant.castlings for _, letter in castling.stands]
    if variant.placement:
        named += [*variant.placement.order, variant.placement.apart, *variant.placement.first]
    if variant.pawns:
        named.append(variant.pawns.letter)
        if not 1 <= variant.pawns.first_rank <= variant.ranks:
            yield f"pawns have no rank {variant.pawns.first_rank} to begin on"
    for letter in named:
        if letter not in letters:
            yield f"no piece type has the letter {letter!r}"
    royal = [piece.letter for piece in variant.pieces if piece.royal]
    promoted = [promotion.piece for promotion in variant.promotions]
    for promotion in variant.promotions:
        if promoted.count(promotion.piece) > 1:
            yield f"{promotion.piece!r} promotes in two ways"
        if {promotion.piece, *promotion.to} & set(royal) or promotion.piece in promotion.to:
            yield f"{promotion.piece!r} may not promote to {promotion.to!r}"
        if not 1 <= promotion.rank <= variant.ranks or not promotion.to:
            yield f"{promotion.piece!r} promotes on rank {promotion.rank} to {promotion.to!r}"


def _turn_faults(variant: ArmyVariant) -> Iterator[str]:
    """What is wrong with the pieces that turn or cover two cells."""
    promoted = {promotion.piece for promotion in variant.promotions}
    for piece in variant.pieces:
        if piece.royal and (piece.settings or piece.covers):
            yield f"{piece.name}: a royal piece may not turn or cover two cells"
        if piece.letter in piece.settings:
            yield f"{piece.name}: {piece.letter!r} turns into itself"
        if piece.covers and piece.covers not in ((1, 0), (0, 1)):
            yield f"{piece.name}: its second cell is neither right of nor above its first"
        if piece.covers and (piece.settings or piece.letter in promoted):
            yield f"{piece.name}: a piece on two cells may not take settings or promote"
        if piece.pivots and not (piece.covers and variant.piece(piece.pivots).covers):
            yield f"{piece.name}: only pieces on two cells pivot, into such a piece"
    for promotion in variant.promotions:
        if any(variant.piece(letter).covers for letter in promotion.to):
            yield f"{promotion.piece!r} may not promote to a piece on two cells"


def _square_faults(variant: ArmyVariant) -> Iterator[str]:
    carriers = {right.square for right in variant.rights}
    names = [right.letter for right in variant.rights]
    for right in variant.rights:
        variant.square(right.square)
        if not re.fullmatch("[A-Z]", right.letter) or names.count(right.letter) > 1:
            yield f"the right of {right.square} needs an upper-case letter of its own"
    for castling in variant.castlings:
        moved = [*castling.king, *(square for pair in castling.partners for square in pair)]
        for square in (*moved, *castling.empty):
            variant.square(square)
        for square in (*castling.rights, *castling.keeps):
            if square not in carriers:
                yield f"{castling.name}: {square} carries no right"
        standing = {square for square, _ in castling.stands}
        for square, _ in castling.partners:
            if square not in standing and square not in castling.rights:
                yield f"{castling.name}: the partner on {square} needs a right or a type"
        for square in castling.rights:
            if square not in moved:
                yield f"{castling.name}: {square} has a right but no part in it"
        if castling.king[0][1:] != castling.king[1][1:]:
            yield f"{castling.name}: the king must stay on its rank"
