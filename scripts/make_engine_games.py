#!/usr/bin/env python3
"""Make the shipped games of the engine, and plans to begin with, from matches and trainings.

    .venv/bin/python scripts/make_engine_games.py gast MATCH/games.pgn train-gast/g1.games.gz \
        --about "500 nodes a move"

Writes the openings of all games to protocol/records/engine_games/GAME.xz, which the page shows, and
up to three plans to protocol/drawing/plans/GAME.toml, which the guide shows: the kind of first move
that scored best, and the habits that winners showed more often and less often than losers in the
opening. A habit is moves of a piece type or, in games of stones, moves from a third of the board;
the ones with the largest difference in relation to its error are taken. The same games give the
same files.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from string import ascii_lowercase

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import variants
from amalthea.engine.api import Move, Position, Square
from amalthea.engine.core.color import Color
from amalthea.engine.core.status import RESULTS
from amalthea.engine.core.variant import Variant
from amalthea.protocol.records import self_play
from amalthea.protocol.records.engine_games import line_of
from amalthea.protocol.records.pgn import read_pgn
from amalthea.protocol.text_file import read_lines
from command_line import ROOT, new_parser

GAMES = ROOT / "protocol" / "records" / "engine_games"
PLANS = ROOT / "protocol" / "drawing" / "plans"
OPENING = 10  # moves of a side that count as its opening
LEAST_SHARE = 0.08  # of all first moves; rarer kinds of them are no plan


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its first position, its moves and its result as PGN writes it."""

    fen: str
    moves: tuple[str, ...]
    result: str

    @property
    def winner(self) -> Color | None:
        """The winner, None for a draw."""
        return next(winner for winner, result in RESULTS.items() if result == self.result)


@dataclass(frozen=True, slots=True)
class Plan:
    """Advice with a position from a game in which it was followed."""

    title: str
    text: str
    fen: str
    move: str

    def to_toml(self) -> str:
        """Return the table of a guide."""
        values = {"title": self.title, "text": self.text, "fen": self.fen, "moves": self.move}
        lines = [f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in values.items()]
        return "\n".join(("[[plan]]", *lines)) + "\n"


def main() -> None:
    """Write both files."""
    options = _parser().parse_args()
    variant = variants.get(options.game)
    games = list(chain.from_iterable(read(variant, path) for path in options.files))
    count = f"{len(games)} games of the engine with itself"
    about = f"{count}, {options.about}" if options.about else count
    lines = [line_of(variant, game.fen, game.moves, game.result) for game in games]
    text = "\n".join((about, *lines)) + "\n"
    (GAMES / f"{variant.name}.xz").write_bytes(lzma.compress(text.encode("ascii"), preset=9))
    tables = "\n".join(plan.to_toml() for plan in plans(variant, games))
    (PLANS / f"{variant.name}.toml").write_text(f"games = {json.dumps(about)}\n\n{tables}", "utf-8")


def read(variant: Variant, path: Path) -> Iterator[Played]:
    """Yield the finished games of a file of PGN or of a training."""
    if path.name.endswith(self_play.SUFFIX):
        for record in chain.from_iterable(self_play.read(path)):
            yield Played(record.fen, tuple(record.moves.split()), RESULTS[record.winner])
        return
    for game in read_pgn(read_lines(str(path)), str(path), variant.name):
        if game.variant == variant.name and not game.errors and game.result in RESULTS.values():
            yield Played(game.fen or variant.start, game.moves, game.result)


def plans(variant: Variant, games: Sequence[Played]) -> list[Plan]:
    """Return the plans that follow from games."""
    openings = [(game, list(opening(variant, game))) for game in games]
    return [best_start(openings), *habits(openings)]


def opening(variant: Variant, game: Played) -> Iterator[tuple[Position, Move]]:
    """Yield the moves of the opening of both sides, each with a copy of the position before it."""
    position = Position(variant, game.fen)
    placed = 0
    for text in game.moves:
        if position.turn is None:
            placed += 1
        elif position.ply - placed >= 2 * OPENING:
            return
        else:
            yield position.copy(), position.parse_move(text)
        position.push(text)


Openings = Sequence[tuple[Played, list[tuple[Position, Move]]]]


def best_start(openings: Openings) -> Plan:
    """Return the plan for the kind of first move, of either side, that scored best.

    Kinds are compared by their mean score less its error.
    """
    scores: dict[str, list[float]] = defaultdict(list)
    example: dict[str, tuple[Position, Move]] = {}
    for game, moves in openings:
        for position, move in moves[:2]:
            assert move.color
            sort = f"{mover(move)} to {wing(position, move.to_square)}"
            scores[sort].append(0.5 if game.winner is None else float(game.winner == move.color))
            if game.winner == move.color:
                example.setdefault(sort, (position, move))
    often = [sort for sort in example if len(scores[sort]) >= LEAST_SHARE * 2 * len(openings)]
    found = {sort: mean_and_error(scores[sort]) for sort in often}
    sort = max(found, key=lambda each: (found[each][0] - found[each][1], each))
    position, move = example[sort]
    return Plan(
        f"Begin with {sort}",
        f"It scored {found[sort][0]:.2f} ± {found[sort][1]:.2f} points a game in"
        f" {len(scores[sort])} games, best of {len(often)} sorts of first moves.",
        position.fen(),
        move.text,
    )


def habits(openings: Openings) -> Iterator[Plan]:
    """Yield plans for the habit that winners showed more often than losers, and for the opposite.

    A difference within its error is no plan.
    """
    counts = {won: Counter[tuple[int, str]]() for won in (True, False)}  # by game and habit
    example: dict[tuple[str, bool], tuple[Position, Move]] = {}
    decided = [(game, moves) for game, moves in openings if game.winner]
    for number, (game, moves) in enumerate(decided):
        for position, move in moves:
            won = move.color == game.winner
            habit = habit_of(position, move)
            counts[won][number, habit] += 1
            example.setdefault((habit, won), (position, move))
    found = {}
    for habit in {habit for habit, won in example if (habit, not won) in example}:
        sides = {won: [counts[won][n, habit] for n in range(len(decided))] for won in counts}
        more, error = mean_and_error([a - b for a, b in zip(*sides.values(), strict=True)])
        found[habit] = (more, error, sum(sides[True]) / len(decided))
    ranked = sorted(found, key=lambda habit: (found[habit][0] / (found[habit][1] or 1), habit))
    for habit, word, won in ((ranked[-1], "More", True), (ranked[0], "Fewer", False)):
        more, error, winners = found[habit]
        if abs(more) <= error:
            continue
        position, move = example[habit, won]
        yield Plan(
            f"{word} {habit}",
            f"Winners made {winners:.1f} {habit} among their first {OPENING} moves, losers"
            f" {winners - more:.1f} (± {error:.2f}).",
            position.fen(),
            move.text,
        )


def habit_of(position: Position, move: Move) -> str:
    """Return the habit that a move belongs to, such as "moves of the knight"."""
    if move.piece and move.piece.type.name != "stone":
        return f"moves of the {move.piece.type.name}"
    return f"moves from {wing(position, move.from_square)}"


def mover(move: Move) -> str:
    """Return what moves, for people."""
    return f"the {move.piece.type.name}" if move.piece else "stones"


def wing(position: Position, square: Square | None) -> str:
    """Return the third of the board that a square is in, by its files."""
    assert square
    files = position.variant.files
    first = min(3 * max(square.file, 0) // files, 2)
    ends = [-(-first * files // 3), -(-(first + 1) * files // 3) - 1]
    shift = square.first_label
    return "files {} to {}".format(*(ascii_lowercase[at + shift] for at in ends))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values and its standard error."""
    return fmean(values), (stdev(values) if len(values) > 1 else 1.0) / sqrt(len(values))


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    parser.add_argument("game", metavar="GAME", help="a game that comes with the engine")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="PGN, or *.games.gz")
    parser.add_argument("--about", default="", metavar="TEXT", help="how the games were played")
    return parser


if __name__ == "__main__":
    main()
