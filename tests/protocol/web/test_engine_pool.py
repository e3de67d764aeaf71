"""The pool of engines behind the page: searches and the processes that they are served from."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("aiohttp")

from amalthea.engine.core.game import Game
from amalthea.engine.engine import Engine
from amalthea.engine.events import BestMove, Info
from amalthea.engine.new_games import new_position
from amalthea.engine.search.limits import Limits
from amalthea.engine.variants import get
from amalthea.protocol.web.engine_pool import EnginePool, Request
from helpers.search_pool import kill_workers

GUARD_S = 60.0  # only against hanging


def test_the_worker_that_replaces_a_killed_one_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pipes often have the numbers of those that were closed; no timer may have to help."""

    async def search() -> BestMove:
        best: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
        thinks = asyncio.Event()

        def hear(info: Info) -> None:
            thinks.set()

        pool = EnginePool(1, lambda text: None)
        game = Game(new_position(get("chess")))
        try:
            pool.ask(Request(game, Limits(movetime=1500), hear, best.set_result))
            await thinks.wait()
            monkeypatch.setattr(Engine, "timeout", lambda self: None)
            kill_workers()
            return await best
        finally:
            pool.close()

    best = asyncio.run(asyncio.wait_for(search(), GUARD_S))
    assert best.move
