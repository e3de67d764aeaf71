"""Clients that never send `stop`: each finite search has one best move, the last search always."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from helpers.dialogue import Dialogue, errors, infos

START = "position startpos"
ENDLESS = (
    "go ponder wtime 60000 btime 60000",
    "go ponder movetime 100",
    "go ponder depth 3",
    "go infinite",
    "go infinite depth 2",
    "go",
)
CHANGES = (
    "ucinewgame",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name MultiPV value 2",
    "setoption name Clear Hash",
    "setoption name UCI_Variant value chess",
)
BACK = ("Threads value 1", "MultiPV value 1", "UCI_Variant value chess")
TRIES = 24


@pytest.fixture(scope="module")
def engine() -> Iterator[Dialogue]:
    """Yield one engine for all conversations, each of which ends with `stop`."""
    with Dialogue() as talk:
        talk.answer("setoption name Hash value 1")
        yield talk


@pytest.fixture
def running(engine: Dialogue) -> Dialogue:
    """Return the engine, with the options reset that an earlier conversation changed."""
    engine.answer(*(f"setoption name {each}" for each in BACK))
    return engine


def best_moves(talk: Dialogue, *lines: str) -> list[str]:
    """Return the best moves up to the answer to `isready` after the lines and `stop`."""
    said = talk.answer(*lines, "stop")
    return [line.split()[1] for line in said if line.startswith("bestmove ")]


def test_a_go_after_pondering_is_served_without_stop(running: Dialogue) -> None:
    for number in range(10):
        running.send(START, ENDLESS[0])
        if number % 2:
            running.until("info depth 3 ")
        running.send(f"{START} moves e2e4 e7e5")
        found = running.search("go wtime 1000 btime 1000 searchmoves g1f3")
        assert found[-1].startswith("bestmove g1f3")


def test_two_searches_in_a_pipe_are_both_finished() -> None:
    with Dialogue() as talk:
        talk.send(START, "go depth 5", f"{START} moves e2e4", "go depth 6")
        talk.close_input()
        said = list(talk.rest())
    first, second = [at for at, line in enumerate(said) if line.startswith("bestmove ")]
    assert infos(said[:first])[-1].depth == 5
    assert infos(said[first:])[-1].depth == 6
    assert second == len(said) - 1
    assert errors(said) == []


@pytest.mark.parametrize("endless", ENDLESS)
@pytest.mark.parametrize("change", ["", *CHANGES])
def test_the_move_after_an_endless_search_is_the_new_one(
    running: Dialogue, endless: str, change: str
) -> None:
    moves = [f"{START} moves d2d4", "go nodes 50 searchmoves b8c6"]
    assert best_moves(running, START, endless, *filter(None, [change]), *moves) == ["b8c6"]


@pytest.mark.parametrize("endless", ENDLESS)
@pytest.mark.parametrize("change", CHANGES)
def test_the_last_search_has_its_move_whatever_ends_it(
    running: Dialogue, endless: str, change: str
) -> None:
    moves = " searchmoves a2a3" if endless == "go" else ""
    assert len(best_moves(running, START, f"{endless}{moves}", change)) == 1


@pytest.mark.parametrize("change", ["", *CHANGES])
def test_ponderhit_has_its_move_also_after_a_change(running: Dialogue, change: str) -> None:
    running.send(START, "go ponder movetime 50 searchmoves a2a3", *filter(None, [change]))
    assert running.search("ponderhit")[-1].startswith("bestmove a2a3")


@pytest.mark.parametrize("seed", range(TRIES))
def test_several_searches_are_answered_in_their_order(running: Dialogue, seed: int) -> None:
    """Finite searches all have a move, endless ones only if no other search follows."""
    dice = random.Random(seed)
    moves = running.answer(START, "moves")[-1].split()[1:]
    lines, wanted = [START], []
    for last in range(dice.randint(2, 12), 0, -1):
        move = dice.choice(moves)
        limit = dice.choice(("depth 2", "nodes 99", "movetime 5", "infinite", "ponder movetime 5"))
        lines.append(f"go {limit} searchmoves {move}")
        if last == 1 or not limit.startswith(("infinite", "ponder")):
            wanted.append(move)
        lines += dice.sample([*CHANGES[:5], START], dice.randint(0, 1))
        if lines[-1] == "ucinewgame":
            lines.append(START)
    assert best_moves(running, *lines) == wanted


@pytest.mark.parametrize("change", [*CHANGES[:5], "setoption name UCI_Variant value xiangqi"])
def test_a_change_waits_for_the_end_of_a_search_with_a_limit(
    running: Dialogue, change: str
) -> None:
    running.send(START, "go nodes 2000", change)
    assert (infos(running.until("bestmove"))[-1].nodes or 0) >= 2000


def test_stop_ends_waiting_searches_too(running: Dialogue) -> None:
    lines = [f"go {limit} searchmoves {move}" for limit, move in
             (("movetime 900000", "e2e4"), ("depth 90", "d2d4"), ("infinite", "c2c4"))]  # fmt: skip
    assert best_moves(running, START, *lines) == ["e2e4", "d2d4", "c2c4"]


def test_isready_is_answered_at_once_while_searches_wait(running: Dialogue) -> None:
    running.send(START, "go movetime 900000", "go depth 1", "isready")
    assert not any(line.startswith("bestmove") for line in running.until("readyok"))
    assert len(best_moves(running)) == 2


def test_quit_ends_waiting_searches_too() -> None:
    with Dialogue() as talk:
        talk.answer("setoption name Threads value 1")
        talk.send("go movetime 900000", "go depth 90", "quit")
        assert sum(line.startswith("bestmove ") for line in talk.rest()) <= 2
