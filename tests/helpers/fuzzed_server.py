"""The page's server, given the bytes of a connection: requests, WebSocket frames, nonsense."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import json
import logging
import socket
import struct
from collections.abc import Iterator
from typing import Any

from aiohttp import web

from amalthea.protocol.local_server import serving
from amalthea.protocol.web.server import PlayServer
from helpers.fuzzed_conversations import Fault, ServedPool, page_seeds

_PATIENCE_S = 20.0  # for an answer; the server itself waits for nothing
_TOKEN = "secret"
_TURNS = 30  # of the event loop, for the server to read all before the connection closes
_INTERNAL = b"internal error"  # what a page gets; the log then has the details
_TEXT, _BINARY, _CLOSE, _PING = 1, 2, 8, 9


class _Faults(logging.Handler):
    """Log handler that keeps what the server reports as an error of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class _Served:
    """A server in an event loop that runs while an input is fed. token: see Guard."""

    def __init__(self, token: str | None) -> None:
        self.faults = _Faults()
        for logger in (serving.LOG, logging.getLogger("asyncio")):
            logger.addHandler(self.faults)
            logger.propagate = False
        self.loop = asyncio.new_event_loop()
        pool = ServedPool()
        server = PlayServer("chess", token, pool, pace_s=0.0)  # type: ignore[arg-type]
        runner = web.AppRunner(server.app, access_log=None, logger=serving.LOG)
        self.loop.run_until_complete(runner.setup())
        assert runner.server is not None
        self._make_protocol = runner.server
        self._sockets = server._sockets

    def feed(self, data: bytes) -> None:
        self.faults.found.clear()
        self.loop.run_until_complete(self._feed(data))
        if self.faults.found:
            raise Fault(self.faults.found[0])

    async def _feed(self, data: bytes) -> None:
        """Send the bytes and nothing more, and read until the server closes."""
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        await self.loop.connect_accepted_socket(self._make_protocol, theirs)
        reader, writer = await asyncio.open_connection(sock=ours)
        try:
            async with asyncio.timeout(_PATIENCE_S):
                writer.write(data)
                for _ in range(_TURNS):
                    await asyncio.sleep(0)
                writer.write_eof()
                with contextlib.suppress(ConnectionError):
                    if _INTERNAL in await reader.read():
                        raise Fault("an internal error, see the output")
                while self._sockets:
                    await asyncio.sleep(0)
        except TimeoutError:
            raise Fault("a connection that the client has closed stays open") from None
        finally:
            writer.close()


@functools.cache
def _served(token: str | None) -> _Served:
    return _Served(token)


def websocket(data: bytes) -> None:
    """Feed the bytes that a client sends on one connection to a server for this machine only.

    Bytes with the word "token" are fed to a server for other machines, too.
    """
    _served(None).feed(data)
    if b"token" in data:
        _served(_TOKEN).feed(data)


def frame(kind: int, payload: bytes, final: bool = True) -> bytes:
    """Return a frame of a client, whose mask is zero, so that its text can be read."""
    head = bytes([kind | 0x80 * final])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    else:
        head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
    return head + bytes(4) + payload


def handshake(path: str = "/socket") -> bytes:
    """Return the request with which a page opens its WebSocket."""
    key = base64.b64encode(bytes(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()


def websocket_seeds() -> Iterator[bytes]:
    """Yield the bytes of connections."""
    hello: dict[str, Any] = {"type": "hello", "variant": "chess"}
    whole = frame(_TEXT, json.dumps(hello).encode())
    yield handshake() + whole + frame(_PING, b"x") + frame(_CLOSE, struct.pack(">H", 1000))
    yield handshake() + frame(_TEXT, b'{"type": ', False) + frame(0, b'"hello"}') + b"\x8a\x80"
    yield handshake() + frame(_BINARY, bytes(200)) + frame(_TEXT, b"\xff")
    for talk in page_seeds():
        yield handshake() + b"".join(frame(_TEXT, line) for line in talk.splitlines())
    for path in ("/", "/games", "/game/gess", "/none", "/socket"):
        yield f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n".encode()
    yield handshake(f"/socket?token={_TOKEN}") + whole
    yield f"GET / HTTP/1.1\r\nHost: a.org\r\nCookie: amalthea={_TOKEN}; token=1\r\n\r\n".encode()
    yield b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
    chunked = b"Host: example.org\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
    yield b"GET / HTTP/1.1\r\n" + chunked
