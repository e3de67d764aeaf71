"""A finished game as data, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from amalthea.engine.core.color import Color
from amalthea.engine.core.schema import without_empty
from amalthea.engine.core.status import RESULTS

if TYPE_CHECKING:
    from amalthea.engine.search.reports import Info

UNFINISHED = "*"
HUMAN_NAME = "Human"  # of a player whose name is not known


@dataclass(frozen=True, slots=True)
class Thought:
    """A player's report with its move; None for what it did not report.

    seconds: measured by the referee. left: seconds on the clock after the move. The score is from
    the player's view: centipawns, or moves to mate (negative: being mated).
    """

    seconds: float
    left: float | None = None
    depth: int | None = None
    cp: int | None = None
    mate: int | None = None
    nodes: int | None = None


def thought_of(info: Info | None, seconds: float) -> Thought:
    """Return the engine's report with its move. info: its last line, None if it had none."""
    if info is None:
        return Thought(seconds)
    mate = info.score.value if info.score.mate else None
    cp = None if info.score.mate else info.score.value
    return Thought(seconds, None, info.depth, cp, mate, info.nodes)


def white_score(thought: Thought, side: Color) -> int | str | None:
    """Return a side's score from White's view: centipawns, or "M-3" if Black mates in 3."""
    sign = 1 if side is Color.WHITE else -1
    if thought.mate is not None:
        return f"M{sign * thought.mate}"
    return None if thought.cp is None else sign * thought.cp


@dataclass(frozen=True, slots=True)
class Ply:
    """A move in the engine's notation and, by side, what was reported with it.

    Moves of the opening have no thoughts; simultaneous choices of both sides have two.
    """

    move: str
    thoughts: Mapping[Color, Thought] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game from `fen` to its end.

    Attributes:
        number, round: from 1, in the order of the schedule; 0 for a game of no match.
        white, black: names of the players.
        winner: None for a draw.
        reason: why the game ended, in one word; "" if it is not over.
        detail: an explanation of the reason, for people.
        controls: the players' time controls, by side.
        started: seconds since 1970.
        chess960: castling from any array, written king takes rook.
    """

    number: int
    round: int
    variant: str
    white: str
    black: str
    fen: str
    plies: tuple[Ply, ...]
    winner: Color | None = None
    reason: str = ""
    detail: str = ""
    controls: Mapping[Color, str] = field(default_factory=dict)
    started: float = 0.0
    seconds: float = 0.0
    chess960: bool = False

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves, in the engine's notation."""
        return tuple(ply.move for ply in self.plies)

    @property
    def opening(self) -> tuple[Ply, ...]:
        """The plies before the first one that a player thought about."""
        return tuple(takewhile(lambda ply: not ply.thoughts, self.plies))

    @property
    def result(self) -> str:
        """The result as PGN writes it; "*" if the game is not over."""
        return RESULTS[self.winner] if self.reason else UNFINISHED

    def player(self, side: Color) -> str:
        """Return the name of the player of a side."""
        return self.white if side is Color.WHITE else self.black

    def to_json(self) -> dict[str, Any]:
        """Return plain values for a line of a journal, without those that are None or empty."""
        values = {**asdict(self), "result": self.result}
        values["chess960"] = self.chess960 or None
        long_values = {key: values.pop(key) for key in ("fen", "plies")}
        known: dict[str, Any] = without_empty({**values, **long_values})
        return known
