"""Running a local server: strangers cost it neither its descriptors nor lines on its terminal."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

MOST_CONNECTIONS = 400  # at once; further ones are closed
SILENT_S = 10.0  # until a new connection has made a request
_IDLE_S = 30.0  # from the end of a request to the next one

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(
    app: web.Application, place: socket.socket, patience_s: float
) -> AsyncIterator[None]:
    """Serve an application on a listening socket until the end of the block.

    patience_s: how long open pages may take to end.
    """
    connections = _Connections()
    app.middlewares.append(connections.answer)
    runner = web.AppRunner(
        app, access_log=None, logger=LOG, shutdown_timeout=patience_s, keepalive_timeout=_IDLE_S
    )
    await runner.setup()
    assert runner.server is not None
    connections.server = runner.server
    loop = asyncio.get_running_loop()
    listener = await loop.create_server(connections.accept, sock=place)
    try:
        yield
    finally:
        listener.close()
        await runner.cleanup()


class _Connections:
    """The connections of a server: limited in number, and in time until they make a request."""

    server: web.Server

    def __init__(self) -> None:
        self._silent: set[object] = set()  # the protocols of connections without a request so far

    def accept(self) -> asyncio.Protocol:
        """Return the protocol of a new connection."""
        if len(self.server.connections) >= MOST_CONNECTIONS:
            return _Refusal()
        protocol = self.server()
        self._silent.add(protocol)
        asyncio.get_running_loop().call_later(SILENT_S, self._expire, protocol)
        return protocol

    @web.middleware
    async def answer(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Answer a request, which shows that its connection is not silent."""
        self._silent.discard(request.protocol)
        return await handler(request)

    def _expire(self, protocol: web.RequestHandler) -> None:
        if protocol in self._silent:
            self._silent.discard(protocol)
            protocol.force_close()


class _Refusal(asyncio.Protocol):
    """Protocol of a connection that is one too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


class _OwnErrors(logging.Filter):
    """Filter that drops the errors of clients, who get an answer or have gone."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, HttpProcessingError | ConnectionError)


LOG = logging.getLogger("amalthea.local_server")
LOG.addFilter(_OwnErrors())
