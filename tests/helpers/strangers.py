"""People who play on a server's page beside strangers who disturb it in every way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientSession, ClientWebSocketResponse

from helpers.fuzzed_server import frame, handshake

PLAYERS = {"w": "human", "b": "human"}
GAMES = ("chess", "gast", "gess", "crazyhouse", "shogi")
SLOW_S = 0.1  # between two bytes of a slow stranger
HUGE = 1 << 20  # bytes
TEXT = 1  # the kind of a frame


class Stranger:
    """A client that opens one connection after the other and uses each in a bad way."""

    def __init__(self, address: str, number: int) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname, parts.port
        self._rng = random.Random(number)
        self._ways: tuple[Callable[[asyncio.StreamWriter], Awaitable[None]], ...] = (
            self._nonsense,
            self._slow,
            self._huge,
            self._half_closed,
            self._silent,
            self._frames,
        )
        self._way = self._ways[number % len(self._ways)]
        self.connections = 0

    async def disturb(self) -> None:
        """Go on until cancelled."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(self._host, self._port)
                self.connections += 1
                try:
                    await self._way(writer)
                    async with asyncio.timeout(1.0):
                        while await reader.read(1 << 16):
                            pass
                except TimeoutError:
                    pass
                finally:
                    writer.transport.abort()
            await asyncio.sleep(self._rng.uniform(0.0, 0.2))

    async def _nonsense(self, writer: asyncio.StreamWriter) -> None:
        writer.write(self._rng.randbytes(self._rng.randint(1, 5_000)))
        await writer.drain()

    async def _slow(self, writer: asyncio.StreamWriter) -> None:
        for byte in handshake():
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(SLOW_S)

    async def _huge(self, writer: asyncio.StreamWriter) -> None:
        """Send a request or a message of a megabyte."""
        begin = self._rng.choice(
            (
                b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
                b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n",
                handshake() + b"\x81\xff" + HUGE.to_bytes(8) + bytes(4),
            )
        )
        writer.write(begin)
        for _ in range(HUGE >> 16):
            writer.write(b"x" * (1 << 16))
            await writer.drain()

    async def _half_closed(self, writer: asyncio.StreamWriter) -> None:
        request = self._rng.choice((handshake(), b"GET /games HTTP/1.1\r\n", b""))
        writer.write(request)
        writer.write_eof()

    async def _silent(self, _: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self._rng.uniform(1.0, 20.0))

    async def _frames(self, writer: asyncio.StreamWriter) -> None:
        """Open a page and send frames of nonsense and requests without an answer."""
        writer.write(handshake())
        for _ in range(20):
            payload = self._rng.choice((self._rng.randbytes(50), b'{"type": "pgn"}', b"[[[", b""))
            writer.write(frame(self._rng.choice((TEXT, TEXT, 2, 9, 11)), payload))
            await writer.drain()
            await asyncio.sleep(SLOW_S)


async def play_beside_strangers(
    address: str, strangers: int, people: int, moves: int
) -> tuple[list[float], int]:
    """Let people play while strangers disturb.

    Returns the seconds of every answer to a move, and the number of connections of strangers.
    """
    crowd = [Stranger(address, number) for number in range(strangers)]
    tasks = [asyncio.ensure_future(stranger.disturb()) for stranger in crowd]
    try:
        played = await asyncio.gather(*(_play(address, seat, moves) for seat in range(people)))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return [each for times in played for each in times], sum(each.connections for each in crowd)


async def _play(address: str, seat: int, moves: int) -> list[float]:
    """Play both sides of games at random; return the seconds of each answer."""
    rng = random.Random(seat)
    game = {"variant": GAMES[seat % len(GAMES)], "players": PLAYERS, "level": 0, "movetime": 100}
    times: list[float] = []
    origin = {"Origin": address.rstrip("/")}
    async with (
        ClientSession() as client,
        client.ws_connect(f"{address}socket", headers=origin) as socket,
    ):
        await socket.send_json({"type": "hello", "room": "", "game": {**game, "moves": []}})
        table, plies = await _table(socket, 0), 0
        while len(times) < moves:
            if not table["side"]:
                await socket.send_json({"type": "new", **game})
                table, plies = await _table(socket, 0), 0
            began = time.perf_counter()
            move = rng.choice(table["options"])[0]
            sent = {"type": "move", "move": move, "ply": plies, "sure": True}
            await socket.send_str(json.dumps(sent))
            plies += 1
            table = await _table(socket, plies)
            times.append(time.perf_counter() - began)
            await asyncio.sleep(rng.uniform(0.0, 0.1))
    return times


async def _table(socket: ClientWebSocketResponse, plies: int) -> dict[str, Any]:
    """Return the next table with so many plies."""
    while True:
        message: dict[str, Any] = await socket.receive_json()
        assert message["type"] in ("room", "table", "side lines"), message
        if message["type"] == "table" and message["since"] + len(message["turns"]) == plies:
            return message
