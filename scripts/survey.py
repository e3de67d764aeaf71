#!/usr/bin/env python3
"""Play every game that another engine knows, too, and write a table of the results by family.

    .venv/bin/python scripts/survey.py fairy-stockfish
    .venv/bin/python scripts/survey.py fairy-stockfish --games 100 --tc 3+0.03 --variant crazyhouse
    .venv/bin/python scripts/survey.py "old/scripts/amalthea" --nodes 5000 --write docs/strength.md

Each game is a match in a folder of --output, by the command `amalthea match`; the same command
continues where it was stopped. Without --variant the games are those among the other engine's
values of UCI_Variant that we know by the same name.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import add
from pathlib import Path

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import variants
from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.records.journal import read_games
from amalthea.protocol.statistics.elo import Tally, elo, tally
from amalthea.protocol.storage.files import replace_file
from amalthea.protocol.web.lobby import families
from command_line import OURS, command, new_parser

US, THEM = "ours", "theirs"
STARTS_S = 60  # for the other engine to answer `uci`


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("survey", lambda: _run(options)))


def _run(options: argparse.Namespace) -> int:
    engine = command(options.engine)
    results: dict[str, Tally] = {}
    for game in options.variant or shared_games(engine):
        try:
            results[game] = _play(options, engine, game)
        except KeyboardInterrupt:
            tool.write("Stopped. The same command continues.")
            return INTERRUPTED
        except subprocess.CalledProcessError as error:
            tool.warn("survey", f"{game}: the match failed: {_last_line(error.stderr)}")
            continue
        tool.write(row(game, results[game]))
    text = page(results, options.engine, _limit(options))
    if options.write:
        replace_file(options.write, [text.encode()])
    else:
        tool.write(text.rstrip())
    return 0


def shared_games(engine: str) -> list[str]:
    """Return the games of another engine that we know by the same name, in our order."""
    done = subprocess.run(
        shlex.split(engine),
        input="uci\nquit\n",
        capture_output=True,
        text=True,
        timeout=STARTS_S,
        check=True,
    )
    (offered,) = re.findall("^option name UCI_Variant type combo (.*)", done.stdout, re.M) or [""]
    theirs = set(re.findall(r"var (\S+)", offered)) or {"chess"}
    return [name for name in variants.names() if name in theirs]


def _play(options: argparse.Namespace, engine: str, game: str) -> Tally:
    """Play the match of a game, as far as it has not been played. Raises CalledProcessError."""
    folder = options.output / game
    line = [sys.executable, "-m", "amalthea", "match"]
    line += [options.ours, f"name={US}", engine, f"name={THEM}"]
    line += ["--nodes", options.nodes] if options.nodes else ["--tc", options.tc]
    line += ["--variant", game, "--games", str(options.games), "--output", str(folder), "--quiet"]
    line += ["--option", "Threads=1", "--concurrency", str(options.concurrency)]
    subprocess.run(line, check=True, capture_output=True, text=True)
    return tally(read_games(folder / "games.jsonl"), US, THEM)


def page(results: Mapping[str, Tally], engine: str, limit: str) -> str:
    """Return the results as a page of Markdown."""
    if not results:
        return "No game was played.\n"
    whole = reduce(add, results.values())
    ahead = sum(each.share > 0.5 for each in results.values())
    even = sum(each.share == 0.5 for each in results.values())
    lines = [
        f"Against {engine}, {limit}, one process each: **{whole.share:.1%} of {whole.games} games**"
        f" (+{whole.wins} ={whole.draws} -{whole.losses}, Elo {_elo(whole)}); ahead in {ahead} of"
        f" {len(results)} games, even in {even}.",
    ]
    for family, games in by_family(results):
        lines += ["", f"## {family}", "", "| game | + = - | points | Elo |", "|---|---|---:|---|"]
        lines += [row(game, results[game]) for game in games]
    return "\n".join(lines) + "\n"


def by_family(games: Mapping[str, Tally]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the families of the lobby with those of the games that are in it."""
    for family in families():
        found = [each["name"] for each in family["games"] if each["name"] in games]
        if found:
            yield family["title"], found


def row(game: str, result: Tally) -> str:
    """Return the row of a game in the table."""
    score = f"{result.wins} {result.draws} {result.losses}"
    return f"| {game} | {score} | {result.share:.0%} | {_elo(result)} |"


def _elo(result: Tally) -> str:
    estimate = elo(result)
    return f"{estimate.value:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f})"


def _limit(options: argparse.Namespace) -> str:
    return f"{options.nodes} nodes a move" if options.nodes else f"{options.tc} seconds"


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no message"


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add_ = parser.add_argument
    add_("engine", metavar="ENGINE", help="the other engine's command")
    add_("--ours", default=OURS, metavar="COMMAND", help="this engine (default: scripts/amalthea)")
    add_("--variant", action="append", metavar="GAME", help="only this game; can be repeated")
    add_("--games", type=int, default=16, metavar="N", help="of each game (default: 16)")
    add_("--tc", default="0.6+0.01", metavar="CLOCK", help="time control (default: 0.6+0.01)")
    add_("--nodes", metavar="N", help="nodes for each move, instead of a time control")
    help_ = "games at once (default: one per core)"
    add_("--concurrency", type=int, default=allowed_processors(), metavar="N", help=help_)
    help_ = "folder of the matches (default: build/survey)"
    add_("--output", type=Path, default=Path("build", "survey"), metavar="DIR", help=help_)
    add_("--write", type=Path, metavar="FILE", help="write the table to a file")
    return parser


if __name__ == "__main__":
    main()
