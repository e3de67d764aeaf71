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
from pathlib import Path

from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.jobs.processes import ProcessExecutor
from amalthea.protocol.statistics.elo import Estimate
from amalthea.protocol.statistics.standings_text import signed
from amalthea.protocol.storage.files import WriteError
from amalthea.training import TrainBroken, TrainError
from amalthea.training.tuning.screening import Screening, ScreenSettings, read_screening, screen
from amalthea.training.tuning.state import check_games, check_same

GAMES = ("chess",)
NODES = 4000

_FAILURES = (TrainBroken, JobsFailed, WriteError)


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("screening", lambda: _run(options), failures=_FAILURES))


def _run(options: argparse.Namespace) -> int:
    state = _state(options)
    try:
        if options.pairs:
            with ProcessExecutor(options.concurrency) as executor:
                screen(state, options.pairs, executor, options.state, _tell)
    except KeyboardInterrupt:
        tool.warn("screening", "stopped; the same command resumes it")
        return INTERRUPTED
    tool.say("\n".join(_table(state)))
    return 0


def _state(options: argparse.Namespace) -> Screening:
    """Return the saved screening or a new one. Raises TrainError."""
    wanted = {
        "changes": tuple(options.changes) or None,
        "games": tuple(options.games) if options.games else None,
        "nodes": options.nodes,
        "seed": options.seed,
    }
    check_games(wanted["games"] or ())
    if options.state.exists():
        state = read_screening(options.state)
        check_same(options.state, state.settings, wanted)
        return state
    if not options.changes:
        raise TrainError(f"{options.state} is new: which changes?")
    return Screening(
        ScreenSettings(
            tuple(options.changes),
            tuple(options.games or GAMES),
            options.nodes or NODES,
            1 if options.seed is None else options.seed,
        )
    )


def _table(state: Screening) -> list[str]:
    """Return a line for each change, best first, with the Elo in each of several games."""
    settings = state.settings
    effects = state.effects()
    games = sorted(set(settings.games))
    of_games = {game: state.effects(game) for game in games if len(games) > 1}
    lines = [f"{len(state.points)} pairs of {settings.nodes} nodes: {' '.join(settings.games)}"]
    for index in sorted(range(len(effects)), key=lambda index: -effects[index].value):
        parts = [settings.changes[index], _shown(effects[index])]
        parts += [f"{game} {_shown(known[index])}" for game, known in of_games.items()]
        lines.append("  ".join(parts))
    return lines


def _shown(effect: Estimate) -> str:
    return f"{signed(effect.value)} ({signed(effect.low)} to {signed(effect.high)})"


def _tell(pairs: int) -> None:
    print(f"screening: {pairs} pairs", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cores = allowed_processors()
    parser.add_argument("changes", nargs="*", metavar="NAME=VALUE[,NAME=VALUE...]")
    parser.add_argument("--state", type=Path, required=True, help="a JSON file, made if it is new")
    parser.add_argument("--pairs", type=int, default=1000, help="of games, more than are played")
    parser.add_argument("--nodes", type=int, help=f"a move (default: {NODES})")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="in turn (default: chess)")
    parser.add_argument("--concurrency", type=int, default=cores)
    parser.add_argument("--seed", type=int, help="of all that is drawn (default: 1)")
    return parser


if __name__ == "__main__":
    main()
