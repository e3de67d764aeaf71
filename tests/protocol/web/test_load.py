"""Many pages at once: no game is lost, and requests are served in their order.

One page floods the server meanwhile. With --all it takes two minutes, and memory does not grow.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import deque
from typing import Any

import psutil
import pytest

from helpers.sample import Sample

pytest.importorskip("aiohttp")

from aiohttp import ClientWebSocketResponse, WSMsgType, web
from aiohttp.test_utils import TestClient, TestServer

from amalthea.protocol.web.engine_pool import EnginePool, Request, _PooledEngine
from amalthea.protocol.web.server import PlayServer

GUARD_S = 400.0  # only against hanging
GAMES = ("chess", "gast", "ganymede")
ENGINES = 2
MOVES = 5  # of each page, at least
FLOOD = 500  # messages at once
MIB = 1 << 20
GROWTH = 1.1, 16 * MIB  # of memory: a factor, and bytes that come and go

Client = TestClient[web.Request, web.Application]


class Line:
    """The requests that wait for an engine, in order, and counts of what became of them."""

    def __init__(self) -> None:
        self.answered = 0
        self.unasked = 0  # moves not asked for, because the game was over
        self.waiting: deque[Request] = deque()
        self.begun = 0
        self.overtaken = 0

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Count requests as they are made and begun; times depend on the load of the machine."""
        ask, start = EnginePool.ask, _PooledEngine.start

        def ask_counted(pool: EnginePool, request: Request) -> None:
            self.waiting.append(request)
            ask(pool, request)

        def start_counted(engine: _PooledEngine, request: Request) -> None:
            self.begun += 1
            self.overtaken += self.waiting.popleft() is not request
            start(engine, request)

        monkeypatch.setattr(EnginePool, "ask", ask_counted)
        monkeypatch.setattr(_PooledEngine, "start", start_counted)


class Player:
    """A page that plays at random against the engine, game after game."""

    def __init__(self, socket: ClientWebSocketResponse, seat: int, line: Line) -> None:
        self.socket, self.line = socket, line
        self.dice = random.Random(seat)
        self.variant = GAMES[seat % len(GAMES)]
        players = {"w": "human", "b": "engine"}
        self.game = {"variant": self.variant, "players": players, "level": 0, "movetime": 1_000}
        self.table: dict[str, Any] = {}

    async def say(self, **fields: Any) -> None:
        await self.socket.send_str(json.dumps(fields))

    async def hear(self, plies: int) -> None:
        """Wait until it is our turn after so many plies, or the game is over."""
        while True:
            message: dict[str, Any] = await self.socket.receive_json()
            assert message["type"] in ("room", "table"), message
            if message["type"] == "table" and message["variant"] == self.variant:
                over = message["status"]["state"] != "ongoing"
                if over or (message["side"] and message["since"] + len(message["turns"]) == plies):
                    self.table = message
                    return

    async def play(self, until: float) -> None:
        """Play MOVES moves, and more while there is time."""
        await self.say(type="hello", room="", game={**self.game, "moves": []})
        await self.hear(0)
        plies = made = 0
        while made < MOVES or time.monotonic() < until:
            if not self.table["side"]:
                if time.monotonic() >= until:  # mated early
                    self.line.unasked += MOVES - made
                    return
                plies = 0
                await self.say(type="new", **self.game)
                await self.hear(0)
            await self.say(
                type="move", move=self.dice.choice(self.table["options"])[0], ply=plies, sure=True
            )
            plies += 2
            made += 1
            await self.hear(plies)
            self.line.answered += 1


def memory() -> tuple[int, int]:
    """Return the bytes that only this process has, and those of the engines."""
    own = psutil.Process()
    children = own.children(recursive=True)
    return own.memory_full_info().uss, sum(each.memory_full_info().uss for each in children)


def test_many_pages_play_at_once_and_are_served_in_order(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, seconds = sample(12, 50), sample(0, 120)
    line = Line()
    line.watch(monkeypatch)

    async def watch() -> list[tuple[int, int]]:
        """Return the memory when all games have been going on for a while, and at the end."""
        found = []
        for _ in range(2 if seconds else 0):
            await asyncio.sleep(seconds / 2 - 1)
            found.append(memory())
        return found

    async def serve_and_play() -> None:
        server = TestServer(PlayServer("chess", pool=EnginePool(ENGINES)).app)
        async with TestClient(server) as client:
            headers = {"Origin": f"http://{client.server.make_url('/').authority}"}
            until = time.monotonic() + seconds

            async def play_seat(seat: int) -> None:
                async with client.ws_connect("/socket", headers=headers) as socket:
                    await Player(socket, seat, line).play(until)

            async def flood() -> None:
                async with client.ws_connect("/socket", headers=headers) as socket:
                    for _ in range(FLOOD):
                        await socket.send_str('{"type": "pgn"}')
                    while (await socket.receive()).type == WSMsgType.TEXT:
                        pass
                    assert socket.close_code == 1008

            everyone = asyncio.gather(*map(play_seat, range(pages)), flood())
            used, _ = await asyncio.wait_for(asyncio.gather(watch(), everyone), GUARD_S)
        assert line.answered + line.unasked >= pages * MOVES
        assert line.unasked < line.answered
        assert line.begun >= line.answered
        assert not line.overtaken
        if used:
            mib = [[each // MIB for each in pair] for pair in used]
            print(f"{line.answered} answers, MiB of the server and its engines: {mib}")
            for before, after in zip(*used, strict=True):
                assert after <= GROWTH[0] * before + GROWTH[1]

    asyncio.run(serve_and_play())
