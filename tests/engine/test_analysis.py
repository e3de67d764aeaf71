"""Analysis in one call: limits, options, finished games, several at once, cancellation."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import amalthea
from amalthea.engine.engine import Engine
from amalthea.engine.errors import LimitsError, WorkerError
from amalthea.engine.events import Info
from amalthea.engine.options import OptionError

SHALLOW = amalthea.Limits(depth=2)
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
GUARD_S = 60.0  # only against hanging


def children() -> set[str]:
    """Return the processes that this one has started and that still run."""
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {each for task in tasks for each in task.read_text().split()}


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """Check that no process of a test outlives it."""
    before = children()
    yield
    assert children() <= before


@pytest.mark.parametrize(
    "numbers",
    [
        {"depth": 0},
        {"depth": -1},
        {"nodes": 0},
        {"nodes": -3},
        {"nodes": 10**30},
        {"mate": 0},
        {"movetime": 0},
        {"winc": -1},
        {"movestogo": -1},
        {"depth": 2.5},
        {"depth": True},
        {"nodes": "1000"},
    ],
    ids=str,
)
def test_limits_are_checked_where_they_are_made(numbers: dict[str, int]) -> None:
    (name,) = numbers
    with pytest.raises(LimitsError, match=f"^{name}: .*, expected a whole number"):
        amalthea.Limits(**numbers)  # type: ignore[arg-type]


def test_clocks_may_be_zero_or_below() -> None:
    assert amalthea.Limits(wtime=0, btime=-20, movestogo=0).timed


@pytest.mark.parametrize("limits", [None, amalthea.Limits(), amalthea.Limits(winc=10)])
def test_without_limits_an_analysis_takes_a_second(limits: amalthea.Limits | None) -> None:
    began = time.monotonic()
    assert amalthea.analyse("chess", limits=limits).best
    assert 0.9 < time.monotonic() - began < GUARD_S


@pytest.mark.parametrize("limits", [{"infinite": True}, {"ponder": True, "depth": 3}], ids=str)
def test_an_endless_analysis_is_refused(limits: dict[str, bool]) -> None:
    with pytest.raises(LimitsError, match="analyse_async"):
        amalthea.analyse("chess", limits=amalthea.Limits(**limits))  # type: ignore[arg-type]


def test_a_finished_game_has_its_outcome() -> None:
    found = amalthea.analyse("chess", MATED, limits=SHALLOW)
    assert (found.best, found.lines) == (None, ())
    assert str(found.outcome) == "White wins by checkmate"
    assert amalthea.analyse("chess", limits=SHALLOW).outcome is None


def test_a_position_is_analysed_as_it_stands() -> None:
    position = amalthea.Position("chess", moves=["f2f3", "e7e5", "g2g4"])
    assert amalthea.analyse(position, limits=SHALLOW).best == "d8h4"
    with pytest.raises(TypeError, match="expected a position, or"):
        amalthea.analyse(position, moves=["e7e5"], limits=SHALLOW)
    with pytest.raises(TypeError, match=r"limits: dict, expected Limits"):
        amalthea.analyse(position, limits={"depth": 3})  # type: ignore[arg-type]


def test_options_are_named_as_in_uci_and_have_any_fitting_value() -> None:
    options: dict[str, str | int] = {"Hash": 1, "multipv": "2", "UCI_AnalyseMode": True}
    assert len(amalthea.analyse("chess", limits=SHALLOW, options=options).lines) == 2
    gast = amalthea.analyse(options={"UCI_Variant": "gast"}, limits=SHALLOW)
    assert gast.best == amalthea.analyse("gast", limits=SHALLOW).best
    castling = {"UCI_Chess960": True}
    fen = "7k/8/8/8/8/8/6PP/1RK4R w B - 0 1"
    found = amalthea.analyse(
        "chess", fen, limits=amalthea.Limits(depth=1, searchmoves=("c1b1",)), options=castling
    )
    assert found.best == "c1b1"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"Hash": 0}, "Hash"),
        ({"Hash": None}, "Hash: no value"),
        ({"Hash": True}, "Hash"),
        ({"Hasch": 1}, "Hasch"),
        ({"uci_variant": "gast"}, "given already"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, int], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        amalthea.analyse("chess", limits=SHALLOW, options=options)


def test_an_analyser_goes_on_from_position_to_position() -> None:
    with amalthea.Analyser(options={"MultiPV": 2}) as analyser:
        first = analyser.analyse("chess", limits=SHALLOW)
        again = analyser.analyse("gast", moves=["e2e6"], limits=SHALLOW, multipv=1)
        processes = children()
        with pytest.raises(amalthea.errors.IllegalMove):
            analyser.analyse(limits=amalthea.Limits(depth=1, searchmoves=("e5",)))
        assert children() == processes
    assert [len(each.lines) for each in (first, again)] == [2, 1]
    with pytest.raises(WorkerError, match="the engine is closed"):
        analyser.analyse("chess", limits=SHALLOW)


def test_an_analyser_begins_anew_after_an_error_of_its_caller() -> None:
    def stumble(_: Info) -> None:
        raise ZeroDivisionError

    with amalthea.Analyser() as analyser:
        with pytest.raises(ZeroDivisionError):
            analyser.analyse("chess", on_line=stumble)
        assert analyser.analyse("chess", limits=SHALLOW).best


@pytest.mark.usefixtures("nothing_left")
def test_an_analyser_serves_tasks_and_threads_one_after_the_other() -> None:
    async def all_at_once(analyser: amalthea.Analyser) -> list[amalthea.Analysis]:
        endless = asyncio.create_task(
            analyser.analyse_async("chess", limits=amalthea.Limits(infinite=True))
        )
        names = ("chess", "gast", "chess")
        tasks = [analyser.analyse_async(name, limits=SHALLOW) for name in names]
        asyncio.get_running_loop().call_later(0.1, endless.cancel)
        return await asyncio.gather(*tasks)

    with amalthea.Analyser() as analyser:
        found = asyncio.run(all_at_once(analyser))
        with ThreadPoolExecutor(2) as threads:
            found += threads.map(lambda _: analyser.analyse("chess", limits=SHALLOW), range(2))
    assert [each.lines[0].depth for each in found] == [2] * 5


def test_the_clock_does_not_run_while_workers_start(monkeypatch: pytest.MonkeyPatch) -> None:
    ready: list[bool] = []
    go = Engine.go

    def observed(engine: Engine, limits: amalthea.Limits) -> None:
        ready.append(engine._pool is not None and engine._pool.ready())
        go(engine, limits)

    monkeypatch.setattr(Engine, "go", observed)
    assert amalthea.analyse("chess", limits=SHALLOW).best
    assert ready == [True]


def test_moves_are_read_in_any_notation() -> None:
    limits = amalthea.Limits(depth=1, searchmoves=("Nf6",))
    assert amalthea.analyse(moves=["e4"], limits=limits).best == "g8f6"


def test_a_dropped_engine_ends_silently() -> None:
    program = (
        "import amalthea\n"
        "for _ in range(2):\n"
        "    engine = amalthea.Engine(print)\n"
        "    engine.prepare()\n"
        "    engine.wait()\n"
    )
    words = [sys.executable, "-W", "always", "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=GUARD_S)
    assert (done.stdout.splitlines(), done.stderr) == (["Ready()"] * 2, "")


@pytest.mark.parametrize("variant", [None, 3, b"chess"])
def test_an_argument_that_is_no_game_is_named(variant: object) -> None:
    with pytest.raises(TypeError, match="expected a game or its name"):
        amalthea.new_position(variant)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a game or its name"):
        amalthea.Position(variant)  # type: ignore[arg-type]


@pytest.mark.usefixtures("nothing_left")
def test_several_threads_analyse_at_once_and_leave_no_process() -> None:
    names = ("chess", "gast", "xiangqi", "gess")
    with ThreadPoolExecutor(len(names)) as threads:
        found = list(threads.map(lambda name: amalthea.analyse(name, limits=SHALLOW), names))
    for name, analysis in zip(names, found, strict=True):
        assert amalthea.Position(name).is_legal(analysis.best or "")


@pytest.mark.usefixtures("nothing_left")
def test_an_event_loop_goes_on_while_positions_are_analysed() -> None:
    lines: list[Info] = []

    async def all_at_once() -> tuple[amalthea.Analysis, amalthea.Analysis]:
        return await asyncio.gather(
            amalthea.analyse_async("chess", limits=SHALLOW, on_line=lines.append),
            amalthea.analyse_async("makruk", limits=SHALLOW),
        )

    chess, _ = asyncio.run(all_at_once())
    assert chess.lines[0] == lines[-1]


@pytest.mark.usefixtures("nothing_left")
def test_a_cancelled_analysis_ends_with_its_processes() -> None:
    async def cancelled() -> None:
        begun = asyncio.Event()
        search = asyncio.create_task(
            amalthea.analyse_async(
                limits=amalthea.Limits(infinite=True), on_line=lambda _: begun.set()
            )
        )
        await asyncio.wait_for(begun.wait(), GUARD_S)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(search, GUARD_S)

    asyncio.run(cancelled())


@pytest.mark.usefixtures("nothing_left")
def test_an_analysis_that_fails_leaves_no_process() -> None:
    with pytest.raises(amalthea.errors.FenError):
        asyncio.run(amalthea.analyse_async("chess", "8/8 w"))
