"""The searcher processes: started, given work, stopped, watched and replaced.

One object in the main process, without threads: whoever owns it waits on `filenos()` for at most
`timeout()` seconds and then calls `poll()` for what there is to report. Shared memory has no name
(an unlinked file, passed on as a descriptor), so nothing can be left behind however a process ends.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineFault
from engine.search import clock, wire
from engine.search.control import CONTROL_BYTES, Control
from engine.search.limits import Job
from engine.search.orders import (
    Answer,
    ClearOrder,
    PerftOrder,
    PrepareOrder,
    Ready,
    SearchOrder,
)
from engine.search.reports import BestMove, Fault, Info, PerftTotal, Report
from engine.search.table import MIB

__all__ = ["Job", "Pool"]

_NS_PER_MS = 1_000_000
_LATE_S = 0.2  # past its hard bound a search is taken for hanging
_STOP_LATE_S = 2.0  # the same past `stop`
_START_S = 5.0  # more for processes that are still starting
_ALWAYS_FITS_MIB = 256  # a table of this size is not worth a question
_JOIN_S = 1.0  # given to a process to end by itself


@dataclass(slots=True)
class _Process:
    """A searcher process and the pipe that it reports on."""

    popen: subprocess.Popen[bytes]
    receiver: wire.Receiver
    awaited: int = 1  # times that it has still to report itself

    @property
    def ready(self) -> bool:
        """Whether it is up and has prepared all it was asked to."""
        return self.awaited == 0


@dataclass(slots=True)
class _Search:
    """The search that runs: what it must still say, and what it has said."""

    number: int
    job: Job
    holds_back: bool  # infinite or pondering: the best move waits for stop or ponderhit
    is_perft: bool = False
    best: BestMove | None = None
    last: Info | None = None
    deadline: float | None = None  # time.monotonic() at which it is taken for hanging


class Pool:
    """See the module. Methods raise EngineFault when no process can be started."""

    def __init__(self, hash_mib: int = 16, threads: int = 1) -> None:
        self._hash_mib = hash_mib
        self._threads = threads
        self._processes: list[_Process] = []
        self._control: Control | None = None
        self._control_fd = -1
        self._number = 0
        self._search: _Search | None = None

    # -- life ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts the processes if they do not run."""
        if self._processes:
            return
        _check_memory(self._hash_mib)
        self._control_fd = _shared_memory(CONTROL_BYTES)
        self._control = Control(mmap.mmap(self._control_fd, CONTROL_BYTES))
        self._control.stop(self._number)
        table_fd = _shared_memory(self._hash_mib * MIB)
        try:
            for index in range(self._threads):
                self._processes.append(_start_process(index, table_fd, self._control_fd))
        finally:
            os.close(table_fd)

    def close(self) -> None:
        """Ends the processes; the pool can be started again."""
        processes, self._processes = self._processes, []
        self._search = None
        if self._control:
            self._control.stop(self._number)
        for process in processes:
            assert process.popen.stdin and process.popen.stdout
            with contextlib.suppress(OSError):
                process.popen.stdin.close()
        for process in processes:
            try:
                process.popen.wait(_JOIN_S)
            except subprocess.TimeoutExpired:
                process.popen.kill()
                process.popen.wait()
            if process.popen.stdout:
                process.popen.stdout.close()
        if self._control_fd >= 0:
            os.close(self._control_fd)
            self._control_fd = -1
        self._control = None

    def ready(self) -> bool:
        """Whether every process has reported itself."""
        return bool(self._processes) and all(process.ready for process in self._processes)

    def resize(self, hash_mib: int) -> None:
        """A table of another size, empty. Not during a search."""
        if hash_mib != self._hash_mib:
            self._hash_mib = hash_mib
            self._restart()

    def set_threads(self, threads: int) -> None:
        """Another number of processes. Not during a search."""
        if threads != self._threads:
            self._threads = threads
            self._restart()

    def clear(self) -> None:
        """Empties the table and forgets all histories."""
        for process in self._processes:
            self._send(process, ClearOrder(self._threads))

    def new_game(self) -> None:
        """Nothing of an earlier game is remembered."""
        self.clear()

    def _restart(self) -> None:
        if self._processes:
            self.close()
            self.start()

    # -- work ------------------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether a search or perft runs, or waits to tell its best move."""
        return self._search is not None

    def search(self, job: Job) -> None:
        """Starts a search; its end is a BestMove. Raises EngineFault while another one runs."""
        number = self._begin()
        limits = job.limits
        search = _Search(number, job, holds_back=limits.infinite or limits.ponder)
        self._search = search
        assert self._control
        self._control.clear_nodes()
        self._control.stop_clock()
        if not limits.ponder:
            self._start_clock(search)
        order = SearchOrder(number, job, time.monotonic_ns(), number, self._threads)
        for process in self._processes:
            self._send(process, order)

    def prepare(self, job: Job) -> None:
        """Lets the processes compile a job's variant; not `ready` until they have."""
        self.start()
        for process in self._processes:
            process.awaited += 1
            self._send(process, PrepareOrder(job))

    def perft(self, job: Job, depth: int) -> None:
        """Counts moves in the first process; ends with a PerftTotal."""
        number = self._begin()
        self._search = _Search(number, job, holds_back=False, is_perft=True)
        self._send(self._processes[0], PerftOrder(number, job, depth))

    def stop(self) -> None:
        """Ends the search; its best move follows."""
        search = self._search
        if search is None:
            return
        assert self._control
        search.holds_back = False
        self._control.stop(search.number)
        latest = time.monotonic() + _STOP_LATE_S + self._starting_s()
        search.deadline = min(search.deadline or latest, latest)

    def ponderhit(self) -> None:
        """The expected move was played: from now on the clock runs."""
        search = self._search
        if search is not None and search.job.limits.ponder and search.holds_back:
            search.holds_back = search.job.limits.infinite
            self._start_clock(search)

    def filenos(self) -> list[int]:
        """Descriptors that are readable when `poll` has something to do."""
        return [process.receiver.fd for process in self._processes]

    def timeout(self) -> float | None:
        """Seconds until `poll` must be called though nothing is readable; None: never."""
        search = self._search
        if search is None:
            return None
        if search.best is not None:
            return None if search.holds_back else 0.0
        return None if search.deadline is None else max(0.0, search.deadline - time.monotonic())

    def poll(self) -> list[Report]:
        """What there is to report, without waiting."""
        reports: list[Report] = []
        for process in self._processes:
            for message in process.receiver.receive():
                reports += self._take(process, message)
        dead = [i for i, process in enumerate(self._processes) if process.receiver.closed]
        if dead:
            reports += self._replace(dead, "died")
        elif self._is_overdue():
            reports += self._replace([0], "does not answer")
        return reports + self._end_search()

    def _is_overdue(self) -> bool:
        search = self._search
        return (
            search is not None
            and search.best is None
            and search.deadline is not None
            and time.monotonic() >= search.deadline
        )

    def _begin(self) -> int:
        if self._search is not None:
            raise EngineFault("a search is running")
        self.start()
        self._number += 1
        return self._number

    def _start_clock(self, search: _Search) -> None:
        side = _side_to_move(search.job)
        bounds = clock.bounds(search.job.limits, side, search.job.overhead_ms)
        if bounds is None:
            return
        assert self._control
        now = time.monotonic_ns()
        soft = now + round(bounds.soft * _NS_PER_MS) if bounds.soft is not None else 0
        self._control.start_clock(now, soft, now + round(bounds.hard * _NS_PER_MS))
        search.deadline = time.monotonic() + bounds.hard / 1000 + _LATE_S + self._starting_s()

    def _starting_s(self) -> float:
        """Seconds to allow for processes that have not reported themselves yet."""
        return 0.0 if self.ready() else _START_S

    def _take(self, process: _Process, message: Any) -> list[Report]:
        """The reports in a message; those of an earlier search are dropped."""
        if isinstance(message, Ready):
            process.awaited -= 1
            return []
        search = self._search
        assert isinstance(message, Answer)
        if search is None or message.number != search.number:
            return []
        report: Report = message.report
        if isinstance(report, BestMove):
            search.best = report
            return []
        if isinstance(report, PerftTotal):
            self._search = None
        if isinstance(report, Info) and report.multipv == 1:
            search.last = report
        return [report]

    def _end_search(self) -> list[Report]:
        """The best move, once it is known and may be told."""
        search = self._search
        if search is None or search.best is None or search.holds_back:
            return []
        assert self._control
        self._control.stop(search.number)
        self._search = None
        return [search.best]

    def _replace(self, broken: list[int], what: str) -> list[Report]:
        """Starts new processes in the place of broken ones, unless they never came up.

        A search that loses the process which leads it ends with the best move known.
        """
        reports: list[Report] = []
        for index in broken:
            process = self._processes[index].popen
            process.kill()
            process.wait()
            reports.append(Fault(f"searcher {index} (process {process.pid}) {what}"))
        search = self._search
        can_start = all(self._processes[index].ready for index in broken)
        self.close()
        if can_start:  # else a start would fail again, and again; the next search tries
            self.start()
        if search and search.is_perft:
            reports.append(PerftTotal(0, 0.0))
        elif search:
            search.best = search.best or _best_known(search)
            self._search = search
        return reports

    def _send(self, process: _Process, order: Any) -> None:
        """Gives an order; a process that is gone is noticed by the next poll."""
        assert process.popen.stdin
        with contextlib.suppress(OSError):
            wire.send(process.popen.stdin.fileno(), order)


def _check_memory(hash_mib: int) -> None:
    """Refuses a table that would drive the machine out of memory. Raises EngineFault."""
    if hash_mib <= _ALWAYS_FITS_MIB:
        return
    from psutil import virtual_memory

    free = virtual_memory().available // MIB
    if hash_mib > free:
        raise EngineFault(f"a table of {hash_mib} MiB does not fit, {free} MiB are free")


def _shared_memory(size: int) -> int:
    """A descriptor of zeroed shared memory without a name. Raises EngineFault."""
    try:
        if hasattr(os, "memfd_create"):
            fd = os.memfd_create("amalthea")
        else:
            with tempfile.TemporaryFile() as file:
                fd = os.dup(file.fileno())
        os.ftruncate(fd, size)
    except OSError as error:
        raise EngineFault(f"no shared memory of {size // MIB} MiB: {error.strerror}") from error
    return fd


def _start_process(index: int, table_fd: int, control_fd: int) -> _Process:
    isolation = "-I" if sys.flags.isolated else "-P"  # as isolated as this process is
    command = [sys.executable, isolation, "-m", "engine.search.worker"]
    try:
        popen = subprocess.Popen(
            [*command, str(index), str(table_fd), str(control_fd)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(table_fd, control_fd),
            bufsize=0,
        )
    except OSError as error:
        raise EngineFault(f"searcher {index} cannot be started: {error.strerror}") from error
    assert popen.stdout
    os.set_blocking(popen.stdout.fileno(), False)
    return _Process(popen, wire.Receiver(popen.stdout.fileno()))


def _side_to_move(job: Job) -> str:
    if job.limits.side:
        return job.limits.side
    side = job.fen.split()[1]
    return side if len(job.moves) % 2 == 0 else "b" if side == "w" else "w"


def _best_known(search: _Search) -> BestMove:
    """The last line's move, else any legal one."""
    if search.last:
        pv = search.last.pv
        return BestMove(pv[0], pv[1] if len(pv) > 1 else None)
    from engine import new_position
    from engine.board.placement import PlacementPosition

    position = new_position(search.job.variant, search.job.fen)
    for move in search.job.moves:
        position.play(move)
    if isinstance(position, PlacementPosition) and search.job.limits.side:
        moves = position.choices(search.job.limits.side)
    else:
        moves = position.legal_moves()
    wanted = [move for move in moves if move in search.job.limits.searchmoves] or moves
    return BestMove(wanted[0] if wanted else None)
