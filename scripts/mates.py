#!/usr/bin/env python3
"""Measure how reliably a bare king is mated: random positions, played out by the engine.

    .venv/bin/python scripts/mates.py mates8:Q,R,A,BN mates12:Q,R,A mates14:R --positions 9 --ms 100
    .venv/bin/python scripts/mates.py chess:Q,R gast:Q,R,G,N --nodes 20000

Each argument is a game and the sets of letters that White has beside the king. White is to move;
the engine plays both sides, so the defence is as good as the attack. `won` counts the mates; all
other games were drawn, by the ply count unless another reason is printed. Some positions of two
pieces are drawn from the start or won too late: with --tables only those are played that an endgame
table of that folder (`amalthea tablebase`) knows as won before the draw by plies; the engine plays
without it. scripts/mates.ini has the boards `mates8`, `mates12`, `mates14x12` and `mates14` with
the most common pieces; --variants names another file.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea import new_game
from amalthea.engine import variants
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Square
from amalthea.engine.errors import AmaltheaError, FenError
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluation.tablebase_file import TablebaseError, TablebaseFile, read_folder
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.pieces.description.mating import is_one_shade
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.search.solo import SoloSearcher
from amalthea.engine.variant_loading import read_variants
from command_line import add_seed, new_parser

BOARDS = Path(__file__).with_name("mates.ini")
TABLE_MIB = 16
DRAWS = 1000  # random positions that are tried for each that is needed


@dataclass(frozen=True, slots=True)
class Task:
    """A position to win, and the limits of each move.

    nodes: 0 for no limit.
    ms: milliseconds, or None for no limit.
    by_hand: use the hand-written evaluation.
    """

    variant: PiecesVariant
    fen: str
    nodes: int
    ms: int | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the termination, whether White won, and the number of moves."""

    reason: str
    won: bool
    moves: int


def main() -> None:
    """Play all positions and print a line for each set of pieces."""
    options = _parser().parse_args()
    for path in options.variants:
        try:
            valid, errors = read_variants(path)
        except AmaltheaError as error:
            sys.exit(str(error))
        if errors:
            sys.exit(str(next(iter(errors.values()))[0]))
        for variant in valid:
            variants.register(variant)
    if not options.nodes and not options.ms:
        sys.exit("no limit: expected --nodes or --ms")
    tables = _tables(options.tables)
    materials = [each for text in options.material for each in _materials(text)]
    with ProcessPoolExecutor(options.concurrency) as pool:
        for variant, pieces in materials:
            rng = random.Random(f"{options.seed} {variant.name} {pieces}")
            tasks = [
                Task(variant, fen, options.nodes, options.ms, options.hand)
                for fen in positions(variant, pieces, rng, options.positions, tables)
            ]
            print(_summary(f"{variant.name} {pieces}", list(pool.map(play, tasks))), flush=True)


def positions(
    variant: PiecesVariant,
    pieces: str,
    rng: random.Random,
    count: int,
    tables: Sequence[TablebaseFile] = (),
) -> Iterator[str]:
    """Yield random positions with White to move, with these pieces and a king against a king.

    Two equal pieces that are bound to one shade stand on different shades, and no piece stands
    beside Black's king. With tables, only positions that one knows as won before the draw by plies
    are returned. Exits if there are none.
    """
    found = 0
    for _ in range(DRAWS * count):
        if found == count:
            return
        squares = rng.sample(
            [(file, rank) for file in range(variant.files) for rank in range(variant.ranks)],
            len(pieces) + 2,
        )
        if not _on_both_shades(variant, list(zip(pieces, squares[2:], strict=True))):
            continue
        if any(_is_beside(squares[1], square) for square in squares[2:]):
            continue
        fen = _fen(variant, dict(zip(squares, ["K", "k", *pieces], strict=True)))
        try:
            position = new_game(variant, fen).position
        except FenError:
            continue
        if position.status().state == "ongoing" and (not tables or _is_won(position, tables)):
            found += 1
            yield fen
    sys.exit(f"{variant.name}: no positions with {pieces}")


def play(task: Task) -> Outcome:
    """Play a position out."""
    game = new_game(task.variant, task.fen)
    searcher = _searcher(task.by_hand)
    moves = 0
    while (status := game.position.status()).state == "ongoing":
        line = searcher.search(game, task.nodes, longest_ms=task.ms)
        game.play(line.moves[0])
        moves += 1
    return Outcome(status.reason or "", status.winner == "w", (moves + 1) // 2)


def _is_won(position: Position, tables: Sequence[TablebaseFile]) -> bool:
    """Return True if a table knows the position as won for the side to move in time."""
    prober = kind_of(position.variant).prober(position, tables)
    return prober is not None and (prober.plies() or 0) > 0


def _tables(folder: str | None) -> list[TablebaseFile]:
    """Return the tables of a folder; exit if there are none or some are damaged."""
    if folder is None:
        return []
    try:
        valid, errors = read_folder(folder)
    except TablebaseError as error:
        sys.exit(str(error))
    if errors or not valid:
        sys.exit(errors[0] if errors else f"{folder}: no endgame tables")
    return valid


@cache
def _searcher(by_hand: bool) -> SoloSearcher:
    return SoloSearcher(TABLE_MIB, HandWritten() if by_hand else None)


def _on_both_shades(variant: PiecesVariant, placed: list[tuple[str, Square]]) -> bool:
    """Return True if no two equal pieces that are bound to one shade stand on the same one."""
    bound = [
        (letter, sum(square) % 2)
        for letter, square in placed
        if is_one_shade(variant.piece(letter), variant)
    ]
    return len(set(bound)) == len(bound)


def _is_beside(one: Square, other: Square) -> bool:
    """Return True if two squares are adjacent."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _fen(variant: PiecesVariant, pieces: dict[tuple[int, int], str]) -> str:
    rows = (
        "".join(pieces.get((file, rank), " ") for file in range(variant.files))
        for rank in reversed(range(variant.ranks))
    )
    drawn = "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in rows)
    return f"{drawn} w - - 0 1"


def _summary(name: str, outcomes: list[Outcome]) -> str:
    won = [outcome.moves for outcome in outcomes if outcome.won]
    others = Counter(outcome.reason for outcome in outcomes if not outcome.won)
    text = f"{name}: {len(won)} of {len(outcomes)} won"
    if won:
        text += f", mean {fmean(won):.1f} moves, longest {max(won)}"
    return text + "".join(f", {reason} {count}" for reason, count in others.items())


def _materials(text: str) -> Iterator[tuple[PiecesVariant, str]]:
    """Yield each set of pieces of an argument with its game; exit if it is no game with a king."""
    name, _, sets = text.partition(":")
    try:
        variant = variants.get(name)
    except AmaltheaError as error:
        sys.exit(str(error))
    if not isinstance(variant, PiecesVariant):
        sys.exit(f"{name}: expected a game with kings, to be mated")
    for pieces in sets.split(","):
        yield variant, pieces


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add = parser.add_argument
    help_ = "a game, and White's pieces beside the king"
    add("material", nargs="+", metavar="GAME:SET[,SET...]", help=help_)
    help_ = "positions of each set of pieces (default: 50)"
    add("--positions", type=int, default=50, metavar="N", help=help_)
    add("--nodes", type=int, default=0, metavar="N", help="nodes per move (default: no limit)")
    add("--ms", type=int, help="milliseconds per move (default: no limit)")
    add("--hand", action="store_true", help="use the hand-written evaluation, no nets")
    help_ = "only play positions that the endgame tables of this folder know as won"
    add("--tables", metavar="FOLDER", help=help_)
    help_ = "a further variant file with games"
    add("--variants", action="append", default=[str(BOARDS)], metavar="FILE", help=help_)
    add("--concurrency", type=int, default=2, metavar="N", help="games at once (default: 2)")
    add_seed(parser)
    return parser


if __name__ == "__main__":
    main()
