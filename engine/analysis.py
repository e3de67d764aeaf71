"""Analysis for users of the library: in one call, or of one position after the other."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from amalthea.engine.api import Position
from amalthea.engine.engine import Engine
from amalthea.engine.errors import LimitsError, WorkerError
from amalthea.engine.events import BestMove, EngineError, Event, Info
from amalthea.engine.options import OptionError
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Score

if TYPE_CHECKING:
    from amalthea.engine.core.board import Move
    from amalthea.engine.core.status import Outcome
    from amalthea.engine.core.variant import Variant

_DEFAULT_MS = 1000
LineListener = Callable[[Info], None]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of an analysis.

    best: the best move in coordinates, as `Position.push` reads it; None if there is no legal move.
    ponder: the expected reply, or None.
    lines: the principal variations of the last iteration, best first; the view is that of the side
        to move, positive scores are good for it. Empty if the game is over, or if the time ended
        before the first iteration.
    outcome: the result of a game that is over, None while it goes on.
    """

    best: str | None
    ponder: str | None
    lines: tuple[Info, ...]
    outcome: Outcome | None = None

    @property
    def score(self) -> Score | None:
        """The score of the best line, None without lines.

        Its `value` is in centipawns, or moves to mate if `mate` is true: below 0 to be mated.
        """
        return self.lines[0].score if self.lines else None


class LastLines:
    """A listener that keeps the latest lines of a search.

    best: the event that ended the search, or None while it runs.
    """

    def __init__(self) -> None:
        self.best: BestMove | None = None
        self._line_by_number: dict[int, Info] = {}

    def add(self, event: Event) -> None:
        """Keep the event if it is a line of play or the best move."""
        if isinstance(event, Info):
            self._line_by_number[event.multipv] = event
        elif isinstance(event, BestMove):
            self.best = event

    @property
    def lines(self) -> tuple[Info, ...]:
        """The latest report on each line, best first."""
        return tuple(self._line_by_number[number] for number in sorted(self._line_by_number))


class Analyser:
    """An engine that analyses one position after the other, without starting again for each.

    It keeps what it has learned of a game. Use it in a `with` block, or end it by `close`. Several
    threads and tasks may share it, their calls wait for each other.

    hash_mib: the size of the transposition table. threads: the number of worker processes.
    options: further options by name, with values as `setoption` has them or numbers and booleans.
    Raises OptionError.

    >>> with Analyser() as analyser:
    ...     for game in ("chess", "gast"):
    ...         print(analyser.analyse(game, limits=Limits(depth=1)).lines[0].depth)
    1
    1
    """

    def __init__(
        self, hash_mib: int = 16, threads: int = 1, options: Mapping[str, str | int] | None = None
    ) -> None:
        further = dict(options or {})
        self._options = (("Hash", hash_mib), ("Threads", threads), *further.items())
        self._has_variant_option = any(name.lower() == "uci_variant" for name in further)
        self._latest = LastLines()
        self._on_line: LineListener | None = None
        self._is_searching = False  # before, errors are ignored: workers may start slowly
        self._search_lock = threading.Lock()
        self._task_lock = asyncio.Lock()  # of tasks, which wait without a thread
        self._engine = self._new_engine()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the worker processes; further analyses raise WorkerError."""
        self._engine.close()

    def analyse(
        self,
        variant: str | Variant | Position | None = None,
        fen: str | None = None,
        moves: Iterable[Move | str] = (),
        limits: Limits | None = None,
        multipv: int | None = None,
        *,
        on_line: LineListener | None = None,
    ) -> Analysis:
        """Analyse a position as the function `analyse` does. multipv: by default the option."""
        position, checked = self._position(variant, fen, moves), _with_default_limit(limits)
        if checked.endless:
            raise LimitsError("analyse: the search would never end, use analyse_async, cancel it")
        return self._search(position, checked, multipv, on_line)

    async def analyse_async(
        self,
        variant: str | Variant | Position | None = None,
        fen: str | None = None,
        moves: Iterable[Move | str] = (),
        limits: Limits | None = None,
        multipv: int | None = None,
        *,
        on_line: LineListener | None = None,
    ) -> Analysis:
        """Analyse a position as `analyse` does while the event loop goes on.

        on_line is called in the event loop. Cancelling the task stops the search.
        """
        position, checked = self._position(variant, fen, moves), _with_default_limit(limits)
        loop = asyncio.get_running_loop()

        def pass_on(line: Info) -> None:
            if on_line:
                loop.call_soon_threadsafe(on_line, line)

        async with self._task_lock:
            stopping, stop = os.pipe()

            def run() -> Analysis:
                try:
                    return self._search(position, checked, multipv, pass_on, stopping)
                finally:
                    os.close(stopping)

            search = asyncio.create_task(asyncio.to_thread(run))
            try:
                return await asyncio.shield(search)
            finally:
                os.close(stop)  # ends a search that goes on
                await asyncio.wait({search})

    def _new_engine(self) -> Engine:
        engine = Engine(self._listen)
        for name, value in self._options:
            engine.set_option(name, value)
        return engine

    def _listen(self, event: Event) -> None:
        if isinstance(event, EngineError) and self._is_searching:
            raise WorkerError(event.text)
        self._latest.add(event)
        if self._on_line and isinstance(event, Info):
            self._on_line(event)

    def _position(
        self,
        subject: str | Variant | Position | None,
        fen: str | None,
        moves: Iterable[Move | str],
    ) -> Position:
        """Return the position to search, from the arguments or the options."""
        if self._has_variant_option and subject is not None:
            raise OptionError("option UCI_Variant: the variant is given already, expected it once")
        if not isinstance(subject, Position):
            chosen = self._engine.variant if subject is None else subject
            return Position(chosen, fen, moves, chess960=self._engine.options.chess960.value)
        if fen or moves:
            raise TypeError("analyse: expected a position, or a variant with FEN and moves")
        return subject.copy()

    def _search(
        self,
        position: Position,
        limits: Limits,
        multipv: int | None,
        on_line: LineListener | None,
        stopping: int | None = None,
    ) -> Analysis:
        """Search and return the result. stopping: a descriptor that is readable to stop it."""
        inputs = [] if stopping is None else [stopping]
        asked = replace(
            limits, searchmoves=tuple(str(position.parse_move(each)) for each in limits.searchmoves)
        )
        with self._search_lock:
            engine = self._engine
            self._latest, self._on_line, self._is_searching = LastLines(), on_line, False
            if multipv is not None:
                engine.set_option("MultiPV", multipv)
            engine.set_game(position.game)
            try:
                engine.prepare()  # the clock does not run while the workers start
                _wait(engine, inputs)
                self._is_searching = True
                engine.go(asked)
                _wait(engine, inputs)
            except BaseException:
                if not engine.is_closed:
                    engine.close()
                    self._engine = self._new_engine()
                raise
            found = self._latest
        assert found.best
        return Analysis(found.best.move, found.best.ponder, found.lines, position.outcome())


def _with_default_limit(limits: Limits | None) -> Limits:
    """Return the limits of a search, a second if there are none."""
    if not isinstance(limits, Limits | None):
        raise TypeError(f"limits: {type(limits).__name__}, expected Limits(...)")
    given = limits or Limits()
    return given if given.endless or given.bounded else replace(given, movetime=_DEFAULT_MS)


def _wait(engine: Engine, inputs: Sequence[int]) -> None:
    """Wait until an engine is ready or has found its move; stop it if an input is readable."""
    while engine.busy or engine.blocked:
        if engine.sleep(inputs):
            engine.stop()
            inputs = ()
        engine.collect()


def analyse(  # noqa: PLR0913 - named by the caller
    variant: str | Variant | Position | None = None,
    fen: str | None = None,
    moves: Iterable[Move | str] = (),
    limits: Limits | None = None,
    multipv: int = 1,
    hash_mib: int = 16,
    threads: int = 1,
    options: Mapping[str, str | int] | None = None,
    *,
    on_line: LineListener | None = None,
) -> Analysis:
    """Analyse a position; without limits for one second.

    Each call starts an engine, which takes some tenths of a second before the clock runs; an
    Analyser starts one for many positions.

    variant: a game, its name, or a position; by default chess, or the option UCI_Variant.
    fen: the position, by default the start position.
    moves: moves to play from there first, in any notation, as those of `limits.searchmoves`.
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
    with Analyser(hash_mib, threads, {"MultiPV": multipv, **(options or {})}) as analyser:
        return analyser.analyse(variant, fen, moves, limits, on_line=on_line)


async def analyse_async(  # noqa: PLR0913 - as in analyse
    variant: str | Variant | Position | None = None,
    fen: str | None = None,
    moves: Iterable[Move | str] = (),
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
    with Analyser(hash_mib, threads, {"MultiPV": multipv, **(options or {})}) as analyser:
        return await analyser.analyse_async(variant, fen, moves, limits, on_line=on_line)
