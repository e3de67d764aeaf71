"""What an engine tells its listeners: the reports of its searches, and what becomes of itself."""

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
    """The searchers are up and know the game, or have been waited for long enough."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What was mended or passed over to make sense of the input, a sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class GameChanged:
    """Another variant is played from now on, or a new game begins elsewhere; start: its FEN."""

    variant: Variant
    start: str


Event = Report | FinalScore | Ready | Remark | GameChanged
Listener = Callable[[Event], None]
