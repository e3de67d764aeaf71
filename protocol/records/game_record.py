"""A finished game as data, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SIDES = ("w", "b")
UNFINISHED = "*"
_RESULTS = {"w": "1-0", "b": "0-1", None: "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player told with its move, None where it told nothing.

    seconds: measured by the referee. left: seconds on the clock after the move. The score is the
    mover's view: centipawns, or moves to mate (negative: being mated).
    """

    seconds: float
    left: float | None = None
    depth: int | None = None
    cp: int | None = None
    mate: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Ply:
    """A move in the engine's text and, by side, the thoughts behind it.

    Moves given with the opening have no thoughts; a choice of both sides has two.
    """

    move: str
    thoughts: Mapping[str, Thought] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game from `fen` to its end.

    number: from 1, in the order of the schedule. white, black: the players' names; controls: what
    each might spend, by side. winner: "w", "b" or None for a draw. reason: one word, "" of a game
    that is not over; detail: more of it for a person. started: seconds since 1970.
    """

    number: int
    round: int
    variant: str
    white: str
    black: str
    fen: str
    plies: tuple[Ply, ...]
    winner: str | None
    reason: str
    detail: str = ""
    controls: Mapping[str, str] = field(default_factory=dict)
    started: float = 0.0
    seconds: float = 0.0

    @property
    def moves(self) -> tuple[str, ...]:
        """Every move's text."""
        return tuple(ply.move for ply in self.plies)

    @property
    def result(self) -> str:
        """As PGN writes it; a game without a reason to end goes on."""
        return _RESULTS[self.winner] if self.reason else UNFINISHED

    def player(self, side: str) -> str:
        """The name of "w" or "b"."""
        return self.white if side == "w" else self.black

    def to_json(self) -> dict[str, Any]:
        """Plain values for one line of a log; what is None or empty is left out."""
        return _bare(
            {
                "number": self.number,
                "round": self.round,
                "variant": self.variant,
                "white": self.white,
                "black": self.black,
                "result": self.result,
                "winner": self.winner,
                "reason": self.reason,
                "detail": self.detail,
                "controls": dict(self.controls),
                "started": self.started,
                "seconds": self.seconds,
                "fen": self.fen,
                "plies": [_ply_to_json(ply) for ply in self.plies],
            }
        )

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> GameRecord:
        """Raises KeyError, TypeError or ValueError for what `to_json` does not write."""
        return GameRecord(
            number=int(values["number"]),
            round=int(values["round"]),
            variant=str(values["variant"]),
            white=str(values["white"]),
            black=str(values["black"]),
            fen=str(values["fen"]),
            plies=tuple(_ply_from_json(ply) for ply in values["plies"]),
            winner=values.get("winner"),
            reason=str(values["reason"]),
            detail=str(values.get("detail", "")),
            controls=dict(values.get("controls", {})),
            started=float(values.get("started", 0.0)),
            seconds=float(values.get("seconds", 0.0)),
        )


_THOUGHT_FIELDS = ("seconds", "left", "depth", "cp", "mate", "nodes")


def _bare(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", {})}


def _ply_to_json(ply: Ply) -> dict[str, Any]:
    thoughts = {
        side: _bare({name: getattr(thought, name) for name in _THOUGHT_FIELDS})
        for side, thought in ply.thoughts.items()
    }
    return _bare({"move": ply.move, "thoughts": thoughts})


def _ply_from_json(values: Mapping[str, Any]) -> Ply:
    thoughts = {side: Thought(**told) for side, told in values.get("thoughts", {}).items()}
    return Ply(str(values["move"]), thoughts)
