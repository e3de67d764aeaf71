"""Engines that think for all tables: a few of them, and whoever asks waits in line.

Moves of games come before analyses, and an analysis gives way to whoever waits. All runs in one
event loop: an engine is looked after when its processes have something to tell.
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
from amalthea.engine.events import BestMove, EngineError, Event, Info
from amalthea.engine.search.limits import FULL_SKILL, Limits

SLICE_S = 2.0  # of an analysis that others wait for


@dataclass(eq=False)
class Request:
    """A search that is wanted. tell: hears lines. done: hears the best move, once.

    patient: an analysis, or what is thought in another's time: it is broken off when others wait
    and goes on later.
    """

    game: Game
    limits: Limits
    tell: Callable[[Info], None]
    done: Callable[[BestMove], None]
    level: int = FULL_SKILL
    lines: int = 1
    patient: bool = False
    begun: float = 0.0
    dropped: bool = False


class Thinkers:
    """So many engines, each started when it is first needed. complain: hears of their troubles."""

    def __init__(self, count: int, complain: Callable[[str], None]) -> None:
        self._count = count
        self._complain = complain
        self._all: list[_Thinker] = []
        self._moves: deque[Request] = deque()
        self._analyses: deque[Request] = deque()

    def ask(self, request: Request) -> None:
        """Puts a request in its line."""
        self._line(request).append(request)
        self.serve()

    def drop(self, request: Request) -> None:
        """Nobody wants to hear of a request any more."""
        request.dropped = True
        line = self._line(request)
        if request in line:
            line.remove(request)
        for thinker in self._all:
            if thinker.request is request:
                thinker.stop()

    def hit(self, request: Request, limits: Limits) -> None:
        """The move has come for which a request has pondered: now its own move is wanted.

        limits: what it may spend. What is searched at the moment goes on; a request that waits, or
        was broken off, has nothing to tell yet and is searched anew.
        """
        for thinker in self._all:
            if thinker.request is request and not thinker.giving_way:
                request.patient = False
                thinker.hit()
                return
        waits = request in self._analyses
        if waits:
            self._analyses.remove(request)
        request.patient = False
        request.limits = limits
        if waits:
            self.ask(request)

    def serve(self) -> None:
        """Gives requests to engines that are free."""
        while self._moves or self._analyses:
            thinker = self._free()
            if thinker is None:
                self._make_room()
                return
            line = self._moves or self._analyses
            thinker.start(line.popleft())

    def come_back(self, request: Request) -> None:
        """What was broken off for others waits again."""
        self._line(request).append(request)

    def fault(self, text: str) -> None:
        """Tells of trouble."""
        self._complain(text)

    def close(self) -> None:
        """Ends all engines."""
        for thinker in self._all:
            thinker.close()

    def _line(self, request: Request) -> deque[Request]:
        return self._analyses if request.patient else self._moves

    def _free(self) -> _Thinker | None:
        for thinker in self._all:
            if thinker.request is None:
                return thinker
        if len(self._all) < self._count:
            self._all.append(_Thinker(self))
            return self._all[-1]
        return None

    def _make_room(self) -> None:
        """Breaks off an analysis, for a move at once, for another one when it had its time."""
        now = time.monotonic()
        for thinker in self._all:
            request = thinker.request
            if request is None or not request.patient or thinker.giving_way:
                continue
            left = 0.0 if self._moves else request.begun + SLICE_S - now
            if left > 0:
                asyncio.get_running_loop().call_later(left, self.serve)
            else:
                thinker.give_way()
            return


@dataclass(eq=False)
class _Thinker:
    """One engine with one search at a time."""

    owner: Thinkers
    request: Request | None = None
    giving_way: bool = False
    _watched: set[int] = field(default_factory=set)
    _timer: asyncio.TimerHandle | None = None

    def __post_init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._engine = Engine(self._hear)
        self._engine.set_option("Threads", "1")

    def start(self, request: Request) -> None:
        """Begins a search."""
        self.request = request
        self.giving_way = False
        request.begun = time.monotonic()
        try:
            self._engine.set_option("Skill Level", str(request.level))
            self._engine.set_option("MultiPV", str(request.lines))
            self._engine.set_game(request.game)
            self._engine.go(request.limits)
        except AmaltheaError as error:
            self.owner.fault(str(error))
            self._loop.call_soon(self._end, BestMove(None))
            return
        self._watch()

    def stop(self) -> None:
        """Ends the search soon."""
        self._engine.stop()
        self._watch()

    def hit(self) -> None:
        """The move for which it ponders has come."""
        self._engine.ponderhit()
        self._watch()

    def give_way(self) -> None:
        """Ends an analysis that is to go on later."""
        self.giving_way = True
        self.stop()

    def close(self) -> None:
        """Ends the engine."""
        for descriptor in self._watched:
            self._loop.remove_reader(descriptor)
        if self._timer:
            self._timer.cancel()
        self._engine.close()

    def _watch(self) -> None:
        """Has the loop call when the engine has something to tell."""
        wanted = set(self._engine.filenos())
        for descriptor in self._watched - wanted:
            self._loop.remove_reader(descriptor)
        for descriptor in wanted - self._watched:
            self._loop.add_reader(descriptor, self._collect)
        self._watched = wanted
        if self._timer:
            self._timer.cancel()
        due = self._engine.timeout()
        self._timer = None if due is None else self._loop.call_later(due, self._collect)

    def _collect(self) -> None:
        self._engine.collect()
        self._watch()

    def _hear(self, event: Event) -> None:
        match event:
            case Info() if self.request and not self.request.dropped:
                self.request.tell(event)
            case BestMove():
                # Not from within the engine's call: the next search begins there.
                self._loop.call_soon(self._end, event)
            case EngineError(text):
                self.owner.fault(text)

    def _end(self, best: BestMove) -> None:
        request, self.request = self.request, None
        if request and not request.dropped:
            if self.giving_way:
                self.owner.come_back(request)
            else:
                request.done(best)
        self.owner.serve()
