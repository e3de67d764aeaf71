"""How games end besides by checkmate, as descriptions say it; see also rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.regions import Region

MAX_CHECKS = 15  # that a side may need to win
MAX_LINES = 4  # kinds of lines that end a game
MAX_COUNTS = 8  # limits of a counting rule


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
    held: bool = False
    safe: bool = False
    filled: bool = False


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
    by_count: bool = False
    mate: str = "loss"
    must_capture: bool = False
    pseudo_royals: PseudoRoyals | None = None
    king_stays: bool = False
    counting: Counting | None = None
    perpetual: bool = False
    chases: Chases | None = None
    absolute: bool = False
    draws: str = ""
    lines: tuple[Line, ...] = ()

    @property
    def only_mate_wins(self) -> bool:
        """Whether a side that cannot give mate cannot win, and a bare king is not yet lost."""
        return replace(self, counting=None, perpetual=False, chases=None) == Ends()
