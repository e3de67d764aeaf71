"""When the engine searches at a table: on its own turn, and on that of people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

pytest.importorskip("aiohttp")

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.events import BestMove
from amalthea.engine.search.limits import Limits
from amalthea.protocol.web.engine_pool import EnginePool, Request
from amalthea.protocol.web.player import EnginePlayer
from amalthea.protocol.web.table import ENGINE, HUMAN, Seats, Table

PONDERS = Seats({"w": HUMAN, "b": ENGINE}, movetime=50, ponder=True)


class Asked:
    """A pool of engines that only records its requests."""

    def __init__(self) -> None:
        self.open: list[Request] = []
        self.hits: list[tuple[Request, Limits]] = []

    def ask(self, request: Request) -> None:
        self.open.append(request)

    def drop(self, request: Request) -> None:
        self.open.remove(request)

    def ponderhit(self, request: Request, limits: Limits) -> None:
        self.hits.append((request, limits))

    def answer(self, move: str, expected: str | None) -> None:
        self.open.pop().done(BestMove(move, expected))


def player_of(table: Table) -> tuple[Asked, Callable[..., None]]:
    """Return the requests of a player, and a function that lets it look at its table."""
    asked = Asked()
    player = EnginePlayer(asked, 0.0, lambda: player.advance(table, True))  # type: ignore[arg-type]
    return asked, lambda awake=True: player.advance(table, awake)


def pondering_table(seats: Seats = PONDERS) -> tuple[Table, Asked, Callable[..., None]]:
    """Return a table after e2e4 and the reply e7e5, for which the engine expects g1f3."""
    table = Table(variants.get("chess"), seats)
    asked, advance = player_of(table)
    table.choose(Color.WHITE, "e2e4")
    advance()
    asked.answer("e7e5", "g1f3")
    return table, asked, advance


def test_the_engine_ponders_on_the_expected_move() -> None:
    table, asked, advance = pondering_table()
    (guess,) = asked.open
    assert guess.patient
    assert guess.limits.ponder
    assert guess.game.moves == ["e2e4", "e7e5", "g1f3"]
    assert table.moves == ["e2e4", "e7e5"]
    advance()
    assert asked.open == [guess]


def test_the_expected_move_turns_pondering_into_the_search() -> None:
    table, asked, advance = pondering_table()
    (guess,) = asked.open
    table.choose(Color.WHITE, "g1f3")
    advance()
    assert asked.open == [guess]
    assert asked.hits == [(guess, Limits(movetime=50))]
    asked.answer("b8c6", None)
    assert table.moves[-1] == "b8c6"
    assert asked.open == []


def test_the_expected_move_is_searched_anew_if_pondering_failed() -> None:
    table, asked, advance = pondering_table()
    asked.open.pop().done(BestMove(None, None))
    table.choose(Color.WHITE, "g1f3")
    advance()
    (search,) = asked.open
    assert (search.limits, asked.hits) == (Limits(movetime=50), [])


@pytest.mark.parametrize("change", ["another", "back", "resign", "seats"])
def test_any_other_change_ends_pondering(change: str) -> None:
    table, asked, advance = pondering_table()
    (guess,) = asked.open
    if change == "another":
        table.choose(Color.WHITE, "d2d4")
    elif change == "back":
        table.take_back()
    elif change == "resign":
        table.resign(Color.WHITE)
    else:
        table.seats = Seats(PONDERS.players, movetime=50)
    advance()
    assert guess not in asked.open
    assert asked.hits == []
    if change == "another":
        (search,) = asked.open
        assert not search.limits.ponder
        assert search.game.moves[-1] == "d2d4"


def test_the_engine_does_not_ponder_unasked_or_on_an_illegal_move() -> None:
    _, asked, _ = pondering_table(Seats(PONDERS.players))
    assert asked.open == []
    table = Table(variants.get("chess"), PONDERS)
    asked, advance = player_of(table)
    for move, expected in (("f2f3", "a1a8"), ("g2g4", None)):
        table.choose(Color.WHITE, move)
        advance()
        asked.answer("e7e5" if move == "f2f3" else "d8h4", expected)
        assert asked.open == []


def test_pondering_pauses_while_no_page_is_open() -> None:
    _, asked, advance = pondering_table()
    advance(awake=False)
    assert asked.open == []
    advance()
    (guess,) = asked.open
    assert guess.limits.ponder


# With an engine.


def run(body: Callable[[EnginePool], Coroutine[Any, Any, None]]) -> None:
    async def run_with_pool() -> None:
        faults: list[str] = []
        pool = EnginePool(1, faults.append)
        try:
            await asyncio.wait_for(body(pool), 300)
        finally:
            pool.close()
        assert faults == []

    asyncio.run(run_with_pool())


def request(limits: Limits, patient: bool = False) -> tuple[Request, asyncio.Future[BestMove]]:
    answer: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
    game = Table(variants.get("chess"), PONDERS).position.game
    return Request(game, limits, lambda _: None, answer.set_result, patient=patient), answer


PONDER = Limits(movetime=50, ponder=True)


def test_a_pondering_search_answers_after_its_move_is_played() -> None:
    async def body(pool: EnginePool) -> None:
        pondering, answer = request(PONDER, patient=True)
        pool.ask(pondering)
        await asyncio.sleep(0.3)
        assert not answer.done()
        pool.ponderhit(pondering, Limits(movetime=50))
        assert (await answer).move

    run(body)


def test_moves_of_other_games_have_priority_over_pondering() -> None:
    async def body(pool: EnginePool) -> None:
        pondering, answer = request(PONDER, patient=True)
        pool.ask(pondering)
        await asyncio.sleep(0.2)
        other, move = request(Limits(depth=3))
        pool.ask(other)
        assert (await move).move
        assert not answer.done()
        pool.ponderhit(pondering, Limits(movetime=50))
        assert (await answer).move

    run(body)


@pytest.mark.parametrize("waits", [True, False])
def test_interrupted_pondering_is_searched_again_after_its_move(waits: bool) -> None:
    async def body(pool: EnginePool) -> None:
        pondering, answer = request(PONDER, patient=True)
        other, move = request(Limits(depth=8))
        pool.ask(other if waits else pondering)
        pool.ask(pondering if waits else other)  # it waits, or is interrupted
        pool.ponderhit(pondering, Limits(depth=4))
        assert pondering.limits == Limits(depth=4)
        assert (await move).move
        assert (await answer).move

    run(body)
