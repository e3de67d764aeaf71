"""What games of pieces are described by: how pieces move, promote, castle and are placed.

Squares are text ("g1"). Ranks in rules are a player's own, counted from 1 at the player's side
of the board. Castlings and rights are written for White; Black's are their mirror by rank.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar

from engine.board.variant import Square, Variant
from engine.kinds.army import betza
from engine.kinds.army.chase_rules import Chases
from engine.kinds.army.regions import Region, zone_of

MAX_FILES = 16  # a padded row of the board is 32 cells: 16 files, their steps' reach, spare
MAX_RANKS = 16
MAX_ADVANCE = 4  # steps of a pawn that may be captured in passing
MAX_CHECKS = 15  # that a side may need to win
MAX_LINES = 4  # kinds of lines that end a game
MAX_COUNTS = 8  # limits of a counting rule

_NO_LIMITS: Mapping[str, int] = {}
_BLOCKED = "*"


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
    region: Region | None = field(default=None, kw_only=True, repr=False)
    aloof: bool = field(default=False, kw_only=True, repr=False)
    settings: tuple[str, ...] = ()
    covers: tuple[int, int] | None = None
    pivots: str | None = None
    written: str = field(default="", repr=False, compare=False)


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
    optional: bool = field(default=False, repr=False)
    leaving: bool = field(default=False, repr=False)
    capturing: bool = field(default=False, repr=False)
    coming: int = field(default=0, repr=False)

    @property
    def zone(self) -> Region:
        """Where it promotes."""
        return zone_of(self.rank)

    @property
    def unusual(self) -> tuple[int, ...]:
        """What `repr` leaves out."""
        coming = (self.coming,) if self.coming else ()
        return (self.optional, self.leaving, self.capturing, *coming)


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
    also: int = field(default=0, repr=False)
    every: bool = field(default=False, repr=False)
    taken: tuple[str, ...] = field(default=(), repr=False)
    takers: tuple[str, ...] = field(default=(), repr=False)
    region: Region | None = field(default=None, repr=False)

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
    resetting: tuple[str, ...] | None = field(default=None, repr=False)

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


@dataclass(frozen=True, slots=True)
class Extinction:
    """What becomes of a side that has lost nearly all its pieces of one type.

    pieces: any of these types; without a letter all pieces together. left: it has at most so many,
    while the other side has at least `against`. claim: one more of these while it is its move, so
    that it may first do the same to the other side. value: "loss", "win" or "draw".
    Where it comes over both sides at once, the one that has just moved is looked at first.
    """

    pieces: tuple[str, ...] = ()
    left: int = 0
    against: int = 0
    claim: bool = False
    value: str = "loss"


@dataclass(frozen=True, slots=True)
class Goal:
    """A side wins as soon as `count` of its pieces of that type, any without a letter, are there.

    answered: of the royal piece. When White is there first and Black's can follow at once, Black
    still moves; with both there it is a draw.
    held: it wins only when it is still so after the other side's next move. safe: exactly so many
    do not count while one of them can be captured; both sides' at once are a draw. filled: fewer
    do, too, when nothing more fits there.
    """

    piece: str | None
    region: Region
    count: int = 1
    answered: bool = False
    held: bool = field(default=False, repr=False)
    safe: bool = field(default=False, repr=False)
    filled: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True)
class PseudoRoyals:
    """Pieces that are royal while few of their kind are left.

    pieces: these types. Of a type of which a side has at most `most`, none may be left to be
    captured; without a move that sees to it the side is mated. duple: nor may all its pieces of
    these types together, however many there are.
    """

    pieces: tuple[str, ...]
    most: int = 1
    duple: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """What it is for a side to have brought `length` of its pieces in line by its move.

    pieces: of these types, of all without a letter. ways: "h" along ranks, "v" along files, "d"
    along diagonals; "b" is a block, as many wide as high. gaps: whether they need not stand side
    by side. value: "win", "loss" or "draw".
    """

    length: int
    pieces: tuple[str, ...] = ()
    ways: str = "hvd"
    gaps: bool = False
    value: str = "win"


@dataclass(frozen=True, slots=True)
class Counting:
    """A side that is nearly or all bare counts its moves: a draw once they exceed a limit.

    bare: the moves of a lone king against what is not in `limits`, 0: he does not count. limits:
    (letter, how many of it the other side has at least, moves), the first that fits holds.
    honour: the moves of a side with more than its king but at most `most` pieces, 0: none.
    pawns: whether such a side counts while there are pawns; a lone king never does.
    from_pieces: whether a lone king's count begins with the number of all pieces instead of 0.
    """

    bare: int
    limits: tuple[tuple[str, int, int], ...]
    honour: int = 0
    most: int = 64
    pawns: bool = False
    from_pieces: bool = True


@dataclass(frozen=True, slots=True)
class Ends:
    """How a game ends besides by checkmate, and what may not be played for the sake of it.

    stalemate: what it is for the side that cannot move, "draw", "loss" or "win". by_count: that is
    so for the side with fewer pieces, the other way round for the one with more, a draw for equals.
    mate: what checkmate is for the side that is mated.
    checks: so many checks given win; FEN says how many each side still needs, 0: they do not.
    checking: whether a move may give check at all. must_capture: whether who can capture has to.
    king_stays: whether a king in check may not move but to capture who checks him.
    counting: moves counted by a side that is nearly bare; FEN shows them.
    perpetual: whether who gave check on every move between the repetitions that count has lost.
    chases: what else loses so. absolute: whether a repetition is for White what else it is for the
    side to move. draws: who wins by any draw, "White", "Black", "more" for who has more pieces.
    """

    stalemate: str = "draw"
    extinctions: tuple[Extinction, ...] = ()
    goals: tuple[Goal, ...] = ()
    checks: int = 0
    checking: bool = True
    by_count: bool = field(default=False, repr=False)
    mate: str = field(default="loss", repr=False)
    must_capture: bool = field(default=False, repr=False)
    pseudo_royals: PseudoRoyals | None = field(default=None, repr=False)
    king_stays: bool = field(default=False, repr=False)
    counting: Counting | None = field(default=None, repr=False)
    perpetual: bool = field(default=False, repr=False)
    chases: Chases | None = field(default=None, repr=False)
    absolute: bool = field(default=False, repr=False)
    draws: str = field(default="", repr=False)
    lines: tuple[Line, ...] = field(default=(), repr=False)

    @property
    def only_mate_wins(self) -> bool:
        """Whether a side that cannot give mate cannot win, and a bare king is not yet lost."""
        return replace(self, counting=None, perpetual=False, chases=None) == Ends()

    @property
    def unusual(self) -> tuple[object, ...]:
        """What `repr` leaves out, if any of it is not as usual."""
        found: list[object] = [
            (each.name, getattr(self, each.name))
            for each in fields(self)
            if not each.repr and getattr(self, each.name) != each.default
        ]
        flags = [(goal.held, goal.safe, goal.filled) for goal in self.goals]
        return (*found, *([("goals", flags)] if any(map(any, flags)) else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyVariant(Variant):
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

    kind: ClassVar[str] = "engine.kinds.army"

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
    ends: Ends = Ends()
    blocked: int = 0
    placement: PlacementRules | None = None
    drops: Drops | None = None

    def faults(self) -> Iterator[str]:
        """Every contradiction in the description."""
        from engine.kinds.army.faults import faults

        return faults(self)

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
