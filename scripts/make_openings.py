#!/usr/bin/env python3
"""Make the shipped openings: random moves that lead to an even position.

    nice .venv/bin/python scripts/make_openings.py chess gast     # writes engine/openings/NAME.xz
    nice .venv/bin/python scripts/make_openings.py troop troop11 --nodes 3000      # faster

Each opening is evaluated by a short search and, while it looks even, by longer ones. No two
openings lead to the same position. The same command makes the same file while the evaluation is the
same.
"""

from __future__ import annotations

import argparse
import lzma
import random
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import variants
from amalthea.engine.core.game import Game
from amalthea.engine.core.variant import Variant
from amalthea.engine.openings import START
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.progress import Progress
from amalthea.protocol.tool import add_quiet
from amalthea.training.random_openings import random_opening
from command_line import add_seed, new_parser

FOLDER = Path(__file__).resolve().parents[1] / "engine" / "openings"
# Nodes of each search, and the largest score as a share of the scale. The last one limits the
# expected score of either side to 56 %.
SEARCHES = ((200, 1.0), (3_000, 0.5), (20_000, 0.25))
# Scale in centipawns by which scores predict results, from the first self-play of each game
# (docs/measurements/training.md).
SCALES = {
    "chess": 220,
    "gast": 720,
    "gast14": 740,
    "ganymede": 760,
    "gochess": 1480,
    "gess": 180,
    "gess-cvp": 180,
    **dict.fromkeys(
        ("troop", "troop-trade", "troop-physical", "troop-shogi", "troop11", "troop13"), 200
    ),
}
PLIES = (4, 8)  # fewest and most random moves
RANDOM_START_PLIES = (0, 3)  # after a random start position, which is diverse by itself
TABLE_MIB = 4


def main() -> None:
    """Write the openings of the given games."""
    options = _parser().parse_args()
    for name in options.games:
        variant = variants.get(name)
        lines = []
        with Progress(sys.stderr, name, options.quiet) as progress:
            progress.begin("openings")
            for line in islice(_lines(variant, options.seed, options.nodes), options.count):
                lines.append(line)
                done = len(lines)
                progress.update(done / options.count, f"{done} of {options.count}")
        text = "".join(sorted(lines, key=_alphabetical))
        path = options.folder / f"{name}.xz"
        path.write_bytes(lzma.compress(text.encode("ascii"), preset=9 | lzma.PRESET_EXTREME))
        print(f"{path}: {len(lines)} openings, {path.stat().st_size} bytes", file=sys.stderr)


def _lines(variant: Variant, seed: int, nodes: int) -> Iterator[str]:
    """Yield openings without end. nodes: of the longest search of each."""
    seen: set[str] = set()
    for number in count():
        rng = random.Random(f"{variant.name} {seed} {number}")
        game = random_opening(
            variant, rng, rng.randint(*(RANDOM_START_PLIES if variant.random_start else PLIES))
        )
        if game is None:
            continue
        position = " ".join(game.position.fen().split()[:4])
        if position in seen or (score := _even_score(game, SCALES[variant.name], nodes)) is None:
            continue
        seen.add(position)
        yield _line(variant, game, score)


def _even_score(game: Game, scale: int, longest: int) -> int | None:
    """Return the score for the side to move in centipawns, or None if it is too large."""
    score = None
    shorter = (each for each in SEARCHES if each[0] < longest)
    for nodes, most in (*shorter, (longest, SEARCHES[-1][1])):
        score = SoloSearcher(TABLE_MIB).search(game, nodes).score
        if abs(score) > most * scale:
            return None
    return score


def _line(variant: Variant, game: Game, score: int) -> str:
    where = START if game.fen == variant.start else f"fen {game.fen}"
    return " ".join([str(score), where, "moves", *game.moves]) + "\n"


def _alphabetical(line: str) -> list[str]:
    """Return a key that sorts similar openings together, which compresses better."""
    return line.split()[1:]


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("games", nargs="+", choices=SCALES, metavar="GAME", help=f"some of {', '.join(SCALES)}")
    add("--count", type=int, default=2000, metavar="N", help="openings of a game (default: 2000)")
    add("--folder", type=Path, default=FOLDER, help="where to write (default: engine/openings)")
    nodes = SEARCHES[-1][0]
    help_ = f"nodes of the longest search of an opening (default: {nodes})"
    add("--nodes", type=int, default=nodes, metavar="N", help=help_)
    add_seed(parser)
    add_quiet(parser)
    return parser


if __name__ == "__main__":
    main()
