"""The pool of engines behind the page: searches and the processes that they are served from."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("aiohttp")

from amalthea.engine.core.game import Game
from amalthea.engine.engine import Engine
from amalthea.engine.eval_file import read_eval_file
from amalthea.engine.events import BestMove, Info
from amalthea.engine.new_games import new_position
from amalthea.engine.search.limits import Limits
from amalthea.engine.variants import get
from amalthea.protocol.engine_settings import EngineSettings
from amalthea.protocol.web.engine_pool import EnginePool, Request
from helpers.random_nets import write_net
from helpers.search_pool import kill_workers

GUARD_S = 60.0  # only against hanging


def test_the_worker_that_replaces_a_killed_one_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pipes often have the numbers of the closed ones; it must be heard without a timer."""

    async def search() -> BestMove:
        ready: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
        best: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
        thinks = asyncio.Event()

        def hear(info: Info) -> None:
            thinks.set()

        pool = EnginePool(1, lambda text: None)
        game = Game(new_position(get("chess")))
        try:
            # Only a worker that has started is sure to think before its time is over.
            pool.ask(Request(game, Limits(depth=1), hear, ready.set_result))
            await ready
            thinks.clear()
            pool.ask(Request(game, Limits(movetime=1500), hear, best.set_result))
            await thinks.wait()
            monkeypatch.setattr(Engine, "timeout", lambda self: None)
            kill_workers()
            return await best
        finally:
            pool.close()

    best = asyncio.run(asyncio.wait_for(search(), GUARD_S))
    assert best.move


def test_engines_have_their_settings_and_play_games_that_the_file_does_not_fit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each game without the file is reported once, whatever the number of engines."""
    made: list[Engine] = []
    start = Engine.go

    def go(engine: Engine, limits: Limits) -> None:
        made.append(engine)
        start(engine, limits)

    monkeypatch.setattr(Engine, "go", go)
    reported: list[str] = []
    settings = EngineSettings(
        {"Hash": "2", "Threads": "2"}, read_eval_file(write_net(tmp_path, "gast").path)
    )

    async def search() -> list[BestMove]:
        pool = EnginePool(2, reported.append, settings)
        loop = asyncio.get_running_loop()
        names = ("chess", "chess", "gast")
        answers: list[asyncio.Future[BestMove]] = [loop.create_future() for _ in names]
        try:
            for name, answer in zip(names, answers, strict=True):
                game = Game(new_position(get(name)))
                pool.ask(Request(game, Limits(depth=2), lambda info: None, answer.set_result))
            return [await answer for answer in answers]
        finally:
            pool.close()

    best = asyncio.run(asyncio.wait_for(search(), GUARD_S))
    assert all(each.move for each in best)
    assert reported == ["EvalFile is a net for 'gast', not used in chess"]
    assert len(set(made)) == 2
    for engine in made:
        assert (engine.options.hash.value, engine.options.threads.value) == (2, 2)


def test_engines_of_several_workers_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amalthea.protocol.web.engine_pool.usable_cores", lambda: 8)
    counts = [
        EnginePool(settings=EngineSettings({"Threads": threads}))._count
        for threads in ("1", "3", "16")
    ]
    assert counts == [8, 2, 1]
