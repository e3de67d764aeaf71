"""The events that an engine passes to its listener: reports of searches, and changes of state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from amalthea.engine.core.variant import Variant
from amalthea.engine.search.reports import (
    BestMove,
    CurrentMove,
    EngineError,
    FinalScore,
    Info,
    Note,
    PerftLine,
    PerftTotal,
    Progress,
    Report,
    Score,
)

__all__ = [
    "BestMove",
    "CurrentMove",
    "EngineError",
    "Event",
    "FinalScore",
    "GameChanged",
    "Info",
    "Listener",
    "Note",
    "PerftLine",
    "PerftTotal",
    "Progress",
    "Ready",
    "Remark",
    "Score",
]


@dataclass(frozen=True, slots=True)
class Ready:
    """Event: the workers have started and know the game, or did not start in time."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about input that had to be corrected or ignored."""

    text: str


@dataclass(frozen=True, slots=True)
class GameChanged:
    """Event: a new game of a variant begins from another position. start: its FEN."""

    variant: Variant
    start: str


Event = Report | FinalScore | Ready | Remark | GameChanged
Listener = Callable[[Event], None]
