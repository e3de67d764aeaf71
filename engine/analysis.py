"""Analysis in one call, for users of the library: starts an engine, searches, closes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from amalthea.engine.core.variant import Variant
from amalthea.engine.engine import Engine
from amalthea.engine.errors import EngineFault
from amalthea.engine.events import BestMove, EngineError, Event, Info
from amalthea.engine.game_kinds import new_game
from amalthea.engine.search.limits import Limits


@dataclass(frozen=True, slots=True)
class Analysis:
    """best: None when there is no legal move. lines: of the last iteration, best first."""

    best: str | None
    ponder: str | None
    lines: tuple[Info, ...]


class LastLines:
    """Keeps what a search has told last; best: its end, None while it runs."""

    def __init__(self) -> None:
        self.best: BestMove | None = None
        self._known: dict[int, Info] = {}

    def hear(self, event: Event) -> None:
        """Takes what belongs to the lines of play."""
        if isinstance(event, Info):
            self._known[event.multipv] = event
        elif isinstance(event, BestMove):
            self.best = event

    @property
    def lines(self) -> tuple[Info, ...]:
        """The latest of every line, the best first."""
        return tuple(self._known[number] for number in sorted(self._known))


def analyse(
    variant: str | Variant = "chess",
    fen: str | None = None,
    moves: tuple[str, ...] = (),
    limits: Limits | None = None,
    multipv: int = 1,
    hash_mib: int = 16,
    threads: int = 1,
    options: Mapping[str, str] | None = None,
) -> Analysis:
    """The engine's opinion of a position; a second's worth without limits.

    options: further ones by name, as the protocol's `setoption` takes them.
    While both sides choose, `limits.side` says whose choice is wanted.

    Raises UnknownVariant, FenError, IllegalMove, PhaseError, OptionError and EngineFault, and
    TypeError for anything else than a variant or its name, a position above all.
    """
    if not isinstance(variant, str | Variant):
        given = type(variant).__name__
        raise TypeError(f"analyse: {given}, expected a variant or its name, then a FEN and moves")
    heard = LastLines()

    def hear(event: Event) -> None:
        if isinstance(event, EngineError):
            raise EngineFault(event.text)
        heard.hear(event)

    with Engine(hear) as engine:
        engine.set_option("Hash", str(hash_mib))
        engine.set_option("Threads", str(threads))
        engine.set_option("MultiPV", str(multipv))
        for name, value in (options or {}).items():
            engine.set_option(name, value)
        engine.set_game(new_game(variant, fen, moves))
        engine.go(limits or Limits(movetime=1000))
        engine.wait()
    assert heard.best
    return Analysis(heard.best.move, heard.best.ponder, heard.lines)
