"""Limits and jobs: what to search and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import LimitsError
from amalthea.engine.evaluation import Evaluation
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from amalthea.engine.evaluation.tablebase_file import TablebaseFile

FULL_SKILL = 20
MAX_LIMIT = 10**18 - 1
LOWEST_LIMITS = {  # smallest valid number; clocks may be zero or negative
    "wtime": None,
    "btime": None,
    "winc": 0,
    "binc": 0,
    "movestogo": 0,
    "byoyomi": 0,
    "depth": 1,
    "nodes": 1,
    "mate": 1,
    "movetime": 1,
}


@dataclass(frozen=True, slots=True)
class Limits:
    """The parameters of UCI's `go`; times in milliseconds, None if not given.

    byoyomi: time for each move beyond the clocks; what a move leaves of it is lost.
    side: "w" or "b", whose secret choice is wanted while both sides choose. weigh: that side's
    choices to evaluate in any case. Raises LimitsError for a number that `go` does not accept.

    >>> Limits(depth=12, movetime=500).timed
    True
    """

    searchmoves: tuple[str, ...] = ()
    weigh: tuple[str, ...] = ()
    side: str | None = None
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    byoyomi: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    infinite: bool = False
    ponder: bool = False

    def __post_init__(self) -> None:
        for name, lowest in LOWEST_LIMITS.items():
            value = getattr(self, name)
            if value is None:
                continue
            least = -MAX_LIMIT if lowest is None else lowest
            if type(value) is not int or not least <= value <= MAX_LIMIT:
                bound = "" if lowest is None else f" of at least {lowest}"
                raise LimitsError(f"{name}: {clip(repr(value))}, expected a whole number{bound}")

    @property
    def bounded(self) -> bool:
        """True if something ends the search: a number, or a clock."""
        numbers = (self.depth, self.nodes, self.mate)
        return self.timed or (not self.infinite and any(each is not None for each in numbers))

    @property
    def timed(self) -> bool:
        """True if a clock or a time for the move limits the search."""
        return not self.infinite and any(
            time is not None for time in (self.wtime, self.btime, self.byoyomi, self.movetime)
        )

    @property
    def endless(self) -> bool:
        """True if the search ends only by a command."""
        return self.infinite or self.ponder


@dataclass(frozen=True, slots=True)
class Job:
    """One search: a position, as moves from a FEN, and how to search it.

    turn, fullmove: side to move, "-" while both choose, and move number. overhead_ms: time lost
    outside the engine with every move. elo: strength, see search.skill; None for full strength.
    evaluation: None for the game's default. seed: of random choices, None for a random one. alone:
    search with one worker, for reproducible results. constants: constants of the search that are
    set, in builds for tuning. tablebases: endgame tables to probe.
    """

    variant: Variant
    fen: str
    moves: tuple[str, ...]
    turn: str
    fullmove: int
    limits: Limits = Limits()
    multipv: int = 1
    overhead_ms: int = 10
    elo: int | None = None
    evaluation: Evaluation | None = None
    seed: int | None = None
    alone: bool = False
    constants: tuple[tuple[str, int], ...] = ()
    tablebases: tuple[TablebaseFile, ...] = ()

    @classmethod
    def of(cls, game: Game, limits: Limits = Limits()) -> Job:
        """Return a job at full strength for the current position of a game."""
        position = game.position
        moves = tuple(game.moves)
        return cls(game.variant, game.fen, moves, position.turn, position.fullmove(), limits)

    @property
    def knowledge(self) -> tuple[object, ...]:
        """The variant and files that a worker must prepare before it can search."""
        return self.variant, self.evaluation, self.constants

    @property
    def side(self) -> str:
        """The side whose move or choice is searched."""
        return self.limits.side or self.turn
