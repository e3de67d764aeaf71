#!/usr/bin/env python3
"""Play every game that another engine knows, too, and write a table of the results by family.

    .venv/bin/python scripts/survey.py fairy-stockfish
    .venv/bin/python scripts/survey.py fairy-stockfish --games 100 --tc 3+0.03 --variant crazyhouse
    .venv/bin/python scripts/survey.py fairy-stockfish --variants variants.ini
    .venv/bin/python scripts/survey.py fairy-stockfish --before old/scripts/amalthea

Each game is a match in a folder of --output, by the command `amalthea match`; the same command
continues where it was stopped. Without --variant the games are those among the other engine's
values of UCI_Variant that we know by the same name, with --variants also those of a file; with
--before a second table has our other games, against an earlier version of this engine.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Limit:
    """Limit of both sides in a match: a time control, or nodes for each move."""

    tc: str = ""
    nodes: str = ""

    @property
    def words(self) -> list[str]:
        """The options of `amalthea match`."""
        return ["--nodes", self.nodes] if self.nodes else ["--tc", self.tc]

    def __str__(self) -> str:
        return f"{self.nodes} nodes a move" if self.nodes else f"{self.tc} seconds a game"


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("survey", lambda: _run(options)))


def _run(options: argparse.Namespace) -> int:
    engine = command(options.engine)
    games = chosen(options, shared_games(engine, options.variants))
    limit = Limit(nodes=options.nodes) if options.nodes else Limit(tc=options.tc)
    try:
        text = page(_play_all(options, engine, games, limit), _name(engine), limit)
        if options.before:
            before = command(options.before)
            games = [each for each in chosen(options, shared_games(before)) if each not in games]
            limit = Limit(nodes=options.before_nodes)
            text += own_games(_play_all(options, before, games, limit), limit)
    except KeyboardInterrupt:
        tool.write("Stopped. The same command continues.")
        return INTERRUPTED
    if options.write:
        replace_file(options.write, [text.encode()])
    else:
        tool.write(text.rstrip())
    return 0


def chosen(options: argparse.Namespace, games: Sequence[str]) -> list[str]:
    """Return those of these games that --variant names, all without it."""
    return [each for each in games if not options.variant or each in options.variant]


def shared_games(engine: str, file: Path | None = None) -> list[str]:
    """Return the games of another engine that we know by the same name, in our order.

    file: a variant file that both engines read first. Raises VariantError if it cannot be read.
    """
    for error in tool.load_variants(str(file) if file else None):
        tool.warn("survey", str(error))
    more = f"setoption name VariantPath value {file}\nuci\n" if file else ""
    done = subprocess.run(
        shlex.split(engine),
        input=f"uci\n{more}quit\n",
        capture_output=True,
        text=True,
        timeout=STARTS_S,
        check=True,
    )
    offered = re.findall("^option name UCI_Variant type combo (.*)", done.stdout, re.M)
    theirs = set(re.findall(r"var (\S+)", offered[-1] if offered else "")) or {"chess"}
    return [name for name in variants.names() if name in theirs]


def _play_all(
    options: argparse.Namespace, engine: str, games: Sequence[str], limit: Limit
) -> dict[str, Tally]:
    """Play the matches of these games and return their results, without those that failed."""
    results: dict[str, Tally] = {}
    for game in games:
        try:
            results[game] = _play(options, engine, game, limit)
        except subprocess.CalledProcessError as error:
            tool.warn("survey", f"{game}: the match failed: {_last_line(error.stderr)}")
            continue
        tool.write(row(game, results[game]))
    return results


def _play(options: argparse.Namespace, engine: str, game: str, limit: Limit) -> Tally:
    """Play the match of a game, as far as it has not been played. Raises CalledProcessError."""
    folder = options.output / game
    line = [sys.executable, "-m", "amalthea", "match"]
    line += [options.ours, f"name={US}", engine, f"name={THEM}"]
    line += limit.words
    line += ["--variant", game, "--games", str(options.games), "--output", str(folder), "--quiet"]
    line += ["--option", "Threads=1", "--concurrency", str(options.concurrency)]
    line += ["--variants", str(options.variants)] if options.variants else []
    subprocess.run(line, check=True, capture_output=True, text=True)
    return tally(read_games(folder / "games.jsonl"), US, THEM)


def page(results: Mapping[str, Tally], name: str, limit: Limit) -> str:
    """Return the results against an engine as a page of Markdown."""
    if not results:
        return "No game was played.\n"
    lines = [
        "# Strength",
        "",
        f"<!-- Generated by scripts/survey.py {name} --write. -->",
        "",
        "Every game that the other engine knows, too, by family. Points are ours; the interval is"
        " that of 95 %, and wide: each game is a glance, only their sum is a measurement."
        " `scripts/survey.py` plays them, also against other engines and for longer.",
        "",
        f"Against {name}, {limit}, one process each: {_sum(results)}",
        *_tables(results, "##"),
    ]
    return "\n".join(lines) + "\n"


def own_games(results: Mapping[str, Tally], limit: Limit) -> str:
    """Return the results against an earlier version of this engine as the end of a page."""
    if not results:
        return ""
    lines = [
        "",
        "## The games that the other engine does not know",
        "",
        f"Against an earlier version of this engine, {limit}: {_sum(results)}",
        *_tables(results, "###"),
    ]
    return "\n".join(lines) + "\n"


def _sum(results: Mapping[str, Tally]) -> str:
    whole = reduce(add, results.values())
    ahead = sum(each.share > 0.5 for each in results.values())
    even = sum(each.share == 0.5 for each in results.values())
    return (
        f"**{whole.share:.1%} of {whole.games} games** (+{whole.wins} ={whole.draws}"
        f" -{whole.losses}, Elo {_elo(whole)}); ahead in {ahead} of {len(results)} games,"
        f" even in {even}."
    )


def _tables(results: Mapping[str, Tally], heading: str) -> Iterator[str]:
    for family, games in by_family(results):
        yield from ("", f"{heading} {family}", "")
        yield from ("| game | + = - | points | Elo |", "|---|---|---:|---|")
        yield from (row(game, results[game]) for game in games)


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


def _name(engine: str) -> str:
    return Path(shlex.split(engine)[0]).name


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no message"


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add_ = parser.add_argument
    add_("engine", metavar="ENGINE", help="the other engine's command")
    add_("--ours", default=OURS, metavar="COMMAND", help="this engine (default: scripts/amalthea)")
    add_("--variant", action="append", metavar="GAME", help="only this game; can be repeated")
    add_(
        "--variants",
        type=Path,
        metavar="FILE",
        help="an INI file with more games, for both engines",
    )
    add_("--games", type=int, default=16, metavar="N", help="of each game (default: 16)")
    add_("--tc", default="0.6+0.01", metavar="CLOCK", help="time control (default: 0.6+0.01)")
    add_("--nodes", metavar="N", help="nodes for each move, instead of a time control")
    help_ = "an earlier version of this engine, for the games that the other one does not know"
    add_("--before", metavar="COMMAND", help=help_)
    help_ = "nodes for each move against it (default: 2000)"
    add_("--before-nodes", default="2000", metavar="N", help=help_)
    help_ = "games at once (default: one per core)"
    add_("--concurrency", type=int, default=allowed_processors(), metavar="N", help=help_)
    help_ = "folder of the matches (default: build/survey)"
    add_("--output", type=Path, default=Path("build", "survey"), metavar="DIR", help=help_)
    add_("--write", type=Path, metavar="FILE", help="write the table to a file")
    return parser


if __name__ == "__main__":
    main()
