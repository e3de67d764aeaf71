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
from functools import partial

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.storage.files import WriteError
from amalthea.training import TrainBroken
from amalthea.training.tuning.parameters import matching
from amalthea.training.tuning.spsa import tune
from amalthea.training.tuning.state import GAMES, NODES, Settings, State, open_state, read
from command_line import add_pair_options, new_parser, pair_settings, play_pairs

_FAILURES = (TrainBroken, JobsFailed, WriteError)


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("tune", lambda: _run(options), failures=_FAILURES))


def _run(options: argparse.Namespace) -> int:
    state = _state(options)
    if not play_pairs("tune", options, partial(tune, state)):
        return INTERRUPTED
    constants = {each.name for each in state.parameters() if each.is_constant}
    for name, value in sorted(state.result().items()):
        tool.write(f"{'# ' if name in constants else ''}{name} = {value}")
    return 0


def _state(options: argparse.Namespace) -> State:
    """Return the saved tuning or a new one. Raises TrainError."""
    numbers = tuple(each.name for each in matching(options.numbers or ())) or None
    given = {"numbers": numbers, **pair_settings(options)}
    return open_state(options.state, given, read, lambda new: State(Settings(**new)))


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    help_ = "parameters to tune; * and ? match several (default: the weights with known steps)"
    parser.add_argument("--numbers", nargs="+", metavar="NAME", help=help_)
    add_pair_options(parser, NODES, GAMES)
    return parser


if __name__ == "__main__":
    main()
