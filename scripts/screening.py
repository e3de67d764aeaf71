#!/usr/bin/env python3
r"""Find out which of several changes of parameters gain Elo, all in the same games.

    AMALTHEA_TUNE=1 scripts/python scripts/setup_environment.py
    .venv-tune/bin/python scripts/screening.py SINGULAR_DEPTH=6 PROBCUT_DEPTH=4,PROBCUT_CP=220 \
        NULL_EVAL_CP=120 --state screen.json --games chess gast --nodes 4000 --pairs 3000
    .venv-tune/bin/python scripts/screening.py --state screen.json --pairs 0   # results so far

A change sets one or more parameters: weights of the hand-written evaluation, or constants of the
search in a build in which they are options. In each pair of games, every change is applied to one
of the two sides at random. The output is the Elo of each change, best first; 3,000 pairs give an
error of about 8 Elo. A repeated command continues the screening. Test the chosen changes together
by `scripts/sprt.py`: their sum may be worth less, and other numbers of nodes may give other
results.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.statistics.elo import Estimate
from amalthea.protocol.statistics.standings_text import signed
from amalthea.protocol.storage.files import WriteError
from amalthea.training import TrainBroken, TrainError
from amalthea.training.tuning.screening import (
    GAMES,
    NODES,
    Screening,
    ScreenSettings,
    read_screening,
    screen,
)
from amalthea.training.tuning.state import open_state
from command_line import add_pair_options, new_parser, pair_settings, play_pairs

_FAILURES = (TrainBroken, JobsFailed, WriteError)


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("screening", lambda: _run(options), failures=_FAILURES))


def _run(options: argparse.Namespace) -> int:
    state = _state(options)
    if not play_pairs("screening", options, partial(screen, state)):
        return INTERRUPTED
    tool.write("\n".join(_table(state)))
    return 0


def _state(options: argparse.Namespace) -> Screening:
    """Return the saved screening or a new one. Raises TrainError."""

    def new(settings: Mapping[str, Any]) -> Screening:
        if "changes" not in settings:
            raise TrainError(f"{options.state} does not exist: expected changes to screen")
        return Screening(ScreenSettings(**settings))

    given = {"changes": tuple(options.changes) or None, **pair_settings(options)}
    return open_state(options.state, given, read_screening, new)


def _table(state: Screening) -> list[str]:
    """Return a line for each change, best first, with the Elo in each of several games."""
    settings = state.settings
    effects = state.effects()
    games = sorted(set(settings.games))
    effects_by_game = {game: state.effects(game) for game in games if len(games) > 1}
    lines = [f"{len(state.points)} pairs of {settings.nodes} nodes: {' '.join(settings.games)}"]
    for index in sorted(range(len(effects)), key=lambda index: -effects[index].value):
        parts = [settings.changes[index], _elo_text(effects[index])]
        parts += [f"{game} {_elo_text(each[index])}" for game, each in effects_by_game.items()]
        lines.append("  ".join(parts))
    return lines


def _elo_text(effect: Estimate) -> str:
    return f"{signed(effect.value)} ({signed(effect.low)} to {signed(effect.high)})"


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    help_ = "change to test; expected unless the state exists"
    parser.add_argument("changes", nargs="*", metavar="NAME=VALUE[,NAME=VALUE...]", help=help_)
    add_pair_options(parser, NODES, GAMES)
    return parser


if __name__ == "__main__":
    main()
