#!/usr/bin/env python3
"""Make puzzles of suites: positions with one best answer, with the line that shows why.

    nice .venv/bin/python scripts/make_puzzles.py tests/suites/gast.epd \
        > protocol/exercises/puzzles/gast.epd
    nice .venv/bin/python scripts/make_puzzles.py easy.epd --first 96 \
        >> protocol/exercises/puzzles/gast.epd

Each position of a suite is searched once more. It becomes a puzzle if all its solutions lead to the
same position, the search chooses one of them, and every other move is clearly worse. The output has
the solutions in `bm`, the best line in `pv`, what it wins in `c0`, in `c1` the lowest skill level
that finds the answer with its nodes; full strength stands for all that need more. `c2` has the
solutions of each further move of the line that is asked for, as `a1a8|h1h8`: those after which
every other move is clearly worse, and all that win at once. `c3` is a sentence on the pieces that
the line wins.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import _missing  # noqa: F401 - a missing package is one line from here on
import make_suite
from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.game import Game
from amalthea.engine.engine import DEFAULT_VARIANT
from amalthea.engine.evaluators import chances
from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.engine.search.score_scale import ScoreScale
from amalthea.engine.search.skill import elo_of, node_limit
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol import tool
from amalthea.protocol.analysis.epd import Problem, read_suite
from amalthea.protocol.jobs.processes import ProcessExecutor
from command_line import new_parser
from material_gain import sentence_on_gain

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position as CorePosition
    from amalthea.engine.search.searcher import Line
    from amalthea.protocol.analysis.moments import Moment

NODES = 40_000  # of each of the two searches of a puzzle
FURTHER_NODES = 10_000  # likewise for each further move: the line comes from the search above
MARGIN_CP = 150  # shown centipawns; least lead of the answer over all other moves
TABLE_MIB = 16
MOST_PLIES = 7  # of the line that is shown


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("make_puzzles", lambda: _run(options)))


def _run(options: argparse.Namespace) -> int:
    variant = variants.get(DEFAULT_VARIANT)
    problems = [
        each
        for path in options.suites
        for each in read_suite(path.read_text("utf-8").splitlines(), path.name, variant)
    ]
    numbers = count(options.first)
    with ProcessExecutor(options.concurrency) as executor:
        for line in executor.map(puzzle, iter(problems)):
            if line:
                print(line.format(number=next(numbers)), flush=True)
    return 0


def puzzle(problem: Problem) -> str | None:
    """Return the line of a puzzle without its number, None if it has not one best answer."""
    game = new_game(problem.moment.variant, problem.moment.fen)
    answer = sorted(problem.solutions)[0]
    others = make_suite.other_moves(game, answer)
    if not others or problem.solutions & set(others):
        return None
    best = clearly_best(game, others, NODES)
    if not best:
        return None
    fen = " ".join(problem.moment.fen.split()[:4])
    gain = ScoreScale(chances(game.variant)).score(best.score)
    what = f"mate in {gain.value}" if gain.mate and gain.value > 0 else "material"
    line = best.moves[:MOST_PLIES]
    operations = (
        f"bm {' '.join(sorted(problem.solutions))}",
        f"pv {' '.join(line)}",
        f'id "{game.variant.name} {{number:03}}"',
        f"variant {game.variant.name}",
        f'c0 "{what}"',
        f'c1 "{level(game, problem.solutions)}"',
        *further(problem.moment, line),
        *explained(problem.moment, what, line),
    )
    return f"{fen} {'; '.join(operations)};"


def clearly_best(game: Game, others: list[str], nodes: int) -> Line | None:
    """Return the best line if it begins with none of the other moves and leads them clearly."""
    scale = ScoreScale(chances(game.variant))
    best = SoloSearcher(TABLE_MIB).search(game, nodes)
    second = SoloSearcher(TABLE_MIB).search(game, nodes, moves=others)
    lead = scale.score(best.score).as_centipawns() - scale.score(second.score).as_centipawns()
    return best if best.moves[0] not in others and lead >= MARGIN_CP else None


def further(moment: Moment, line: Sequence[str]) -> list[str]:
    """Return the operation with the solutions of further moves, none if no more are asked for."""
    asked = []
    for ply in range(2, len(line), 2):
        game = new_game(moment.variant, moment.fen)
        game.play_all(line[:ply])
        solutions = _solutions(game, line[ply])
        if not solutions:
            break
        asked.append("|".join(solutions))
    return [f'c2 "{" ".join(asked)}"'] if asked else []


def explained(moment: Moment, what: str, line: Sequence[str]) -> list[str]:
    """Return the operation with what a line wins, none if it mates or wins no pieces."""
    won = sentence_on_gain(Position(moment.variant, moment.fen), line) if what == "material" else ""
    return [f'c3 "{won}"'] if won else []


def _solutions(game: Game, move: str) -> list[str]:
    """Return all moves that are as good as a move, it first; none if it is not clearly best."""
    position = game.position
    legal = [move, *(text for text in position.legal_moves() if text != move)]
    winning = [text for text in legal if _wins(position, text)]
    if move in winning:
        return winning
    others = make_suite.other_moves(game, move)
    if others and not clearly_best(game, others, FURTHER_NODES):
        return []
    return [text for text in legal if text not in others]


def _wins(position: CorePosition, move: str) -> bool:
    """Return True if a move ends the game and wins it."""
    mover = position.turn
    position.play(move)
    status = position.status()
    position.undo()
    return status.winner == mover


def level(game: Game, solutions: frozenset[str]) -> int:
    """Return the lowest level whose nodes find a solution."""
    for each in range(FULL_SKILL):
        found = SoloSearcher(make_suite.SMALL_TABLE_MIB).search(game, node_limit(elo_of(each)))
        if found.moves[0] in solutions:
            return each
    return FULL_SKILL


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    parser.add_argument("suites", metavar="SUITE", nargs="+", type=Path, help="a file of EPD lines")
    help_ = "number of the first puzzle (default: 1)"
    parser.add_argument("--first", type=int, default=1, metavar="N", help=help_)
    help_ = "processes, which do not change the puzzles (default: 1)"
    parser.add_argument("--concurrency", type=int, default=1, metavar="N", help=help_)
    return parser


if __name__ == "__main__":
    main()
