"""Pool of engines for the searches of all tables, which wait in queues.

Moves of games have priority over analyses, and an analysis is interrupted for waiting requests. All
runs in one event loop: an engine is served when its processes have events.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from amalthea.engine.core.game import Game
from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.events import BestMove, EngineError, Event, Info, Remark
from amalthea.engine.options import usable_cores
from amalthea.engine.search.limits import FULL_SKILL, Limits
from amalthea.protocol import tool
from amalthea.protocol.engine_settings import NO_SETTINGS, EngineSettings

SLICE_S = 2.0  # of an analysis that others wait for


def _warn(text: str) -> None:
    """Print an error or a remark of an engine."""
    tool.warn("play", text)


@dataclass(eq=False)
class Request:
    """Search request. on_info: called with its lines. done: called once with the best move.

    patient: an analysis or pondering: it is interrupted when others wait and continues later.
    """

    game: Game
    limits: Limits
    on_info: Callable[[Info], None]
    done: Callable[[BestMove], None]
    level: int = FULL_SKILL
    lines: int = 1
    patient: bool = False
    begun: float = 0.0
    dropped: bool = False


class EnginePool:
    """Pool of engines, each started on demand.

    count: the number of engines; None for as many as keep all cores busy. report: called with their
    errors and remarks. settings: those of each engine, which has one worker unless they set
    Threads.
    """

    def __init__(
        self,
        count: int | None = None,
        report: Callable[[str], None] = _warn,
        settings: EngineSettings = NO_SETTINGS,
    ) -> None:
        threads = int(settings.values.get("Threads", 1))
        self._count = count or max(1, usable_cores() // threads)
        self.report = report
        self.settings = settings
        self._remarks: set[str] = set()
        self._all: list[_PooledEngine] = []
        self._moves: deque[Request] = deque()
        self._analyses: deque[Request] = deque()

    def ask(self, request: Request) -> None:
        """Add a request to its queue."""
        self._queue_of(request).append(request)
        self.serve()

    def drop(self, request: Request) -> None:
        """Cancel a request."""
        request.dropped = True
        queue = self._queue_of(request)
        if request in queue:
            queue.remove(request)
        for engine in self._all:
            if engine.request is request:
                engine.stop()

    def ponderhit(self, request: Request, limits: Limits) -> None:
        """Turn a pondering request into a search for the engine's own move.

        limits: those of its search. A running search goes on; a request that waits or was
        interrupted is searched anew.
        """
        for engine in self._all:
            if engine.request is request and not engine.interrupted:
                request.patient = False
                engine.ponderhit()
                return
        waits = request in self._analyses
        if waits:
            self._analyses.remove(request)
        request.patient = False
        request.limits = limits
        if waits:
            self.ask(request)

    def serve(self) -> None:
        """Assign requests to idle engines."""
        while self._moves or self._analyses:
            engine = self._idle_engine()
            if engine is None:
                self._interrupt_analysis()
                return
            queue = self._moves or self._analyses
            engine.start(queue.popleft())

    def remark(self, text: str) -> None:
        """Report a remark, which may come from every engine, once."""
        if text not in self._remarks:
            self._remarks.add(text)
            self.report(text)

    def requeue(self, request: Request) -> None:
        """Add an interrupted request to the end of its queue."""
        self._queue_of(request).append(request)

    def close(self) -> None:
        """Stop all engines."""
        for engine in self._all:
            engine.close()

    def _queue_of(self, request: Request) -> deque[Request]:
        return self._analyses if request.patient else self._moves

    def _idle_engine(self) -> _PooledEngine | None:
        """Return an engine without a request, a new one if there may be more, else None."""
        for engine in self._all:
            if engine.request is None:
                return engine
        if len(self._all) < self._count:
            self._all.append(_PooledEngine(self))
            return self._all[-1]
        return None

    def _interrupt_analysis(self) -> None:
        """Interrupt an analysis: at once for a move, after its time slice for another analysis."""
        now = time.monotonic()
        for engine in self._all:
            request = engine.request
            if request is None or not request.patient or engine.interrupted:
                continue
            left = 0.0 if self._moves else request.begun + SLICE_S - now
            if left > 0:
                asyncio.get_running_loop().call_later(left, self.serve)
            else:
                engine.interrupt()
            return


@dataclass(eq=False)
class _PooledEngine:
    """One engine, with one search at a time.

    interrupted: True from the interruption of an analysis to its end.
    """

    owner: EnginePool
    request: Request | None = None
    interrupted: bool = False
    _watched: set[int] = field(default_factory=set)
    _timer: asyncio.TimerHandle | None = None

    def __post_init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._engine = Engine(self._on_event)
        self._engine.set_option("Threads", "1")
        self.owner.settings.apply(self._engine)

    def start(self, request: Request) -> None:
        """Start a search."""
        self.request = request
        self.interrupted = False
        request.begun = time.monotonic()
        file = self._engine.eval_file
        if file and (misfit := file.misfit(request.game.variant)):
            self.owner.remark(misfit)
        try:
            self._engine.set_option("Skill Level", str(request.level))
            self._engine.set_option("MultiPV", str(request.lines))
            self._engine.set_game(request.game)
            self._engine.go(request.limits)
        except AmaltheaError as error:
            self.owner.report(str(error))
            self._loop.call_soon(self._end, BestMove(None))
        self._watch()

    def stop(self) -> None:
        """Stop the search."""
        self._engine.stop()
        self._watch()

    def ponderhit(self) -> None:
        """Report that the expected move was played."""
        self._engine.ponderhit()
        self._watch()

    def interrupt(self) -> None:
        """Interrupt an analysis that is to continue later."""
        self.interrupted = True
        self.stop()

    def close(self) -> None:
        """Stop the engine."""
        for descriptor in self._watched:
            self._loop.remove_reader(descriptor)
        if self._timer:
            self._timer.cancel()
        self._engine.close()

    def _watch(self) -> None:
        """Have the event loop collect the engine's events.

        All descriptors are registered anew: that of a new worker often has the number of a closed
        one, and the event loop would not notice the difference.
        """
        for descriptor in self._watched:
            self._loop.remove_reader(descriptor)
        self._watched = set(self._engine.filenos())
        for descriptor in self._watched:
            self._loop.add_reader(descriptor, self._collect)
        if self._timer:
            self._timer.cancel()
        due = self._engine.timeout()
        self._timer = None if due is None else self._loop.call_later(due, self._collect)

    def _collect(self) -> None:
        self._engine.collect()
        self._watch()

    def _on_event(self, event: Event) -> None:
        match event:
            case Info() if self.request and not self.request.dropped:
                self.request.on_info(event)
            case BestMove():
                # Not from within the engine's call: the next search begins there.
                self._loop.call_soon(self._end, event)
            case EngineError(text):
                self.owner.report(text)
            case Remark(text):
                self.owner.remark(text)

    def _end(self, best: BestMove) -> None:
        request, self.request = self.request, None
        if request and not request.dropped:
            if self.interrupted:
                self.owner.requeue(request)
            else:
                request.done(best)
        self.owner.serve()
