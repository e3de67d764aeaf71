"""Measure the match program: the time from a best move to the next `go`, and memory.

    .venv/bin/python scripts/bench.py match --games 40
    .venv/bin/python scripts/bench.py match --games 2000 --go "depth 1" --variant gast
    .venv/bin/python scripts/bench.py match --games 200 --serve

The engine plays against itself. Times are measured at the pipes; memory is that of the processes
that play the games, without the engines. With --serve, a headless Chromium shows the games while
they are played, and the memory of the server is printed first.
"""

from __future__ import annotations

import argparse
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.live.view import LiveView
from amalthea.protocol.match.openings import RANDOM_PLIES, Openings, at_random
from amalthea.protocol.match.plan import OpeningPlan, Plan
from amalthea.protocol.match.play import Conditions, Task
from amalthea.protocol.match.referee import AdjudicationRules
from amalthea.protocol.match.worker import make_executor, play_task
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.records.journal import Journal
from amalthea.protocol.uci_client.process import OURS
from benchmarks._common import delays_text
from command_line import find_tests, new_parser

find_tests()

from helpers.browser import open_browser  # noqa: E402

MIB = 1 << 20
REPORTS = 8  # number of memory reports


def main() -> None:
    """Run the benchmark and print the results."""
    options = _parser().parse_args()
    kind, text = ("go", options.go) if options.go else ("tc", options.tc)
    control = TimeControl.read(kind, text)
    players = [Entrant(name, OURS, options=(("Threads", "1"),), control=control) for name in "AB"]
    delays: list[float] = []  # seconds
    variant = variants.get(options.variant)
    conditions = Conditions(variant, None, AdjudicationRules(), margin_s=1.0, stall_s=60.0)
    openings = at_random(variant, RANDOM_PLIES, seed=1, balance_cp=0)
    plan = _plan(options, players, conditions)
    with ExitStack() as stack:
        show, sender = _serve(plan, stack) if options.serve else (None, None)
        executor = stack.enter_context(make_executor(None, options.concurrency, sender))
        tasks = _tasks(options.games, players, conditions, openings)
        for count, outcome in enumerate(executor.unordered(play_task, tasks), 1):
            delays += outcome.gaps
            if show:
                show(outcome.game)
            if count % max(1, options.games // REPORTS) == 0:
                print(f"{count} games: {_memory()}", flush=True)
    delays_ms = [1000 * delay for delay in delays]
    print(f"from a best move to the next go: {delays_text(delays_ms)}")


def _plan(options: argparse.Namespace, players: Sequence[Entrant], conditions: Conditions) -> Plan:
    drawn = OpeningPlan(None, in_order=True, plies=RANDOM_PLIES, seed=1, balance_cp=0)
    return Plan("", tuple(players), conditions, drawn, rounds=(options.games + 1) // 2)


def _serve(plan: Plan, stack: ExitStack) -> tuple[Callable[[GameRecord], None], socket.socket]:
    """Serve the match and open its page in a browser.

    Returns a function to report finished games, and the socket for snapshots of running ones.
    """
    folder = Path(stack.enter_context(TemporaryDirectory()))
    journal = stack.enter_context(Journal(folder / "games.jsonl"))
    journal.begin(plan.to_json())
    view = stack.enter_context(LiveView(0))
    view.begin(journal.path, plan.names, None)
    page = stack.enter_context(open_browser()).new_page()
    page.goto(view.address)
    return journal.append, view.sender


def _tasks(
    games: int, players: Sequence[Entrant], conditions: Conditions, openings: Openings
) -> Iterator[Task]:
    for number in range(1, games + 1):
        round_number = (number + 1) // 2
        white, black = players if number % 2 else reversed(players)
        opening = openings.opening(round_number)
        yield Task(
            number, round_number, dict(zip(Color, (white, black), strict=True)), opening, conditions
        )


def _memory() -> str:
    """Return the resident memory of the worker processes."""
    workers = [
        child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())
    ]
    return ", ".join(f"{worker.memory_info().rss / MIB:.1f} MiB" for worker in workers)


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("--variant", default="chess", metavar="GAME", help="game (default: chess)")
    add("--games", type=int, default=40, metavar="N", help="number of games (default: 40)")
    add("--concurrency", type=int, default=2, metavar="N", help="games at once (default: 2)")
    add("--tc", default="1+0.01", help="time control (default: 1+0.01)")
    add("--serve", action="store_true", help="show the games in a browser")
    add("--go", metavar="LIMITS", help="limits of UCI instead of the clock, such as 'depth 1'")
    return parser
