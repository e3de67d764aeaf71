"""What the user asked a search to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import Evaluation

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from amalthea.engine.evaluation.tablebase_file import TablebaseFile

FULL_SKILL = 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The parameters of UCI's `go`; times in milliseconds, None where not given.

    side: "w" or "b", whose secret choice is wanted while both sides choose. weigh: of that side's
    choices those to be looked at in any case, though others seem better.
    """

    searchmoves: tuple[str, ...] = ()
    weigh: tuple[str, ...] = ()
    side: str | None = None
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    infinite: bool = False
    ponder: bool = False

    @property
    def timed(self) -> bool:
        """Whether a clock or a time for the move bounds the search."""
        return not self.infinite and any(
            time is not None for time in (self.wtime, self.btime, self.movetime)
        )


@dataclass(frozen=True, slots=True)
class Job:
    """One search: a position, reached by moves from a FEN, and how to search it.

    turn, fullmove: who is to move there, "-" while both choose, and the number of the move.
    overhead_ms: lost outside the engine with every move. elo: how strong to play, see
    search.skill; None for as well as possible. evaluation: what positions are judged by,
    None for what is usual in the game. seed: of what is drawn at random, None for chance. alone:
    one process searches, so that the same is found again. constants: of the search, those that
    are set; only a build for tuning has any. tablebases: where few pieces are looked up.
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
        """A search of where a game stands, at full strength; `dataclasses.replace` tells more."""
        position = game.position
        moves = tuple(game.moves)
        return cls(game.variant, game.fen, moves, position.turn, position.fullmove(), limits)

    @property
    def knowledge(self) -> tuple[object, ...]:
        """What a searcher has to compile before it can begin."""
        return self.variant, self.evaluation, self.constants

    @property
    def side(self) -> str:
        """Whose move or choice is searched."""
        return self.limits.side or self.turn
