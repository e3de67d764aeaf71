#!/usr/bin/env python3
"""Count the positions of tactics suites that the engine solves, and measure how fast.

    .venv/bin/python scripts/tactics.py                           # all suites, a second each
    .venv/bin/python scripts/tactics.py gast gess --nodes 100000
    .venv/bin/python scripts/tactics.py my.epd --seconds 0.2 --evaluation hand

SUITE is the name of one in tests/suites, or a file of EPD lines, which are chess unless they name
another game. A position is solved if the best move at the end of the search is a solution; the time
of the solution is when it became the best move for good. With --nodes the results are the same on
every machine. The output names the positions that were not solved, the total of each suite, and a
record of the measurement, which --record adds to docs/measurements/tactics.toml.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median

import _missing  # noqa: F401 - a missing package is one line from here on
import measurements
from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError, WorkerError
from amalthea.engine.eval_file import EvalFile
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.search.limits import Limits
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.analysis import suite
from amalthea.protocol.analysis.analyst import Analyst, Resources
from amalthea.protocol.analysis.epd import Problem, read_suite
from amalthea.protocol.analysis.interrupt import Interrupt
from amalthea.protocol.analysis.suite import Attempt
from command_line import new_parser

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "suites"
HASH_MIB = 64
TOPIC = "tactics"  # of the record


def main() -> int:
    """Run the command and return its exit status."""
    options = _parser().parse_args()
    try:
        suites = {name: _problems(name) for name in options.suites or _shipped()}
    except AmaltheaError as error:
        print(f"tactics: {error}", file=sys.stderr)
        return 2
    by_hand = EvalFile(HandWritten()) if options.evaluation == "hand" else None
    resources = Resources(options.hash, options.threads, by_hand)
    totals = []
    try:
        with Interrupt() as interrupt, Analyst(resources, interrupt, _warn) as analyst:
            for name, problems in suites.items():
                attempts = solve(name, problems, analyst, _limits(options))
                totals.append(f"{name} {summary(attempts)}")
                if analyst.interrupted:
                    break
    except WorkerError as error:
        print(f"tactics: {error}", file=sys.stderr)
        return 1
    record = _record(options, totals)
    print(measurements.to_toml(record), end="")
    if options.record:
        try:
            measurements.add(record, TOPIC)
        except measurements.MeasurementError as error:
            print(f"tactics: {error}", file=sys.stderr)
            return 1
    return 0


def solve(
    name: str, problems: Sequence[Problem], analyst: Analyst, limits: Limits
) -> list[Attempt]:
    """Solve the problems of a suite and return the attempts; print each unsolved one at once."""
    attempts = []
    print(suite.heading())
    for attempt in suite.solve(problems, analyst, limits, 1):
        attempts.append(attempt)
        if not attempt.solved:
            print(suite.row(attempt), flush=True)
    print(f"{name}: {summary(attempts)}\n", flush=True)
    return attempts


def summary(attempts: Sequence[Attempt]) -> str:
    """Return a summary such as "97 of 100, median 2,310 nodes and 3 ms to the solution".

    The median is left out if no position is solved.
    """
    solutions = [attempt.since for attempt in attempts if attempt.since]
    text = f"{sum(attempt.solved for attempt in attempts)} of {len(attempts)}"
    if not solutions:
        return text
    nodes = median(each.nodes for each in solutions)
    time_ms = median(each.time_ms for each in solutions)
    return f"{text}, median {nodes:,.0f} nodes and {time_ms:.0f} ms to the solution"


def _record(options: argparse.Namespace, totals: Sequence[str]) -> measurements.Record:
    """Return the totals of all suites as a record of measurements."""
    limit = f"{options.nodes:,} nodes" if options.nodes else f"{options.seconds:g} s"
    by_hand = ", hand-written evaluation" if options.evaluation == "hand" else ""
    return measurements.Record(
        date=date.today(),
        title=f"Tactics solved with {limit} a position{by_hand}",
        verdict="noted",
        command=measurements.repeating_command(),
        result="; ".join(totals),
    )


def _shipped() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.epd"))


def _problems(name: str) -> list[Problem]:
    """Return the problems of a suite by name or of a file. Raises EpdError and AmaltheaError."""
    path = FOLDER / f"{name}.epd" if name in _shipped() else Path(name)
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        known = ", ".join(_shipped())
        raise AmaltheaError(f"{name}: {error_reason(error)}; known suites are {known}") from error
    return read_suite(lines, str(path), variants.get("chess"))


def _limits(options: argparse.Namespace) -> Limits:
    if options.nodes:
        return Limits(nodes=options.nodes)
    return Limits(movetime=round(1000 * options.seconds))


def _warn(text: str) -> None:
    print(text, file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("suites", nargs="*", metavar="SUITE", help="suites (default: all in tests/suites)")
    limits = parser.add_mutually_exclusive_group()
    help_ = "seconds per position (default: 1)"
    limits.add_argument("--seconds", type=float, default=1.0, metavar="S", help=help_)
    limits.add_argument("--nodes", type=int, metavar="N", help="nodes per position instead")
    help_ = "a net if there is one, or the hand-written evaluation (default: net)"
    add("--evaluation", choices=("net", "hand"), default="net", help=help_)
    help_ = f"size of the transposition table (default: {HASH_MIB})"
    add("--hash", type=int, default=HASH_MIB, metavar="MIB", help=help_)
    add("--threads", type=int, default=1, metavar="N", help="search processes (default: 1)")
    measurements.add_record_option(parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
