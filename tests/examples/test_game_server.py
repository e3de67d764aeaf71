"""The example server: scripted clients play whole games while it is killed and started again."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import amalthea
from helpers.paths import ROOT
from helpers.sample import Sample

GAMES = ("chess", "gast", "losalamos", "xiangqi", "crazyhouse", "gess", "minishogi", "atomic")
PLIES = 24
GUARD_S = 600.0  # only against hanging
SLOW = {"base_ms": 3_600_000, "increment_ms": 0}


class Service:
    """The server as a process."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/games"
        self._folder = folder
        self.start()

    def start(self) -> None:
        script = str(ROOT / "examples/game_server.py")
        words = [
            sys.executable,
            script,
            str(self._folder / "games.sqlite"),
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(words)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    running = Service(tmp_path)
    yield running
    running.kill()


async def ask(client: aiohttp.ClientSession, method: str, url: str, **values: Any) -> Any:
    """Return the answer, asking again as long as the server is down."""
    while True:
        with suppress(aiohttp.ClientError, ConnectionError):
            async with client.request(method, url, **values) as answer:
                text = await answer.text()
                assert answer.status == 200, text
                return await answer.json()
        await asyncio.sleep(0.05)


async def play(service: Service, variant: str, seed: int) -> None:
    """Play a game by two clients; each move that was answered is in the game at the end."""
    dice = random.Random(seed)
    async with aiohttp.ClientSession() as client:
        begun = await ask(client, "POST", service.address, json={"variant": variant, **SLOW})
        url = f"{service.address}/{begun['id']}"
        position = amalthea.Position(variant)
        while position.ply < PLIES and not position.is_over():
            shown = await ask(client, "GET", url, params={"after": position.ply - 1})
            assert shown["moves"] == [move.text for move in position.moves]
            move = dice.choice(position.legal_moves).text
            side = "white" if position.turn is amalthea.Color.WHITE else "black"
            sent = {"secret": begun[side], "ply": position.ply, "move": move}
            await ask(client, "POST", f"{url}/moves", json=sent)
            position.push(move)
        last = await ask(client, "GET", url)
        outcome = position.outcome()
        assert (last["fen"], last["result"]) == (
            position.fen(),
            outcome.result if outcome else "*",
        )


def test_no_game_is_lost_by_kills(service: Service, sample: Sample) -> None:
    games, kills = sample(4, 200), sample(2, 20)

    async def all_games() -> None:
        async def killer() -> None:
            for _ in range(kills):
                await asyncio.sleep(0.7)
                service.kill()
                service.start()

        tasks = [play(service, GAMES[number % len(GAMES)], number) for number in range(games)]
        await asyncio.wait_for(asyncio.gather(killer(), *tasks), GUARD_S)

    asyncio.run(all_games())


def test_strangers_wrong_moves_and_clocks_are_refused(service: Service) -> None:
    async def visit() -> None:
        async with aiohttp.ClientSession() as client:
            game = {"base_ms": 300, "increment_ms": 0}
            begun = await ask(client, "POST", service.address, json=game)
            url = f"{service.address}/{begun['id']}"
            for secret, move, status in (
                ("guessed", "e2e4", 403),
                (begun["black"], "e7e5", 409),
                (begun["white"], "e2e5", 400),
            ):
                sent = {"secret": secret, "ply": 0, "move": move}
                async with client.post(f"{url}/moves", json=sent) as answer:
                    assert answer.status == status
            for ply, (side, move) in enumerate((("white", "e2e4"), ("black", "e7e5"))):
                sent = {"secret": begun[side], "ply": ply, "move": move}
                await ask(client, "POST", f"{url}/moves", json=sent)
            over = await ask(client, "GET", url, params={"after": 2})
            assert (over["result"], over["reason"]) == ("0-1", "time")

    asyncio.run(visit())


def test_a_wrong_request_is_answered_by_a_sentence(service: Service) -> None:
    async def visit() -> None:
        async with aiohttp.ClientSession() as client:
            begun = await ask(client, "POST", service.address, json=SLOW)
            url = f"{service.address}/{begun['id']}"
            white = {"secret": begun["white"], "ply": 0, "move": "e4"}
            wrong = [
                *((service.address, text) for text in ("[]", "{", "3", '{"variant": 3}')),
                *(
                    (service.address, f'{{"base_ms": {value}}}')
                    for value in ("1e30", "-5", "true", "0", '"5"')
                ),
                *((f"{url}/moves", json.dumps({**white, "ply": ply})) for ply in (-1, True, "0")),
                (f"{url}/moves", json.dumps({**white, "move": "0000"})),
                (f"{url}/moves", json.dumps({**white, "move": None})),
            ]
            for address, text in wrong:
                async with client.post(address, data=text) as answer:
                    said = await answer.text()
                    assert (answer.status, "\n" in said) == (400, False), (text, said)
            async with client.get(url, params={"after": "x"}) as answer:
                assert answer.status == 400
            first = await ask(client, "POST", f"{url}/moves", json=white)
            for again in ("e4", "e2e4", "e2-e4"):
                resent = await ask(client, "POST", f"{url}/moves", json={**white, "move": again})
                assert resent["moves"] == first["moves"] == ["e2e4"]

    asyncio.run(visit())


def test_clocks_run_and_a_finished_game_says_so(service: Service) -> None:
    async def visit() -> None:
        async with aiohttp.ClientSession() as client:
            game = {"base_ms": 1_000, "increment_ms": 0}
            begun = await ask(client, "POST", service.address, json=game)
            url = f"{service.address}/{begun['id']}"
            for ply, (side, move) in enumerate((("white", "f3"), ("black", "e5"))):
                sent = {"secret": begun[side], "ply": ply, "move": move}
                await ask(client, "POST", f"{url}/moves", json=sent)
            assert (await ask(client, "GET", url))["left_ms"]["w"] < 1_000
            await asyncio.sleep(1.0)
            over = await ask(client, "GET", url)
            assert (over["result"], over["reason"], over["left_ms"]["w"]) == ("0-1", "time", 0)
            sent = {"secret": begun["white"], "ply": 2, "move": "g4"}
            async with client.post(f"{url}/moves", json=sent) as answer:
                assert (answer.status, await answer.text()) == (409, "the game is over")

    asyncio.run(visit())
