"""Game endings besides checkmate, as data of a description."""

from __future__ import annotations

from dataclasses import dataclass, replace

from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.regions import Region

MAX_PIECES = 128  # of one side on the board: no limit that is higher is ever reached
MAX_CHECKS = 15  # checks that a side may need to win
MAX_LINES = 4  # kinds of lines that end a game
MAX_COUNTS = 8  # limits of a counting rule


@dataclass(frozen=True, slots=True)
class Extinction:
    """The result for a side that has lost nearly all its pieces of one type.

    pieces: any of these types, all types together if empty. left: the most pieces that the side may
    have. against: the fewest that the other side must have; with `claim` one more if the extinct
    side is to move, as its move may still reduce the other side as far. value: "loss", "win" or
    "draw". If both sides are extinct at once, the side that has just moved is judged first.
    """

    pieces: tuple[str, ...] = ()
    left: int = 0
    against: int = 0
    claim: bool = False
    value: str = "loss"


@dataclass(frozen=True, slots=True)
class Goal:
    """Goal: a region that wins for a side as soon as `count` of its pieces stand there.

    piece: the type that counts, None for all types.
    answered: only of a royal piece: if White arrives first and Black can follow at once, Black
    still moves; with both there the game is a draw.
    held: the pieces must still be there after the other side's next move.
    safe: exactly `count` pieces do not count while one of them can be captured; if both sides reach
    their goal at once, the game is a draw.
    filled: fewer pieces win, too, when no further one fits there.
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
    """Pieces that are royal while few of their type are left.

    A side that has at most `most` pieces of one of the types `pieces` may leave none of them to be
    captured, and is mated if no move avoids that. all_together: it must not leave all its pieces of
    these types to be captured at once, either, however many there are.
    """

    pieces: tuple[str, ...]
    most: int = 1
    all_together: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """The result for a side whose move brings `length` of its pieces in line.

    pieces: of these types, of all types if empty. directions: "h" along ranks, "v" along files, "d"
    along diagonals, "b" a square block. gaps: they need not stand side by side. value: "win",
    "loss" or "draw".
    """

    length: int
    pieces: tuple[str, ...] = ()
    directions: str = "hvd"
    gaps: bool = False
    value: str = "win"


@dataclass(frozen=True, slots=True)
class Chain:
    """The result for a side whose move completes a chain of its pieces from `start` to `end`.

    pieces: of these types, of all types if empty. directions: from one to the next, see `Line`.
    value: "win", "loss" or "draw".
    """

    start: Region
    end: Region
    pieces: tuple[str, ...] = ()
    directions: str = "hvd"
    value: str = "win"


@dataclass(frozen=True, slots=True)
class BareRoyal:
    """The loss of a side that has only one royal piece left: one of those whose extinction loses.

    The other side needs another piece than its royal ones and those of the types `minor`, and the
    lone piece must not be able to capture at once a royal piece, or the only other one. Pieces that
    can never move again do not count. The game is a draw when both sides are bare and neither can
    capture the other's piece.
    """

    minor: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MateConditions:
    """The conditions of a checkmate that wins, as in Shatar.

    needed: a piece of one of these types gave a check of the unbroken series of checks that ends in
    mate; otherwise the game is a draw. never_alone: a mate by pieces of these types alone loses.
    """

    needed: tuple[str, ...]
    never_alone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counting:
    """The counting rule: a nearly bare side counts its moves and draws once they exceed a limit.

    bare: the limit of a lone king unless one of `limits` applies, 0 if it does not count.
    limits: (letter, number of these pieces that the other side has at least, moves); the first one
    that applies holds.
    few_pieces: the limit of a side with at most `most` pieces beside its king, 0 if it does not
    count. pawns: such a side counts while there are pawns, too; a lone king never does.
    from_pieces: a lone king's count begins with the number of all pieces instead of 0.
    """

    bare: int
    limits: tuple[tuple[str, int, int], ...]
    few_pieces: int = 0
    most: int = MAX_PIECES
    pawns: bool = False
    from_pieces: bool = True


@dataclass(frozen=True, slots=True)
class Ends:
    """Game endings besides checkmate, and the restrictions on moves that belong to them.

    stalemate: the result for the side that cannot move, "draw", "loss" or "win".
    stalemate_by_count: `stalemate` is the result only for a side with fewer pieces than the other;
    for a side with more it is the opposite, and equal numbers are a draw.
    mate: the result for the side that is checkmated. mate_conditions: the checks that such a mate
    needs.
    extinctions: results for sides that have lost nearly all pieces of a type. pseudo_royals: types
    that are royal while few are left. goals: regions in which pieces win. lines, chain: rows of
    pieces that end the game.
    checks: the number of checks that wins, 0 for none; FEN says how many each side still needs.
    checking: moves may give check. forced_capture: a side that can capture must do so.
    checked_king_stays: a king in check may only capture the piece that gives check.
    counting: moves are counted by a side that is nearly bare; FEN shows the count.
    perpetual_check_loses: a side that gave check with every move between repetitions has lost.
    perpetual_attack_loses: a side has lost, too, whose every move between repetitions gave check or
    let the moved piece attack another one.
    bare_royal: a side with nothing but a royal piece loses.
    chases: perpetual chases that lose, too.
    repetition_for_white: the value of a repetition is that for White, not for the side to move.
    draws: the side that wins any draw, "White", "Black", "more" for the one with more pieces, or
    "points" for the one whose pieces have more points, to which Black adds one and a half.
    points: (letter, points) of the types that have some.
    back_and_forth_loses: a side loses that has moved one piece three times back and forth.
    full_board: the game is over, and drawn, when no square is empty.
    facing_ends: a side whose king faces the enemy's must part them or pass, which ends the game.
    """

    stalemate: str = "draw"
    extinctions: tuple[Extinction, ...] = ()
    goals: tuple[Goal, ...] = ()
    checks: int = 0
    checking: bool = True
    stalemate_by_count: bool = False
    mate: str = "loss"
    mate_conditions: MateConditions | None = None
    forced_capture: bool = False
    pseudo_royals: PseudoRoyals | None = None
    checked_king_stays: bool = False
    counting: Counting | None = None
    perpetual_check_loses: bool = False
    perpetual_attack_loses: bool = False
    bare_royal: BareRoyal | None = None
    chases: Chases | None = None
    repetition_for_white: bool = False
    draws: str = ""
    points: tuple[tuple[str, int], ...] = ()
    full_board: bool = False
    facing_ends: bool = False
    back_and_forth_loses: bool = False
    lines: tuple[Line, ...] = ()
    chain: Chain | None = None

    @property
    def only_mate_wins(self) -> bool:
        """Return True if a side can win only by mate, and a bare king has not lost yet."""
        return replace(self, counting=None, perpetual_check_loses=False, chases=None) == Ends()
