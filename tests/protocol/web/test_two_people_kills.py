"""Games of two people whose server is killed and connections break lose and double no move."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp")

from aiohttp import ClientSession, ClientWebSocketResponse

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.protocol.web.archive import Archive
from helpers.sample import Sample

pytestmark = pytest.mark.thorough

GAMES = ("gardner", "chess", "dobutsu", "gess", "crazyhouse")
MOST_PLIES = 16
GUARD_S = 60.0  # for an answer, only against hanging
SETTINGS = {"fen": "", "moves": [], "level": 0, "movetime": 100}


class Server:
    """A server of its own process, killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, "0"
        self.kills = -1
        self.restart()

    def restart(self) -> None:
        if self.kills >= 0:
            self.close()
        command = [sys.executable, "-I", "-m", "amalthea", "play", "--no-open"]
        options = ["--port", self._port, "--data", str(self._folder)]
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        self.address = self._process.stdout.readline().split()[0].rstrip("/")
        self._port = self.address.rpartition(":")[2]
        self.kills += 1

    def close(self) -> None:
        self._process.kill()
        self._process.wait(GUARD_S)
        assert self._process.stdout
        self._process.stdout.close()


class Person:
    """A browser of one person, which brings nothing but the room when it connects again."""

    def __init__(self, client: str, server: Server, session: ClientSession) -> None:
        self._client, self._server, self._session = client, server, session
        self._socket: ClientWebSocketResponse | None = None
        self.room = ""
        self.table: dict[str, Any] = {}
        self.moves: list[str] = []

    async def connect(self, **more: object) -> None:
        if self._socket:
            await self._socket.close()
        address = self._server.address
        self._socket = await self._session.ws_connect(
            f"{address}/socket", headers={"Origin": address}
        )
        self.moves = []
        await self.say("hello", room=self.room, client=self._client, **more)
        await self.listen()

    async def say(self, kind: str, **fields: object) -> None:
        assert self._socket
        await self._socket.send_str(json.dumps({"type": kind, **fields}))

    async def listen(self, plies: int = 0) -> None:
        """Wait for a table with at least so many plies."""
        assert self._socket
        while True:
            message = json.loads(await self._socket.receive_str(timeout=GUARD_S))
            if message["type"] == "room":
                self.room = message["room"]
            if message["type"] == "table":
                self.table = message
                self.moves = self.moves[: message["since"]] + [
                    each["move"] for each in message["turns"]
                ]
                if len(self.moves) >= plies:
                    return


async def play(people: tuple[Person, Person], server: Server, dice: random.Random) -> list[str]:
    """Play a game with faults; return all moves that its players saw."""
    first, second = people
    name = dice.choice(GAMES)
    game = {**SETTINGS, "variant": name, "players": {"w": "human", "b": "human"}, "invite": "w"}
    first.room = ""
    await first.connect(game=game)
    second.room = first.room
    await second.connect()
    position = Position(variants.get(name))
    played: list[str] = []
    while len(played) < MOST_PLIES and not position.is_over():
        mover = first if position.turn == "w" else second
        move = dice.choice(position.legal_moves).text
        fault = dice.choice(("", "", "", "twice", "reload", "reload", "kill", "kill unseen"))
        await mover.say("move", ply=len(played), move=move, sure=True)
        if fault == "twice":
            await mover.say("move", ply=len(played), move=move, sure=True)
        if fault != "kill unseen":
            await mover.listen(len(played) + 1)
        if fault.startswith("kill"):
            server.restart()
        if fault and fault != "twice":
            for each in people:
                await each.connect()
        seen = [*played, move]
        assert mover.moves in ((played, seen) if fault == "kill unseen" else (seen,))
        if mover.moves == seen:
            played = seen
            position.push(move)
    return played


def test_no_move_is_lost_or_doubled_when_servers_and_connections_die(
    tmp_path: Path, sample: Sample
) -> None:
    dice = random.Random("two people")
    known: dict[str, list[str]] = {}

    async def play_all(server: Server) -> None:
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(ClientSession())
            people = Person("ann", server, session), Person("bob", server, session)
            for _ in range(sample(2, 200)):
                played = await play(people, server, dice)
                known[people[0].room] = played

    server = Server(tmp_path)
    try:
        asyncio.run(play_all(server))
    finally:
        server.close()
    kept = {room: [ply.move for ply in game.plies] for room, game in Archive(tmp_path).games()}
    assert kept == known
    assert server.kills > 0
