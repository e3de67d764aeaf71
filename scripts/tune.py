#!/usr/bin/env python3
"""Tune parameters of the engine by self-play; a repeated command continues the tuning.

    .venv/bin/python scripts/tune.py --state tune.json --pairs 10000
    .venv/bin/python scripts/tune.py --state tune.json --pairs 0 > tuned.toml    # values so far
    scripts/amalthea match ours ours name=tuned option.EvalFile=$PWD/tuned.toml --variant gast

Weights of the hand-written evaluation can be tuned in every build, constants of the search in a
build in which they are options:

    AMALTHEA_TUNE=1 scripts/python scripts/setup_environment.py
    .venv-tune/bin/python scripts/tune.py --state null.json --numbers "NULL_*" "*_CP" --games chess
    AMALTHEA_TUNE=1 scripts/amalthea match ours ours name=tuned option.NULL_EVAL_CP=180

The output is the mean of each parameter over the last pairs; a page beside the state shows the
course as a chart.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.jobs.options import add_cluster_option, make_executor
from amalthea.protocol.storage.files import WriteError
from amalthea.training import TrainBroken
from amalthea.training.tuning.parameters import STEPS, chosen
from amalthea.training.tuning.spsa import tune
from amalthea.training.tuning.state import Settings, State, check_games, check_same, read

GAMES = ("chess", "gast", "ganymede", "chess", "gast14", "gochess", "gast")  # in turn
NODES = 1000

_FAILURES = (TrainBroken, JobsFailed, WriteError)


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("tune", lambda: _run(options), failures=_FAILURES))


def _run(options: argparse.Namespace) -> int:
    state = _state(options)
    try:
        with make_executor(
            options.cluster, None if options.cluster else options.concurrency
        ) as executor:
            tune(state, options.pairs, executor, options.state, _tell)
    except KeyboardInterrupt:
        tool.warn("tune", "stopped; the same command resumes it")
        return INTERRUPTED
    searched = {number.name for number in state.numbers() if number.searched}
    for name, value in sorted(state.found().items()):
        tool.say(f"{'# ' if name in searched else ''}{name} = {value}")
    return 0


def _state(options: argparse.Namespace) -> State:
    """Return the saved tuning or a new one. Raises TrainError."""
    wanted = {
        "numbers": tuple(each.name for each in chosen(options.numbers))
        if options.numbers
        else None,
        "games": tuple(options.games) if options.games else None,
        "nodes": options.nodes,
        "seed": options.seed,
    }
    check_games(wanted["games"] or ())
    if options.state.exists():
        state = read(options.state)
        check_same(options.state, state.settings, wanted)
        return state
    usual = Settings(tuple(STEPS), GAMES, NODES, 1)
    given = {name: value for name, value in wanted.items() if value is not None}
    return State(Settings(**{name: getattr(usual, name) for name in wanted} | given))


def _tell(pairs: int) -> None:
    print(f"tune: {pairs} pairs", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cores = allowed_processors()
    parser.add_argument("--state", type=Path, required=True, help="a JSON file, made if it is new")
    parser.add_argument("--pairs", type=int, default=1000, help="of games, more than are played")
    parser.add_argument("--numbers", nargs="+", metavar="NAME", help="names, also with * and ?")
    parser.add_argument("--nodes", type=int, help=f"a move (default: {NODES})")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="in turn")
    parser.add_argument("--concurrency", type=int, default=cores)
    add_cluster_option(parser)
    parser.add_argument("--seed", type=int, help="of all that is drawn (default: 1)")
    return parser


if __name__ == "__main__":
    main()
