"""Analysis as a service: requests as JSON lines on standard input, answers as JSON lines.

Several engines search at once, each one request; the waiting one of the highest priority is next,
and of equal ones the earliest. docs/analysis.md describes requests and answers.
"""

from __future__ import annotations

import heapq
import itertools
import select
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from amalthea.engine.analysis import LastLines
from amalthea.engine.api import Position
from amalthea.engine.core import schema
from amalthea.engine.core.color import Color
from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.events import EngineError, Event, Info
from amalthea.engine.options import OptionError
from amalthea.engine.search.limits import Limits
from amalthea.engine.text import clip
from amalthea.protocol import tool
from amalthea.protocol.analysis.analyst import Resources, SearchResult
from amalthea.protocol.analysis.interrupt import Interrupt
from amalthea.protocol.analysis.moments import moment_of
from amalthea.protocol.analysis.position_view import line_json, result_json
from amalthea.protocol.console import LONGEST_LINE, LineReader
from amalthea.protocol.engine_settings import SESSION_OPTIONS

_REFUSED_OPTIONS = SESSION_OPTIONS | {  # of the engine, with what is expected instead
    "MultiPV": "expected the key multipv of the request",
    "UCI_Chess960": "expected the key chess960 of the request",
    "UCI_Variant": "expected the key variant of the request",
}


@dataclass(frozen=True, slots=True)
class _Request:
    """A line of input. cancel: the id of the request to give up; then all else is ignored.

    options: options of the engine by name, for this request alone.
    """

    id: str = ""
    cancel: str | None = None
    variant: str = "chess"
    fen: str | None = None
    moves: tuple[str, ...] = ()
    chess960: bool = False
    side: str | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    infinite: bool = False
    multipv: int = 1
    priority: int = 0
    report: bool = False
    options: dict[str, bool | int | str] = field(default_factory=dict)

    @property
    def limits(self) -> Limits | None:
        """The limits, None if there are none. Raises LimitsError."""
        given = Limits(
            side=self.side,
            depth=self.depth,
            nodes=self.nodes,
            mate=self.mate,
            movetime=self.movetime,
            infinite=self.infinite,
        )
        return given if given.bounded or given.infinite else None


class _Seat:
    """An engine with the request that it searches, if any."""

    def __init__(self, resources: Resources) -> None:
        self.engine = Engine(self._on_event)
        self.engine.set_option("Hash", resources.hash_mib)
        self.engine.set_option("Threads", resources.threads)
        self.engine.eval_file = resources.eval_file
        self.request: _Request | None = None
        self.is_cancelled = False
        self._last = LastLines()
        self._original: dict[str, bool | int | str] = {}  # of all options that requests have set

    def begin(self, request: _Request, default: Limits) -> None:
        """Search a request. Raises AmaltheaError."""
        limits = request.limits or replace(default, side=request.side)
        position = Position(request.variant, request.fen, request.moves, chess960=request.chess960)
        self._moment = moment_of(position)
        self._remarks = {"remarks": list(position.remarks)} if position.remarks else {}
        self._side = Color(request.side or self._moment.choosers[0])
        self._last, self.is_cancelled = LastLines(), False
        self._set_options({**self._original, **request.options})
        self.engine.set_option("MultiPV", request.multipv)
        self.engine.set_game(position.game)
        self.engine.go(limits)
        self.request = request

    def _set_options(self, values: Mapping[str, bool | int | str]) -> None:
        """Set options and keep the original values for later requests. Raises OptionError."""
        for name, value in values.items():
            option = self.engine.options.find_valued(name)
            if instead := _REFUSED_OPTIONS.get(option.name):
                raise OptionError(f"option {option.name}: {instead}")
            self._original.setdefault(option.name, option.value)
            self.engine.set_option(name, value)

    def stop(self) -> None:
        """Stop the search; its answer has what is known so far."""
        self.is_cancelled = True
        self.engine.stop()

    def collect(self) -> None:
        """Pass on what the engine has found, and answer if it has finished."""
        self.engine.collect()
        request, best = self.request, self._last.best
        if request and best and not (self.engine.busy or self.engine.blocked):
            self.request = None
            result = result_json(
                SearchResult(best.move, self._last.lines), self._moment, self._side
            )
            ended = {"cancelled": True} if self.is_cancelled else {}
            tool.write_json({"id": request.id, **ended, **self._remarks, "result": result})

    def _on_event(self, event: Event) -> None:
        self._last.add(event)
        if self.request is None:
            return
        if isinstance(event, EngineError):
            tool.write_json({"id": self.request.id, "warning": event.text})
        elif self.request.report and isinstance(event, Info):
            line = line_json(event, self._moment, self._side)
            tool.write_json({"id": self.request.id, **line})


class Stream:
    """The service, to be used in a `with` block.

    limits: those of requests without any. defaults: other values that a request may leave out.
    """

    def __init__(
        self,
        resources: Resources,
        concurrency: int,
        limits: Limits,
        defaults: Mapping[str, object],
    ) -> None:
        self._limits = limits
        self._defaults = defaults
        self._seats = [_Seat(resources) for _ in range(concurrency)]
        self._waiting: list[tuple[int, int, _Request]] = []  # a heap
        self._order = itertools.count()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_exc: object) -> None:
        for seat in self._seats:
            seat.engine.close()

    def run(self, interrupt: Interrupt, descriptor: int = 0) -> None:
        """Answer requests until the end of the input and of all of them, or Ctrl-C."""
        reader = LineReader(descriptor)
        while not (reader.ended and self._is_idle):
            inputs = [interrupt.fileno(), *([] if reader.ended else [descriptor])]
            engines = [each.engine for each in self._seats]
            waits = [wait for each in engines if (wait := each.timeout()) is not None]
            descriptors = [number for each in engines for number in each.filenos()]
            ready, _, _ = select.select(
                [*inputs, *descriptors], [], [], min(waits) if waits else None
            )
            if interrupt.requested:
                return
            for line in reader.read() if descriptor in ready else ():
                self._take(line)
            for seat in self._seats:
                seat.collect()
            self._fill()
            if reader.ended and not self._waiting:
                self._stop_endless()

    @property
    def _is_idle(self) -> bool:
        return not self._waiting and all(seat.request is None for seat in self._seats)

    def _take(self, line: str | None) -> None:
        """Queue or cancel what a line asks for; answer an invalid one by its error."""
        if line is not None and not line.strip():
            return
        name: object = ""
        try:
            if line is None:
                raise tool.UsageError(f"a line of more than {LONGEST_LINE} bytes")
            values = schema.from_json(line, dict[str, object], "request")
            name = values.get("id") or values.get("cancel", "")
            schema.check_keys(values, _Request, "request")
            request = schema.from_values({**self._defaults, **values}, _Request, "request")
            if request.cancel is not None:
                self._cancel(request.cancel)
                return
            if not request.id:
                raise tool.UsageError("request: no id, expected a text of your choice")
            if request.id in self._ids():
                raise tool.UsageError("request: another one of this id is not answered yet")
            if request.side not in (None, *Color):
                raise tool.UsageError(f"request: side: {clip(str(request.side))}, expected w or b")
            request.limits  # noqa: B018 - checks them
        except AmaltheaError as error:
            tool.write_json({"id": name, "error": str(error)})
            return
        heapq.heappush(self._waiting, (-request.priority, next(self._order), request))

    def _ids(self) -> set[str]:
        """Return the ids of all requests that are not answered yet."""
        searched = (seat.request.id for seat in self._seats if seat.request)
        return {*searched, *(request.id for _, _, request in self._waiting)}

    def _cancel(self, name: str) -> None:
        """Give up the request of an id, which is answered as cancelled. Raises UsageError."""
        if name not in self._ids():
            raise tool.UsageError("cancel: no request of this id waits or is searched")
        for _, _, request in [each for each in self._waiting if each[2].id == name]:
            tool.write_json({"id": request.id, "cancelled": True, "result": None})
        self._waiting = [each for each in self._waiting if each[2].id != name]
        heapq.heapify(self._waiting)
        for seat in self._seats:
            if seat.request and seat.request.id == name:
                seat.stop()

    def _fill(self) -> None:
        """Give waiting requests to free engines."""
        for seat in self._seats:
            while self._waiting and seat.request is None:
                request = heapq.heappop(self._waiting)[2]
                try:
                    seat.begin(request, self._limits)
                except AmaltheaError as error:
                    tool.write_json({"id": request.id, "error": str(error)})

    def _stop_endless(self) -> None:
        """Stop infinite searches, which no request can cancel after the end of the input."""
        for seat in self._seats:
            if seat.request and seat.request.infinite and not seat.is_cancelled:
                seat.stop()
