"""Serving an application of aiohttp, with limits on silent and on too many connections."""

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
MOST_BYTES = 16 * 1024  # of its first request
_IDLE_S = 30.0  # from the end of a request to the next one

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(
    app: web.Application, listening: socket.socket, patience_s: float
) -> AsyncIterator[None]:
    """Serve an application on a listening socket until the end of the block.

    patience_s: seconds that open connections have to end.
    """
    app.middlewares.append(_answer)
    runner = web.AppRunner(app, logger=LOG, shutdown_timeout=patience_s)
    await runner.setup()
    server = runner.server
    assert server is not None
    loop = asyncio.get_running_loop()

    def accept() -> asyncio.Protocol:
        return _Refusal() if len(server.connections) >= MOST_CONNECTIONS else _Connection(server)

    listener = await loop.create_server(accept, sock=listening)
    try:
        yield
    finally:
        listener.close()
        await runner.cleanup()


class _Connection(web.RequestHandler):
    """The protocol of a connection, which is closed unless it begins with a request."""

    __slots__ = ("_expiry", "_received")

    def __init__(self, server: web.Server) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(
            server,
            loop=loop,
            logger=LOG,
            access_log=None,  # type: ignore[arg-type] # None is no log
            keepalive_timeout=_IDLE_S,
            lingering_time=0,  # no request has a body that is waited for
        )
        self._expiry = loop.call_later(SILENT_S, self.force_close)
        self._received = 0

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._received > MOST_BYTES and not self._expiry.cancelled():
            self.force_close()  # the parser would take milliseconds to describe what is wrong
        else:
            super().data_received(data)

    def connection_lost(self, exc: BaseException | None) -> None:
        self.stay()
        super().connection_lost(exc)

    def stay(self) -> None:
        """Stop the timer that closes the connection; it would also keep a lost one in memory."""
        self._expiry.cancel()


@web.middleware
async def _answer(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Answer a request, which shows that its connection is not silent."""
    assert isinstance(request.protocol, _Connection)
    request.protocol.stay()
    return await handler(request)


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
