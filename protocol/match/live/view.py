"""The server process as seen by the match.

It is started before the first game and stopped after the last.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from amalthea.protocol import tool
from amalthea.protocol.jobs.processes import start
from amalthea.protocol.local_server.listening import THIS_MACHINE, ServerError, address, listen
from amalthea.protocol.match import MatchError
from amalthea.protocol.match.live.snapshots import socket_pair

START_S = 60.0  # longest start of the process
STOP_S = 8.0  # for the process to send the last events


class LiveView:
    """The server process. Leave its `with` block to stop it.

    Attributes:
        sender: a socket for workers to send snapshots.

    Raises MatchError if a page cannot be served.
    """

    def __init__(self, port: int) -> None:
        if find_spec("aiohttp") is None:
            raise MatchError(f"--serve needs aiohttp: {tool.install_command('play')}")
        try:
            self._listening = listen(THIS_MACHINE, port)
        except ServerError as error:
            raise MatchError(f"--serve: {error}; another --serve PORT, 0 for any") from error
        self.address = address(self._listening)
        self.sender, self._receiver = socket_pair()
        self._process: multiprocessing.process.BaseProcess | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        if self._process:
            self._server.close()
            self._process.join(STOP_S)
            self._process.kill()
            self._process.join()
        for end in (self._listening, self._receiver, self.sender):
            end.close()

    def begin(self, journal: Path, names: Sequence[str], variants_file: str | None) -> None:
        """Serve the match of a journal, whose plan is already written; pages work on return.

        Raises MatchError.
        """
        from amalthea.protocol.match.live.server import Served, serve

        context = multiprocessing.get_context("spawn")
        self._server, theirs = context.Pipe()
        served = Served(
            self._listening, self._receiver, theirs, journal, names, variants_file, os.getpid()
        )
        self._process = context.Process(target=serve, args=(served,), daemon=True)
        start(self._process)
        theirs.close()
        if not self._server.poll(START_S) or not self._process.is_alive():
            raise MatchError("--serve: the pages' server did not start")
