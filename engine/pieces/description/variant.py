"""What games of pieces are described by: how pieces move, promote, castle and are placed.

Squares are text ("g1"). Ranks in rules are a player's own, counted from 1 at the player's side
of the board. Castlings and rights are written for White; Black's are their mirror by rank.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import ClassVar

from amalthea.engine.core.variant import Square, Variant
from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.description.endings import Ends
from amalthea.engine.pieces.description.regions import Region, zone_of

MAX_FILES = 16  # a padded row of the board is 32 cells: 16 files, their steps' reach, spare
MAX_RANKS = 16
MAX_PIECE_TYPES = 63  # six bits of a piece's code, type 0 is "empty"
MAX_ADVANCE = 4  # steps of a pawn that may be captured in passing

_NO_LIMITS: Mapping[str, int] = {}
_BLOCKED = "*"
_USUAL_ENDS = Ends()


@dataclass(frozen=True, slots=True)
class PieceType:
    """One kind of piece.

    letter: its upper-case letter, with "+" before it for a promoted form, or "~" behind it for a
    promoted piece that moves as the one of the letter alone.
    moves: Betza notation; "i" moves need the piece's unmoved right.
    from_rank: further moves while it stands on that own rank or in that region.
    region: the squares that it may go to, capture on and be dropped on, all where it is None. It
    passes others.
    settings: types it may turn into at the end of a move, or instead of moving.
    covers: where its second cell lies, seen from the first (its anchor), None without one. It
    moves as a whole; each step needs or takes the cells that it newly covers.
    pivots: the type that it may turn into, instead of moving, by a quarter turn about one of its
    cells onto an empty one.
    aloof: as a hopper it gets over no piece of its own type, of either side, and takes none.
    written: what its author writes for it in moves, where that is not the letter; "|", "/" or "\\"
    around it tell how a piece stands that may turn.
    """

    letter: str
    name: str
    moves: str
    from_rank: Mapping[int | Region, str] = field(default_factory=dict, hash=False)
    royal: bool = False
    region: Region | None = field(default=None, kw_only=True)
    aloof: bool = field(default=False, kw_only=True)
    settings: tuple[str, ...] = ()
    covers: tuple[int, int] | None = None
    pivots: str | None = None
    written: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Promotion:
    """A piece that arrives on an own rank, or in a region, becomes one of `to`.

    optional: or stays what it is. leaving: also when it moves out of there. capturing: only with a
    capture. coming: only from that own rank, 0 for any. A piece may have several, in different
    places.
    """

    piece: str
    rank: int | Region
    to: tuple[str, ...]
    optional: bool = False
    leaving: bool = False
    capturing: bool = False
    coming: int = 0

    @property
    def zone(self) -> Region:
        """Where it promotes."""
        return zone_of(self.rank)


@dataclass(frozen=True, slots=True)
class EnPassant:
    """After a pawn's advance of exactly `steps` squares, the last square it passed is the target.

    An advance goes straight on, forward or diagonally forward, and captures nothing.
    always_shown: whether FEN names the target even when no capture on it is legal.
    also: another number of steps that allows it. every: whether all squares passed are targets.
    taken, takers: the pieces that are captured so and those that capture, the pawn where empty.
    region: the squares on which a side captures so, all where it is None.
    """

    steps: int
    always_shown: bool
    also: int = 0
    every: bool = False
    taken: tuple[str, ...] = ()
    takers: tuple[str, ...] = ()
    region: Region | None = None

    @property
    def lengths(self) -> tuple[int, ...]:
        """All numbers of steps."""
        return (self.steps, self.also) if self.also else (self.steps,)


@dataclass(frozen=True, slots=True)
class PawnRules:
    """What sets pawns apart: they reset the draw count and never stand behind `first_rank`.

    resetting: the pieces whose moves reset the count, where that is not the pawn alone.
    """

    letter: str
    first_rank: int
    en_passant: EnPassant | None = None
    resetting: tuple[str, ...] | None = None

    @property
    def irreversible(self) -> tuple[str, ...]:
        """The pieces whose moves reset the draw count."""
        return (self.letter,) if self.resetting is None else self.resetting

    @property
    def passing(self) -> tuple[str, ...]:
        """The pieces that may be captured in passing."""
        return (self.en_passant.taken or (self.letter,)) if self.en_passant else ()

    @property
    def takers(self) -> tuple[str, ...]:
        """The pieces that capture in passing."""
        return (self.en_passant.takers or (self.letter,)) if self.en_passant else ()


@dataclass(frozen=True, slots=True)
class Right:
    """The piece on `square` is unmoved and still carries a right; FEN writes `letter`."""

    square: str
    piece: str
    letter: str


@dataclass(frozen=True, slots=True)
class Castling:
    """King and partners move at once; each pair is (from, to).

    piece: the type that castles as the king does, the royal one without a letter; only that one
    may not be in check, pass or reach an attacked square.
    rights: squares whose unmoved rights it needs. empty: squares that must be empty.
    keeps: squares whose rights outlive it; all other rights of the king are spent.
    stands: (square, piece) of partners that need no right but must stand there.
    Where the king could also go there by a plain move, it is written king takes partner ("e1h1").
    """

    name: str
    king: tuple[str, str]
    partners: tuple[tuple[str, str], ...]
    rights: tuple[str, ...]
    empty: tuple[str, ...]
    keeps: tuple[str, ...] = ()
    stands: tuple[tuple[str, str], ...] = ()
    piece: str = ""


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
class Drops:
    """Instead of moving, a side may put a piece from its hand on an empty square.

    captured: what is captured goes to its captor's hand. held: as what it does so, by letter; other
    pieces as themselves. regions: where a type may be dropped, without one anywhere.
    most_on_file: by letter, with how many of them on a file no further one may be dropped there.
    never_mating: types whose drop may not mate. checking: whether drops may give check at all.
    promoted: whether a piece may be dropped as any type that is held as it.
    first: types that are dropped before any other, and before any move where one has a square.
    """

    captured: bool = False
    held: Mapping[str, str] = field(default_factory=dict, hash=False)
    regions: Mapping[str, Region] = field(default_factory=dict, hash=False)
    most_on_file: Mapping[str, int] = field(default_factory=dict, hash=False)
    never_mating: tuple[str, ...] = ()
    checking: bool = True
    promoted: bool = False
    first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InsufficientMaterial:
    """What cannot win, besides bare kings, which never can.

    lone: piece letters of which a single one beside the kings cannot win.
    same_shade: piece letters that cannot win, however many, while all stand on one shade.
    """

    lone: tuple[str, ...] = ()
    same_shade: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesVariant(Variant):
    """A game of two armies of pieces. Plies without a capture, pawn move or promotion may draw it.

    start: when it shows none of the `blocked` squares, they are drawn at random for each game.
    limits: by letter, how many of a type a side may have for one more to come by promotion.
    stranding: whether a piece may go, or be dropped, where it could never move again.
    flying_general: royal pieces may not be left facing each other along an open rank or file.
    safe_leap: whether a royal piece's first-move leap of two squares needs, as a castling does,
    that it is not in check and that the square between is not attacked, or one of two between.
    passes: whether White, and Black, may pass, not in check: the royal one stays. Two end a game.
    chess960: castling with one partner is written king takes partner ("e1h1"), and FEN may say
    KQkq for the rights of the outermost ones.
    """

    kind: ClassVar[str] = "amalthea.engine.pieces"

    pieces: tuple[PieceType, ...]
    pawns: PawnRules | None = None
    promotions: tuple[Promotion, ...] = ()
    limits: Mapping[str, int] = field(default_factory=lambda: _NO_LIMITS, hash=False)
    stranding: bool = True
    flying_general: bool = False
    safe_leap: bool = False
    passes: tuple[bool, bool] = (False, False)
    rights: tuple[Right, ...] = ()
    castlings: tuple[Castling, ...] = ()
    chess960: bool = False
    insufficient: InsufficientMaterial = InsufficientMaterial()
    ends: Ends = _USUAL_ENDS
    blocked: int = 0
    placement: PlacementRules | None = None
    drops: Drops | None = None

    __hash__ = Variant.__hash__

    def faults(self) -> Iterator[str]:
        """Yield every contradiction in the description, as the kind of game finds them."""
        found: Iterator[str] = import_module(self.kind).KIND.errors(self)
        return found

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

    def arriving(self, letter: str, sign: str) -> str:
        """The letter of what a piece is after a move whose text ends in that sign, mostly none."""
        if sign == "+":
            forms = (form for each in self.promotions if each.piece == letter for form in each.to)
            return next((form for form in forms if form[0] == "+"), f"+{letter}")
        if sign == "-":
            return letter.removeprefix("+")
        return sign.upper() or letter

    @property
    def royal(self) -> str:
        """The letter of the piece that may not be lost, "" where any may."""
        return next((piece.letter for piece in self.pieces if piece.royal), "")

    @property
    def kingless(self) -> tuple[bool, bool]:
        """Whether White, and Black, begin without the royal piece that the game has."""
        board, bracket, _ = self.start.split()[0].partition("[")
        if bracket or not self.royal:
            return False, False
        return self.royal not in board, self.royal.lower() not in board

    def further_moves(self, piece: PieceType, colour: int, square: Square) -> str:
        """What White's (0) or Black's (1) piece may do from that square besides its moves."""
        return "".join(
            moves
            for place, moves in piece.from_rank.items()
            if square in zone_of(place).squares(colour, self.files, self.ranks)
        )

    def confines_kings(self) -> bool:
        """Whether a royal piece has fewer squares than the board: the other one's, or its own."""
        return self.flying_general or any(p.royal and p.region for p in self.pieces)

    def castles(self, castling: Castling) -> str:
        """The letter of the piece that castles as the king does."""
        return castling.piece or self.royal

    def goes_plainly(self, castling: Castling) -> bool:
        """Whether the king could also go where he castles to by a move of his own."""
        piece = self.piece(self.castles(castling))
        (file, rank), (goal, _) = (self.square(square) for square in castling.king)
        if piece.region and (goal, rank) not in piece.region.squares(0, self.files, self.ranks):
            return False
        moves = piece.moves + self.further_moves(piece, 0, (file, rank))
        return any(
            sum(step.dx for step in path.steps[:length]) == goal - file
            and sum(step.dy for step in path.steps[:length]) == 0
            and path.steps[length - 1].move
            for path in self.paths(moves)
            for length in range(1, len(path.steps) + 1)
        )

    @property
    def only_captures(self) -> bool:
        """Whether every move is a capture: none is more forcing than another then."""
        texts = (text for piece in self.pieces for text in (piece.moves, *piece.from_rank.values()))
        paths = (path for text in texts for path in self._parsed(text))
        return not self.drops and not any(step.move for path in paths for step in path.steps)

    def paths(self, moves: str) -> tuple[betza.Path, ...]:
        """`moves` as paths on this board, riders as long as the board allows; hoppers' apart."""
        return tuple(path for path in self._parsed(moves) if not path.hops)

    def hops(self, moves: str) -> tuple[betza.Path, ...]:
        """The paths of `moves` that need a piece to get over."""
        return tuple(path for path in self._parsed(moves) if path.hops)

    def _parsed(self, moves: str) -> tuple[betza.Path, ...]:
        return betza.parse(moves, max(self.files, self.ranks) - 1)

    def mirrored(self, letter: str) -> str:
        """The upper-case letter of the type that moves like this one with left and right exchanged.

        The letter itself where no other type does.
        """
        image = {path.mirrored() for path in self._parsed(self.piece(letter).moves)}
        for piece in (self.piece(letter), *self.pieces):
            if set(self._parsed(piece.moves)) == image:
                return piece.letter
        return letter
