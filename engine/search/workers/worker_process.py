"""One searcher process as the pool sees it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections import deque
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from amalthea.engine.errors import EngineFault
from amalthea.engine.search.limits import Job
from amalthea.engine.search.workers import pipes
from amalthea.engine.search.workers.messages import PerftOrder, PrepareOrder, SearchOrder

_JOIN_S = 1.0  # given to a process to end by itself
_AT_WORK = ("running", "disk-sleep")  # psutil's words; a searcher never sleeps in a search
_ASLEEP = ("sleeping", "idle")
_LOOK_AT_MOST_S = 0.25  # of a rest that is seen by two looks


class State(Enum):
    """What a process does, as the system sees it."""

    COMPUTES = "computes"
    RESTS = "rests"
    HALTED = "halted"  # stopped by somebody, or gone


@dataclass(frozen=True)
class _Rest:
    """What `rested_since` has seen: asked of a moment, when last, and how long it rested by then.

    worked: seconds of a processor that it had had.
    """

    moment: float
    worked: float
    seen: float = 0.0
    lasted: float = 0.0


class SearcherProcess:
    """A searcher process and the pipe that it reports on. Raises EngineFault if it cannot start.

    owes: the number of the search whose end it has still to tell, 0 for none. late_since:
    time.monotonic() since when it should have. loaded_at: when it was last seen to have loaded
    something. excused_until: before that it is not asked why it is late.
    """

    def __init__(self, index: int, table_fd: int, control_fd: int, alone: bool) -> None:
        """alone: whether it is the only one, so that its table may be its own."""
        self.index = index
        self.owes = 0
        self.late_since = 0.0
        self.loaded_at = 0.0
        self.excused_until = 0.0
        self._looked_at: tuple[float, float] | None = None  # see `worked_since`
        self._rest: _Rest | None = None  # see `rested_since`
        self._wanted: Any = None  # what it needs to have compiled for the order that it has
        self._compiled: Any = None  # what it is known to have
        # What it has still to report itself for, that it is up, then what it was to compile, and
        # since when.
        self._awaited: deque[tuple[Any, float]] = deque([(None, time.monotonic())])
        isolation = "-I" if sys.flags.isolated else "-P"  # as isolated as this process is
        command = [sys.executable, isolation, "-m", "amalthea.engine.search.workers.worker"]
        try:
            self._popen = subprocess.Popen(
                [*command, str(index), str(table_fd), str(control_fd), str(int(alone))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=(table_fd, control_fd),
                bufsize=0,
            )
        except OSError as error:
            raise EngineFault(f"searcher {index} cannot be started: {error.strerror}") from error
        assert self._popen.stdin and self._popen.stdout
        os.set_blocking(self._popen.stdout.fileno(), False)
        self._sender = pipes.Sender(self._popen.stdin.fileno())
        self._receiver = pipes.Receiver(self._popen.stdout.fileno())

    @property
    def name(self) -> str:
        """What a person calls it."""
        return f"searcher {self.index} (process {self._popen.pid})"

    @property
    def fileno(self) -> int:
        """Readable when there is something to receive."""
        return self._receiver.fd

    @property
    def ready(self) -> bool:
        """Whether it is up and has prepared all it was asked to."""
        return not self._awaited

    @property
    def awaited_since(self) -> float | None:
        """time.monotonic() since when it has not been `ready`; None: it is."""
        return self._awaited[0][1] if self._awaited else None

    @property
    def hears(self) -> bool:
        """Whether all that it was sent is in its pipe; else `go_on` sends the rest."""
        return not self._sender.keeps

    @property
    def dead(self) -> bool:
        """Whether its pipe has been closed."""
        return self._receiver.closed

    @property
    def loads(self) -> bool:
        """Whether it may still be starting, or compiling the game that it is to search."""
        return not self.ready or (self.owes != 0 and self._compiled != self._wanted)

    @property
    def state(self) -> State:
        """What it does at this moment."""
        import psutil

        try:
            status = psutil.Process(self._popen.pid).status()
        except psutil.Error:
            return State.HALTED
        if status in _AT_WORK:
            return State.COMPUTES
        return State.RESTS if status in _ASLEEP else State.HALTED

    def worked_since(self, moment: float) -> float:
        """Seconds of a processor that it has had since it was first asked of this moment."""
        worked = self._worked()
        if self._looked_at is None or self._looked_at[0] != moment:
            self._looked_at = moment, worked
        return worked - self._looked_at[1]

    def rested_since(self, moment: float) -> float:
        """Seconds that it was last seen to rest in one piece since it was first asked of this.

        To be asked when it rests. It may have worked between two looks: then it begins anew. And
        where all stood still between them, this process too, that counts as a short while.
        """
        now, worked = time.monotonic(), self._worked()
        rest = self._rest
        if rest is None or rest.moment != moment or rest.worked != worked:
            rest = _Rest(moment, worked)
        else:
            rest = replace(rest, lasted=rest.lasted + min(now - rest.seen, _LOOK_AT_MOST_S))
        self._rest = replace(rest, seen=now)
        return rest.lasted

    def _worked(self) -> float:
        """Seconds of a processor that it has had; 0 where it is gone: `state` tells."""
        import psutil

        try:
            times = psutil.Process(self._popen.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return times.user + times.system

    def send(self, order: Any) -> None:
        """Gives an order; that a process is gone is noticed when it is read from."""
        self._sender.send(order)

    def go_on(self) -> None:
        """Sends what did not fit into its pipe before."""
        self._sender.go_on()

    def prepare(self, job: Job) -> None:
        """Has it compile a job's variant; it is not `ready` until it has."""
        self._awaited.append((job.knowledge, time.monotonic()))
        self.send(PrepareOrder(job))

    def has_prepared(self) -> None:
        """It has reported itself: it is up, or has compiled what it was asked to."""
        self._compiled = self._awaited.popleft()[0] or self._compiled
        self.loaded_at = time.monotonic()

    def give(self, order: SearchOrder | PerftOrder) -> None:
        """Gives a search or perft, whose end it owes then."""
        self.owes = order.number
        self._wanted = order.job.knowledge
        self.send(order)

    def has_told(self, number: int, at_end: bool) -> None:
        """It has said something of a search or perft, perhaps its end."""
        if number == self.owes:
            if self.loads:
                self.loaded_at = time.monotonic()
            self._compiled = self._wanted
            if at_end:
                self.owes = 0

    def receive(self) -> list[Any]:
        """What it has said since."""
        return self._receiver.receive()

    def dismiss(self) -> None:
        """Lets it end: its input is closed."""
        assert self._popen.stdin
        with contextlib.suppress(OSError):
            self._popen.stdin.close()

    def join(self) -> None:
        """Waits for the end of a dismissed process, not for long."""
        try:
            self._popen.wait(_JOIN_S)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        assert self._popen.stdout
        self._popen.stdout.close()

    def kill(self) -> None:
        """Ends it at once, also when it is stopped."""
        self._popen.kill()
        self.dismiss()
        self.join()
