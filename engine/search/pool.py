"""The searcher processes: started, given work, stopped, watched and replaced.

One object in the main process, without threads: whoever owns it waits on `filenos()` for at most
`timeout()` seconds and then calls `poll()` for what there is to report. Shared memory has no name
(an unlinked file, passed on as a descriptor), so nothing can be left behind however a process ends.

All processes search the same position over the one table. One of them leads: its iterations are
told, and it minds the limits. When it has finished, the others are stopped, and the best of all
results is chosen. Whoever does not answer in time is done without, and soon replaced; so is a
leader that counts no more nodes.
"""

from __future__ import annotations

import mmap
import os
import random
import time
from dataclasses import dataclass, field
from typing import Any

from engine.errors import EngineFault
from engine.search import clock
from engine.search.choice import choose
from engine.search.control import CONTROL_BYTES, Control
from engine.search.limits import Job
from engine.search.orders import (
    Answer,
    ClearOrder,
    PerftOrder,
    Ready,
    Result,
    SearchOrder,
)
from engine.search.process import SearcherProcess, shared_memory
from engine.search.reports import BestMove, Fault, Info, PerftTotal, Report
from engine.search.table import MIB

__all__ = ["Job", "Pool", "fitting"]

_NS_PER_MS = 1_000_000
_LEADER_LATE_S = 0.005  # past the hard bound: the leader looks at the clock every few 100 nodes
_OTHERS_LATE_S = 0.015  # past the order to stop: then the best move is told without them
_HANGS_S = 0.2  # past that order: who has not answered by now is replaced
_COLD_S = 2.0  # more where nothing has been heard yet: tables of a variant may be compiled
_LOOK_S = 0.05  # between two looks at the leader's count of nodes
_SILENT_S = 0.15  # without a new node, then the system is asked what the leader does
_STUCK_S = 5.0  # without a new node though it computes: then it is lost in a loop
_START_S = 5.0  # more while no process is up
_ALWAYS_FITS_MIB = 256  # a table of this size is not worth a question
_SPARE_MIB = 256  # left to everybody else when a table has to be smaller than asked for
_OVERHEAD_FADE = 0.2  # weight of the newest measurement of the own overhead


@dataclass(slots=True)
class _Search:
    """The search that runs: what it must still say, and what it has said."""

    number: int
    job: Job
    order: SearchOrder | PerftOrder
    holds_back: bool  # infinite or pondering: the best move waits for stop or ponderhit
    leader: int = 0  # index of the searcher whose iterations are told
    results: dict[int, Result] = field(default_factory=dict)  # by searcher
    gone: set[int] = field(default_factory=set)  # searchers that will not answer any more
    last: dict[int, Info] = field(default_factory=dict)  # its latest best line, by searcher
    told: Info | None = None  # the latest best line that was passed on
    deadline: float | None = None  # time.monotonic() at which the leader is late
    stopped_at: float | None = None  # time.monotonic() of the order to stop
    leader_nodes: int = -1  # when last looked at
    leader_moved_at: float = 0.0  # time.monotonic() at which they were seen to have changed
    over: bool = False  # no more results are waited for


class Pool:
    """See the module. Methods raise EngineFault when no process can be started."""

    def __init__(self, hash_mib: int = 16, threads: int = 1) -> None:
        self._hash_mib = fitting(hash_mib)
        self._threads = threads
        self._processes: list[SearcherProcess] = []
        self._control: Control | None = None
        self._control_fd = -1
        self._table_fd = -1
        self._table: mmap.mmap | None = None
        self._number = 0
        self._search: _Search | None = None
        self._warm: Job | None = None  # the last one whose variant the processes have compiled
        self._overhead_ms = 0.0  # between a searcher's last word and ours, lately

    # -- life ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts the processes if they do not run."""
        if self._processes:
            return
        self._control_fd = shared_memory(CONTROL_BYTES)
        self._control = Control(mmap.mmap(self._control_fd, CONTROL_BYTES))
        self._control.stop(self._number)
        self._table_fd = shared_memory(self._hash_mib * MIB)
        self._table = mmap.mmap(self._table_fd, self._hash_mib * MIB)
        self._set_count()

    def close(self) -> None:
        """Ends the processes; the pool can be started again."""
        processes, self._processes = self._processes, []
        self._search = None
        self._warm = None
        if self._control:
            self._control.stop(self._number)
        _end(processes)
        for fd in (self._control_fd, self._table_fd):
            if fd >= 0:
                os.close(fd)
        self._control_fd = self._table_fd = -1
        self._control = self._table = None

    def ready(self) -> bool:
        """Whether every process has reported itself."""
        return bool(self._processes) and all(process.ready for process in self._processes)

    @property
    def hash_mib(self) -> int:
        """The size of the table: what was asked for, or the most that fitted into memory."""
        return self._hash_mib

    def resize(self, hash_mib: int) -> None:
        """A table of another size, empty. Not during a search."""
        size = fitting(hash_mib, self._hash_mib if self._processes else 0)
        if size != self._hash_mib:
            self._hash_mib = size
            if self._processes:
                self.close()
                self.start()

    def set_threads(self, threads: int) -> None:
        """Another number of processes. Not during a search."""
        self._threads = threads
        if self._processes:
            self._set_count()

    def clear(self) -> None:
        """Empties the table and forgets all histories."""
        if self._table:
            self._table.madvise(mmap.MADV_REMOVE)  # gives the pages back; new ones are zero
        for process in self._processes:
            process.send(ClearOrder())

    def new_game(self) -> None:
        """Nothing of an earlier game is remembered."""
        self.clear()

    def _set_count(self) -> None:
        """Starts or ends processes until there are as many as there should be."""
        surplus = self._processes[self._threads :]
        del self._processes[self._threads :]
        _end(surplus)
        while len(self._processes) < self._threads:
            self._processes.append(self._started(len(self._processes)))

    def _started(self, index: int) -> SearcherProcess:
        return SearcherProcess(index, self._table_fd, self._control_fd)

    # -- work ------------------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether a search or perft runs, or waits to tell its best move."""
        return self._search is not None

    def search(self, job: Job) -> None:
        """Starts a search; its end is a BestMove. Raises EngineFault while another one runs."""
        number = self._begin()
        limits = job.limits
        searchers = self._processes[:1] if job.alone else self._processes
        order = SearchOrder(number, job, time.monotonic_ns(), number, len(searchers))
        search = _Search(number, job, order, holds_back=limits.infinite or limits.ponder)
        self._search = search
        assert self._control
        self._control.clear_nodes()
        self._control.stop_clock()
        if not limits.ponder:
            self._start_clock(search)
        for process in searchers:
            process.give(order)

    def prepare(self, job: Job) -> None:
        """Lets the processes compile a job's variant; not `ready` until they have."""
        self.start()
        self._warm = job
        for process in self._processes:
            process.prepare(job)

    def perft(self, job: Job, depth: int) -> None:
        """Counts moves in the first process; ends with a PerftTotal."""
        number = self._begin()
        order = PerftOrder(number, job, depth)
        self._search = _Search(number, job, order, holds_back=False)
        self._processes[0].give(order)

    def stop(self) -> None:
        """Ends the search; its best move follows."""
        if self._search is not None:
            self._search.holds_back = False
            self._stop_searchers(self._search)

    def ponderhit(self) -> None:
        """The expected move was played: the clock runs, and what was thought counts."""
        search = self._search
        if search is not None and search.job.limits.ponder and search.holds_back:
            search.holds_back = search.job.limits.infinite
            if self._start_clock(search):
                self._stop_searchers(search)

    def filenos(self) -> list[int]:
        """Descriptors that are readable when `poll` has something to do."""
        return [process.fileno for process in self._processes]

    def timeout(self) -> float | None:
        """Seconds until `poll` must be called though nothing is readable; None: never."""
        search = self._search
        times = [self._hangs_at(process) for process in self._processes]
        if search is not None and search.over:
            times.append(None if search.holds_back else 0.0)
        elif search is not None and isinstance(search.order, SearchOrder):
            times += [search.deadline, self._told_at(search)]
            if self._is_watched(search):
                times.append(time.monotonic() + _LOOK_S)
        due = min((moment for moment in times if moment is not None), default=None)
        return None if due is None else max(0.0, due - time.monotonic())

    def poll(self) -> list[Report]:
        """What there is to report, without waiting."""
        reports: list[Report] = []
        hanging = self._hanging_leader()  # before reading: it may have answered and gone to rest
        for process in self._processes:
            for message in process.receive():
                reports += self._take(process, message)
        for process in list(self._processes):
            hangs_at = self._hangs_at(process)
            if process.dead:
                reports += self._replace(process, "died")
            elif hangs_at is not None and time.monotonic() >= hangs_at:
                reports += self._replace(process, "does not answer")
        search = self._search
        if search is not None and isinstance(search.order, SearchOrder):
            if search.leader == hanging and self._is_watched(search):
                reports += self._replace(self._processes[hanging], "does not answer")
            reports += self._end_search(search, search.order)
        return reports

    def _begin(self) -> int:
        if self._search is not None:
            raise EngineFault("a search is running")
        self.start()
        self._number += 1
        assert self._control
        self._control.lead(0)
        return self._number

    def _start_clock(self, search: _Search) -> bool:
        """Sets the bounds; returns whether all that the move deserves is thought already.

        The soft bound counts from the beginning of the search, the hard one from now.
        """
        job = search.job
        side, fullmove = _to_move(job)
        overhead = job.overhead_ms + self._overhead_ms
        bounds = clock.bounds(job.limits, side, overhead, job.variant.pace, fullmove)
        if bounds is None:
            return False
        assert self._control
        assert isinstance(search.order, SearchOrder)
        began, now = search.order.started_ns, time.monotonic_ns()
        soft = began + round(bounds.soft * _NS_PER_MS) if bounds.soft is not None else 0
        self._control.start_clock(began, soft, now + round(bounds.hard * _NS_PER_MS))
        search.deadline = time.monotonic() + bounds.hard / 1000 + _LEADER_LATE_S
        return 0 < soft <= now

    def _stop_searchers(self, search: _Search) -> None:
        """Tells all to stop, once."""
        search.deadline = None
        if search.stopped_at is None:
            assert self._control
            self._control.stop(search.number)
            search.stopped_at = time.monotonic()

    def _told_at(self, search: _Search) -> float | None:
        """time.monotonic() at which a stopped search's best move is told, whoever is missing."""
        if search.stopped_at is None:
            return None
        known = bool(search.last or search.results)
        return search.stopped_at + _OTHERS_LATE_S + (0.0 if known else self._cold_s(search))

    def _hangs_at(self, process: SearcherProcess) -> float | None:
        """time.monotonic() at which a process that still owes an answer is taken for hanging."""
        search = self._search
        if not process.owes or not process.ready:
            return None
        if search is None or search.number != process.owes:
            return process.late_since + _HANGS_S
        if search.stopped_at is None:
            return None
        known = process.index in search.last
        return search.stopped_at + _HANGS_S + (0.0 if known else self._cold_s(search))

    def _is_watched(self, search: _Search) -> bool:
        """Whether the leader should be counting nodes."""
        leader = self._processes[search.leader]
        return search.stopped_at is None and leader.ready and leader.owes != 0

    def _hanging_leader(self) -> int | None:
        """The leader's index if it stands still in a search, or has answered a moment ago."""
        search = self._search
        if search is None or not isinstance(search.order, SearchOrder):
            return None
        assert self._control
        now = time.monotonic()
        nodes = self._control.nodes_of(search.leader)
        if nodes != search.leader_nodes or not self._is_watched(search):
            search.leader_nodes, search.leader_moved_at = nodes, now
            return None
        silent = now - search.leader_moved_at
        if silent < _SILENT_S:
            return None
        counts = search.job.limits.side is None  # a secret choice is also made without nodes
        stuck = counts and silent >= _STUCK_S
        return search.leader if stuck or not self._processes[search.leader].computes else None

    def _cold_s(self, search: _Search) -> float:
        """Seconds to allow to processes that have not said anything in this search."""
        if not any(process.ready for process in self._processes):
            return _START_S
        return 0.0 if self._warm and self._warm.variant == search.job.variant else _COLD_S

    def _take(self, process: SearcherProcess, message: Any) -> list[Report]:
        """The reports in a message; those of an earlier search are dropped."""
        if isinstance(message, Ready):
            process.awaited -= 1
            return []
        assert isinstance(message, Answer)
        report = message.report
        if message.number == process.owes and isinstance(report, Result | PerftTotal):
            process.owes = 0
        search = self._search
        if search is None or message.number != search.number:
            return []
        if isinstance(report, Result):
            search.results[process.index] = report
            self._warm = search.job
            return []
        if isinstance(report, PerftTotal):
            self._search = None
        if isinstance(report, Info):
            leads = process.index == search.leader
            if report.multipv == 1:
                search.last[process.index] = report
                search.told = report if leads else search.told
            return [report] if leads else []
        return [report]

    def _end_search(self, search: _Search, order: SearchOrder) -> list[Report]:
        """The best move, once it is known and may be told."""
        now = time.monotonic()
        if search.leader in search.results or (search.deadline and now >= search.deadline):
            self._stop_searchers(search)
        told_at = self._told_at(search)
        answered = len(search.gone | search.results.keys())
        search.over = answered == order.searchers or (told_at is not None and now >= told_at)
        if not search.over or search.holds_back:
            return []
        self._search = None
        for process in self._processes:
            process.late_since = search.stopped_at or now
        self._measure_overhead(search)
        return _conclusion(search)

    def _measure_overhead(self, search: _Search) -> None:
        """How long the leader's last word took to get here: the clock must allow for it."""
        result = search.results.get(search.leader)
        if result:
            lag = (time.monotonic_ns() - result.told_ns) / _NS_PER_MS
            self._overhead_ms += _OVERHEAD_FADE * (lag - self._overhead_ms)

    # -- replacing -------------------------------------------------------------------------------

    def _renew(self, process: SearcherProcess) -> SearcherProcess:
        process.kill()
        fresh = self._processes[process.index] = self._started(process.index)
        return fresh

    def _replace(self, process: SearcherProcess, what: str) -> list[Report]:
        """Puts a new process in the place of a broken one; it joins the search that runs.

        One that never came up is not replaced: a start would fail again, and again. Then all
        end, and the next search tries.
        """
        fault = Fault(f"{process.name} {what}")
        search = self._search
        if not process.ready:
            self.close()
            return [fault, *(_last_word(search) if search else [])]
        fresh = self._renew(process)
        known = search.job if search else self._warm
        if known:
            fresh.prepare(known)
        if search is None or process.index in search.results:
            return [fault]
        if process.owes != search.number:
            return [fault]
        if isinstance(search.order, PerftOrder):
            self._search = None
            return [fault, PerftTotal(0, 0.0)]
        if search.stopped_at is not None:
            search.gone.add(process.index)
        else:
            fresh.give(search.order)
            if process.index == search.leader:
                self._lead_on(search, process.index)
        return [fault]

    def _lead_on(self, search: _Search, broken: int) -> None:
        """Another searcher leads: the one that has searched deepest, if any is left."""
        others = {index: info.depth for index, info in search.last.items() if index != broken}
        search.leader = max(others, key=lambda index: others[index], default=broken)
        assert self._control
        self._control.lead(search.leader)


def _end(processes: list[SearcherProcess]) -> None:
    for process in processes:
        process.dismiss()
    for process in processes:
        process.join()


def fitting(hash_mib: int, held_mib: int = 0) -> int:
    """The size of a table asked for, or the largest that fits into memory.

    held_mib: what the present table will give back before.
    """
    if hash_mib <= _ALWAYS_FITS_MIB:
        return hash_mib
    from psutil import virtual_memory

    free = virtual_memory().available // MIB + held_mib - _SPARE_MIB
    return min(hash_mib, max(_ALWAYS_FITS_MIB, free))


def _to_move(job: Job) -> tuple[str, int]:
    """The side that is to move, and the number of its move."""
    fields = job.fen.split()
    side = fields[1]
    plies = len(job.moves) + (side == "b")
    fullmove = (int(fields[5]) if len(fields) > 5 else 1) + plies // 2
    return job.limits.side or "wb"[plies % 2], fullmove


def _last_word(search: _Search) -> list[Report]:
    """The end of a search whose processes are gone."""
    if isinstance(search.order, PerftOrder):
        return [PerftTotal(0, 0.0)]
    return _conclusion(search)


def _conclusion(search: _Search) -> list[Report]:
    """The chosen lines, unless they have been told already, and the best move.

    The leader's word counts alone where several lines or a depth were asked for: another
    searcher's last iteration is of another depth, and as a rule not finished.
    """
    known = {index: Result(_best_of(info), (info,)) for index, info in search.last.items()}
    known.update({index: found for index, found in search.results.items() if found.best.move})
    leading = known.pop(search.leader, None)
    job = search.job
    results = [*([leading] if leading else []), *known.values()]
    if not results:
        nothing_to_play = search.leader in search.results
        return [BestMove(None) if nothing_to_play else _any_move(job)]
    alone = leading and (job.skill is not None or job.multipv > 1 or job.limits.depth)
    chosen = results[0] if alone else choose(results)
    return [*(chosen.lines if chosen.lines[:1] != (search.told,) else ()), chosen.best]


def _best_of(info: Info) -> BestMove:
    return BestMove(info.pv[0], info.pv[1] if len(info.pv) > 1 else None)


def _any_move(job: Job) -> BestMove:
    """A legal move, for when nothing else is known; a secret one cannot be foreseen."""
    from engine.games import new_game

    position = new_game(job.variant, job.fen, job.moves).position
    moves = position.choices(job.limits.side or position.turn)
    wanted = [move for move in moves if move in job.limits.searchmoves] or moves
    return BestMove(random.choice(wanted) if wanted else None)
