"""One worker process as the pool sees it: its pipes, its orders, and whether it still works."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections import deque
from enum import Enum
from pathlib import Path
from typing import Any

from amalthea.engine.errors import WorkerError
from amalthea.engine.search.limits import Job
from amalthea.engine.search.workers import pipes
from amalthea.engine.search.workers.messages import PerftOrder, PrepareOrder, SearchOrder
from amalthea.engine.signals import sigint_blocked
from amalthea.engine.system_errors import error_reason

BUILD = Path(__file__).absolute().parents[4]  # the folder of the package that this process uses
# A worker uses it, too, also if another build has been installed since.
_START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); import amalthea; del sys.path[0];"
    " from importlib import import_module; import_module(sys.argv.pop(1)).main()"
)
_WORKER = "amalthea.engine.search.workers.worker"
_JOIN_S = 1.0  # for a process to end by itself
_RUNNING = ("running", "disk-sleep")  # psutil's status; a worker never sleeps during a search
_SLEEPING = ("sleeping", "idle")
_SLEEPS_S = 1.0  # of sleep in one piece: on a busy machine an order arrives late
_STUCK_S = 5.0  # of processor time without a sign of life: an endless loop
_MAX_LOOK_S = 0.25  # of sleep that two observations prove: all may have stood still in between


class ProcessState(Enum):
    """State of a process, as reported by the system."""

    RUNNING = "running"
    SLEEPING = "sleeping"
    HALTED = "halted"  # suspended by somebody, or gone


class WorkerProcess:
    """A worker process and its pipes. Raises WorkerError if it cannot be started.

        STARTING ──▶ IDLE ──order──▶ LOADING ──▶ SEARCHING ──result──▶ IDLE
            │          │                │            │
            └──────────┴────────┬───────┴────────────┘
                                ▼  its pipe is closed, or it `is_lost`
                              the pool replaces it

    outbox, inbox: orders to it and answers from it.
    pending_search: number of the search that it has not finished, or 0.
    late_since: when that search ended without it. loaded_at: when it last finished loading.
    next_check: when to look at it again. Times are those of time.monotonic().
    """

    def __init__(self, index: int, table_fd: int, control_fd: int, alone: bool) -> None:
        """Start the process. alone: it is the only worker, so it can have a private table."""
        self.index = index
        self.pending_search = 0
        self.late_since = 0.0
        self.loaded_at = 0.0
        self.next_check = 0.0
        self._wanted: Any = None  # what it must compile for its current order
        self._compiled: Any = None  # what it is known to have compiled
        # What it has not confirmed yet: that it has started, then what it was told to compile.
        self._unconfirmed: deque[tuple[Any, float]] = deque([(None, time.monotonic())])
        self._watched_since = -1.0  # of the observations below
        self._cpu_s = self._first_cpu_s = self._slept_s = self._observed_at = 0.0
        if not BUILD.joinpath("amalthea").exists():
            why = f"its build {BUILD} has been removed, start the engine again"
            raise WorkerError(f"worker {index} cannot be started: {why}")
        isolation = "-I" if sys.flags.isolated else "-P"  # as isolated as this process
        command = [sys.executable, isolation, "-c", _START, str(BUILD), _WORKER]
        try:
            with sigint_blocked():
                self._popen = subprocess.Popen(
                    [*command, str(index), str(table_fd), str(control_fd), str(int(alone))],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    pass_fds=(table_fd, control_fd),
                    bufsize=0,
                )
        except OSError as error:
            raise WorkerError(f"worker {index} cannot be started: {error_reason(error)}") from error
        assert self._popen.stdin and self._popen.stdout
        os.set_blocking(self._popen.stdout.fileno(), False)
        self.outbox = pipes.Sender(self._popen.stdin.fileno())
        self.inbox = pipes.Receiver(self._popen.stdout.fileno())

    @property
    def name(self) -> str:
        """Name for messages."""
        return f"worker {self.index} (process {self._popen.pid})"

    @property
    def unconfirmed_since(self) -> float | None:
        """The time since which it has been starting or preparing; None if it is ready."""
        return self._unconfirmed[0][1] if self._unconfirmed else None

    @property
    def is_loading(self) -> bool:
        """True if it may still be starting, or compiling the game of its order."""
        return bool(self._unconfirmed) or (
            self.pending_search != 0 and self._compiled != self._wanted
        )

    # -- orders and answers ------------------------------------------------------------------------

    def prepare(self, job: Job) -> None:
        """Order to compile a job's variant."""
        self._unconfirmed.append((job.knowledge, time.monotonic()))
        self.outbox.send(PrepareOrder(job))

    def confirm(self) -> None:
        """Record that the process has started, or has compiled the requested variant."""
        self._compiled = self._unconfirmed.popleft()[0] or self._compiled
        self.loaded_at = time.monotonic()

    def order(self, order: SearchOrder | PerftOrder) -> None:
        """Order a search or perft."""
        self.pending_search = order.number
        self._wanted = order.job.knowledge
        self.outbox.send(order)

    def answer(self, number: int, is_last: bool) -> None:
        """Record that the process has reported something of a search or perft."""
        if number == self.pending_search:
            if self.is_loading:
                self.loaded_at = time.monotonic()
            self._compiled = self._wanted
            if is_last:
                self.pending_search = 0

    # -- the process -------------------------------------------------------------------------------

    @property
    def state(self) -> ProcessState:
        """The state of the process."""
        import psutil

        try:
            status = psutil.Process(self._popen.pid).status()
        except psutil.Error:
            return ProcessState.HALTED
        except OSError:  # too many open files: nothing is known
            return ProcessState.RUNNING
        if status in _RUNNING:
            return ProcessState.RUNNING
        return ProcessState.SLEEPING if status in _SLEEPING else ProcessState.HALTED

    def is_lost(self, since: float, loading_s: float, computes: bool) -> bool:
        """Return True if a process that has been silent since then will not go on.

        loading_s: how long loading may take. computes: whether it may also be silent while it
        computes. A process that only waits for a processor is not lost, however long it waits.
        """
        state = self.state
        slept_s, worked_s = self._observe(since, state)
        if state == ProcessState.HALTED:
            return True
        if self.is_loading:
            return time.monotonic() - since >= loading_s
        if state == ProcessState.SLEEPING:
            return slept_s >= _SLEEPS_S
        return not computes and worked_s >= _STUCK_S

    def _observe(self, since: float, state: ProcessState) -> tuple[float, float]:
        """Return its last sleep in one piece and its processor time since the first observation.

        Both in seconds; another `since` starts new observations.
        """
        now, cpu_s = time.monotonic(), self._processor_time()
        if since != self._watched_since:
            self._watched_since, self._first_cpu_s, self._slept_s = since, cpu_s, 0.0
        elif cpu_s != self._cpu_s:
            self._slept_s = 0.0
        elif state == ProcessState.SLEEPING:
            self._slept_s += min(now - self._observed_at, _MAX_LOOK_S)
        self._cpu_s, self._observed_at = cpu_s, now
        return self._slept_s, cpu_s - self._first_cpu_s

    def _processor_time(self) -> float:
        """Return its processor time in seconds, 0 if it is gone or that is not known."""
        import psutil

        try:
            times = psutil.Process(self._popen.pid).cpu_times()
        except (psutil.Error, OSError):
            return 0.0
        return times.user + times.system

    def dismiss(self) -> None:
        """Let the process end, by closing its input."""
        assert self._popen.stdin
        with contextlib.suppress(OSError):
            self._popen.stdin.close()

    def join(self) -> None:
        """Wait shortly for a dismissed process to end, then kill it."""
        try:
            self._popen.wait(_JOIN_S)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        assert self._popen.stdout
        self._popen.stdout.close()

    def kill(self) -> None:
        """End the process at once, even if it is suspended."""
        self._popen.kill()
        self.dismiss()
        self.join()
