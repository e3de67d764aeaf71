"""Analysis in one call for users of the library: it starts an engine, searches and closes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from amalthea.engine.core.variant import Variant
from amalthea.engine.engine import Engine
from amalthea.engine.errors import WorkerError
from amalthea.engine.events import BestMove, EngineError, Event, Info
from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Limits


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of an analysis.

    best: the best move, or None if there is no legal move.
    ponder: the expected reply, or None.
    lines: the principal variations of the last iteration, best first.
    """

    best: str | None
    ponder: str | None
    lines: tuple[Info, ...]


class LastLines:
    """A listener that keeps the latest lines of a search.

    best: the event that ended the search, or None while it runs.
    """

    def __init__(self) -> None:
        self.best: BestMove | None = None
        self._known: dict[int, Info] = {}

    def add(self, event: Event) -> None:
        """Keep the event if it is a line of play or the best move."""
        if isinstance(event, Info):
            self._known[event.multipv] = event
        elif isinstance(event, BestMove):
            self.best = event

    @property
    def lines(self) -> tuple[Info, ...]:
        """The latest report on each line, best first."""
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
    """Analyse a position; without limits for one second.

    variant: a game or its name.
    fen: the position, by default the start position.
    moves: moves to play from there first.
    multipv: the number of lines.
    options: further options by name, as `setoption` sets them.

    While both sides choose at once, `limits.side` is the side whose choice is wanted.

    Raises UnknownVariant, FenError, IllegalMove, PhaseError, OptionError and WorkerError, and
    TypeError if `variant` is neither a variant nor a name, for instance a position.
    """
    if not isinstance(variant, str | Variant):
        given = type(variant).__name__
        raise TypeError(f"analyse: {given}, expected a variant or its name, then a FEN and moves")
    latest = LastLines()

    def listen(event: Event) -> None:
        if isinstance(event, EngineError):
            raise WorkerError(event.text)
        latest.add(event)

    with Engine(listen) as engine:
        engine.set_option("Hash", str(hash_mib))
        engine.set_option("Threads", str(threads))
        engine.set_option("MultiPV", str(multipv))
        for name, value in (options or {}).items():
            engine.set_option(name, value)
        engine.set_game(new_game(variant, fen, moves))
        engine.go(limits or Limits(movetime=1000))
        engine.wait()
    assert latest.best
    return Analysis(latest.best.move, latest.best.ponder, latest.lines)
