#!/usr/bin/env python3
"""Find out whether a change gains Elo: a sequential test (SPRT) of two states of the engine.

    .venv/bin/python scripts/sprt.py main HEAD
    .venv/bin/python scripts/sprt.py HEAD~1 HEAD --games gess --only nodes --sprt 0 10 0.05 0.05

A state is a revision of git; `.` is the working tree, which must have no uncommitted changes, so
that others can check out what was tested. Each state is built once, in a worktree in --cache. Every
game of the group is played with fixed nodes and with a clock; these matches take turns. Each has
its folder in --output, and the same command continues them. The last lines of the output are a
record of the measurement, which --record adds to docs/measurements/search.toml.
"""

from __future__ import annotations

import argparse
import fcntl
import math
import os
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import _missing  # noqa: F401 - a missing package is one line from here on
import measurements
from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.builds import measuring
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.jobs.options import add_cluster_option
from amalthea.protocol.match import MatchBroken, MatchError, command
from amalthea.protocol.match.match_group import MatchGroup, summary
from amalthea.protocol.match.plan import Plan
from amalthea.protocol.match.worker import make_executor
from amalthea.protocol.statistics.elo import Tally, elo
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings_text import signed
from command_line import ROOT, add_seed, new_parser

GAMES = ("chess", "gast", "ganymede", "gess", "gochess")
NODES, CLOCK = "nodes", "clock"
LIMITS = {NODES: "5000", CLOCK: "2+0.02"}
MOST_GAMES = 1000  # of each match
TURN_GAMES = 4  # games that each core plays of a match before the next match has its turn
REPORT_EVERY = 20  # games between two lines of progress
ADJUDICATION = ("--resign", "4", "1200", "--draw", "60", "8", "10")
SETUP = "setup_environment.py"
SHORT = 10  # characters shown of a commit's hash
TOPIC = "search"  # of the record


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("sprt", lambda: _run(options), failures=(MatchBroken, JobsFailed)))


def _run(options: argparse.Namespace) -> int:
    old, new = (commit(options.repository, name) for name in (options.old, options.new))
    sprt = Sprt(*options.sprt)
    engines = {
        name: build(options.repository, options.cache, state)
        for name, state in (("new", new), ("old", old))
    }
    plans = {
        f"{game}-{kind}": _plan(options, engines, game, kind)
        for game in options.games
        for kind in options.only or LIMITS
    }
    folder = options.output or Path(f"sprt-{old[:SHORT]}-{new[:SHORT]}")
    count = None if options.cluster else options.concurrency
    with MatchGroup(folder, plans, sprt, TURN_GAMES * options.concurrency) as group:
        try:
            with measuring(), make_executor(options.cluster, count) as executor:
                group.play(executor, lambda: _report(group.tally(), sprt))
        except KeyboardInterrupt:
            tool.write("Stopped. The same command continues.")
            return INTERRUPTED
        for message in group.write_reports():
            tool.warn("sprt", message)
        for row in _columns(summary(group, sprt)):
            tool.write(row)
        record = _record(options, group, sprt, (old, new))
        tool.write(measurements.to_toml(record).rstrip())
        if options.record:
            _add(record, options.repository)
    return 0


def commit(repository: Path, name: str) -> str:
    """Return the full hash of a revision's commit. Raises MatchError."""
    if name == ".":
        if changed := _git(repository, "status", "--porcelain"):
            first = changed.splitlines()[0].strip()
            raise MatchError(f"'.' has changes that are not committed ({first}): commit them first")
        name = "HEAD"
    return _git(repository, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}")


def build(repository: Path, cache: Path, state: str) -> str:
    """Return the command that starts the engine of a commit, after building it if necessary.

    Raises MatchError if the build fails.
    """
    cache.mkdir(parents=True, exist_ok=True)
    folder, ready = cache / state, cache / f"{state}.ready"
    script = folder / "scripts" / "amalthea"
    with open(cache / f"{state}.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists() or not script.exists():
            shutil.rmtree(folder, ignore_errors=True)
            _git(
                repository, "worktree", "add", "--force", "--force", "--detach", str(folder), state
            )
            tool.write(f"building {state[:SHORT]}")
            # Older revisions do not know --tuned; their first start makes their only build.
            tuned = (sys.executable, script.with_name(SETUP), "--tuned")
            subprocess.run(tuned, capture_output=True, check=False)
            done = subprocess.run(
                [script], input="quit\n", text=True, stdout=subprocess.DEVNULL, check=False
            )
            if done.returncode:
                raise MatchError(f"{state[:SHORT]} cannot be built or does not start: see above")
            ready.touch()
    return shlex.quote(str(script))


def _plan(options: argparse.Namespace, engines: dict[str, str], game: str, kind: str) -> Plan:
    """Return a match of the group, made from the arguments of `amalthea match`."""
    limit = ("--nodes", options.nodes) if kind == NODES else ("--tc", options.tc)
    words = [word for name, engine in engines.items() for word in (engine, f"name={name}")]
    words += ["--variant", game, *limit, "--games", str(options.most), *ADJUDICATION]
    words += ["--seed", str(options.seed), "--concurrency", str(options.concurrency)]
    words += ["--force"] if options.force else []
    words += ["--cluster", options.cluster] if options.cluster else []
    words += ["--variants", options.variants] if options.variants else []
    return command.make_plan(command.parser().parse_args(words))


def _report(results: Tally, sprt: Sprt) -> None:
    if results.games % REPORT_EVERY == 0:
        state = sprt.state(results)
        tool.write(
            f"{results.games} games: {_result(results)}, LLR {state.llr:+.2f}"
            f" ({state.lower:+.2f} to {state.upper:+.2f})"
        )


def _record(
    options: argparse.Namespace, group: MatchGroup, sprt: Sprt, states: Sequence[str]
) -> measurements.Record:
    """Return the results of all matches as a record of measurements."""
    subjects = [_git(options.repository, "log", "-1", "--format=%s", state) for state in states]
    old, new = (f"{state[:8]} ({text})" for state, text in zip(states, subjects, strict=True))
    state = sprt.state(group.tally())
    return measurements.Record(
        date=date.today(),
        title=textwrap.shorten(f"SPRT: {subjects[1]}", measurements.LINE_LENGTH),
        verdict={"H0": "rejected", "H1": "taken"}.get(state.decision or "", "open"),
        base=old,
        candidate=new,
        command=measurements.repeating_command(),
        summary=f"all games {_elo(group.tally())}",
        matches=tuple(_match(options, name, results) for name, results in group.tallies().items()),
        result=f"all {_result(group.tally())}, {group.tally().games} games",
        note=f"{state.decision or 'undecided'}: Elo {sprt.elo0:g} or {sprt.elo1:g},"
        f" LLR {state.llr:+.2f}",
    )


def _add(record: measurements.Record, repository: Path) -> None:
    """Add a record to the measurements of a repository. Raises MatchError."""
    try:
        measurements.add(record, TOPIC, repository / "docs" / "measurements")
    except measurements.MeasurementError as error:
        raise MatchError(str(error)) from error


def _match(options: argparse.Namespace, name: str, results: Tally) -> measurements.Match:
    """Return the result of one match of the group, "gast-nodes" or "gast-clock"."""
    game, _, kind = name.rpartition("-")
    found = elo(results)
    low, value, high = (
        round(each, 1) if math.isfinite(each) else None
        for each in (found.low, found.value, found.high)
    )
    limit = f"{options.nodes} nodes" if kind == NODES else options.tc
    counts = (results.wins, results.draws, results.losses)
    return measurements.Match(game, results.games, limit, *counts, value, low, high)


def _result(results: Tally) -> str:
    return f"+{results.wins} ={results.draws} -{results.losses}, Elo {_elo(results)}"


def _elo(results: Tally) -> str:
    found = elo(results)
    return f"{signed(found.value)} ({signed(found.low)} to {signed(found.high)})"


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return aligned lines, with the first column to the left and all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _git(repository: Path, *words: str) -> str:
    """Return the output of a git command. Raises MatchError with git's message."""
    done = subprocess.run(
        ["git", "-C", repository, *words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise MatchError(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add = parser.add_argument
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "amalthea" / "states"
    cores = allowed_processors()
    add("old", metavar="OLD", help="a revision, or . for the working tree")
    add("new", metavar="NEW", help="the revision that should be stronger")
    help_ = f"games of the group (default: {' '.join(GAMES)})"
    add("--games", nargs="+", default=GAMES, metavar="GAME", help=help_)
    add("--variants", metavar="FILE", help="an INI file with more games")
    help_ = f"nodes per move of matches with fixed nodes (default: {LIMITS[NODES]})"
    add("--nodes", default=LIMITS[NODES], metavar="N", help=help_)
    help_ = f"time control of the other matches (default: {LIMITS[CLOCK]})"
    add("--tc", default=LIMITS[CLOCK], help=help_)
    help_ = "only play matches with this kind of limit"
    add("--only", action="append", choices=LIMITS, help=help_)
    help_ = f"at most N games of each match (default: {MOST_GAMES})"
    add("--most", type=int, default=MOST_GAMES, metavar="N", help=help_)
    names = ("ELO0", "ELO1", "ALPHA", "BETA")
    help_ = "hypotheses and error rates (default: 0 5 0.05 0.05)"
    add("--sprt", nargs=4, type=float, default=(0, 5, 0.05, 0.05), metavar=names, help=help_)
    add_seed(parser)
    help_ = "games at once (default: one per core)"
    add("--concurrency", type=int, default=cores, metavar="N", help=help_)
    add("--force", action="store_true", help="allow more games at once than cores")
    add_cluster_option(parser)  # its machines must share the folder of --cache
    add(
        "--output", type=Path, metavar="FOLDER", help="folder for the games (default: sprt-OLD-NEW)"
    )
    measurements.add_record_option(parser)
    help_ = "folder for the built revisions (default: ~/.cache/amalthea/states)"
    add("--cache", type=Path, default=cache, metavar="FOLDER", help=help_)
    add("--repository", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
