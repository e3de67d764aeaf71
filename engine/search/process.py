"""One searcher process as the pool sees it, and the shared memory that all of them have."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from typing import Any

from engine.errors import EngineFault
from engine.search import wire
from engine.search.limits import Job
from engine.search.orders import PerftOrder, PrepareOrder, SearchOrder
from engine.search.table import MIB

_JOIN_S = 1.0  # given to a process to end by itself
_AT_WORK = ("running", "disk-sleep")  # psutil's words; a searcher never sleeps in a search


class SearcherProcess:
    """A searcher process and the pipe that it reports on. Raises EngineFault if it cannot start.

    awaited: times that it has still to report itself. owes: the number of the search whose end
    it has still to tell, 0 for none. late_since: time.monotonic() since when it should have.
    """

    def __init__(self, index: int, table_fd: int, control_fd: int) -> None:
        self.index = index
        self.awaited = 1
        self.owes = 0
        self.late_since = 0.0
        isolation = "-I" if sys.flags.isolated else "-P"  # as isolated as this process is
        command = [sys.executable, isolation, "-m", "engine.search.worker"]
        try:
            self._popen = subprocess.Popen(
                [*command, str(index), str(table_fd), str(control_fd)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=(table_fd, control_fd),
                bufsize=0,
            )
        except OSError as error:
            raise EngineFault(f"searcher {index} cannot be started: {error.strerror}") from error
        assert self._popen.stdin and self._popen.stdout
        os.set_blocking(self._popen.stdout.fileno(), False)
        self._receiver = wire.Receiver(self._popen.stdout.fileno())

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
        return self.awaited == 0

    @property
    def dead(self) -> bool:
        """Whether its pipe has been closed."""
        return self._receiver.closed

    @property
    def computes(self) -> bool:
        """Whether the system lets it work: it is neither stopped nor asleep."""
        import psutil

        try:
            return psutil.Process(self._popen.pid).status() in _AT_WORK
        except psutil.Error:
            return False

    def send(self, order: Any) -> None:
        """Gives an order; that a process is gone is noticed when it is read from."""
        assert self._popen.stdin
        with contextlib.suppress(OSError):
            wire.send(self._popen.stdin.fileno(), order)

    def prepare(self, job: Job) -> None:
        """Has it compile a job's variant; it is not `ready` until it has."""
        self.awaited += 1
        self.send(PrepareOrder(job))

    def give(self, order: SearchOrder | PerftOrder) -> None:
        """Gives a search or perft, whose end it owes then."""
        self.owes = order.number
        self.send(order)

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


def shared_memory(size: int) -> int:
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
