"""Command-line arguments that scripts share, and access to the helpers of the tests."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from amalthea.protocol.jobs.executor import Executor

ROOT = Path(__file__).resolve().parents[1]
OURS = shlex.quote(str(ROOT / "scripts" / "amalthea"))


def new_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help begins with a description, in most cases a module's docstring."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_seed(parser: argparse.ArgumentParser, default: int | None = 1) -> None:
    """Add the argument `--seed`; None stands for 1 in a new run, or the seed of a saved one."""
    help_ = "seed of all random choices (default: 1)"
    parser.add_argument("--seed", type=int, default=default, metavar="N", help=help_)


def command(text: str) -> str:
    """Return the command of an engine; "ours" stands for the engine of this project."""
    return OURS if text == "ours" else text


def find_tests() -> None:
    """Make the helpers of the tests importable."""
    sys.path.append(str(ROOT / "tests"))


def settings(pairs: Sequence[str]) -> dict[str, str]:
    """Return options by name, ["Hash=64"] -> {"Hash": "64"}.

    Raises SystemExit for a text without "=".
    """
    for pair in pairs:
        if "=" not in pair:
            sys.exit(f"option {pair!r}: expected NAME=VALUE")
    return dict(pair.split("=", 1) for pair in pairs)


# Scripts that learn from pairs of games, and continue where they stopped


def add_pair_options(parser: argparse.ArgumentParser, nodes: int, games: Sequence[str]) -> None:
    """Add the arguments of a script that plays pairs of games and saves what it learned.

    nodes, games: the defaults of a new run.
    """
    from amalthea.engine.search.workers.processors import allowed_processors
    from amalthea.protocol.jobs.options import add_cluster_option

    add = parser.add_argument
    help_ = "JSON file of the results, created if it does not exist"
    add("--state", type=Path, required=True, metavar="FILE", help=help_)
    help_ = "pairs of games to play, in addition to those of the state (default: 1000)"
    add("--pairs", type=int, default=1000, metavar="N", help=help_)
    add("--nodes", type=int, metavar="N", help=f"nodes per move (default: {nodes})")
    help_ = f"games to play in turn (default: {' '.join(games)})"
    add("--games", nargs="+", metavar="GAME", help=help_)
    help_ = "games at once (default: one per core)"
    add("--concurrency", type=int, default=allowed_processors(), metavar="N", help=help_)
    add_cluster_option(parser)
    add_seed(parser, default=None)


def pair_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings among the options of `add_pair_options`, None if not given."""
    games = tuple(options.games or ()) or None
    return {"games": games, "nodes": options.nodes, "seed": options.seed}


def play_pairs(
    name: str,
    options: argparse.Namespace,
    play: Callable[[int, Path, Executor, Callable[[int], None]], None],
) -> bool:
    """Play the pairs that the options of `add_pair_options` ask for.

    Args:
        name: the script's name, for messages.
        options: the parsed options.
        play: plays a number of pairs with an executor, saves the state in a file, and reports how
            many pairs have been played so far.

    Returns:
        False if the user interrupted it.
    """
    from amalthea.protocol import tool
    from amalthea.protocol.builds import measuring
    from amalthea.protocol.jobs.options import make_executor

    def report(pairs: int) -> None:
        print(f"{name}: {pairs} pairs", file=sys.stderr, flush=True)

    count = None if options.cluster else options.concurrency
    try:
        if options.pairs:
            with measuring(), make_executor(options.cluster, count) as executor:
                play(options.pairs, options.state, executor, report)
    except KeyboardInterrupt:
        tool.warn(name, "stopped; the same command resumes it")
        return False
    return True
