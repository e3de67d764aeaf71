"""Workers killed while a page waits for the engine's move, in every game: the move comes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import TYPE_CHECKING, Any

import psutil
import pytest

pytest.importorskip("aiohttp")

from aiohttp import ClientWebSocketResponse
from aiohttp.test_utils import TestClient, TestServer

from amalthea.protocol.web.engine_pool import EnginePool
from amalthea.protocol.web.server import PlayServer
from helpers.matches import children
from helpers.random_games import begun
from helpers.sample import one_of_a_kind

if TYPE_CHECKING:
    from helpers.sample import Sample

GAMES = ("chess", "gast", "gast14", "ganymede", "gochess", "gess", "troop")
GUARD_S = 300.0  # only against hanging


async def wait_for_table(socket: ClientWebSocketResponse, plies: int) -> None:
    """Wait for a table after exactly so many plies."""
    message: dict[str, Any] = {"type": ""}
    while message["type"] != "table" or message["since"] + len(message["turns"]) != plies:
        message = await socket.receive_json()


def kill(dice: random.Random) -> None:
    """Kill one of the server's workers, or all."""
    found = children("amalthea.engine.search.workers.worker")
    for child in found if dice.random() < 0.5 else dice.sample(found, min(1, len(found))):
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()


@pytest.mark.parametrize("game", one_of_a_kind(GAMES))
def test_the_engine_moves_though_workers_are_killed(game: str, sample: Sample) -> None:
    dice = random.Random(game)
    fen = begun(game, dice).fen()
    engines = {"w": "engine", "b": "engine"}

    async def play() -> None:
        async with TestClient(TestServer(PlayServer("chess", pool=EnginePool(1)).app)) as client:
            headers = {"Origin": f"http://{client.server.make_url('/').authority}"}
            socket = await client.ws_connect("/socket", headers=headers)
            said = {"variant": game, "fen": fen, "players": engines, "level": 20, "movetime": 400}
            for number in range(sample(1, 21)):
                kind = {"type": "new"} if number else {"type": "hello", "room": ""}
                more = said if number else {"game": {**said, "moves": []}}
                await socket.send_str(json.dumps({**kind, **more}))
                await wait_for_table(socket, 0)
                await asyncio.sleep(dice.uniform(0, 0.5))
                kill(dice)
                await wait_for_table(socket, 1)
                await wait_for_table(socket, 2)

    asyncio.run(asyncio.wait_for(play(), GUARD_S))
