"""What a search tells while it runs and when it ends."""

from __future__ import annotations

from dataclasses import dataclass

MATE_CP = 30_000  # of a mate on the spot, in the place of centipawns
_OTHER_BOUND = {"exact": "exact", "lower": "upper", "upper": "lower"}


@dataclass(frozen=True, slots=True)
class Score:
    """From the side to move's view: centipawns, or moves to mate (negative: being mated).

    Centipawns are those that are shown: 100 is a chance of winning, see evaluation.chances.
    """

    value: int
    mate: bool = False
    bound: str = "exact"

    @classmethod
    def mate_in_plies(cls, plies: int, wins: bool) -> Score:
        """A forced mate; wins: whether the side to move gives it."""
        moves = (plies + 1) // 2
        return cls(moves if wins else -moves, mate=True)

    def __neg__(self) -> Score:
        """The same from the other side's view."""
        return Score(-self.value, self.mate, _OTHER_BOUND[self.bound])

    @property
    def wins(self) -> bool:
        """Whether it is a mate that the side to move gives."""
        return self.mate and self.value > 0

    def as_centipawns(self) -> int:
        """One number to compare by: a mate outweighs all else, the more the sooner it comes."""
        if not self.mate:
            return self.value
        return MATE_CP - self.value if self.wins else -MATE_CP - self.value


@dataclass(frozen=True, slots=True)
class Info:
    """One line of play after an iteration; wdl in permille, times in milliseconds."""

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


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long iteration has come; the numbers are those of Info."""

    depth: int
    seldepth: int
    nodes: int
    nps: int
    hashfull: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class CurrentMove:
    """The first move that a long iteration looks at now, and its number in the order, from 1."""

    depth: int
    move: str
    number: int


@dataclass(frozen=True, slots=True)
class FinalScore:
    """What a position is worth in which nobody can move any more."""

    score: Score


@dataclass(frozen=True, slots=True)
class BestMove:
    """The end of a search; move is None when there is no legal one."""

    move: str | None
    ponder: str | None = None


@dataclass(frozen=True, slots=True)
class PerftLine:
    """Leaves behind one first move."""

    move: str
    nodes: int


@dataclass(frozen=True, slots=True)
class PerftTotal:
    """The end of a perft. complete: whether all was counted, or the count was cut short."""

    nodes: int
    seconds: float
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """Something else that the user may want to know."""

    text: str


@dataclass(frozen=True, slots=True)
class EngineError:
    """Something went wrong, in a searcher process or with what had to wait; the engine goes on."""

    text: str


Report = Info | Progress | CurrentMove | BestMove | PerftLine | PerftTotal | Note | EngineError
