"""A finished game as data, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from amalthea.engine.errors import clip

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


def white_score(thought: Thought, side: str) -> int | str | None:
    """Centipawns, or "M-3" where Black mates, as White sees what a side thought."""
    sign = 1 if side == "w" else -1
    if thought.mate is not None:
        return f"M{sign * thought.mate}"
    return None if thought.cp is None else sign * thought.cp


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
        """Raises ValueError for what `to_json` does not write."""
        winner = _taken(values, "winner", str, None)
        if winner not in _RESULTS:
            raise ValueError(f"winner {clip(winner)}")
        return GameRecord(
            number=_taken(values, "number", int),
            round=_taken(values, "round", int),
            variant=_taken(values, "variant", str),
            white=_taken(values, "white", str),
            black=_taken(values, "black", str),
            fen=_taken(values, "fen", str),
            plies=tuple(_ply_from_json(ply) for ply in _taken(values, "plies", list)),
            winner=winner,
            reason=_taken(values, "reason", str),
            detail=_taken(values, "detail", str, ""),
            controls=_texts(_taken(values, "controls", dict, {})),
            started=float(_taken(values, "started", _NUMBER, 0.0)),
            seconds=float(_taken(values, "seconds", _NUMBER, 0.0)),
        )


_THOUGHT_FIELDS = ("seconds", "left", "depth", "cp", "mate", "nodes")
_NUMBER = (int, float)
_IN_SECONDS = frozenset({"seconds", "left"})
_NEEDED: Any = object()  # the default of a field that has none


def _taken(values: Any, name: str, kind: type | tuple[type, ...], default: Any = _NEEDED) -> Any:
    """A field of a JSON object, of that kind. Raises ValueError."""
    if not isinstance(values, dict):
        raise ValueError(f"{clip(str(values))}, expected an object")
    value = values.get(name, default)
    if value is _NEEDED:
        raise ValueError(f"no {name}")
    if value is default:
        return value
    sound = isinstance(value, kind) and not isinstance(value, bool)
    if not sound or (isinstance(value, float) and not math.isfinite(value)):
        raise ValueError(f"{name} {clip(str(value))}")
    return value


def _texts(values: Mapping[str, Any]) -> dict[str, str]:
    """An object of nothing but texts. Raises ValueError."""
    return {name: _taken(values, name, str) for name in values}


def _bare(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", {})}


def _ply_to_json(ply: Ply) -> dict[str, Any]:
    thoughts = {
        side: _bare({name: getattr(thought, name) for name in _THOUGHT_FIELDS})
        for side, thought in ply.thoughts.items()
    }
    return _bare({"move": ply.move, "thoughts": thoughts})


def _ply_from_json(values: Any) -> Ply:
    thoughts = {
        side: _thought_from_json(told)
        for side, told in _taken(values, "thoughts", dict, {}).items()
    }
    if not thoughts.keys() <= set(SIDES):
        raise ValueError(f"thoughts of {clip(str(list(thoughts)))}")
    return Ply(_taken(values, "move", str), thoughts)


def _thought_from_json(values: Any) -> Thought:
    seconds = _taken(values, "seconds", _NUMBER)
    if not values.keys() <= set(_THOUGHT_FIELDS):
        raise ValueError(f"a thought with {clip(str(list(values)))}")
    others = {
        name: _taken(values, name, _NUMBER if name in _IN_SECONDS else int, None)
        for name in _THOUGHT_FIELDS[1:]
    }
    return Thought(seconds, **others)
