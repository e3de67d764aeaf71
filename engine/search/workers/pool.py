"""The searcher processes: started, given work, stopped, watched and replaced.

One object in the main process, without threads: whoever owns it waits on `filenos()` for at most
`timeout()` seconds and then calls `poll()` for what there is to report. Shared memory has no name
(an unlinked file, passed on as a descriptor), so nothing can be left behind however a process ends.

All processes search the same position over one table; one alone has it to itself. One of them
leads: its iterations are told, and it minds the limits. When it has finished, the others are
stopped, and the best of all results is chosen. Whoever does not answer in time is done without, and
soon replaced; so is a leader that counts no more nodes.
"""

from __future__ import annotations

import mmap
import os
import time
from typing import Any

from amalthea.engine.errors import EngineFault
from amalthea.engine.search import time_manager
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import EngineError, Info, PerftTotal, Report
from amalthea.engine.search.shared_memory import shared_memory, wipe
from amalthea.engine.search.transposition_table import MIB
from amalthea.engine.search.workers.messages import (
    ClearOrder,
    PerftOrder,
    Prepared,
    Result,
    SearchOrder,
    Told,
)
from amalthea.engine.search.workers.running import Running
from amalthea.engine.search.workers.watchdog import LOOK_S, LeaderWatch, is_lost
from amalthea.engine.search.workers.worker_process import SearcherProcess

__all__ = ["Job", "Pool", "fitting"]

_NS_PER_MS = 1_000_000
_LEADER_LATE_S = 0.005  # past the hard bound: the leader looks at the clock every few 100 nodes
_OTHERS_LATE_S = 0.015  # past the order to stop: then the best move is told without them
_HANGS_S = 0.2  # past that order: who has not answered by now is looked at, and again and again
_COLD_S = 5.0  # more for a first line, while all are still starting or compiling the game
_ALWAYS_FITS_MIB = 256  # a table of this size is not worth a question
_LEAST_MIB = 1
_SPARE_MIB = 256  # left to everybody else when a table has to be smaller than asked for
_OVERHEAD_FADE = 0.2  # weight of the newest measurement of the own overhead
_MORE_ROOM_S = 0.01  # between two looks at a pipe that was full
_STARTS_TRIED = 3  # in a row, of processes that ended or hung before they were ready
_LOSSES_BORNE = 3  # of one searcher in a search: what has ended it so often would end it again


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
        self._search: Running | None = None
        self._watch = LeaderWatch()
        self._warm: Job | None = None  # the last one whose variant the processes have compiled
        self._overhead_ms = 0.0  # between a searcher's last word and ours, lately
        self._failed_starts = 0  # since a process came up last
        self._untold: list[Report] = []  # told with the next poll

    # -- life ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts the processes if they do not run."""
        if self._processes:
            return
        try:
            self._table_fd, self._table = self._largest_table()
            self._control_fd, memory = shared_memory(CONTROL_BYTES)
            self._control = Control(memory)
            self._control.stop(self._number)
            self._set_count()
        except EngineFault:
            self.close()
            raise

    def _largest_table(self) -> tuple[int, mmap.mmap]:
        """The table, smaller where this process may not have so much memory."""
        asked = self._hash_mib
        while True:
            try:
                fd, table = shared_memory(self._hash_mib * MIB)
                break
            except EngineFault:
                if self._hash_mib <= _LEAST_MIB:
                    raise
                self._hash_mib = max(_LEAST_MIB, self._hash_mib // 4)  # searchers need room, too
        if self._hash_mib < asked:
            text = f"no memory for a table of {asked} MiB, taking {self._hash_mib}"
            self._untold.append(EngineError(text))
        return fd, table

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
        self._failed_starts = 0

    def ready(self) -> bool:
        """Whether nobody is waited for: every process has reported itself, or all were given up."""
        return all(process.ready for process in self._processes)

    @property
    def hash_mib(self) -> int:
        """The size of the table: what was asked for, or the most that fitted into memory."""
        return self._hash_mib

    @property
    def threads(self) -> int:
        """How many processes there are once it has started."""
        return self._threads

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
        was_alone, self._threads = self._alone, threads
        if self._processes and self._alone != was_alone:
            self.close()
            self.start()
        elif self._processes:
            self._set_count()

    def clear(self) -> None:
        """Empties the table and forgets all histories."""
        if self._table:
            wipe(self._table)
        for process in self._processes:
            process.send(ClearOrder())

    def _set_count(self) -> None:
        """Starts or ends processes until there are as many as there should be."""
        surplus = self._processes[self._threads :]
        del self._processes[self._threads :]
        _end(surplus)
        while len(self._processes) < self._threads:
            self._processes.append(self._started(len(self._processes)))

    def _started(self, index: int) -> SearcherProcess:
        return SearcherProcess(index, self._table_fd, self._control_fd, self._alone)

    @property
    def _alone(self) -> bool:
        """Whether one process does it all: it has the table to itself."""
        return self._threads == 1

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
        order = SearchOrder(number, job, time.monotonic_ns(), len(searchers))
        search = Running(order, holds_back=limits.infinite or limits.ponder)
        assert self._control
        self._control.clear_nodes()
        self._control.stop_clock()
        if not limits.ponder:
            self._start_clock(search)
        self._search = search
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
        self._search = Running(order)
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
                times.append(time.monotonic() + LOOK_S)
        if not all(process.hears for process in self._processes):
            times.append(time.monotonic() + _MORE_ROOM_S)
        if self._untold:
            times.append(0.0)
        due = min((moment for moment in times if moment is not None), default=None)
        return None if due is None else max(0.0, due - time.monotonic())

    def poll(self) -> list[Report]:
        """What there is to report, without waiting."""
        reports, self._untold = self._untold, []
        lost = self._lost_leader()  # before reading: it may have answered and gone to rest
        for process in self._processes:
            process.go_on()
            for message in process.receive():
                reports += self._take(process, message)
        for process in list(self._processes):
            if process not in self._processes:
                continue  # all have been ended
            if process.dead:
                reports += self._replace(process, "died")
            elif self._hangs(process):
                reports += self._replace(process, "does not answer")
        search = self._search
        if search is not None and isinstance(search.order, SearchOrder):
            if search.leader == lost and self._is_watched(search):
                reports += self._replace(self._processes[lost], "does not answer")
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

    def _start_clock(self, search: Running) -> bool:
        """Sets the bounds; returns whether all that the move deserves is thought already.

        The soft bound counts from the beginning of the search, the hard one from now.
        """
        job = search.job
        overhead = job.overhead_ms + self._overhead_ms
        bounds = time_manager.bounds(job.limits, job.side, overhead, job.variant.pace, job.fullmove)
        if bounds is None:
            return False
        assert self._control
        assert isinstance(search.order, SearchOrder)
        began, now = search.order.started_ns, time.monotonic_ns()
        soft = began + round(bounds.soft * _NS_PER_MS) if bounds.soft is not None else 0
        self._control.start_clock(began, soft, now + round(bounds.hard * _NS_PER_MS))
        search.deadline = time.monotonic() + bounds.hard / 1000 + _LEADER_LATE_S
        return 0 < soft <= now

    def _stop_searchers(self, search: Running) -> None:
        """Tells all to stop, once."""
        search.deadline = None
        if search.stopped_at is None:
            assert self._control
            self._control.stop(search.number)
            search.stopped_at = time.monotonic()

    def _told_at(self, search: Running) -> float | None:
        """time.monotonic() at which a stopped search's best move is told, whoever is missing.

        While nothing is known, whoever has just loaded has a moment to find something.
        """
        if search.stopped_at is None:
            return None
        told_at = search.stopped_at + _OTHERS_LATE_S
        owing = [process for process in self._processes if process.owes == search.number]
        if search.has_line or not owing:
            return told_at
        loaded_at = max(process.loaded_at for process in owing) + _OTHERS_LATE_S
        cold_s = _COLD_S if all(process.loads for process in owing) else 0.0
        return max(told_at, loaded_at) + cold_s

    def _late_since(self, process: SearcherProcess) -> float | None:
        """time.monotonic() since when an answer should have come; None: nothing is late."""
        search = self._search
        if not process.owes or not process.ready:
            return process.awaited_since
        runs = search is not None and search.number == process.owes
        asked = search.stopped_at if search is not None and runs else process.late_since
        return None if asked is None else max(asked, process.loaded_at)

    def _hangs_at(self, process: SearcherProcess) -> float | None:
        """time.monotonic() at which a process that still owes an answer is taken for hanging."""
        since = self._late_since(process)
        return None if since is None else max(since + _HANGS_S, process.excused_until)

    def _hangs(self, process: SearcherProcess) -> bool:
        """Whether it does now; who is not seen to be halted is excused for a while."""
        now = time.monotonic()
        since, hangs_at = self._late_since(process), self._hangs_at(process)
        if since is None or hangs_at is None or now < hangs_at:
            return False
        if is_lost(process, since, len(self._processes)):
            return True
        process.excused_until = now + _HANGS_S
        return False

    def _is_watched(self, search: Running) -> bool:
        """Whether the leader should be counting nodes."""
        leader = self._processes[search.leader]
        return search.stopped_at is None and leader.ready and leader.owes != 0

    def _lost_leader(self) -> int | None:
        """The leader's index if it stands still in a search, or has answered a moment ago."""
        search = self._search
        if search is None or not isinstance(search.order, SearchOrder):
            return None
        assert self._control
        nodes = self._control.nodes_of(search.leader)
        if not self._is_watched(search):
            self._watch.forget(nodes)
            return None
        counts = search.job.limits.side is None  # a secret choice is also made without nodes
        leader = self._processes[search.leader]
        lost = self._watch.is_lost(leader, nodes, counts, len(self._processes))
        return search.leader if lost else None

    def _take(self, process: SearcherProcess, message: Any) -> list[Report]:
        """The reports in a message; those of an earlier search are dropped."""
        if isinstance(message, Prepared):
            process.has_prepared()
            if process.ready:
                self._failed_starts = 0
            return []
        assert isinstance(message, Told)
        report = message.report
        process.has_told(message.number, isinstance(report, Result | PerftTotal))
        search = self._search
        if search is None or message.number != search.number:
            return []
        if isinstance(report, Result):
            search.results[process.index] = report
            self._warm = search.job
            return []
        if isinstance(report, PerftTotal):
            self._search = None
        return search.hear(process.index, report) if isinstance(report, Info) else [report]

    def _end_search(self, search: Running, order: SearchOrder) -> list[Report]:
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
        return search.conclusion()

    def _measure_overhead(self, search: Running) -> None:
        """How long the leader's last word took to get here: the clock must allow for it."""
        result = search.results.get(search.leader)
        if result:
            lag = (time.monotonic_ns() - result.told_ns) / _NS_PER_MS
            self._overhead_ms += _OVERHEAD_FADE * (lag - self._overhead_ms)

    # -- replacing -------------------------------------------------------------------------------

    def _count_failed_start(self) -> None:
        """Raises EngineFault if that was one too many."""
        self._failed_starts += 1
        if self._failed_starts >= _STARTS_TRIED:
            raise EngineFault("the searcher processes do not start")

    def _renew(self, process: SearcherProcess) -> SearcherProcess:
        process.kill()
        fresh = self._processes[process.index] = self._started(process.index)
        return fresh

    def _replace(self, process: SearcherProcess, what: str) -> list[Report]:
        """Puts a new process in the place of a broken one; it joins the search that runs.

        Where none comes up any more, all end, and the next search tries anew.
        """
        fault = EngineError(f"{process.name} {what}")
        search = self._search
        known = search.job if search else self._warm
        try:
            if not process.ready:
                self._count_failed_start()
            fresh = self._renew(process)
        except EngineFault as error:
            self.close()
            return [fault, EngineError(str(error)), *(search.conclusion() if search else [])]
        if known:
            fresh.prepare(known)
        if search is None or process.index in search.results:
            return [fault]
        if process.owes != search.number:
            return [fault]
        if isinstance(search.order, PerftOrder):
            self._search = None
            return [fault, *search.conclusion()]
        search.losses[process.index] += 1
        if search.stopped_at is not None or search.losses[process.index] >= _LOSSES_BORNE:
            search.gone.add(process.index)
        else:
            fresh.give(search.order)
        if process.index == search.leader:
            assert self._control
            self._control.lead(search.next_leader())
        return [fault]


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
