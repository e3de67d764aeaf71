"""Analyst: an engine that evaluates one position after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from amalthea.engine.analysis import LastLines
from amalthea.engine.engine import Engine
from amalthea.engine.errors import WorkerError
from amalthea.engine.eval_file import EvalFile
from amalthea.engine.events import EngineError, Event, Info
from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Report
from amalthea.engine.tasks import PoolMaker, new_pool
from amalthea.protocol.analysis.interrupt import Interrupt
from amalthea.protocol.analysis.moments import Moment

_SEED = "1"  # seed of secret choices, so that an analysis can be repeated


@dataclass(frozen=True, slots=True)
class Resources:
    """Resources of an analyst: table size, processes, and a net or weights besides the default."""

    hash_mib: int = 64
    threads: int = 1
    eval_file: EvalFile | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Result of a search. best: None without a legal move. lines: of the last iteration."""

    best: str | None
    lines: tuple[Info, ...] = ()


def _ignore(report: Report) -> None:
    """Ignore a report."""


class Analyst:
    """Engine for analysis, to be used in a `with` block; an interrupt stops its search.

    warn: called with a message when a worker has failed and was replaced.

    Its methods raise WorkerError if no worker can be started or none answers.
    """

    def __init__(
        self,
        resources: Resources,
        interrupt: Interrupt,
        warn: Callable[[str], None],
        make_pool: PoolMaker = new_pool,
    ) -> None:
        self._interrupt = interrupt
        self._warn = warn
        self._engine = Engine(self._on_event, make_pool)
        self._engine.set_option("Hash", str(resources.hash_mib))
        self._engine.set_option("Threads", str(resources.threads))
        self._engine.set_option("Seed", _SEED)
        self._engine.eval_file = resources.eval_file
        self._listener: Callable[[Event], None] | None = None  # of the running search
        self._error = ""

    def __enter__(self) -> Analyst:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._engine.close()

    @property
    def interrupted(self) -> bool:
        """True once the user has pressed Ctrl-C."""
        return self._interrupt.requested

    def forget(self) -> None:
        """Clear the transposition table, so that the next search starts from nothing."""
        self._engine.forget()

    def search(
        self,
        moment: Moment,
        limits: Limits,
        lines: int = 1,
        listener: Callable[[Report], None] = _ignore,
    ) -> SearchResult:
        """Search a moment and return the result; `listener` gets every report."""
        self._engine.set_game(new_game(moment.variant, moment.root, moment.moves))
        self._engine.set_option("MultiPV", str(lines))
        self._warm_up()
        last = LastLines()

        def on_event(event: Event) -> None:
            if isinstance(event, Report):
                listener(event)
            last.add(event)

        self._listener = on_event
        self._engine.go(limits)
        while self._engine.busy:
            self._wait()
        self._listener = None
        if self._error and not last.lines:
            raise WorkerError(self._error)
        assert last.best
        return SearchResult(last.best.move, last.lines)

    def _warm_up(self) -> None:
        """Wait until the workers know the game, so that this takes no time from the search."""
        self._error = ""
        self._engine.prepare()
        self._engine.wait()
        if self._error:
            raise WorkerError(self._error)

    def _wait(self) -> None:
        """Wait for the engine or for Ctrl-C, which stops the search."""
        if self.interrupted:
            self._engine.stop()
        self._engine.sleep([] if self.interrupted else [self._interrupt.fileno()])
        self._engine.collect()

    def _on_event(self, event: Event) -> None:
        if isinstance(event, EngineError):
            self._error = event.text
        if self._listener:
            if isinstance(event, EngineError):
                self._warn(event.text)
            self._listener(event)
