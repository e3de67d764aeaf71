#!/usr/bin/env python3
"""Makes a suite of tactics: positions in which exactly one move wins, and a glance misses it.

    nice .venv/bin/python scripts/make_suite.py gast > tests/suites/gast.epd
    nice .venv/bin/python scripts/make_suite.py gast --resume gast.epd >> gast.epd
    nice .venv/bin/python scripts/make_suite.py gast --games train-gast/g1.games.gz > gast.epd

The engine plays itself, one game from each of its own openings, or games of a training are looked
through, where scores tell that a win was overlooked; of a game at most one position is taken. In it
- a search of 1,000 nodes chooses another move, and does not think that it wins;
- a longer one chooses the move, finds that it wins and that all others, searched alone, are worse
  by far and do not;
- two of ten times as many nodes, by the hand-written evaluation with a small table and by the usual
  one with a larger one, find the same.

A line's `c0` says what is won and which game and ply it is from. The same command makes the same
suite while the engine and the games are the same; with --resume it goes on behind the last game of
a suite that was begun.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.core.game import Game
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import reason
from amalthea.engine.evaluation import Evaluation, HandWritten
from amalthea.engine.game_kinds import chances, new_game
from amalthea.engine.openings import shipped
from amalthea.engine.search.reports import Score
from amalthea.engine.search.score_scale import Meaning
from amalthea.engine.search.solo import SoloSearcher
from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol import tool
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.jobs.processes import ProcessExecutor
from amalthea.protocol.match import MatchBroken
from amalthea.protocol.match.openings import from_set
from amalthea.training import TrainBroken, TrainError, records
from amalthea.training.records import Record

PLAYED = 300  # nodes of a move in a game: players who overlook something
MOST_PLIES = 160  # of a game
DECIDED_CP = 300  # shown; positions further from even are not looked at
GLANCE = 1_000  # nodes that may not find it,
LOOK = 8_000  # after which something must be in sight,
SOON = 3  # plies; where games are read, so soon a score must tell of a win that was not seen
TRIAL = 20_000  # which find it,
PROOF = 200_000  # and ten times as many, which are to stay with it
WON_CP = 300  # shown: from here on a move wins
MARGIN_CP = 300  # by which it is better than any other move, and than what a glance says
TABLES_MIB = (4, 32)  # of the proofs: by hand, and by the usual evaluation
GLANCE_MIB = 2
_FROM_GAME = re.compile(r'c0 "[^"]*; game (\d+), ply')  # in a line of a suite


@dataclass(frozen=True, slots=True)
class Task:
    """A game to look through, one of a training or one to play."""

    variant: Variant
    seed: int
    number: int
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A tactic. what: is won, and where it is from."""

    fen: str
    move: str
    what: str


@dataclass(frozen=True, slots=True)
class Opinion:
    """The best of the moves that were searched."""

    move: str
    score: Score

    @property
    def cp(self) -> int:
        return self.score.as_centipawns()


def main() -> None:
    options = _parser().parse_args()
    sys.exit(tool.run("make_suite", lambda: _run(options), failures=(TrainBroken, JobsFailed)))


def _run(options: argparse.Namespace) -> int:
    variant = variants.get(options.game)
    lines, played = begun(options.resume) if options.resume else (0, 0)
    tasks = islice(listed(variant, options.seed, options.games), played, None)
    with ProcessExecutor(options.concurrency) as executor:
        results = enumerate(executor.map(look_at_game, tasks), played + 1)
        kept = ((number, found) for number, found in results if found)
        missing = max(0, options.wanted - lines)
        for line, (number, found) in enumerate(islice(kept, missing), lines + 1):
            name = f'id "{variant.name} {line:03}"; variant {variant.name}'
            print(f'{found.fen} bm {found.move}; {name}; c0 "{found.what}";', flush=True)
            print(f"{line} of {number} games: {found.what}", file=sys.stderr, flush=True)
    return 0


def listed(variant: Variant, seed: int, games: Path | None) -> Iterator[Task]:
    """All games, of a file or, without end, to be played.

    Raises TrainError for what is no game, and MatchError for a game that has no openings.
    """
    if games is None:
        from_set(variant, shipped(variant), seed)  # refused here, not in a process
        yield from (Task(variant, seed, number) for number in count(1))
        return
    every = chain.from_iterable(records.read(games))
    yield from (Task(variant, seed, number, each) for number, each in enumerate(every, 1))


def begun(suite: Path) -> tuple[int, int]:
    """How many lines a suite has, and the last game that one is from.

    Raises TrainError when there is no such file or a line is not of ours.
    """
    try:
        lines = suite.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise TrainError(f"{suite}: {reason(error)}") from error
    last = 0
    for number, line in enumerate(lines, 1):
        found = _FROM_GAME.search(line)
        if not found:
            raise TrainError(f"{suite}:{number}: expected the game and ply that it is from")
        last = int(found[1])
    return len(lines), last


def look_at_game(task: Task) -> Found | None:
    """A tactic of a game, any of those that it has."""
    dice = random.Random(f"{task.variant.name} {task.seed} {task.number}")
    seen = list(read_game(task, task.record) if task.record else play_game(task))
    for ply, fen, move in dice.sample(seen, len(seen)):
        found = look_closer(task.variant, fen, move, f"game {task.number}, ply {ply}")
        if found:
            return found
    return None


def play_game(task: Task) -> Iterator[tuple[int, str, str]]:
    """(ply, FEN, move) of what may be a tactic in a game: its player seems to overlook a win."""
    openings = from_set(task.variant, shipped(task.variant), task.seed)
    try:
        game = openings.opening(task.number).played(task.variant)
    except MatchBroken:  # the set has been played often, and random moves behind it tip the balance
        return
    player, watcher = SoloSearcher(GLANCE_MIB), SoloSearcher(GLANCE_MIB)
    meaning = Meaning(chances(task.variant))
    while game.position.status().state == "ongoing" and len(game.moves) < MOST_PLIES:
        line = player.search(game, PLAYED)
        if abs(meaning.score(line.score).as_centipawns()) < DECIDED_CP:
            seen = watcher.search(game, LOOK)
            won = meaning.score(seen.score).as_centipawns() >= WON_CP
            if won and seen.moves[0] != line.moves[0]:
                fen = " ".join(game.position.fen().split()[:4])
                yield len(game.moves), fen, seen.moves[0]
        game.play(line.moves[0])


def read_game(task: Task, record: Record) -> Iterator[tuple[int, str, str]]:
    """The same in a game that was played: (ply, FEN, move) of what its player overlooked."""
    game = new_game(task.variant, record.fen)
    watcher, meaning = SoloSearcher(GLANCE_MIB), Meaning(chances(task.variant))
    shown = [meaning.score(score).as_centipawns() for score in record.scores]
    for ply, move in enumerate(record.moves.split()):
        later = enumerate(shown[ply + 1 : ply + 1 + SOON])
        soon = max(((score if after % 2 else -score) for after, score in later), default=0)
        if abs(shown[ply]) < DECIDED_CP and soon >= WON_CP:
            seen = watcher.search(game, LOOK)
            if meaning.score(seen.score).as_centipawns() >= WON_CP:
                yield ply, " ".join(game.position.fen().split()[:4]), seen.moves[0]
        game.play(move)


def look_closer(variant: Variant, fen: str, move: str, where: str) -> Found | None:
    """The tactic that begins with this move, if it can be proved."""
    game = new_game(variant, fen)
    glance = opinion(game, GLANCE, GLANCE_MIB)
    others = without(game, move)
    if glance.move not in others or glance.cp >= WON_CP:
        return None
    best = proved(game, move, others)
    if best is None or best.cp - glance.cp < MARGIN_CP:
        return None
    what = f"mate in {best.score.value}" if best.score.mate else "material"
    return Found(fen, move, f"{what}; {where}")


def proved(game: Game, move: str, others: list[str]) -> Opinion | None:
    """The last opinion of a move that wins as no other does; None if it is not shown to."""
    best = decisive(game, move, others, TRIAL, TABLES_MIB[0])
    for evaluation, table_mib in zip((HandWritten(), None), TABLES_MIB, strict=True):
        if best is None:
            return None
        best = decisive(game, move, others, PROOF, table_mib, evaluation)
    return best


def decisive(
    game: Game,
    move: str,
    others: list[str],
    nodes: int,
    table_mib: int,
    evaluation: Evaluation | None = None,
) -> Opinion | None:
    """What a search thinks of that move, if it chooses and wins with it; the others do not."""
    best = opinion(game, nodes, table_mib, evaluation)
    if best.move in others or best.cp < WON_CP:
        return None
    second = opinion(game, nodes, table_mib, evaluation, others)
    return best if second.cp < min(WON_CP, best.cp - MARGIN_CP) else None


def opinion(
    game: Game,
    nodes: int,
    table_mib: int,
    evaluation: Evaluation | None = None,
    moves: Sequence[str] = (),
) -> Opinion:
    """What a fresh searcher chooses, of some moves or of all."""
    line = SoloSearcher(table_mib, evaluation).search(game, nodes, moves=moves)
    meaning = Meaning(chances(game.variant, evaluation))
    return Opinion(line.moves[0], meaning.score(line.score))


def without(game: Game, move: str) -> list[str]:
    """The legal moves that lead to other positions than that one does."""

    def after(text: str) -> int:
        game.position.play(text)
        key = game.position.key()
        game.position.undo()
        return key

    reached = after(move)
    return [text for text in game.position.legal_moves() if after(text) != reached]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="one that came with the engine")
    parser.add_argument("--wanted", type=int, default=100, help="positions")
    parser.add_argument("--seed", type=int, default=1, help="of the openings' order")
    help_ = "of a training, to be looked through instead of playing"
    parser.add_argument("--games", type=Path, metavar="FILE", help=help_)
    parser.add_argument("--resume", type=Path, metavar="SUITE", help="made so far")
    help_ = "processes; the suite is the same with any number"
    parser.add_argument("--concurrency", type=int, default=allowed_processors(), help=help_)
    return parser


if __name__ == "__main__":
    main()
