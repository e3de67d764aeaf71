"""Random games of pieces over all rules that a description can have, each from a seed."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from amalthea.engine.core.variant import DrawRules, square_name
from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.enclosing import (
    DROP_RULES,
    FLIP_RULES,
    MOST_FLIPPING,
    Enclosing,
)
from amalthea.engine.pieces.description.endings import (
    BareRoyal,
    Chain,
    Counting,
    Ends,
    Extinction,
    Goal,
    Line,
    MateConditions,
    PseudoRoyals,
)
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import (
    WALL_RULES,
    Castling,
    Citadels,
    Drops,
    EnPassant,
    Explosions,
    FirstLeaps,
    InsufficientMaterial,
    PawnRules,
    PiecesVariant,
    PieceType,
    Promotion,
    Return,
    Right,
    SecondSteps,
    Untraded,
    Walls,
)
from amalthea.engine.pieces.rules.promotion import counting_letters
from amalthea.engine.pieces.rules.registry import checked

LETTERS = "ABCDEFGHIJLMNOQRSTUVWXYZ"  # but for the king's and the pawn's
MOST_GATES = 10  # files: the letters of later ones, K and Q, mean castlings in a FEN
VALUES = ("draw", "loss", "win")
LIONS = 0.6  # share of the games that second steps and the rules beside them fit
WALLED = 0.4  # share of the games that walls fit
MOST_WALLED = 80  # squares: with more there are too many moves for slow rules
PAWN_MOVES = ("fmWfcF", "fmWfcF", "fmWcF", "mfR2cF", "mfFcfW", "fmWcfFcfB2", "fFmfW")


def random_variant(seed: int) -> PiecesVariant:
    """Return a sound description, the same for the same seed."""
    draft = _Draft(random.Random(seed), seed)
    variant = one_sided(draft.variant(), draft.later)
    variant = with_unusual_captures(variant, draft.later)
    variant = with_petrified_pieces(variant, random.Random(f"petrified {seed}"))
    variant = with_unusual_promotions(with_drops_first(variant, draft.later), draft.later)
    variant = with_counted_forms(with_first_leaps(variant, draft.later), draft.later)
    variant = with_gates(variant, random.Random(f"gates {seed}"))
    variant = with_facing_kings(variant, random.Random(f"facing {seed}"))
    variant = with_walls(variant, random.Random(f"walls {seed}"))
    variant = with_enclosing(variant, random.Random(f"enclosing {seed}"))
    variant = with_chains(variant, random.Random(f"chains {seed}"))
    variant = with_lions(variant, random.Random(f"lions {seed}"))
    variant = with_burning(variant, random.Random(f"burning {seed}"))
    variant = with_distances(variant, random.Random(f"least distances {seed}"))
    variant = with_citadels(variant, random.Random(f"citadels {seed}"))
    variant = with_relocations(variant, random.Random(f"relocations {seed}"))
    variant = with_waiting_pieces(variant, random.Random(f"waits {seed}"))
    variant = with_walks_and_jumps(variant, random.Random(f"walks {seed}"))
    variant = with_mate_conditions(variant, random.Random(f"mates {seed}"))
    variant = with_more_passes(variant, random.Random(f"passes {seed}"))
    diagonals = variant.flying_general and random.Random(f"diagonals {seed}").random() < 0.3
    return checked(replace(variant, flying_diagonals=diagonals))


class _Draft:
    """Generator of a random description: first the board, then the pieces, then the rules."""

    def __init__(self, rng: random.Random, seed: int) -> None:
        self.rng = rng
        self.seed = seed
        self.later = random.Random(f"later {seed}")  # of rules that came after the first ones
        large = rng.random() < 0.1
        self.files = rng.randint(9, 16) if large else rng.randint(4, 8)
        self.ranks = rng.randint(9, 16) if large else rng.randint(5, 9)
        self.letters = rng.sample(LETTERS, rng.randint(2, 5))
        self.has_pawns = self.chance(0.8)
        self.pawn_rank = rng.choice((2, 2, 3)) if self.ranks > 6 else 2
        self.home_rank = 2 if self.ranks > 8 and self.pawn_rank == 3 and self.chance(0.5) else 1
        self.ends = self.draw_ends()
        royal_drops = random.Random(f"royal drops {seed}").random() < 0.5
        self.dropping = self.chance(0.4) and (royal_drops or not self.ends.pseudo_royals)
        self.home = self.draw_home()

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def variant(self) -> PiecesVariant:
        promotions = tuple(self.promotions())
        promoted = [letter for each in promotions for letter in each.to if letter[0] == "+"]
        letters = (*self.letters, *promoted)
        pieces = [
            PieceType(
                letter, letter.lower(), self.moves(), self.moves_there(), region=self.confined()
            )
            for letter in letters
        ]
        kinglike = self.royal or self.chance(0.5)
        palace = self.confined()
        moves = "K" if kinglike else "W"
        pieces.append(PieceType("K", "king", moves, royal=self.royal, region=palace))
        pawns = None
        drops = self.drops(letters) if self.dropping else None
        if drops and drops.captured:
            promotions, twins = self.marked(promotions, pieces)
            pieces += twins
            held = {**drops.held, **{twin.letter: "P" for twin in twins}}
            drops = replace(drops, promoted=False, held=held)
        ignore_own_type(pieces, self.later)
        if self.has_pawns:
            pieces.append(self.pawn())
            en_passant = with_taken(self.en_passant(pieces[-1]), pieces, self.later)
            retreats = "cF" in pieces[-1].moves
            first_rank = 1 if retreats or drops else self.pawn_rank
            pawns = PawnRules("P", first_rank, en_passant, self.resetting())
        rights, castlings = self.castlings()
        leaping = self.royal and not rights and self.chance(0.3)
        if leaping:
            rights = (self.king_right(),)
            self.let_king_leap(pieces)
        start, blocked = with_blocked_squares(self.start(rights, drops), self.later)
        return PiecesVariant(
            name=f"random{self.seed}",
            title="Random",
            files=self.files,
            ranks=self.ranks,
            start=start,
            pieces=tuple(pieces),
            pawns=pawns,
            promotions=promotions,
            limits={letter: self.rng.randint(1, 2) for letter in self.letters if self.chance(0.1)},
            immobility_allowed=self.chance(0.7) or blocked > 0,
            blocked=blocked,
            can_pass=passes(self.later) if self.royal and not rights else (False, False),
            insufficient=insufficient(self.letters, self.later),
            flying_general=self.royal and self.chance(0.2),
            safe_leap=leaping and self.chance(0.7),
            rights=rights,
            castlings=castlings,
            drops=drops,
            ends=self.ends,
            draws=DrawRules(
                self.rng.choice((0, 2, 3, 3)),
                self.rng.choice((0, 20, 100)),
                self.rng.choice(("draw", "draw", *VALUES)),
            ),
        )

    # What ends the game.

    def draw_ends(self) -> Ends:
        extinctions = [self.extinction() for _ in range(self.rng.choice((0, 0, 0, 1, 2)))]
        goals = [self.goal() for _ in range(self.rng.choice((0, 0, 0, 1, 2)))]
        self.royal = self.chance(0.7) or not (extinctions or goals)
        checks = self.rng.randint(1, 3) if self.royal and self.chance(0.35) else 0
        checking = checks > 0 or not self.royal or self.chance(0.85)
        if self.royal and self.chance(0.15):
            goals.append(Goal("K", self.region(), answered=True))
        stalemate = self.rng.choice(("draw", *VALUES))
        return Ends(
            stalemate,
            tuple(extinctions),
            tuple(goals),
            checks,
            checking,
            stalemate_by_count=self.chance(0.15),
            mate=self.rng.choice(("loss", "loss", "loss", "win", "draw")),
            forced_capture=self.chance(0.2),
            pseudo_royals=self.pseudo_royals() if self.chance(0.25) else None,
            checked_king_stays=self.royal and self.chance(0.1),
            counting=self.counting() if self.chance(0.15) else None,
            perpetual_check_loses=self.chance(0.2),
            chases=chases(self.letters, self.later),
            repetition_for_white=self.chance(0.2),
            draws=self.rng.choice(("", "", "", "", "White", "Black", "more")),
            lines=(self.line(),) if self.chance(0.15) else (),
        )

    def line(self) -> Line:
        """Return a rule by which a line of pieces ends the game."""
        ways = self.rng.choice(("h", "v", "d", "hd", "vd", "hvd", "b"))
        gaps = ways != "b" and self.chance(0.3)
        pieces = tuple(self.rng.sample(self.letters, self.rng.randint(0, 2)))
        return Line(self.rng.randint(2, 4), pieces, ways, gaps, self.rng.choice(VALUES))

    def counting(self) -> Counting:
        """Return a counting rule with small limits, which short games can reach."""
        limits = [
            (letter, self.rng.randint(1, 2), self.rng.randint(1, 9)) for letter in self.letters
        ]
        return Counting(
            self.rng.randint(0, 9),
            tuple(limits[: self.rng.randint(0, 3)]),
            self.rng.randint(0, 4),
            self.rng.choice((2, 3, 64)),
            self.chance(0.5),
            self.chance(0.5),
        )

    def pseudo_royals(self) -> PseudoRoyals:
        known = [*self.letters, *("P" if self.has_pawns else ""), *("" if self.royal else "KKK")]
        pieces = dict.fromkeys(self.rng.choices(known, k=self.rng.choice((1, 1, 2))))
        most = self.rng.choice((1, 1, 2, 3, 60))
        return PseudoRoyals(tuple(pieces), most, all_together=self.chance(0.4))

    def extinction(self) -> Extinction:
        known = [*self.letters, *("P" if self.has_pawns else "")]
        count = self.rng.choice((0, 1, 2))
        return Extinction(
            tuple(self.rng.sample(known, count)),
            left=self.rng.choice((0, 0, 1)) + (count == 0),
            against=self.rng.choice((0, 0, 2)),
            claim=self.chance(0.3),
            value=self.rng.choice(("loss", "loss", *VALUES)),
        )

    def goal(self) -> Goal:
        piece = self.rng.choice((*self.letters, "K", "K", None))
        return Goal(
            piece,
            self.region(),
            self.rng.choice((1, 1, 2)),
            held=self.chance(0.2),
            safe=self.chance(0.25),
            filled=self.chance(0.2),
        )

    def region(self) -> Region:
        black = self.parts() if self.chance(0.3) else None
        return Region(self.parts(), black)

    def parts(self) -> tuple[str, ...]:
        squares = [square_name(*self.square()) for _ in range(self.rng.randint(1, 4))]
        rank = f"*{self.rng.randint(self.ranks // 2 + 1, self.ranks)}"
        file = f"{square_name(self.rng.randrange(self.files), 0)[0]}*"
        return self.rng.choice((tuple(squares), (rank,), (file,), (rank, *squares)))

    def square(self) -> tuple[int, int]:
        return self.rng.randrange(self.files), self.rng.randrange(self.ranks)

    # How pieces move.

    def moves(self) -> str:
        found = ""
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            term = self.term()
            if found[-1:] != term[0]:  # two of one letter would be a rider
                found += term
        return found

    def moves_there(self) -> dict[int | Region, str]:
        """Return further moves of a piece on a rank or in a region, none for most pieces."""
        if not self.chance(0.15):
            return {}
        place: int | Region = self.rng.randint(1, self.ranks)
        if self.chance(0.6):
            place = self.region()
        return {place: self.rng.choice(("W", "fF", "sW", "cB", "mN", "R", "cfR3", "K"))}

    def confined(self) -> Region | None:
        """Return the region that a piece may not leave: half the board or a random one, or None."""
        if not self.chance(0.15):
            return None
        half = Region(tuple(f"*{rank}" for rank in range(1, self.ranks // 2 + 2)))
        return half if self.chance(0.5) else self.region()

    def term(self) -> str:
        atom = self.rng.choice("WFDNAHCZGRBQKWFN")
        modes = self.rng.choice(("", "", "", "m", "c"))
        sides = self.rng.choice(("", "", "", "f", "b", "v", "s", "l", "r", "fl", "fs"))
        if len(sides) > 1 and atom not in "WDHR":
            sides = sides[0]  # pairs mean something else there
        kind = self.rng.choice(("", "", "", "", "n", "p", "g"))
        if kind == "n":
            return modes + sides[:1] + "n" + self.rng.choice("NDAHCZ")
        if kind:
            return modes + sides[:1] + kind + self.rng.choice("RBQ")
        if not sides and atom in "NCZ" and self.later.random() < 0.3:
            sides = self.later.choice(("fh", "bh", "lh", "rh", "hl", "hr"))
        rides = self.rng.choice(("", "", "", atom, "2", "3"))
        return modes + sides + atom + ("" if rides == atom and atom in "RBQ" else rides)

    def pawn(self) -> PieceType:
        moves = self.rng.choice(PAWN_MOVES)
        place: int | Region = self.pawn_rank
        if self.chance(0.3):
            file = square_name(self.rng.randrange(self.files), 0)[0]
            place = Region((f"*{self.pawn_rank}", f"{file}*"), None)
        ways = ("fmR2", "fmR3", "fmR4")
        if self.chance(0.2):
            ways = ("fmB2", "fmB2", "fmB3")
        first = {place: self.rng.choice(ways)}
        return PieceType("P", "pawn", moves, first if self.chance(0.8) else {})

    def en_passant(self, pawn: PieceType) -> EnPassant | None:
        if not pawn.from_rank or "b" in pawn.moves or self.chance(0.2):
            return None
        (moves,) = pawn.from_rank.values()
        steps = int(moves[-1])
        if self.pawn_rank + steps >= self.ranks:
            return None
        if self.chance(0.5):
            return EnPassant(steps, self.chance(0.3))
        return EnPassant(
            steps,
            always_shown=self.chance(0.2),
            also=steps - 1 if steps > 2 and self.chance(0.5) else 0,
            every=self.chance(0.5),
            takers=("P", "K") if self.chance(0.4) else (),
            region=self.region() if self.chance(0.2) else None,
        )

    def resetting(self) -> tuple[str, ...] | None:
        """Return the pieces whose moves reset the draw count, None for the pawn alone."""
        if self.chance(0.8):
            return None
        return self.rng.choice(((), ("P", self.letters[0])))

    def promotions(self) -> list[Promotion]:
        """Return promotions of pawns, on a rank, in a region or by halves, and of pieces."""
        found = []
        if self.has_pawns:
            rank = self.ranks - (self.ranks > 7 and self.chance(0.3))
            zones: list[int | Region] = [rank]
            if self.chance(0.4):
                zones = [self.far_ranks()]
            elif self.chance(0.2):
                zones = list(self.halves())
            optional = self.chance(0.4)
            found += [Promotion("P", zone, self.forms(), optional) for zone in zones]
        for letter in self.letters if self.chance(0.5) else ():
            if not letter.startswith("+") and self.chance(0.5):
                flags = self.chance(0.5), self.chance(0.6), self.chance(0.2)
                coming = self.rng.randint(1, self.ranks) if self.chance(0.2) else 0
                others = tuple(other for other in self.letters if other != letter)
                to = self.rng.choice((others, (f"+{letter}",)))
                found.append(Promotion(letter, self.far_ranks(), to, *flags, coming))
        return found

    def forms(self) -> tuple[str, ...]:
        return tuple(self.rng.sample(self.letters, self.rng.randint(1, len(self.letters))))

    def far_ranks(self) -> Region:
        depth = self.rng.randint(1, 3)
        return Region(tuple(f"*{self.ranks - n}" for n in range(depth)))

    def halves(self) -> tuple[Region, Region]:
        """Return the left and the right half of the last rank."""
        middle = self.files // 2
        parts = (range(middle), range(middle, self.files))
        left, right = (
            Region(tuple(square_name(file, self.ranks - 1) for file in files)) for files in parts
        )
        return left, right

    # What is dropped.

    def drops(self, letters: tuple[str, ...]) -> Drops:
        """Return rules of drops with random restrictions; promoted forms are held unpromoted."""
        plain = [*self.letters, *("P" if self.has_pawns else "")]
        held = {letter: letter[1:] for letter in letters if letter[0] == "+"}
        regions = {letter: self.region() for letter in plain if self.chance(0.2)}
        for letter in ("P",) if self.has_pawns else ():  # none stands where it should promote
            regions[letter] = Region(tuple(f"*{n}" for n in range(1, self.ranks - 2)))
        return Drops(
            captured=self.chance(0.7),
            held=held,
            regions=regions,
            most_on_file={each: self.rng.randint(1, 2) for each in plain if self.chance(0.2)},
            never_mating=tuple(letter for letter in plain if self.chance(0.3)),
            checking=self.chance(0.8),
            promoted=self.chance(0.3),
            first=tuple(letter for letter in plain if self.chance(0.1)),
        )

    def marked(
        self, promotions: tuple[Promotion, ...], pieces: list[PieceType]
    ) -> tuple[tuple[Promotion, ...], list[PieceType]]:
        """Return promotions of pawns to pieces such as `Q~`, held as pawns, and these types."""
        found = tuple(
            replace(each, to=tuple(to if to[0] == "+" else f"{to}~" for to in each.to))
            if each.piece == "P"
            else each
            for each in promotions
        )
        marked = {to for each in found for to in each.to if to[-1] == "~"}
        return found, [
            replace(piece, letter=f"{piece.letter}~")
            for piece in pieces
            if f"{piece.letter}~" in marked
        ]

    def hands(self, drops: Drops | None) -> str:
        if not drops:
            return ""
        plain = [*self.letters, *("P" if self.has_pawns else "")]
        held = "".join(letter * self.rng.choice((0, 0, 1, 2)) for letter in plain)
        return f"[{held}{held.lower()}]"

    # How the king castles: with a piece on either side of it, or on one.

    def castlings(self) -> tuple[tuple[Right, ...], tuple[Castling, ...]]:
        pairs = []
        king = self.home.index("K")
        for step in (1, -1):
            files = range(king + step, self.files if step > 0 else -1, step)
            partners = [file for file in files if self.home[file]]
            if partners and self.chance(0.6):
                pairs.append(self.castling(king, self.rng.choice(partners), step))
        return tuple(right for right, _ in pairs), tuple(castling for _, castling in pairs)

    def king_right(self) -> Right:
        """Return the right of a king that has not moved."""
        square = self.at_home(self.home.index("K"))
        return Right(square, "K", square[0].upper())

    def let_king_leap(self, pieces: list[PieceType]) -> None:
        """Let the king leap two squares on its first move."""
        (place,) = (n for n, piece in enumerate(pieces) if piece.letter == "K")
        moves = pieces[place].moves + self.rng.choice(("imAimDimN", "imAimD", "imN", "ifmD"))
        pieces[place] = replace(pieces[place], moves=moves)

    def castling(self, king: int, partner: int, step: int) -> tuple[Right, Castling]:
        goal = self.rng.choice(range(king + step, partner + step, step))
        beside = goal - step
        crossed = {*range(min(king, goal), max(king, goal) + 1)}
        crossed |= {*range(min(partner, beside), max(partner, beside) + 1)}
        from_partner = self.at_home(partner)
        return Right(from_partner, self.home[partner], from_partner[0].upper()), Castling(
            name=f"with {from_partner}",
            king=(self.at_home(king), self.at_home(goal)),
            partners=((from_partner, self.at_home(beside)),),
            rights=(from_partner,),
            empty=tuple(self.at_home(file) for file in sorted(crossed - {king, partner})),
            piece="" if self.royal else "K",
        )

    def at_home(self, file: int) -> str:
        return square_name(file, self.home_rank - 1)

    # Where the game begins.

    def draw_home(self) -> list[str]:
        sparse = self.chance(0.5)
        choices = (*self.letters, *("" for _ in self.letters if sparse), "")
        home = [self.rng.choice(choices) for _ in range(self.files)]
        home[self.rng.randrange(self.files)] = "K"
        return home

    def start(self, rights: tuple[Right, ...], drops: Drops | None) -> str:
        """Return the start position: armies behind their pawns, Black's mirrored by rank."""
        ranks = {self.home_rank - 1: self.home}
        if self.has_pawns:
            share = self.rng.choice((0.4, 1.0))
            ranks[self.pawn_rank - 1] = [
                "P" if self.chance(share) else "" for _ in range(self.files)
            ]
        rows = []
        for rank in reversed(range(self.ranks)):
            white = ranks.get(rank, [""] * self.files)
            black = ranks.get(self.ranks - 1 - rank, [""] * self.files)
            cells = [one or other.lower() for one, other in zip(white, black, strict=True)]
            rows.append(_row(cells))
        letters = "".join(right.letter for right in rights)
        return "/".join(rows) + self.hands(drops) + f" w {letters + letters.lower() or '-'} - 0 1"


def _row(cells: list[str]) -> str:
    text, empty = "", 0
    for cell in [*cells, None]:
        if cell == "":
            empty += 1
            continue
        text += (str(empty) if empty else "") + (cell or "")
        empty = 0
    return text


def ignore_own_type(pieces: list[PieceType], rng: random.Random) -> None:
    """Half of the time, let the first hopper ignore pieces of its own type."""
    for i, piece in enumerate(pieces):
        if set(piece.moves) & set("pg") and rng.random() < 0.5:
            pieces[i] = replace(piece, ignores_own_type=True)
            return


def chases(letters: list[str], rng: random.Random) -> Chases | None:
    if rng.random() > 0.3:
        return None
    harmless, other, *_ = rng.sample(letters, 2)
    return Chases((harmless,), ((other, (harmless,)),), ((harmless, Region(("*1", "*2"))),))


def one_sided(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, rarely with some castlings of one side only, and their rights."""
    sides = {
        castling.rights: rng.choice("wb") for castling in variant.castlings if rng.random() < 0.2
    }
    return replace(
        variant,
        rights=tuple(
            replace(right, side=sides.get((right.square,), "")) for right in variant.rights
        ),
        castlings=tuple(
            replace(castling, side=sides.get(castling.rights, "")) for castling in variant.castlings
        ),
    )


def with_blocked_squares(start: str, rng: random.Random) -> tuple[str, int]:
    """Return a first position with up to three squares blocked, and their number."""
    placement = re.sub("[0-9]+", lambda empty: " " * int(empty[0]), start.split(maxsplit=1)[0])
    cells = list(placement)
    empty = [place for place, cell in enumerate(placement.partition("[")[0]) if cell == " "]
    blocked = rng.randint(1, 3) if rng.random() < 0.1 else 0
    for place in rng.sample(empty, blocked):
        cells[place] = "*"
    text = re.sub(" +", lambda empty: str(len(empty[0])), "".join(cells))
    return " ".join([text, *start.split()[1:]]), blocked


def passes(rng: random.Random) -> tuple[bool, bool]:
    """Return True for White, and for Black, if the side may pass."""
    return rng.random() < 0.2, rng.random() < 0.2


def with_more_passes(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return a game with castling or other rights, or without a king, sometimes with passes."""
    hands, families = variant.drops, {*variant.families} - {"enclosing"}
    enters = hands and (hands.gating or hands.waiting)
    compulsory = variant.ends.forced_capture or (hands and hands.first)
    excluded = enters if variant.royal else compulsory or families
    if excluded or not (variant.rights or not variant.royal) or rng.random() < 0.6:
        return variant
    return replace(variant, can_pass=passes(rng))


def insufficient(letters: list[str], rng: random.Random) -> InsufficientMaterial:
    """Return types of which a single piece, or pieces on one shade, cannot win."""
    lone, same_shade = (tuple(letter for letter in letters if rng.random() < 0.2) for _ in range(2))
    return InsufficientMaterial(lone, same_shade)


def with_unusual_captures(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with captures that explode, or that some pieces may not make."""
    royals = variant.ends.pseudo_royals.pieces if variant.ends.pseudo_royals else ()
    plain = [piece.letter for piece in variant.pieces if piece.letter.isalpha()]
    plain = [letter for letter in plain if letter != variant.royal]
    sheltered, immune, alike = (
        tuple(letter for letter in plain if rng.random() < 0.25) for _ in range(3)
    )
    exploding = not variant.royal and not variant.ends.counting and rng.random() < 0.7
    immune = tuple(letter for letter in immune if letter not in royals)
    return replace(
        variant,
        explosions=Explosions(sheltered, immune) if exploding else None,
        mutually_immune=alike if rng.random() < 0.3 else (),
    )


def with_petrified_pieces(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return a game of explosions, often with capturing pieces that leave blocked squares."""
    alone, share = rng.random() < 0.5, rng.random()
    plain = [piece.letter for piece in variant.pieces if piece.letter.isalpha()]
    petrified = tuple(letter for letter in plain if rng.random() < 0.5)
    if not variant.explosions or not petrified or share > 0.5:
        return variant
    rule = replace(variant.explosions, petrified=petrified)
    if alone:
        rule = Explosions(petrified=petrified, alone=True)
    return replace(variant, explosions=rule, immobility_allowed=True)


def with_mate_conditions(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return a game with a king, often one in which not every checkmate wins."""
    plain = [piece.letter for piece in variant.pieces if piece.letter.isalpha()]
    needed = tuple(letter for letter in plain if rng.random() < 0.4)
    never_alone = tuple(letter for letter in plain if rng.random() < 0.3)
    ends = variant.ends
    unsuited = not variant.royal or ends.pseudo_royals or variant.flying_general
    if unsuited or ends.mate != "loss" or not needed or rng.random() < 0.6:
        return variant
    return replace(variant, ends=replace(ends, mate_conditions=MateConditions(needed, never_alone)))


def with_drops_first(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with kings in hand, castling after drops, or paired shades."""
    drops, ends = variant.drops, variant.ends
    shades, castling, kings = (rng.random() < share for share in (0.25, 0.5, 0.25))
    if not drops:
        return variant
    letters = [piece.letter for piece in variant.pieces if piece.letter.isalpha()]
    plain = [letter for letter in letters if letter != variant.royal]
    drops = replace(drops, on_both_shades=rng.choice(plain) if shades else "", castling=castling)
    variant = replace(variant, drops=drops)
    if not kings or not variant.royal or variant.flying_general or ends.goals or ends.counting:
        return variant
    if any(variant.can_pass) or ends.chases or (variant.rights and not castling):
        return variant
    board, _, rest = variant.start.partition("[")
    rows = board.replace("K", " ").replace("k", " ").split("/")
    rows = [re.sub("[0-9]+", lambda empty: " " * int(empty[0]), row) for row in rows]
    board = "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in rows)
    fields = rest.split()
    start = " ".join([f"{board}[Kk{fields[0]}", fields[1], "-", *fields[3:]])
    return replace(variant, start=start, drops=replace(drops, first=(variant.royal, *drops.first)))


def with_facing_kings(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with kings that may not face each other longer than a move, with
    points that win draws, or with moves back and forth that lose.
    """
    faces, counts = (rng.random() < share for share in (0.3, 0.15))
    royal = bool(variant.royal) and not variant.drops_kings and "K" in variant.start
    ends = variant.ends
    if faces and royal and not variant.rights and not variant.flying_general:
        variant = replace(variant, can_pass=(True, True))
        ends = replace(ends, facing_ends=True)
    plain = [piece.letter for piece in variant.pieces if piece.letter.isalpha()]
    if counts:
        points = tuple((letter, rng.randint(0, 9)) for letter in plain if rng.random() < 0.8)
        ends = replace(ends, draws="points" if points else "", points=points)
    return replace(variant, ends=replace(ends, back_and_forth_loses=rng.random() < 0.2))


def with_gates(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with pieces that enter from the hand behind first moves."""
    drops, ends = variant.drops, variant.ends
    freely = rng.random() < 0.5
    if not drops or variant.files > MOST_GATES or any(variant.can_pass) or variant.drops_kings:
        return variant
    if ends.pseudo_royals or ends.chases or rng.random() < 0.75 or variant.explosions:
        return variant
    if variant.pawns and variant.pawns.en_passant and variant.pawns.en_passant.taken:
        return variant
    pawn = variant.pawns.letter if variant.pawns else ""
    pieces = {piece.letter for piece in variant.pieces} - {pawn}
    if any(variant.promotion_signs(letter) - drops.held.keys() for letter in pieces):
        return variant  # a promotion could be written as a piece that enters
    home = next(rank for rank, row in enumerate(variant.start_rows()) if "K" in row or "k" in row)
    squares = [
        square_name(file, home)
        for file, letter in enumerate(variant.start_rows()[home])
        if letter.strip() and letter not in ("*", pawn)
    ]
    partners = {right.square: right.piece for right in variant.rights}
    castlings = tuple(
        replace(
            each,
            rights=(*each.rights, each.king[0]),
            standing=((each.rights[0], partners[each.rights[0]]),),
            side="",
        )
        for each in variant.castlings
    )
    letters = "".join(square[0].upper() for square in squares)
    before, _, after = variant.start.partition(" w ")
    start = f"{before} w {letters + letters.lower()} {after.partition(' ')[2]}"
    drops = replace(drops, gating=True, freely=freely, first=(), promoted=False, castling=False)
    ends = replace(ends, forced_capture=False, checked_king_stays=False, checking=True)
    return replace(
        variant,
        start=start,
        rights=tuple(Right(square, "", square[0].upper()) for square in squares),
        castlings=castlings,
        drops=drops,
        ends=ends,
        mutually_immune=(),
    )


def with_waiting_pieces(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with pieces that wait behind others before the game."""
    ends, pawns = variant.ends, variant.pawns
    if (
        variant.drops
        or variant.families
        or variant.explosions
        or any(variant.can_pass)
        or rng.random() < 0.85
    ):
        return variant
    if ends.pseudo_royals or ends.chases or ends.forced_capture or not ends.checking:
        return variant
    pawn = {pawns.letter} if pawns else set()
    if {each.piece for each in variant.promotions} - pawn or (pawns and set(pawns.passing) - pawn):
        return variant
    letters = [piece.letter for piece in variant.pieces if piece.letter.isalpha()]
    letters = [each for each in letters if each not in {*pawn, variant.royal}]
    held = "".join(rng.sample(letters, min(len(letters), rng.randint(1, 3))))
    board, _, rest = variant.start.partition(" ")
    return replace(
        variant,
        start=f"{board}[{held}{held.lower()}] {rest}",
        drops=Drops(waiting=True, freely=False),
        ends=replace(ends, checked_king_stays=False),
        mutually_immune=(),
    )


def with_walls(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with a square that each move blocks."""
    ends = replace(variant.ends, goals=(), counting=None, forced_capture=False, pseudo_royals=None)
    rule, chance = rng.choice(WALL_RULES), rng.random()
    promotes = any(each.in_place for each in variant.promotions)
    if variant.royal or variant.drops or not ends.extinctions or promotes or chance > WALLED:
        return variant
    if variant.only_captures or variant.files * variant.ranks > MOST_WALLED:
        return variant
    hops = any(variant.hops(piece.moves) for piece in variant.pieces)
    half = Region(tuple(f"*{rank}" for rank in range(1, variant.ranks // 2 + 2)))
    walls = Walls("past" if hops and rule == "arrow" else rule, rng.choice((None, half)))
    return replace(
        variant,
        walls=walls,
        blocked=0,
        explosions=None,
        ends=ends,
        immobility_allowed=True,
        promotions=variant.promotions[:1],
        castlings=variant.castlings[:2],
    )


def with_enclosing(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with pieces that change sides, drops beside others, hands that
    never get empty, passes for want of a move, or an end by a full board.
    """
    flips, drops = rng.choice(FLIP_RULES), rng.choice(("", *DROP_RULES))
    flipping, dropping, endless, full = (rng.random() < 0.5 for _ in range(4))
    stuck = rng.random() < 0.2, rng.random() < 0.2
    if variant.walls:
        return variant
    variant = replace(
        variant, passes_if_stuck=stuck, ends=replace(variant.ends, full_board=full and flipping)
    )
    hands = variant.drops
    if not hands or not dropping or hands.gating or variant.drops_kings:
        drops = ""
    if not flipping or variant.royal or variant.files * variant.ranks > MOST_FLIPPING:
        flips = ""
    if flips:
        variant = with_plain_rules(variant)
    if (
        variant.drops
        and hands
        and endless
        and not (variant.royal or hands.captured or hands.gating)
    ):
        start = re.sub(r"\[.*?\]", "", variant.start)
        variant = replace(variant, start=start, drops=replace(variant.drops, unlimited=True))
    first = Region(*2 * (("a1", "a2"),)) if drops and full else None
    return replace(variant, enclosing=Enclosing(drops, first, flips) if flips or drops else None)


def with_chains(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with an end by a chain from the first file to the last."""
    if rng.random() > 0.1:
        return variant
    last = square_name(variant.files - 1, 0)[0]
    ways, value = rng.choice(("h", "hv", "d", "hvd")), rng.choice(VALUES)
    pieces = tuple(piece.letter for piece in variant.pieces if piece.letter.isalpha())
    chain = Chain(Region(("a*",)), Region((f"{last}*",)), rng.choice(((), pieces[1:])), ways, value)
    return replace(variant, ends=replace(variant.ends, chain=chain))


def with_plain_rules(variant: PiecesVariant) -> PiecesVariant:
    """Return the game without what does not go with pieces that change sides."""
    fields = variant.start.split()
    return replace(
        variant,
        start=" ".join([*fields[:2], "-", *fields[3:]]),
        rights=(),
        castlings=(),
        explosions=None,
        pawns=variant.pawns and replace(variant.pawns, en_passant=None),
        drops=variant.drops
        and replace(variant.drops, gating=False, castling=False, freely=True, on_both_shades=""),
        promotions=tuple(each for each in variant.promotions if not each.in_place),
        ends=replace(
            variant.ends,
            pseudo_royals=None,
            counting=None,
            extinctions=variant.ends.extinctions or (Extinction((), 1),),
        ),
    )


def with_lions(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with second steps and other rules of games like Chu Shogi."""
    ends = replace(variant.ends, counting=None, forced_capture=False, pseudo_royals=None)
    ends = replace(ends, full_board=False, chases=None)
    if variant.royal or variant.drops or variant.walls or rng.random() > LIONS:
        return variant
    if variant.only_captures or not (ends.extinctions or ends.goals):
        return variant
    promoting = {each.piece for each in variant.promotions}
    plain = [each.letter for each in variant.pieces if not each.region]
    free = [letter for letter in plain if letter not in promoting]
    chosen = rng.sample(free, min(len(free), 2))
    steps = {letter: rng.choice(("K", "K", "W", "fF", "fWF")) for letter in chosen}
    straight = {letter: steps.pop(letter) for letter in chosen if rng.random() < 0.4}
    letters = [each.letter for each in variant.pieces]
    untraded = Untraded(tuple(rng.sample(letters, 2)), tuple(rng.sample(letters, 1)))
    vital = any(each.pieces and each.value == "loss" for each in ends.extinctions)
    bare = BareRoyal(tuple(rng.sample(letters, 1))) if vital and rng.random() < 0.4 else None
    return replace(
        variant,
        mutually_immune=(),
        explosions=None,
        enclosing=None,
        passes_if_stuck=(False, False),
        pawns=variant.pawns and replace(variant.pawns, en_passant=None),
        second_steps=SecondSteps(steps, straight) if chosen else None,
        untraded=untraded if rng.random() < 0.5 else None,
        promotions=tuple(
            replace(each, captures_inside=each.on_leaving and not each.by_capture)
            for each in variant.promotions
        ),
        ends=replace(ends, perpetual_attack_loses=rng.random() < 0.5, bare_royal=bare),
    )


def with_burning(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return a game with second steps, sometimes with captures without moving, with second steps
    that promote, and with pieces that burn others.
    """
    rule = variant.second_steps
    if not rule:
        return variant
    suiting = [
        each.piece
        for each in variant.promotions
        if each.captures_inside and each.optional and len(each.to) == 1
    ]
    plain = [piece.letter for piece in variant.pieces if not piece.region]
    promoting = {each.piece for each in variant.promotions}
    free = [letter for letter in plain if letter not in (*rule.letters, *promoting)]
    if free and rng.random() < 0.5:
        rule = replace(rule, back={rng.choice(free): rng.choice(("K", "W", "fF"))})
    able = [letter for letter in plain if suiting.count(letter) == 1]
    able = [letter for letter in able if sum(p.piece == letter for p in variant.promotions) == 1]
    if able:
        rule = replace(rule, free={**rule.free, rng.choice(able): rng.choice(("K", "F"))})
    burning: tuple[str, ...] = ()
    if not variant.rights and rng.random() < 0.6:
        burning = (rng.choice([piece.letter for piece in variant.pieces]),)
    return replace(variant, second_steps=rule, burning=burning)


def with_walks_and_jumps(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with walks, riders that skip a square, and jumps by rank."""
    terms = ("aK", "aaF", "KaKaaK", "aN", "caW", "jB", "jsR3", "mjR2-3", "jFF")
    hops = ("ppR", "cppB", "ppR3", "cppQ")
    if rng.random() > 0.2 or variant.only_captures or variant.only_moves:
        return variant
    letters = {piece.letter for piece in variant.pieces}
    pawns = variant.pawns
    passing = (pawns.letter, *pawns.passing, *pawns.takers) if pawns else ()
    chosen = {}
    for piece in variant.pieces:
        odd = piece.second_square or piece.settings or piece.royal or piece.region
        if not odd and piece.letter not in passing and f"{piece.letter}~" not in letters:
            chosen[piece.letter] = rng.choice(("", rng.choice(terms), rng.choice(hops)))
    if any(piece.ignores_own_type for piece in variant.pieces) or _hopless(variant):
        chosen = {letter: "" if "pp" in term else term for letter, term in chosen.items()}
    pieces = tuple(
        replace(piece, moves=piece.moves + chosen.get(piece.letter, "")) for piece in variant.pieces
    )
    ranks = {}
    if any("pp" in term for term in chosen.values()):
        some = rng.sample(sorted(letters), rng.randint(0, len(letters)))
        ranks = {letter: rng.randint(1, 3) for letter in some}
    return replace(variant, pieces=pieces, jump_ranks=ranks)


def _hopless(variant: PiecesVariant) -> bool:
    """Return True if no piece of the game may need another one to jump over."""
    in_place = any(each.in_place for each in variant.promotions)
    return bool(variant.walls or variant.relocates) or in_place


def with_distances(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with riders that may not stop nearby."""
    terms = ("B2-", "R3-", "R2-4", "[F-R]", "[W-B2-]", "[F?R2-]", "NN2-", "mB2-", "cR2-3")
    if rng.random() > 0.25:
        return variant
    letters = {piece.letter for piece in variant.pieces}
    pieces = tuple(
        replace(piece, moves=piece.moves + term)
        if piece.letter not in "PK"
        and f"{piece.letter}~" not in letters
        and (term := rng.choice(terms))[0] != piece.moves[-1:]
        and not variant.only_captures
        else piece
        for piece in variant.pieces
    )
    return replace(variant, pieces=pieces)


def with_citadels(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with citadels, or with a piece that is never captured."""
    lions = variant.second_steps or variant.ends.bare_royal or variant.ends.perpetual_attack_loses
    if variant.enclosing or lions:
        return variant
    letters = [piece.letter for piece in variant.pieces]
    if rng.random() < 0.15:
        squares = [square_name(rng.randrange(variant.files), rng.randrange(variant.ranks))]
        squares.append(square_name(rng.randrange(variant.files), rng.randrange(variant.ranks)))
        region = rng.choice((Region((squares[0],)), Region((squares[0],), (squares[1],))))
        guards = tuple(rng.sample(letters, rng.randint(0, 1)))
        pieces = tuple(rng.sample(letters, rng.randint(1, 2)))
        variant = replace(variant, citadels=Citadels(region, pieces, guards))
    royals = variant.ends.pseudo_royals.pieces if variant.ends.pseudo_royals else ()
    passing = variant.pawns.passing if variant.pawns else ()
    safe = [each for each in letters if each not in ("K", *royals, *passing)]
    if variant.explosions or variant.ends.chases or not safe or rng.random() > 0.1:
        return variant
    return replace(variant, uncapturable=(rng.choice(safe),))


def with_relocations(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game with pieces that change places and pieces that return, if they fit it."""
    if variant.drops or variant.walls or variant.explosions or variant.enclosing or variant.rights:
        return variant
    if variant.has_lion_rules or any((*variant.can_pass, *variant.passes_if_stuck)):
        return variant
    plain = [piece.letter for piece in variant.pieces if piece.letter not in "PK"]
    plain = [letter for letter in plain if letter.isalpha() and letter not in variant.uncapturable]
    in_place = any(each.in_place for each in variant.promotions)
    if len(plain) < 3 or in_place or variant.only_captures:
        return variant
    spent, waiting, returning = rng.sample(plain, 3)
    if spent in counting_letters(variant):
        return variant
    pieces = tuple(
        replace(
            piece,
            moves="WF" if variant.hops(piece.moves) else piece.moves,
            royal=False,
            from_rank={
                place: moves for place, moves in piece.from_rank.items() if not variant.hops(moves)
            },
            ignores_own_type=False,
        )
        for piece in variant.pieces
    )
    goals = tuple(replace(goal, answered=False) for goal in variant.ends.goals)
    ends = replace(variant.ends, counting=None, forced_capture=False, chases=None, goals=goals)
    ends = replace(ends, checks=0, checking=True, checked_king_stays=False, facing_ends=False)
    ends = replace(ends, back_and_forth_loses=False, pseudo_royals=PseudoRoyals(("K",)))
    square = square_name(rng.randrange(variant.files), rng.randrange(variant.ranks))
    return replace(
        variant,
        pieces=pieces,
        ends=ends,
        start=re.sub(r" [0-9]+\+[0-9]+ ", " ", variant.start),
        flying_general=False,
        safe_leap=False,
        first_leaps=None,
        pawns=variant.pawns and replace(variant.pawns, first_rank=1),
        counts_as={spent: "K"},
        swaps={spent: "K"} if rng.random() < 0.2 else {"K": spent},
        returns=(Return(waiting, returning, square if rng.random() < 0.3 else ""),),
        uncapturable=(waiting,) if rng.random() < 0.6 else (),
    )


def with_counted_forms(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with promoted forms that count as other pieces."""
    plain = [piece.letter for piece in variant.pieces if piece.letter.isalpha()]
    plain = [letter for letter in plain if letter != variant.royal]
    forms = [piece.letter for piece in variant.pieces if piece.letter[0] == "+"]
    return replace(
        variant, counts_as={form: rng.choice(plain) for form in forms if rng.random() < 0.5}
    )


def with_first_leaps(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, with other first leaps of a king half of the time that it has some."""
    if rng.random() < 0.5 or not any(right.piece == variant.royal for right in variant.rights):
        return variant
    letter = rng.choice([piece.letter for piece in variant.pieces if piece.letter.isalpha()])
    return replace(variant, safe_leap=False, first_leaps=FirstLeaps((letter,)))


def with_unusual_promotions(variant: PiecesVariant, rng: random.Random) -> PiecesVariant:
    """Return the game, sometimes with promotions that are moves of their own."""
    promotions = tuple(
        Promotion(each.piece, each.rank, each.to, in_place=True)
        if rng.random() < 0.15 and not any(variant.hops(variant.piece(to).moves) for to in each.to)
        else each
        for each in variant.promotions
    )
    return replace(variant, promotions=promotions)


def with_taken(
    rule: EnPassant | None, pieces: list[PieceType], rng: random.Random
) -> EnPassant | None:
    """Sometimes let another piece than the last one, the pawn, be captured in passing, too."""
    if not rule or rng.random() > 0.2:
        return rule
    plain = [piece.letter for piece in pieces[:-1] if not set("pg") & set(piece.moves)]
    return replace(rule, taken=("P", rng.choice(plain)))
