"""Who gives opinions: an engine, kept warm from one position to the next.

What the opinions are good for, and how they read, is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from amalthea.engine.analysis import LastLines
from amalthea.engine.engine import Engine
from amalthea.engine.errors import EngineFault
from amalthea.engine.eval_file import EvalFile
from amalthea.engine.events import EngineError, Event, Info
from amalthea.engine.game_kinds import new_game
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Report
from amalthea.engine.work import PoolMaker, new_pool
from amalthea.protocol.analysis.interrupt import Interrupt
from amalthea.protocol.analysis.moments import Moment

_SEED = "1"  # of what secret choices are weighed by: the same is found again


@dataclass(frozen=True, slots=True)
class Means:
    """What the analyst may use: the table's size, processes, a net or weights if not the usual."""

    hash_mib: int = 64
    threads: int = 1
    eval_file: EvalFile | None = None


@dataclass(frozen=True, slots=True)
class Opinion:
    """best: None where there is no legal move. lines: of the last iteration, best first."""

    best: str | None
    lines: tuple[Info, ...] = ()


def _unheard(report: Report) -> None:
    """For callers who only want the opinion."""


class Analyst:
    """Inside `with`. Once interrupted it stops what it is at; callers ask nothing more of it.

    complain: hears of searcher processes that broke and were replaced.

    Its methods raise EngineFault when no process can be started or none answers.
    """

    def __init__(
        self,
        means: Means,
        interrupt: Interrupt,
        complain: Callable[[str], None],
        make_pool: PoolMaker = new_pool,
    ) -> None:
        self._interrupt = interrupt
        self._complain = complain
        self._engine = Engine(self._hear, make_pool)
        self._engine.set_option("Hash", str(means.hash_mib))
        self._engine.set_option("Threads", str(means.threads))
        self._engine.set_option("Seed", _SEED)
        self._engine.eval_file = means.eval_file
        self._watch: Callable[[Event], None] | None = None  # hears the search that runs
        self._fault = ""

    def __enter__(self) -> Analyst:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._engine.close()

    @property
    def interrupted(self) -> bool:
        """Whether the user wants an end."""
        return self._interrupt.requested

    def forget(self) -> None:
        """What is searched next learns nothing from what was searched before."""
        self._engine.forget()

    def opinion(
        self,
        moment: Moment,
        limits: Limits,
        lines: int = 1,
        watch: Callable[[Report], None] = _unheard,
    ) -> Opinion:
        """What the engine thinks of a moment; `watch` hears every report on the way."""
        self._engine.set_game(new_game(moment.variant, moment.root, moment.moves))
        self._engine.set_option("MultiPV", str(lines))
        self._warm_up()
        heard = LastLines()

        def hear(event: Event) -> None:
            if isinstance(event, Report):
                watch(event)
            heard.hear(event)

        self._watch = hear
        self._engine.go(limits)
        while self._engine.busy:
            self._wait()
        self._watch = None
        if self._fault and not heard.lines:
            raise EngineFault(self._fault)
        assert heard.best
        return Opinion(heard.best.move, heard.lines)

    def _warm_up(self) -> None:
        """Waits until the processes are up and know the game: no search's time is spent on that."""
        self._fault = ""
        self._engine.prepare()
        self._engine.wait()
        if self._fault:
            raise EngineFault(self._fault)

    def _wait(self) -> None:
        """Waits for the engine or for Ctrl-C, which stops the search."""
        if self.interrupted:
            self._engine.stop()
        self._engine.sleep([] if self.interrupted else [self._interrupt.fileno()])
        self._engine.collect()

    def _hear(self, event: Event) -> None:
        if isinstance(event, EngineError):
            self._fault = event.text
        if self._watch:
            if isinstance(event, EngineError):
                self._complain(event.text)
            self._watch(event)
