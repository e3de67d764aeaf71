"""The pages of a running match: one complete page, then server-sent events with the changes.

Every page gets only changes that it has not received, at a limited rate, so that nothing
accumulates for a slow one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from aiohttp import web

from amalthea.protocol import tool
from amalthea.protocol.local_server.guard import WHOLE_PAGES, Guard
from amalthea.protocol.local_server.serving import serving
from amalthea.protocol.match.live.snapshots import received
from amalthea.protocol.match.live.state import MatchState, PageState
from amalthea.protocol.uci_client.process import die_with_parent

MAX_PAGES = 100
_PACE_S = 0.4  # between two messages to a page
_SILENCE_S = 10.0  # after which a page gets an empty event, to detect that it is gone
_PATIENCE_S = 2.0  # for pages to receive the last events
_NICE = 10  # lower priority than the match


@dataclass(frozen=True, slots=True)
class Served:
    """The arguments of a server process.

    Attributes:
        listening: the socket on which pages are served.
        receiver: the socket of snapshots.
        match: a pipe to the match: a message says that pages are served, its end that the match is
            over.
        variants_file: a file with further games, None for none.
        parent: process ID of the match.
    """

    listening: socket.socket
    receiver: socket.socket
    match: Connection
    journal: Path
    names: Sequence[str]
    variants_file: str | None
    parent: int


def serve(served: Served) -> None:
    """Serve pages until the match ends. Main function of the process."""
    die_with_parent(served.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match decides what happens then
    os.nice(_NICE)
    tool.load_variants(served.variants_file)
    asyncio.run(_Server(served).run())


class _Server:
    """Server of the pages of one match."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._state = MatchState(served.journal, served.names)
        self._pages = 0
        self._ended = asyncio.Event()
        self._guard = Guard(None, WHOLE_PAGES)
        self._app = web.Application(middlewares=[self._guard.__call__])
        self._app.router.add_get("/", self._page)
        self._app.router.add_get("/events", self._events)

    async def run(self) -> None:
        """Run until the match ends and the pages know it."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._served.receiver, self._receive)
        loop.add_reader(self._served.match.fileno(), self._ended.set)
        async with serving(self._app, self._served.listening, _PATIENCE_S):
            self._served.match.send(True)
            while not self._ended.is_set():
                await asyncio.to_thread(self._state.read)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._ended.wait(), _PACE_S)
            self._state.ended = True
            self._state.read()
            deadline = loop.time() + _PATIENCE_S
            while self._pages and loop.time() < deadline:
                await asyncio.sleep(_PACE_S / 10)

    def _receive(self) -> None:
        self._state.add_snapshots(received(self._served.receiver))

    async def _page(self, _: web.Request) -> web.Response:
        return web.Response(text=self._state.page(), content_type="text/html", charset="utf-8")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if self._pages >= MAX_PAGES:
            raise web.HTTPServiceUnavailable(text="too many pages\n")
        since = request.headers.get("Last-Event-ID") or request.query.get("since", "")
        if not (since.isdecimal() and len(since) < 10):
            raise web.HTTPBadRequest(text="since: expected a count of games\n")
        response = web.StreamResponse(
            headers={**self._guard.headers, "Content-Type": "text/event-stream"}
        )
        await response.prepare(request)
        self._pages += 1
        try:
            with contextlib.suppress(ConnectionError):
                await self._send_changes(response, PageState(int(since)))
        finally:
            self._pages -= 1
        return response

    async def _send_changes(self, response: web.StreamResponse, known: PageState) -> None:
        """Send events until the match ends. Raises ConnectionError if the page is gone."""
        silent = 0.0
        while True:
            ended = self._state.ended
            if changes := self._state.changes_for(known):
                text = f"id: {changes['count']}\ndata: {json.dumps(changes)}\n\n"
                await response.write(text.encode())
                silent = 0.0
            elif silent >= _SILENCE_S:
                await response.write(b":\n\n")
                silent = 0.0
            if ended:
                return
            await asyncio.sleep(_PACE_S)
            silent += _PACE_S
