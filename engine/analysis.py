"""Analysis in one call for users of the library: it starts an engine, searches and closes it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amalthea.engine.api import Position
from amalthea.engine.engine import Engine
from amalthea.engine.errors import LimitsError, WorkerError
from amalthea.engine.events import BestMove, EngineError, Event, Info
from amalthea.engine.new_games import new_game
from amalthea.engine.options import OptionError
from amalthea.engine.search.limits import Limits

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.status import Outcome
    from amalthea.engine.core.variant import Variant

_DEFAULT_MS = 1000
LineListener = Callable[[Info], None]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of an analysis.

    best: the best move, or None if there is no legal move.
    ponder: the expected reply, or None.
    lines: the principal variations of the last iteration, best first.
    outcome: the result of a game that is over, None while it goes on.
    """

    best: str | None
    ponder: str | None
    lines: tuple[Info, ...]
    outcome: Outcome | None = None


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


def analyse(  # noqa: PLR0913 - named by the caller
    variant: str | Variant | Position | None = None,
    fen: str | None = None,
    moves: Sequence[str] = (),
    limits: Limits | None = None,
    multipv: int = 1,
    hash_mib: int = 16,
    threads: int = 1,
    options: Mapping[str, str | int] | None = None,
    *,
    on_line: LineListener | None = None,
) -> Analysis:
    """Analyse a position; without limits for one second.

    variant: a game, its name, or a position; by default chess, or the option UCI_Variant.
    fen: the position, by default the start position.
    moves: moves to play from there first.
    multipv: the number of lines.
    options: further options by name, with values as `setoption` has them or numbers and booleans.
    on_line: called with each line of play as it is found.

    While both sides choose at once, `limits.side` is the side whose choice is wanted. Several
    threads may call this at once, each call has an engine of its own. An engine never outlives its
    call.

    Raises UnknownVariant, FenError, IllegalMove, PhaseError, LimitsError, OptionError and
    WorkerError, and TypeError if `variant` is none of these.

    >>> analyse("chess", moves=["e2e4", "f7f6"], limits=Limits(depth=1)).lines[0].depth
    1
    """
    request = _Request(variant, fen, moves, limits, multipv, hash_mib, threads, options)
    if request.limits.endless:
        raise LimitsError("analyse: the search would never end, use analyse_async and cancel it")
    return request.run(on_line)


async def analyse_async(  # noqa: PLR0913 - as in analyse
    variant: str | Variant | Position | None = None,
    fen: str | None = None,
    moves: Sequence[str] = (),
    limits: Limits | None = None,
    multipv: int = 1,
    hash_mib: int = 16,
    threads: int = 1,
    options: Mapping[str, str | int] | None = None,
    *,
    on_line: LineListener | None = None,
) -> Analysis:
    """Analyse a position as `analyse` does while the event loop goes on.

    on_line is called in the event loop. Cancelling the task stops the search and ends its
    processes, so `Limits(infinite=True)` is allowed here.

    >>> asyncio.run(analyse_async("chess", limits=Limits(depth=1))).outcome is None
    True
    """
    request = _Request(variant, fen, moves, limits, multipv, hash_mib, threads, options)
    loop = asyncio.get_running_loop()

    def pass_on(line: Info) -> None:
        if on_line:
            loop.call_soon_threadsafe(on_line, line)

    stopping, stop = os.pipe()

    def run() -> Analysis:
        try:
            return request.run(pass_on, stopping)
        finally:
            os.close(stopping)

    search = asyncio.create_task(asyncio.to_thread(run))
    try:
        return await asyncio.shield(search)
    finally:
        os.close(stop)  # ends a search that goes on
        await asyncio.wait({search})


class _Request:
    """A request for an analysis, its limits checked."""

    def __init__(
        self,
        subject: str | Variant | Position | None,
        fen: str | None,
        moves: Sequence[str],
        limits: Limits | None,
        multipv: int,
        hash_mib: int,
        threads: int,
        options: Mapping[str, str | int] | None,
    ) -> None:
        self._subject = subject.copy() if isinstance(subject, Position) else subject
        self._fen = fen
        self._moves = moves
        given = limits or Limits()
        endless = given.endless or given.bounded
        self.limits = given if endless else replace(given, movetime=_DEFAULT_MS)
        self._options = {"Hash": hash_mib, "Threads": threads, "MultiPV": multipv}
        self._further = options or {}

    def run(self, on_line: LineListener | None, stopping: int | None = None) -> Analysis:
        """Search and return the result. stopping: a descriptor that is readable to stop it."""
        latest = LastLines()

        def listen(event: Event) -> None:
            if isinstance(event, EngineError):
                raise WorkerError(event.text)
            latest.add(event)
            if on_line and isinstance(event, Info):
                on_line(event)

        with Engine(listen) as engine:
            for name, value in (*self._options.items(), *self._further.items()):
                engine.set_option(name, value)
            game = self._game(engine)
            engine.set_game(game)
            engine.go(self.limits)
            inputs = [] if stopping is None else [stopping]
            while engine.busy or engine.blocked:
                if engine.sleep(inputs):
                    engine.stop()
                    inputs = []
                engine.collect()
        assert latest.best
        outcome = game.position.status().outcome
        return Analysis(latest.best.move, latest.best.ponder, latest.lines, outcome)

    def _game(self, engine: Engine) -> Game:
        """Return the game to search, from the arguments or the options."""
        subject = self._subject
        named = any(name.lower() == "uci_variant" for name in self._further)
        if named and subject is not None:
            raise OptionError("option UCI_Variant: the variant is given already, expected it once")
        if not isinstance(subject, Position):
            chosen = engine.variant if subject is None else subject
            return new_game(chosen, self._fen, self._moves, engine.options.chess960.value)
        if self._fen or self._moves:
            raise TypeError("analyse: expected a position, or a variant with FEN and moves")
        return subject.game
