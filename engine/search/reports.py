"""Reports of a search: lines of play, progress and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MATE_CP = 30_000  # centipawns of an immediate mate
_OTHER_BOUND = {"exact": "exact", "lower": "upper", "upper": "lower"}


@dataclass(frozen=True, slots=True)
class Score:
    """Score from the side to move's view: centipawns, or moves to mate (negative: being mated).

    Centipawns are those displayed, see evaluation.chances.
    """

    value: int
    mate: bool = False
    bound: str = "exact"

    @classmethod
    def mate_in_plies(cls, plies: int, wins: bool) -> Score:
        """Return the score of a forced mate; wins: whether the side to move gives it."""
        moves = (plies + 1) // 2
        return cls(moves if wins else -moves, mate=True)

    def __str__(self) -> str:
        """Return the score for people: "+0.31", "mate in 3" or "mated in 2"."""
        if self.mate:
            return f"{'mate' if self.wins else 'mated'} in {abs(self.value)}"
        return f"{self.value / 100:+.2f}"

    def __neg__(self) -> Score:
        """Return the score from the other side's view."""
        return Score(-self.value, self.mate, _OTHER_BOUND[self.bound])

    @property
    def wins(self) -> bool:
        """True if the side to move gives mate."""
        return self.mate and self.value > 0

    def as_centipawns(self) -> int:
        """Return one number for comparisons: mates outweigh all else, shorter ones more."""
        if not self.mate:
            return self.value
        return MATE_CP - self.value if self.wins else -MATE_CP - self.value


@dataclass(frozen=True, slots=True)
class Info:
    """One line of play after an iteration; wdl in permille, times in milliseconds.

    tbhits: how many positions were found in endgame tables, None without tables.
    """

    depth: int
    seldepth: int
    multipv: int
    score: Score
    wdl: tuple[int, int, int]
    nodes: int
    nps: int
    hashfull: int
    time_ms: int
    pv: tuple[str, ...]
    tbhits: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a long iteration; numbers as in Info."""

    depth: int
    seldepth: int
    nodes: int
    nps: int
    hashfull: int
    time_ms: int
    tbhits: int | None = None


@dataclass(frozen=True, slots=True)
class CurrentMove:
    """Root move that a long iteration is searching; number: its index in the order, from 1."""

    depth: int
    move: str
    number: int


@dataclass(frozen=True, slots=True)
class FinalScore:
    """Score of a position without legal moves."""

    score: Score


@dataclass(frozen=True, slots=True)
class BestMove:
    """End of a search; move is None if there is no legal move."""

    move: str | None
    ponder: str | None = None

    @classmethod
    def of_line(cls, moves: Sequence[str]) -> BestMove:
        """Return the first move of a line, with the second one to ponder on."""
        return cls(moves[0], moves[1] if len(moves) > 1 else None)


@dataclass(frozen=True, slots=True)
class PerftLine:
    """Number of leaves after one root move."""

    move: str
    nodes: int


@dataclass(frozen=True, slots=True)
class PerftTotal:
    """End of a perft; complete: False if the count was stopped."""

    nodes: int
    seconds: float
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """A message for the user."""

    text: str


@dataclass(frozen=True, slots=True)
class EngineError:
    """An error in a worker or a delayed command; the engine goes on."""

    text: str


Report = Info | Progress | CurrentMove | BestMove | PerftLine | PerftTotal | Note | EngineError
