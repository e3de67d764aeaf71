"""Many pages at once: no game is lost, and nobody is served twice before another is served once."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from conftest import Sample

pytest.importorskip("aiohttp")

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from protocol.play.server import PlayServer

GUARD_S = 240.0  # only against hanging
GAMES = ("chess", "gast", "ganymede")
ENGINES = 2


class Line:
    """Who was answered, in order, and what came of it."""

    def __init__(self) -> None:
        self.answered = 0
        self.unasked = 0  # moves not asked for, because the game was over
        self.longest = 0  # answers to others between a move and its own

    def leave(self, joined: int) -> None:
        self.answered += 1
        self.longest = max(self.longest, self.answered - joined)


async def play(
    client: TestClient[web.Request, web.Application], seat: int, moves: int, line: Line
) -> None:
    """So many moves of a random player against the engine."""
    dice = random.Random(seat)
    origin = f"http://{client.server.make_url('/').authority}"
    variant = GAMES[seat % len(GAMES)]
    async with client.ws_connect("/socket", headers={"Origin": origin}) as socket:

        async def say(**fields: Any) -> None:
            await socket.send_str(json.dumps(fields))

        async def hear(plies: int) -> dict[str, Any]:
            while True:
                told: dict[str, Any] = await socket.receive_json()
                assert told["type"] in ("room", "table"), told
                if told["type"] == "table" and told["status"]["state"] != "ongoing":
                    return told
                if told["type"] == "table" and told["variant"] == variant and told["side"]:
                    assert told["since"] + len(told["turns"]) == plies
                    return told

        players = {"w": "human", "b": "engine"}
        game = {"variant": variant, "players": players, "level": 0, "movetime": 1_000, "moves": []}
        await say(type="hello", room="", game=game)
        told = await hear(0)
        for number in range(moves):
            if not told["side"]:  # mated early
                line.unasked += moves - number
                return
            joined = line.answered
            move = dice.choice(told["options"])[0]
            await say(type="move", move=move, ply=2 * number)
            told = await hear(2 * number + 2)
            line.leave(joined)


def test_many_pages_play_at_once_and_are_served_in_turn(sample: Sample) -> None:
    pages, moves = sample(12, 50), 5

    async def whole() -> None:
        line = Line()
        server = TestServer(PlayServer("chess", engines=ENGINES).app)
        async with TestClient(server) as client:
            everyone = (play(client, seat, moves, line) for seat in range(pages))
            await asyncio.wait_for(asyncio.gather(*everyone), GUARD_S)
        assert line.answered + line.unasked == pages * moves
        assert line.unasked < line.answered
        assert line.longest <= 2 * pages

    asyncio.run(whole())
