#!/usr/bin/env python3
"""Count the positions of tactics suites that the engine solves, and measure how fast.

    .venv/bin/python scripts/tactics.py                           # all suites, a second each
    .venv/bin/python scripts/tactics.py gast gess --nodes 100000
    .venv/bin/python scripts/tactics.py my.epd --seconds 0.2 --evaluation hand

SUITE is the name of one in tests/suites, or a file of EPD lines, which are chess unless they name
another game. A position is solved if the best move at the end of the search is a solution; the time
of the solution is when it became the best move for good. With --nodes the results are the same on
every machine. The output names the positions that were not solved, the sum of each suite, and a
record of the measurement, which --record adds to docs/measurements/tactics.toml.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median

import measurements
from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError, EngineFault, reason
from amalthea.engine.eval_file import EvalFile
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.search.limits import Limits
from amalthea.protocol.analysis import suite
from amalthea.protocol.analysis.analyst import Analyst, Resources
from amalthea.protocol.analysis.epd import Problem, read_suite
from amalthea.protocol.analysis.interrupt import Interrupt
from amalthea.protocol.analysis.suite import Attempt

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "suites"
HASH_MIB = 64
TOPIC = "tactics"  # of the record
RECORD = "--record"
SECONDS = 1.0  # default time per position


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
    sums = []
    try:
        with Interrupt() as interrupt, Analyst(resources, interrupt, _complain) as analyst:
            for name, problems in suites.items():
                attempts = solve(name, problems, analyst, _limits(options))
                sums.append(f"{name} {told(attempts)}")
                if analyst.interrupted:
                    break
    except EngineFault as error:
        print(f"tactics: {error}", file=sys.stderr)
        return 1
    record = _record(options, sums)
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
    """Solve the problems of a suite; print those that are not solved as it goes."""
    attempts = []
    print(suite.heading())
    for attempt in suite.solve(problems, analyst, limits, 1):
        attempts.append(attempt)
        if not attempt.solved:
            print(suite.row(attempt), flush=True)
    print(f"{name}: {told(attempts)}\n", flush=True)
    return attempts


def told(attempts: Sequence[Attempt]) -> str:
    """Return a summary such as "97 of 100, median 2,310 nodes and 3 ms to the solution".

    The median is left out if no position is solved.
    """
    soon = [attempt.since for attempt in attempts if attempt.since]
    text = f"{sum(attempt.solved for attempt in attempts)} of {len(attempts)}"
    if not soon:
        return text
    nodes = median(each.nodes for each in soon)
    time_ms = median(each.time_ms for each in soon)
    return f"{text}, median {nodes:,.0f} nodes and {time_ms:.0f} ms to the solution"


def _record(options: argparse.Namespace, sums: Sequence[str]) -> measurements.Record:
    """Return the sums of all suites as a record of measurements."""
    limit = f"{options.nodes:,} nodes" if options.nodes else f"{options.seconds:g} s"
    by_hand = ", hand-written evaluation" if options.evaluation == "hand" else ""
    words = [word for word in sys.argv[1:] if word != RECORD]
    return measurements.Record(
        date=date.today(),
        title=f"Tactics solved with {limit} a position{by_hand}",
        verdict="noted",
        command=shlex.join(["scripts/tactics.py", *words]),
        result="; ".join(sums),
    )


def _shipped() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.epd"))


def _problems(name: str) -> list[Problem]:
    """Return the problems of a suite by name or of a file. Raises EpdError and AmaltheaError."""
    path = FOLDER / f"{name}.epd" if name in _shipped() else Path(name)
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        ours = ", ".join(_shipped())
        raise AmaltheaError(f"{name}: {reason(error)}; suites of ours are {ours}") from error
    return read_suite(lines, str(path), variants.get("chess"))


def _limits(options: argparse.Namespace) -> Limits:
    if options.nodes:
        return Limits(nodes=options.nodes)
    return Limits(movetime=round(1000 * options.seconds))


def _complain(text: str) -> None:
    print(text, file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="default: all of ours")
    bounds = parser.add_mutually_exclusive_group()
    bounds.add_argument("--seconds", type=float, default=SECONDS, help="for a position")
    bounds.add_argument("--nodes", type=int, help="of a position's search instead")
    parser.add_argument("--evaluation", choices=("net", "hand"), default="net")
    parser.add_argument(RECORD, action="store_true", help="add the record to docs/measurements")
    parser.add_argument("--hash", type=int, default=HASH_MIB, metavar="MIB")
    parser.add_argument("--threads", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
