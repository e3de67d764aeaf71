"""`amalthea report`: the report of matches, made from their journals at any time."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from amalthea.engine.text import clip
from amalthea.protocol import tool
from amalthea.protocol.match import MatchError
from amalthea.protocol.match.plan import check_plan, title_of
from amalthea.protocol.match.result import result_json
from amalthea.protocol.match.tournament import JOURNAL, REPORT
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.records.journal import read_match

_EXAMPLES = """\
The games of several matches are counted together; players with the same name count as one.

  amalthea report match-gast-0123456789
  amalthea report monday tuesday --output both.html
"""


def main(words: list[str]) -> int:
    """Run the command; return the exit status."""
    return tool.run("report", lambda: _run(words))


def _run(words: list[str]) -> int:
    from amalthea.protocol.match.report import write_report
    from amalthea.protocol.match.report.conditions import players_of, sprt_of

    options = parser().parse_args(words)
    tool.load_variants(options.variants)
    folders = [Path(folder) for folder in options.folder]
    for folder in folders:
        if not tool.is_folder(folder):
            raise MatchError(f"{clip(str(folder))}: no such directory, expected that of a match")
    alone = len(folders) == 1
    path = Path(options.output or (folders[0] / REPORT if alone else REPORT))
    tool.check_writable(path)
    plans: list[dict[str, Any]] = []
    games: list[GameRecord] = []
    for folder in folders:
        plan, played = read_match(folder / JOURNAL)
        check_plan(plan, f"{folder / JOURNAL}: line 1")
        plans.append(plan)
        before = games[-1].number + games[-1].number % 2 if games else 0  # keeps pairs together
        played = sorted(played, key=lambda game: game.number)
        games += [replace(game, number=before + game.number) for game in played]
    title = "; ".join(dict.fromkeys(map(title_of, plans)))
    write_report(path, title, games, plans)
    if options.json:
        tool.write_json(result_json(title, games, players_of(plans, games), sprt_of(plans), path))
    else:
        print(f"Report: {path}")
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea report",
        description="Write the report of one or several matches, finished or not.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="+", metavar="DIR", help="folder of a match")
    parser.add_argument("--variants", metavar="FILE", help="an INI file with more variants")
    default = f"{REPORT} in the folder; of several matches, in the current one"
    parser.add_argument("--output", metavar="FILE", help=f"(default: {default})")
    tool.add_json(parser, "print the standings as one JSON object")
    return parser
