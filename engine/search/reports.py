"""What a search tells while it runs and when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

_EVEN_CP = 115.0  # centipawns at which half of the games are won
_SPREAD_CP = 70.0


@dataclass(frozen=True, slots=True)
class Score:
    """From the side to move's view: centipawns, or moves to mate (negative: being mated)."""

    value: int
    mate: bool = False
    bound: str = "exact"


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
    """The end of a perft."""

    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Note:
    """Something else that the user may want to know."""

    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something went wrong in a searcher process; the pool goes on."""

    text: str


Report = Info | BestMove | PerftLine | PerftTotal | Note | Fault


def win_draw_loss(score: Score) -> tuple[int, int, int]:
    """Permille by a logistic model of the score; a rough one, not fitted per variant."""
    if score.mate:
        return (1000, 0, 0) if score.value > 0 else (0, 0, 1000)
    cp = max(-4000, min(4000, score.value))
    win = round(1000 / (1 + exp((_EVEN_CP - cp) / _SPREAD_CP)))
    loss = round(1000 / (1 + exp((_EVEN_CP + cp) / _SPREAD_CP)))
    return win, 1000 - win - loss, loss
