"""Engines that misbehave: each is named with its fault, loses, and the next game is played."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from amalthea.engine.core.color import Color
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.play import Outcome
from amalthea.protocol.match.worker import PlayerPool, play_with
from amalthea.protocol.uci_client.process import UciProcess
from helpers.matches import children, command, conditions, scripted, task

GUARD_S = 300.0  # only against hanging


@pytest.fixture
def pool() -> Iterator[PlayerPool]:
    pool = PlayerPool()
    yield pool
    pool.close()
    assert not engines(), "an engine was left behind"


def engines() -> dict[int, psutil.Process]:
    """Return the scripted engines that run, by process number."""
    return {child.pid: child for child in children("scripted_engine")}


def duel(pool: PlayerPool, white: Entrant, black: Entrant, **changes: object) -> Outcome:
    return play_with(task(white, black, conditions(**changes)), pool)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mode", "reason", "detail"),
    [
        ("crash", "crash", "ended with exit code 9: segmentation fault, or so"),
        ("illegal", "illegal", "'e2e5' is illegal in 'rnbqkb1r/"),
        ("castle", "illegal", "'e1g1' is illegal"),
        ("none", "illegal", "'(none)' is illegal"),
        ("null", "illegal", "'0000' is illegal"),
        ("garbage", "garbage", "instead of a best move"),
        ("empty", "garbage", "'bestmove' instead of a best move"),
    ],
)
@pytest.mark.parametrize("side", ["w", "b"])
def test_an_engine_error_loses_the_game_and_is_named(
    pool: PlayerPool, mode: str, reason: str, detail: str, side: str
) -> None:
    players = {"w": scripted(), "b": scripted(), side: scripted(mode, 2)}
    game = duel(pool, players["w"], players["b"]).game
    assert (game.winner, game.reason) == ("b" if side == "w" else "w", reason)
    assert game.detail.startswith(f"{mode}: ")
    assert detail in game.detail or (mode == "illegal" and side == "b")
    assert len(game.plies) == (2 if side == "w" else 3)
    assert [mode in process.cmdline() for process in engines().values()] == [False]


@pytest.mark.parametrize("mode", ["stall", "endless"])
def test_an_engine_that_does_not_answer_loses(pool: PlayerPool, mode: str) -> None:
    game = duel(pool, scripted(mode, tc="0.3"), scripted(), margin_s=0.0).game
    assert (game.winner, game.reason) == ("b", "stall")
    assert "waited 1.3 s for a best move" in game.detail
    game = duel(pool, scripted(), scripted(mode, 4, tc="1"), margin_s=0.0).game
    assert (game.winner, game.reason, len(game.plies)) == ("w", "stall", 7)


def test_a_search_without_a_clock_has_a_timeout(pool: PlayerPool) -> None:
    hanging = scripted("stall")
    hanging = Entrant("hanging", hanging.command, control=TimeControl.read("depth", "3"))
    game = duel(pool, hanging, scripted(), stall_s=0.3).game
    assert (game.winner, game.reason) == ("b", "stall")


def test_a_late_answer_loses_on_time_and_the_engine_stays(pool: PlayerPool) -> None:
    late = scripted("slow", tc="0.1")
    game = duel(pool, scripted(), late, margin_s=0.02).game
    assert (game.winner, game.reason) == ("w", "time")
    assert re.fullmatch(r"slow: \d{3,} ms over, \d+\.\d+ s for a move", game.detail)
    running = engines().keys()
    assert duel(pool, late, scripted(), margin_s=1.0).game.reason == "repetition"
    assert engines().keys() == running


def test_a_move_within_the_margin_does_not_lose(pool: PlayerPool) -> None:
    slow = scripted("slow", tc="0.1+0.2")
    assert duel(pool, slow, scripted(), margin_s=5.0).game.reason == "repetition"


@pytest.mark.parametrize("mode", ["noise", "claims", "flood"])
def test_other_output_of_an_engine_is_ignored(pool: PlayerPool, mode: str) -> None:
    game = duel(pool, scripted(mode), scripted(mode, name="other")).game
    assert (game.winner, game.reason) == (None, "repetition")
    assert len(game.plies) == 8


def test_only_the_last_exact_line_is_kept(pool: PlayerPool) -> None:
    game = duel(pool, scripted("flood"), scripted("noise")).game
    thought = game.plies[0].thoughts[Color.WHITE]
    assert (thought.depth, thought.cp, thought.mate, thought.nodes) == (7, -12, None, 99)
    assert thought.left is not None
    assert thought.left == pytest.approx(10.1 - thought.seconds, abs=1e-4)
    answer = game.plies[1].thoughts[Color.BLACK]
    assert (answer.depth, answer.cp, answer.nodes) == (None, None, None)


def test_after_a_crash_the_next_game_is_played(pool: PlayerPool) -> None:
    bad, good = scripted("crash", 3), scripted()
    for white, black, winner in ((bad, good, "b"), (good, bad, "w"), (bad, good, "b")):
        game = duel(pool, white, black).game
        assert (game.winner, game.reason) == (winner, "crash")


@pytest.mark.parametrize("mode", ["exits", "once"])
def test_an_engine_that_does_not_start_forfeits(
    pool: PlayerPool, mode: str, tmp_path: object
) -> None:
    bad = scripted(mode, 0, f"{tmp_path}/log")
    outcome = duel(pool, scripted(), bad)
    assert (outcome.game.winner, outcome.game.reason) == ("w", "crash")
    assert "exit code 3: no licence" in outcome.game.detail
    assert outcome.failed_starts == (mode,)


def test_an_engine_that_ignores_quit_is_killed() -> None:
    pool = PlayerPool()
    assert duel(pool, scripted("deaf"), scripted()).game.reason == "repetition"
    assert len(engines()) == 2
    pool.close()
    assert not engines()


def test_an_engine_runs_on_between_games_unless_restart_is_set(pool: PlayerPool) -> None:
    fresh = scripted("shuffle", name="fresh")
    fresh = Entrant("fresh", fresh.command, control=fresh.control, restart=True)
    duel(pool, scripted("slow", 9), fresh)
    kept = engines().keys()
    assert len(kept) == 1
    duel(pool, fresh, scripted("slow", 9))
    assert engines().keys() == kept


def test_an_engine_killed_between_games_is_started_again(pool: PlayerPool) -> None:
    duel(pool, scripted(), scripted("slow", 99))
    for process in engines().values():
        process.kill()
        process.wait(GUARD_S)
    assert duel(pool, scripted(), scripted("slow", 99)).game.reason == "repetition"


@pytest.mark.parametrize("mode", ["ponders", "misguesses"])
def test_pondering_continues_on_a_hit_and_stops_on_a_miss(
    pool: PlayerPool, mode: str, tmp_path: object
) -> None:
    log = f"{tmp_path}/log"
    game = duel(pool, scripted(mode, 1, log), scripted("slow", 99), ponder=True).game
    assert game.reason == "repetition"
    with open(log, encoding="utf-8") as file:
        commands = [line.split()[0] + (" ponder" if "go ponder" in line else "") for line in file]
    sent = [word for word in commands if word in ("go", "go ponder", "ponderhit", "stop")]
    if mode == "ponders":  # there is nothing to ponder after a move that ends the game
        assert sent == ["go", *["go ponder", "ponderhit"] * 3]
    else:  # the last search, of a game that is over, is stopped
        assert sent == ["go", *["go ponder", "stop", "go"] * 3, "go ponder", "stop"]


@pytest.mark.parametrize("how", ["close", "kill", "ended"])
def test_children_of_an_engine_in_another_session_end_with_it(how: str, tmp_path: Path) -> None:
    started = tmp_path / "pids"
    script = f'setsid sh -c "echo \\$\\$ >> {started}; exec sleep 600" & exec {command()}'
    engine = UciProcess(["sh", "-c", script])
    engine.shake_hands()
    deadline = time.monotonic() + GUARD_S
    while not (started.exists() and started.read_text().strip()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    child = psutil.Process(int(started.read_text()))
    assert child.is_running()
    if how == "ended":  # by itself, so that its child has another parent now
        engine.send("quit")
        engine.wait()
    else:
        getattr(engine, how)()
    _, alive = psutil.wait_procs([child], timeout=GUARD_S)
    assert alive == []
