"""The description of a game of pieces: how pieces move, promote, castle and are placed.

Squares are text ("g1"). Ranks in rules are counted from 1 at each player's side of the board.
Castlings and rights are written for White; Black's are mirrored by rank.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import chain, product
from typing import Any, ClassVar

from amalthea.engine.core.letters import TOKEN
from amalthea.engine.core.variant import Square, Variant, square_name
from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.description.enclosing import Enclosing
from amalthea.engine.pieces.description.endings import Ends, Extinction, PseudoRoyals
from amalthea.engine.pieces.description.regions import Region, zone_of

MAX_FILES = 16  # a padded row of the board is 32 cells: 16 files, their steps' reach, spare
MAX_RANKS = 16
MAX_PIECE_TYPES = 63  # six bits of a piece's code, type 0 is "empty"
MAX_ADVANCE = 4  # steps of a pawn that may be captured en passant

# Which squares may be blocked: any; those to which the moved piece could move on; the one that it
# has left; any; those at the edge of the board or beside a wall.
WALL_RULES = ("duck", "arrow", "past", "static", "edge")

_NO_LIMITS: Mapping[str, int] = {}
_NO_FORMS: Mapping[str, str] = {}
_BLOCKED, _EMPTY = "*", " "
_BOARD = r"[^\s\[]+"  # the part of a FEN before hands and other fields
_CELL = rf"{TOKEN}|."
_USUAL_ENDS = Ends()


def special_fields(part: Any, prefix: str = "") -> Iterator[str]:
    """Yield the names of the fields that differ from their defaults, or that have no default.

    Fields of parts are named as "ends.goals", behind the part itself if a game may lack it.
    """
    for each in filter(lambda each: each.compare, fields(part)):
        value, name = getattr(part, each.name), prefix + each.name
        default = each.default_factory() if callable(each.default_factory) else each.default
        if value != default and not is_dataclass(default):
            yield name
        if value != default and is_dataclass(value) and not isinstance(value, Region):
            yield from special_fields(value, f"{name}.")


@dataclass(frozen=True, slots=True)
class PieceType:
    r"""A piece type.

    letter: its upper-case letter, with "+" before it for a promoted form, or "~" behind it for a
    promoted piece that moves like the one with the letter alone.
    moves: Betza notation; "i" moves need the piece's unmoved right.
    from_rank: further moves while it stands on that rank or in that region.
    region: the squares that it may move to, capture on and be dropped on, None for all; it may pass
    others.
    settings: types it may turn into at the end of a move, or instead of moving.
    second_square: the offset of its second square from the first one, its anchor; None without one.
    It moves as a whole; each step needs, or captures on, the squares that it newly covers.
    pivots: the type that it may turn into, instead of moving, by a quarter turn about one of its
    squares onto an empty one.
    ignores_own_type: as a hopper it neither jumps over nor captures a piece of its own type, of
    either side.
    author_letter: its letter in the notation of the game's author, if that is another one; "|", "/"
    or "\\" around it show the direction of a piece that may turn.
    """

    letter: str
    name: str
    moves: str
    from_rank: Mapping[int | Region, str] = field(default_factory=dict, hash=False)
    royal: bool = False
    region: Region | None = field(default=None, kw_only=True)
    ignores_own_type: bool = field(default=False, kw_only=True)
    settings: tuple[str, ...] = ()
    second_square: tuple[int, int] | None = None
    pivots: str | None = None
    author_letter: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Promotion:
    """Promotion: a piece that arrives on a rank, or in a region, becomes one of `to`.

    optional: it may also stay what it is. on_leaving: also when it moves out of there. by_capture:
    only with a capture. from_own_rank: only from that rank, 0 for any. A piece may have several
    promotions, in different places.
    captures_inside: a move that begins in the zone needs a capture, unless it ends there where the
    piece could never move on.
    in_place: instead of moving, the piece becomes one of `to` where it stands, in the region or if
    it is the last of its type, or on an empty square that the new piece reaches from there. It may
    attack nothing then, and the move may not give check.
    """

    piece: str
    rank: int | Region
    to: tuple[str, ...]
    optional: bool = False
    on_leaving: bool = False
    by_capture: bool = False
    from_own_rank: int = 0
    in_place: bool = False
    captures_inside: bool = False

    @property
    def zone(self) -> Region:
        """Return the region in which the piece promotes."""
        return zone_of(self.rank)


@dataclass(frozen=True, slots=True)
class EnPassant:
    """En passant: after an advance of exactly `steps` squares, the last square passed is the
    target.

    An advance goes straight on, forward or diagonally forward, and captures nothing.
    always_shown: FEN names the target even if no capture on it is legal.
    also: another number of steps that allows it. every: all squares passed are targets.
    taken, takers: the types that are captured so, and those that capture, the pawn if empty.
    region: the squares on which a side captures so, None for all.
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
        """Return all numbers of steps."""
        return (self.steps, self.also) if self.also else (self.steps,)


@dataclass(frozen=True, slots=True)
class PawnRules:
    """Rules of pawns: their moves reset the draw count, and they never stand behind `first_rank`.

    resetting: the types whose moves reset the count, None for the pawn alone.
    """

    letter: str
    first_rank: int
    en_passant: EnPassant | None = None
    resetting: tuple[str, ...] | None = None

    @property
    def irreversible(self) -> tuple[str, ...]:
        """Return the types whose moves reset the draw count."""
        return (self.letter,) if self.resetting is None else self.resetting

    @property
    def passing(self) -> tuple[str, ...]:
        """Return the types that may be captured en passant."""
        return (self.en_passant.taken or (self.letter,)) if self.en_passant else ()

    @property
    def takers(self) -> tuple[str, ...]:
        """Return the types that capture en passant."""
        return (self.en_passant.takers or (self.letter,)) if self.en_passant else ()


@dataclass(frozen=True, slots=True)
class Right:
    """A right of the unmoved piece on `square`; FEN writes `letter`.

    piece: its letter, "" for any piece. side: "w" or "b" if only that side has it, "" for both.
    """

    square: str
    piece: str
    letter: str
    side: str = ""

    def belongs_to(self, side: str) -> bool:
        """Return True if "w" or "b" may have the right."""
        return self.side in ("", side)


@dataclass(frozen=True, slots=True)
class Castling:
    """A castling: king and partners move at once; each pair is (from, to).

    piece: the type that castles as the king does, the royal one if empty; only the royal one may
    not be in check, pass or reach an attacked square.
    rights: squares whose unmoved rights it needs. empty: squares that must be empty.
    kept_rights: squares whose rights outlive it; all other rights of the king are lost.
    standing: (square, piece) of partners that need no right but must stand there.
    side: "w" or "b" if only that side castles so, "" for both.
    If the king could also go there by a plain move, castling is written king takes partner
    ("e1h1").
    """

    name: str
    king: tuple[str, str]
    partners: tuple[tuple[str, str], ...]
    rights: tuple[str, ...]
    empty: tuple[str, ...]
    kept_rights: tuple[str, ...] = ()
    standing: tuple[tuple[str, str], ...] = ()
    piece: str = ""
    side: str = ""

    def belongs_to(self, side: str) -> bool:
        """Return True if "w" or "b" may castle so."""
        return self.side in ("", side)


@dataclass(frozen=True, slots=True)
class PlacementRules:
    """Secret placement: before play both sides choose squares for their pieces, one at a time.

    order: the pieces in the order of placing. apart: a type whose second piece goes to the other
    shade of the board. first: types whose distance from the king decides who moves first, in this
    order.
    """

    order: tuple[str, ...]
    apart: str
    first: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drops:
    """Drops: instead of moving, a side may put a piece from its hand on an empty square.

    captured: captured pieces go to the captor's hand. held: the type as which a captured piece is
    held, by letter; others are held as themselves. regions: where a type may be dropped, by default
    anywhere.
    most_on_file: by letter, the number of pieces on a file that forbids another drop there.
    never_mating: types whose drop may not mate. checking: drops may give check.
    promoted: a piece may be dropped as any type that is held as it.
    first: types that must be dropped before others, and before any move if there is a square for
    one.
    on_both_shades: the type of which half of a side's pieces stand on either shade of the board.
    castling: king and partner may castle, too, if they were dropped on their squares.
    gating: a piece from the hand may also enter on the square of a right that another piece leaves,
    in the same move. freely: pieces may be dropped instead of moving. unlimited: hands never get
    empty; they hold one piece of each type, which FEN does not show.
    waiting: before any move a side puts each piece in its hand behind a piece of its back rank,
    where it waits and enters when that piece leaves.
    """

    captured: bool = False
    held: Mapping[str, str] = field(default_factory=dict, hash=False)
    regions: Mapping[str, Region] = field(default_factory=dict, hash=False)
    most_on_file: Mapping[str, int] = field(default_factory=dict, hash=False)
    never_mating: tuple[str, ...] = ()
    checking: bool = True
    promoted: bool = False
    first: tuple[str, ...] = ()
    on_both_shades: str = ""
    castling: bool = False
    gating: bool = False
    freely: bool = True
    unlimited: bool = False
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Walls:
    """Walls: with each move a side also blocks an empty square, where its rule and region allow it.

    rule: one of WALL_RULES. Only of "duck" there is never more than one wall: the one that stood
    before the move leaves the board. region: the squares that a side may block, None for all.
    """

    rule: str
    region: Region | None = None


@dataclass(frozen=True, slots=True)
class SecondSteps:
    """Second steps: a piece that captures with a first step, of one square, may make another one,
    also back to where it came from.

    free: the steps of a type by its letter, as Betza notation; either step may be any of them, or
    the second one leads back. straight: the same for types whose second step goes on in the line of
    the first one, or back. Such a piece may also pass, if a first step would lead to an empty
    square.
    back: the same for types whose second step always leads back: they capture without moving.
    """

    free: Mapping[str, str] = field(default_factory=dict, hash=False)
    straight: Mapping[str, str] = field(default_factory=dict, hash=False)
    back: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def letters(self) -> tuple[str, ...]:
        """Return the letters of all types with second steps."""
        return (*self.free, *self.straight, *self.back)

    def steps(self, letter: str) -> frozenset[Square]:
        """Return the first steps of a type, as White sees them."""
        moves = {**self.free, **self.straight, **self.back}.get(letter)
        paths = betza.parse(moves, 2) if moves else ()
        return frozenset([end for end, _ in path.walk()][-1] for path in paths)


@dataclass(frozen=True, slots=True)
class Untraded:
    """The rules of lion trading in Chu Shogi, for the types `pieces`.

    One of them captures another that is not next to it only if that one is not protected, or if it
    captures a piece on its way there that is none of `minor`. When a piece of another type has
    captured one of them, the answer may not be that a piece of another type captures one, too,
    except on the same square.
    """

    pieces: tuple[str, ...]
    minor: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citadels:
    """Citadels: squares that most pieces may not enter, and where a royal piece finds a draw.

    squares: each side's own. pieces: types that may enter the enemy's, which ends the game as a
    draw. guards: types that may enter their own side's.
    """

    squares: Region
    pieces: tuple[str, ...]
    guards: tuple[str, ...] = ()

    def entered(self, letter: str, colour: int, files: int, ranks: int) -> frozenset[Square]:
        """Return the squares of citadels that a side's piece may enter."""
        own, theirs = (self.squares.squares(side, files, ranks) for side in (colour, 1 - colour))
        found: frozenset[Square] = theirs if letter in self.pieces else frozenset()
        return found | own if letter in self.guards else found


@dataclass(frozen=True, slots=True)
class Return:
    """A piece that may be put on another square instead of moving, as a piece of the type `to`.

    square: that square, which must be empty. If it is "", the piece goes anywhere from where it
    then attacks two enemy pieces, or one that could not move; what stands there leaves the board.
    """

    piece: str
    to: str
    square: str = ""


@dataclass(frozen=True, slots=True)
class Explosions:
    """Explosions: a capture also removes the capturing piece and the pieces on all squares next
    to it, of both sides.

    sheltered: types that explode only on the square of the capture. immune: types that never do.
    petrified: types of which a capturing piece leaves a blocked square. alone: nothing but such a
    piece leaves the board.
    """

    sheltered: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    petrified: tuple[str, ...] = ()
    alone: bool = False


@dataclass(frozen=True, slots=True)
class FirstLeaps:
    """First leaps of the royal piece: it makes its `i` moves only when it is not in check.

    aiming: types that end its right by a move to its rank or file.
    """

    aiming: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InsufficientMaterial:
    """Material that cannot win, besides bare kings, which never can.

    lone: letters of which a single piece beside the kings cannot win.
    same_shade: letters of which no number of pieces can win while all stand on one shade.
    """

    lone: tuple[str, ...] = ()
    same_shade: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PiecesVariant(Variant):
    """A game of pieces for two sides; `amalthea.engine.pieces.rules.registry.checked` validates it.

    start: if it shows none of the `blocked` squares, they are drawn at random for each game.
    blocked_in_fen: a FEN may show other blocked squares, any number of them.
    limits: by letter, the number of pieces of a type beyond which a side gets no more by promotion.
    counts_as: by letter, the type as which a piece, mostly a promoted form, counts in limits and
    ends of the game.
    immobility_allowed: a piece may go, or be dropped, where it could never move again.
    walls: each move also blocks a square.
    explosions: captures explode.
    second_steps: pieces that may make a second step. untraded: pieces that are not traded off.
    jump_ranks: by letter, the rank of a type, 0 for others; a piece that hops over any number of
    pieces hops only over pieces of a lower rank than its own.
    burning: types that remove all enemies next to where they come, and enemies that come there.
    enclosing: drops enclose pieces, or moves make pieces change sides.
    mutually_immune: types that may not capture a piece of their own type.
    uncapturable: types that are never captured.
    citadels: squares that only some pieces may enter.
    swaps: by letter, what a piece becomes that changes places with another one of its side, in
    check or for want of another move. returns: pieces that may be put on another square.
    flying_general: royal pieces may not be left facing each other along an open rank or file;
    flying_diagonals: nor along an open diagonal.
    safe_leap: a royal piece's first-move leap of two squares needs, as a castling does, that it is
    not in check and that the square between, or one of two between, is not attacked.
    first_leaps: a royal piece's first moves are not made in check.
    can_pass: whether White, and Black, may pass when not in check. Two passes in turn end a game.
    passes_if_stuck: whether White, and Black, pass if they have pieces but no legal move.
    chess960: castling with one partner is written king takes partner ("e1h1"), and FEN may write
    KQkq for the rights of the outermost partners.
    hexagonal: the board is drawn as hexagons, see Variant; the blocked squares of the first
    position do not belong to it then.
    synonyms: (another letter that a FEN may have for a piece, the piece's letter), in both cases.
    fingerprint: that of the rules, "" until it is known, see rules.known_fingerprint.
    """

    kind: ClassVar[str] = "amalthea.engine.pieces"

    pieces: tuple[PieceType, ...]
    pawns: PawnRules | None = None
    promotions: tuple[Promotion, ...] = ()
    limits: Mapping[str, int] = field(default_factory=lambda: _NO_LIMITS, hash=False)
    counts_as: Mapping[str, str] = field(default_factory=lambda: _NO_FORMS, hash=False)
    immobility_allowed: bool = True
    walls: Walls | None = None
    explosions: Explosions | None = None
    second_steps: SecondSteps | None = None
    untraded: Untraded | None = None
    jump_ranks: Mapping[str, int] = field(default_factory=lambda: _NO_LIMITS, hash=False)
    burning: tuple[str, ...] = ()
    enclosing: Enclosing | None = None
    mutually_immune: tuple[str, ...] = ()
    uncapturable: tuple[str, ...] = ()
    citadels: Citadels | None = None
    swaps: Mapping[str, str] = field(default_factory=lambda: _NO_FORMS, hash=False)
    returns: tuple[Return, ...] = ()
    flying_general: bool = False
    flying_diagonals: bool = False
    safe_leap: bool = False
    first_leaps: FirstLeaps | None = None
    can_pass: tuple[bool, bool] = (False, False)
    passes_if_stuck: tuple[bool, bool] = (False, False)
    rights: tuple[Right, ...] = ()
    castlings: tuple[Castling, ...] = ()
    chess960: bool = False
    insufficient: InsufficientMaterial = InsufficientMaterial()
    ends: Ends = _USUAL_ENDS
    blocked: int = 0
    blocked_in_fen: bool = False
    placement: PlacementRules | None = None
    drops: Drops | None = None
    hexagonal: bool = field(default=False, compare=False)
    synonyms: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    fingerprint: str = field(default="", init=False, compare=False, repr=False)

    __hash__ = Variant.__hash__

    @property
    def has_blocked_squares(self) -> bool:
        """Return True if squares are blocked at the start or later."""
        return self.blocked > 0 or self.most_walls > 0

    @property
    def most_walls(self) -> int:
        """Return the number of squares that may be blocked beside those of the start."""
        if self.walls and self.walls.rule == "duck":
            return 1
        petrifies = self.explosions and self.explosions.petrified
        return self.files * self.ranks if self.walls or petrifies or self.blocked_in_fen else 0

    def counted_as(self, letter: str) -> str:
        """Return the letter of the type as which a piece counts."""
        return self.counts_as.get(letter, letter.removesuffix("~"))

    @property
    def has_lion_rules(self) -> bool:
        """Return True for second steps, lion trading, burning, bare royals, perpetual attacks."""
        ends = self.ends.bare_royal, self.ends.perpetual_attack_loses
        return any((self.second_steps, self.untraded, self.burning, *ends))

    @property
    def relocates(self) -> bool:
        """Return True if pieces change places or return."""
        return bool(self.swaps or self.returns)

    @property
    def passes_by_first_piece(self) -> bool:
        """Return True if a pass may be a move of another piece than a king to its own square."""
        return any(self.passes_if_stuck) or (any(self.can_pass) and not self.royal)

    @property
    def families(self) -> tuple[str, ...]:
        """Return the families of rules that need positions of their own; a game may have one."""
        unlimited = self.drops is not None and self.drops.unlimited
        has_family = {
            "walls": bool(self.walls),
            "lions": self.has_lion_rules,
            "relocations": self.relocates,
            "enclosing": bool(self.enclosing or self.passes_by_first_piece or unlimited),
            "waiting": self.drops is not None and self.drops.waiting,
        }
        return tuple(name for name, has in has_family.items() if has)

    def within(self, piece: PieceType) -> Region | None:
        """Return the squares that a piece may go to, citadels considered, None for all."""
        if not self.citadels:
            return piece.region
        board = self.files, self.ranks
        everywhere = frozenset(product(range(self.files), range(self.ranks)))
        closed = self.citadels.squares.squares(0, *board) | self.citadels.squares.squares(1, *board)
        parts = []
        for colour in range(2):
            free = piece.region.squares(colour, *board) if piece.region else everywhere
            open_to_it = self.citadels.entered(piece.letter, colour, *board)
            squares = free - (closed - open_to_it)
            parts.append(tuple(square_name(*square) for square in sorted(squares)))
        return Region(parts[0], parts[1])

    @property
    def random_start(self) -> bool:
        """Return True if every new game begins with other squares blocked."""
        return self.start.count(_BLOCKED) < self.blocked

    def start_fen(self, seed: int | None = None) -> str:
        """Return the FEN of a new game; `seed` selects random blocks, None draws anew."""
        if not self.random_start:
            return self.start
        rows = self.start_rows()
        for file, rank in random.Random(seed).sample(self.start_squares(_EMPTY), self.blocked):
            rows[rank][file] = _BLOCKED
        drawn = "/".join("".join(row) for row in reversed(rows))
        counted = re.sub(" +", lambda empty: str(len(empty[0])), drawn)
        return re.sub(_BOARD, counted, self.start, count=1)

    @property
    def holes(self) -> frozenset[Square]:
        """Return the squares that do not belong to a hexagonal board."""
        return frozenset(self.start_squares(_BLOCKED)) if self.hexagonal else frozenset()

    def start_rows(self) -> list[list[str]]:
        """Return the contents of the squares in the first position, by rank and file."""
        (board,) = re.findall(f"^{_BOARD}", self.start)
        cells = re.sub("[0-9]+", lambda empty: _EMPTY * int(empty[0]), board)
        return [re.findall(_CELL, row) for row in reversed(cells.split("/"))]

    def start_squares(self, content: str) -> list[Square]:
        """Return the squares that have a content in the first position, " " for empty ones."""
        return [
            (file, rank)
            for rank, row in enumerate(self.start_rows())
            for file, found in enumerate(row)
            if found == content
        ]

    def piece(self, letter: str) -> PieceType:
        """Return the piece type with that letter. Raises KeyError."""
        for piece in self.pieces:
            if piece.letter == letter:
                return piece
        raise KeyError(letter)

    def letter_after(self, letter: str, sign: str) -> str:
        """Return the letter of a piece after a move. sign: the suffix of the move's text, or ""."""
        if self.enters(letter, sign):
            return letter
        if sign == "+":
            forms = (form for each in self.promotions if each.piece == letter for form in each.to)
            return next((form for form in forms if form[0] == "+"), f"+{letter}")
        if sign == "-":
            return letter.removeprefix("+")
        return sign.upper() or letter

    def enters(self, letter: str, sign: str) -> bool:
        """Return True if a move's suffix names a piece that enters on the square it has left."""
        enters = self.drops is not None and (self.drops.gating or self.drops.waiting)
        return enters and sign.isalpha() and sign.upper() not in self.promotion_signs(letter)

    def promotion_signs(self, letter: str) -> set[str]:
        """Return the suffixes with which moves name the types that a piece promotes to."""
        forms = (each.to for each in self.promotions if each.piece == letter)
        return {form.removesuffix("~") for form in chain.from_iterable(forms) if form[0] != "+"}

    @property
    def royal(self) -> str:
        """Return the letter of the piece that may not be lost, "" if any may."""
        return next((piece.letter for piece in self.pieces if piece.royal), "")

    @property
    def drawing_king(self) -> str:
        """Return the letter of the piece of which two alone are a draw, "" if there is none.

        It is a king that neither mates nor checks the other one, also one that may explode, but not
        with its own captures.
        """
        ends = replace(self.ends, checks=0, checked_king_stays=False)
        king = self.royal
        if not king and ends.pseudo_royals:
            king = ends.pseudo_royals.pieces[0]
            last = (Extinction((king,)),)
            if (ends.pseudo_royals, ends.extinctions) == (PseudoRoyals((king,)), last):
                ends = replace(ends, extinctions=(), pseudo_royals=None)
        return king if ends.only_mate_wins else ""

    @property
    def kingless(self) -> tuple[bool, bool]:
        """Return whether White, and Black, begin without the royal piece that the game has."""
        placement = self.start.split()[0]
        if not self.royal:
            return False, False
        return self.royal not in placement, self.royal.lower() not in placement

    @property
    def drops_kings(self) -> bool:
        """Return True if the royal pieces may be in hand, as they are in the first position."""
        held = self.start.split(maxsplit=1)[0].partition("[")[2]
        return bool(self.drops and self.royal) and self.royal in held

    def further_moves(self, piece: PieceType, colour: int, square: Square) -> tuple[str, ...]:
        """Return the further moves of White's (0) or Black's (1) piece on that square."""
        return tuple(
            moves
            for place, moves in piece.from_rank.items()
            if square in zone_of(place).squares(colour, self.files, self.ranks)
        )

    def confines_kings(self) -> bool:
        """Return True if a royal piece may not go everywhere on the board."""
        return self.flying_general or any(p.royal and self.within(p) for p in self.pieces)

    def castles(self, castling: Castling) -> str:
        """Return the letter of the piece that castles as the king does."""
        return castling.piece or self.royal

    def goes_plainly(self, castling: Castling, colour: int) -> bool:
        """Return True if White's (0) or Black's (1) king could also reach its castling square by a
        plain move.
        """
        piece = self.piece(self.castles(castling))
        (file, rank), (goal, _) = (self.square(square) for square in castling.king)
        rank = self.ranks - 1 - rank if colour else rank
        within = self.within(piece)
        if within and (goal, rank) not in within.squares(colour, self.files, self.ranks):
            return False
        moves = (piece.moves, *self.further_moves(piece, colour, (file, rank)))
        return any(
            square == (goal, rank) and step.move
            for path in self.paths(*moves)
            for square, step in (path.turned() if colour else path).walk((file, rank))
        )

    @property
    def only_captures(self) -> bool:
        """Return True if every move is a capture, so that none is more forcing than another."""
        return not self.drops and not any(step.move for step in self._steps())

    @property
    def only_moves(self) -> bool:
        """Return True if nothing is ever captured or dropped."""
        return not self.drops and not any(step.capture for step in self._steps())

    def _steps(self) -> Iterator[betza.Step]:
        """Return the steps of all pieces of the game."""
        texts = (text for piece in self.pieces for text in (piece.moves, *piece.from_rank.values()))
        return (step for path in self._parsed(*texts) for step in path.steps)

    def paths(self, *moves: str) -> tuple[betza.Path, ...]:
        """Return `moves` as paths on this board, without those of hoppers.

        Unlimited riders are as long as the board allows.
        """
        return tuple(path for path in self._parsed(*moves) if not path.hops)

    def hops(self, *moves: str) -> tuple[betza.Path, ...]:
        """Return the paths of `moves` that need a hurdle, a piece to jump over."""
        return tuple(path for path in self._parsed(*moves) if path.hops)

    def _parsed(self, *moves: str) -> tuple[betza.Path, ...]:
        """Return the paths of all texts, sorted, each once."""
        limit = max(self.files, self.ranks) - 1
        if len(moves) == 1:
            return betza.parse(moves[0], limit)
        return tuple(sorted({path for text in moves for path in betza.parse(text, limit)}))

    def mirrored(self, letter: str) -> str:
        """Return the letter of the type that moves like this one with left and right exchanged.

        It is the letter itself if no other type does.
        """
        image = {path.mirrored() for path in self._parsed(self.piece(letter).moves)}
        for piece in (self.piece(letter), *self.pieces):
            if set(self._parsed(piece.moves)) == image:
                return piece.letter
        return letter
