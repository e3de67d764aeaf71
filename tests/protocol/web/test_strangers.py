"""Strangers at the page's server: players are not disturbed, and no token is guessed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import secrets
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import psutil
import pytest

pytest.importorskip("aiohttp")

from aiohttp import ClientSession
from aiohttp.web import RequestHandler

from amalthea.engine import variants
from amalthea.protocol.local_server import listening, serving
from amalthea.protocol.web import command
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.server import PlayServer
from amalthea.protocol.web.session import Session
from amalthea.protocol.web.table import Seats, Table
from helpers.fuzzed_conversations import ServedPool, page_seeds
from helpers.strangers import play_beside_strangers

if TYPE_CHECKING:
    from helpers.sample import Sample

GUARD_S = 120.0  # only against hanging
SPARE = 3  # descriptors that a server may open and keep
PLAY = [sys.executable, "-I", "-m", "amalthea", "play", "--no-open", "--port", "0"]


def test_every_move_is_answered_beside_strangers_and_nothing_is_kept(sample: Sample) -> None:
    strangers, people, moves = sample(24, 200), sample(3, 10), sample(10, 100)
    with subprocess.Popen(
        PLAY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        address = server.stdout.readline().split()[0]
        process = psutil.Process(server.pid)
        before = process.num_fds()
        times, connections = asyncio.run(play_beside_strangers(address, strangers, people, moves))
        assert len(times) == people * moves
        assert connections >= strangers
        deadline = time.monotonic() + GUARD_S
        while process.num_fds() > before + SPARE and time.monotonic() < deadline:
            time.sleep(0.05)
        assert process.num_fds() <= before + SPARE
        server.terminate()
        _, errors = server.communicate(timeout=GUARD_S)
    assert server.returncode == 0
    assert errors == ""


def test_a_connection_without_a_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SILENT_S", 0.05)

    async def silent(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await asyncio.wait_for(reader.read(), GUARD_S) == b""
        writer.close()

    asyncio.run(_serve(silent))


def test_a_first_request_that_is_too_long_is_not_read_to_its_end() -> None:
    async def flood(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        writer.write(b"x" * serving.MOST_BYTES)
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), GUARD_S) == b""
        writer.close()

    asyncio.run(_serve(flood))


def test_lost_connections_are_forgotten() -> None:
    async def visit(port: int) -> None:
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            await writer.wait_closed()
        async with asyncio.timeout(GUARD_S):
            while _connections():
                await asyncio.sleep(0.01)

    asyncio.run(_serve(visit))


def _connections() -> list[object]:
    """Return the server's connections that are in memory."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, RequestHandler)]


def test_connections_beyond_the_limit_are_closed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 2)

    async def crowd(port: int) -> None:
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, _ = opened[-1]
        assert await asyncio.wait_for(reader.read(), GUARD_S) == b""
        for _, writer in opened:
            writer.close()

    asyncio.run(_serve(crowd))


async def _serve(visit: Callable[[int], Awaitable[None]], token: str | None = None) -> None:
    """Let a visitor use the port of a server."""
    place = listening.listen("127.0.0.1", 0)
    async with serving.serving(PlayServer("chess", token).app, place, 0.0):
        await visit(place.getsockname()[1])


def test_a_token_is_not_guessed(sample: Sample) -> None:
    """A random token has at least 128 bits, and tokens near it are refused like any other."""
    token = secrets.token_urlsafe(command.TOKEN_BYTES)
    assert command.TOKEN_BYTES * 8 >= 128
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    near = [token[:at] + each + token[at + 1 :] for at in range(len(token)) for each in letters]
    guesses = [guess for guess in near if guess != token]
    guesses += ["", token[:-1], token + "A", token.swapcase(), "\0", "é" * 24]
    guesses += [secrets.token_urlsafe(command.TOKEN_BYTES) for _ in range(sample(0, 20_000))]
    guesses = guesses[:: sample(10, 1)]

    async def guess(port: int) -> None:
        async with ClientSession() as stranger:
            for each in guesses:
                url = f"http://127.0.0.1:{port}/games"
                async with stranger.get(url, params={"token": each}) as answer:
                    assert answer.status == 403
                    assert "amalthea" not in answer.cookies
            async with stranger.get(url, params={"token": token}) as answer:
                assert answer.status == 200

    asyncio.run(_serve(guess, token))


def test_every_type_of_message_is_fuzzed() -> None:
    session = Session("any", Table(variants.get("chess"), Seats()), ServedPool())  # type: ignore[arg-type]
    lines = [line for seed in page_seeds() for line in seed.decode().splitlines()]
    assert {Message.read(line).kind for line in lines} == {"hello", "load", *session._handlers}
