"""Failures around the engine: killed processes, closed pipes, odd clocks, full disks.

Whatever happens, every `go` that began has one best move, the main process ends when its input
does, and no process or shared memory is left.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

import amalthea
from helpers.dialogue import ENGINE, Dialogue, errors
from helpers.matches import family, gone
from helpers.sample import one_in
from helpers.shared_memory_names import no_name_stays, shared_names

if TYPE_CHECKING:
    from helpers.sample import Sample

pytestmark = pytest.mark.long

GUARD_S = 120  # only against hanging
STATES, TARGETS = ("idle", "searching", "pondering", "clearing"), ("one", "all", "main")
KILLS, KILLS_THOROUGH = 12, 200  # 12 are each target in each state once
STARTS, STARTS_THOROUGH = 1, 20
SEARCHES, SEARCHES_THOROUGH = 40, 10_000
WARM_SEARCHES, WARM_SEARCHES_THOROUGH = 20, 100
PAIR = "setoption name Threads value 2"


def worker_processes(talk: Dialogue) -> list[psutil.Process]:
    return family(talk.process.pid)


@pytest.fixture(scope="module", params=["chess", "gess"])
def engine_with_game(request: pytest.FixtureRequest) -> Iterator[tuple[Dialogue, list[str]]]:
    """Yield an engine with a game begun, and the legal moves."""
    variant: str = request.param
    with Dialogue() as talk:
        talk.answer(PAIR, f"setoption name UCI_Variant value {variant}")
        yield talk, amalthea.new_position(variant).legal_moves()


def test_a_worker_killed_in_a_search_costs_no_best_move() -> None:
    with Dialogue() as talk:
        talk.answer("position startpos")
        talk.send("go infinite")
        time.sleep(0.2)
        for child in worker_processes(talk):
            child.kill()
        talk.until("info string error:")
        assert talk.search("stop")[-1].split()[1] != "(none)"
        assert talk.search("go depth 4")[-1].split()[1] != "(none)"


def test_an_idle_worker_that_is_killed_is_replaced() -> None:
    with Dialogue() as talk:
        talk.search("go depth 1")
        for child in worker_processes(talk):
            child.kill()
        talk.until("info string error:")
        assert talk.search("go depth 3")[-1].startswith("bestmove ")


@pytest.mark.parametrize("ending", ["quit", "end of input", "killed", "terminated"])
@pytest.mark.parametrize("busy", one_in(2, [True, False]))
def test_no_process_or_shared_memory_is_left(ending: str, busy: bool) -> None:
    before = shared_names()
    talk = Dialogue()
    talk.search("go depth 1")
    if busy:
        talk.send("go infinite")
        time.sleep(0.05)
    left = worker_processes(talk)
    assert left
    if ending == "quit":
        talk.send("quit")
    elif ending == "end of input":
        assert talk.process.stdin
        talk.process.stdin.close()
    else:
        os.kill(talk.process.pid, signal.SIGKILL if ending == "killed" else signal.SIGTERM)
    talk.process.wait(GUARD_S)
    assert gone(left)
    assert no_name_stays(before)


def bring_into_state(talk: Dialogue, state: str) -> None:
    """Bring an engine with running workers into a state."""
    if state == "searching":
        talk.send("go infinite")
    elif state == "pondering":
        talk.send("go ponder wtime 60000 btime 60000")
    elif state == "clearing":
        talk.send("ucinewgame", "setoption name Clear Hash")


def test_workers_killed_at_random_cost_no_best_move_and_leave_nothing(sample: Sample) -> None:
    rng = random.Random(5)
    before = shared_names()
    talk = Dialogue()
    talk.answer(PAIR)
    for number in range(sample(KILLS, KILLS_THOROUGH)):
        state, target = STATES[number % 4], TARGETS[number // 4 % 3]
        bring_into_state(talk, state)
        time.sleep(rng.uniform(0, 0.15))
        children = worker_processes(talk)
        if target == "main":
            talk.process.kill()
            talk.process.wait(GUARD_S)
            assert gone(children), (number, state)
            talk = Dialogue()
            talk.answer(PAIR)
            continue
        for child in children if target == "all" else rng.sample(children, 1):
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
        time.sleep(rng.uniform(0, 0.05))
        if state in ("searching", "pondering"):
            assert talk.search("stop")[-1].split()[1] != "(none)", (number, state, target)
        found = talk.search("go depth 2")
        assert found[-1].split()[1] != "(none)", (number, state, target)
        assert not any(line.startswith("bestmove") for line in talk.answer())
    children = worker_processes(talk)
    talk.send("quit")
    assert talk.process.wait(GUARD_S) == 0
    assert gone(children)
    assert no_name_stays(before)


@pytest.mark.parametrize("busy", [False, True])
def test_a_closed_output_ends_the_engine(busy: bool) -> None:
    with open(os.devnull, "wb") as silence:
        process = subprocess.Popen(
            ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=silence
        )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"go infinite\n" if busy else b"isready\n")
    process.stdin.flush()
    process.stdout.readline()
    children = family(process.pid)
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(b"isready\nd\nd\nd\n")
        process.stdin.flush()
    assert process.wait(GUARD_S) == 1
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    assert gone(children)


def test_a_full_disk_as_output_ends_the_engine_with_one_line() -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            ENGINE, input=b"uci\n", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ended.returncode == 1
    assert ended.stderr.decode().splitlines() == [
        "amalthea: standard output: No space left on device"
        " (make room there, or choose another place)"
    ]


def test_a_non_blocking_output_loses_no_line() -> None:
    """Some clients hand over such an output; more lines are written at once than it holds."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=write_end)
    os.close(write_end)
    assert process.stdin
    process.stdin.write(b"uci\n" * 100 + b"quit\n")
    process.stdin.flush()
    time.sleep(1)  # the pipe is full by then, if the engine is not slower still
    with open(read_end, "rb") as output:
        assert output.read().count(b"uciok\n") == 100
    assert process.wait(GUARD_S) == 0
    process.stdin.close()


def test_log_to_a_pipe_without_a_reader_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with Dialogue() as talk:
        answer = talk.answer(f"setoption name Debug Log File value {pipe}", "isready")
        assert len(errors(answer)) == 1
        assert talk.search("go depth 2")[-1].split()[1] != "(none)"


def test_a_full_disk_ends_only_the_log() -> None:
    with Dialogue() as talk:
        answer = talk.answer("setoption name Debug Log File value /dev/full", "isready")
        assert len(errors(answer)) == 1
        assert "No space left" in errors(answer)[0]
        assert talk.search("go depth 2")[-1].split()[1] != "(none)"


@pytest.mark.parametrize("rest", [b"go infini", b"position startpos moves e2", b"\xff\xfe"])
def test_an_input_that_ends_within_a_line_ends_the_engine(rest: bytes) -> None:
    talk = Dialogue()
    talk.search("go depth 1")
    children = worker_processes(talk)
    talk.send_raw(rest)
    assert talk.process.stdin
    talk.process.stdin.close()
    assert talk.process.wait(GUARD_S) == 0
    assert gone(children)


@pytest.mark.parametrize(
    "go",
    [
        "go wtime 1 btime 1",
        "go wtime 0 btime 0",
        "go wtime -5000 btime -5000",
        "go wtime 100 btime 100 movestogo 1",
        "go winc 50 binc 50 wtime 0 btime 0",
        "go winc 50 binc 50 depth 3",
        "go wtime 86400000 btime 86400000 nodes 2000",
        "go movetime 1",
        "go movetime 1 depth 1",
        "go movetime 9300000000000 depth 2",
        f"go wtime {'9' * 30} btime -{'9' * 30} winc {'9' * 30} movestogo {'9' * 30} depth 2",
        f"go depth {'9' * 30} nodes 2000",
        f"go nodes {'9' * 30} mate {'9' * 30} depth 2",
    ],
)
def test_odd_clocks_get_a_legal_move(engine_with_game: tuple[Dialogue, list[str]], go: str) -> None:
    talk, moves = engine_with_game
    talk.answer("ucinewgame")
    assert talk.search(go)[-1].split()[1] in moves


@pytest.mark.parametrize(
    "position",
    [
        "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ],
)
def test_no_processor_time_is_used_without_a_legal_move(position: str) -> None:
    """None is used after the answer, nor while an infinite search waits to be stopped."""
    with Dialogue() as talk:
        talk.answer(PAIR, f"position {position}")
        assert talk.search("go movetime 100")[-1] == "bestmove (none)"
        talk.send("go infinite")
        talk.answer()
        busy = [psutil.Process(talk.process.pid), *worker_processes(talk)]
        spent = [sum(process.cpu_times()[:2]) for process in busy]
        time.sleep(0.5)
        more = [sum(process.cpu_times()[:2]) for process in busy]
        assert sum(more) - sum(spent) < 0.25
        assert talk.search("stop")[-1] == "bestmove (none)"


def test_engines_started_at_once_do_not_disturb_each_other(sample: Sample) -> None:
    for _ in range(sample(STARTS, STARTS_THOROUGH)):
        talks = [Dialogue() for _ in range(4)]
        for talk in talks:
            talk.send("isready", "go depth 4")
        found = {talk.until("bestmove")[-1].split()[1] for talk in talks}
        assert "(none)" not in found
        for talk in talks:
            talk.send("quit")
        assert [talk.process.wait(GUARD_S) for talk in talks] == [0] * 4


@pytest.mark.thorough
def test_memory_does_not_grow_over_games(sample: Sample) -> None:
    """The searches are of changing variants, sizes of tables and options."""
    rng = random.Random(3)
    games = ["chess", "gast", "gess", "troop"]
    warm, begun = 0, sample(WARM_SEARCHES, WARM_SEARCHES_THOROUGH)
    with Dialogue() as talk:
        for number in range(begun + sample(SEARCHES, SEARCHES_THOROUGH)):
            if number % 10 == 0:
                talk.answer(
                    f"setoption name UCI_Variant value {games[number // 10 % len(games)]}",
                    f"setoption name Hash value {rng.choice((1, 4, 16))}",
                    f"setoption name MultiPV value {rng.choice((1, 2))}",
                    "ucinewgame",
                )
            talk.search("go nodes 200")
            if number == begun:
                warm = memory_with_fresh_workers(talk, games)
        assert memory_with_fresh_workers(talk, games) < 1.05 * warm


def memory_with_fresh_workers(talk: Dialogue, games: list[str]) -> int:
    """Return the larger `own_memory` of two sets of fresh workers that know every game.

    A new table size starts fresh workers. How much freed memory has gone back to the system varies.
    """
    found = []
    for size in (2, 3):
        talk.answer(f"setoption name Hash value {size}", "setoption name MultiPV value 1")
        for name in games:
            talk.answer(f"setoption name UCI_Variant value {name}", "ucinewgame")
            talk.search("go nodes 200")
        found.append(own_memory(talk))
    return max(found)


def own_memory(talk: Dialogue) -> int:
    """Return the bytes that only the main process and its workers have, without the table."""
    processes = [psutil.Process(talk.process.pid), *worker_processes(talk)]
    return sum(process.memory_full_info().uss for process in processes)
