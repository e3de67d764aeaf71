#!/usr/bin/env python3
"""Make a suite of tactics: positions in which only one move wins and a short search misses it.

    nice .venv/bin/python scripts/make_suite.py gast > tests/suites/gast.epd
    nice .venv/bin/python scripts/make_suite.py gast --resume gast.epd >> gast.epd
    nice .venv/bin/python scripts/make_suite.py gast --games train-gast/g1.games.gz > gast.epd
    nice .venv/bin/python scripts/make_suite.py gast --easy > easy.epd

The engine plays against itself, one game from each of its openings, or from random moves in a game
without a set of them; or games of a training are read, in which scores show that a win was missed.
A game gives at most one position, in which

  - a search of 1,000 nodes chooses another move and does not see a win;
  - a longer search chooses the move, finds that it wins, and finds that all other moves are
    much worse and do not win;
  - two searches of ten times as many nodes, with the hand-written evaluation and a small table
    and with the default evaluation and a larger one, find the same.

With --easy the short search has 200 nodes and finds the move instead: the other side has just
blundered, or it is mate in two at most; then other moves may win, too, but later. The longer
searches have 20,000 nodes.

`c0` has the gain, and the game and ply of the position. The same command makes the same
suite while the engine and the games are the same; --resume continues after the last game of an
unfinished suite.
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

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import variants
from amalthea.engine.core.game import Game
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import Evaluation, HandWritten
from amalthea.engine.evaluators import chances
from amalthea.engine.new_games import new_game
from amalthea.engine.openings import shipped
from amalthea.engine.search.reports import Score
from amalthea.engine.search.score_scale import ScoreScale
from amalthea.engine.search.solo import SoloSearcher
from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.engine.system_errors import error_reason
from amalthea.protocol import tool
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.protocol.jobs.processes import ProcessExecutor
from amalthea.protocol.match import MatchBroken
from amalthea.protocol.match.openings import from_set
from amalthea.protocol.records import self_play
from amalthea.protocol.records.self_play import Record
from amalthea.protocol.storage.files import WriteError
from amalthea.training import TrainBroken, TrainError
from amalthea.training.random_openings import random_opening
from command_line import add_seed, new_parser

PLAYED_NODES = 300  # nodes per move in a game: its players overlook wins
MOST_PLIES = 160  # of a game
DECIDED_CP = 300  # shown centipawns; positions with larger scores are skipped
SHORT_NODES = 1_000  # nodes of the search that must miss the move
SCREEN_NODES = 8_000  # nodes of the search that selects candidates
SOON_PLIES = 3  # plies within which the scores of a game must show that a win was missed
TRIAL_NODES = 20_000  # nodes of the search that must find the move
PROOF_NODES = 200_000  # nodes of the searches that must confirm it
WON_CP = 300  # shown centipawns; least score of a winning move
MARGIN_CP = 300  # shown centipawns; least lead over all other moves and over the short search
PROOF_TABLES_MIB = (4, 32)  # with the hand-written and with the default evaluation
SMALL_TABLE_MIB = 2
EASY_NODES = 200  # nodes of the search that must find an easy move
EASY_MATE = 2  # moves; longest mate that is easy
RANDOM_PLIES = 6  # before a game without a set of openings
_FROM_GAME = re.compile(r'c0 "[^"]*; game (\d+), ply')  # in a line of a suite


@dataclass(frozen=True, slots=True)
class Task:
    """A game to examine: one to play, or the record of one from a training.

    easy: look for easy moves.
    """

    variant: Variant
    seed: int
    number: int
    record: Record | None = None
    easy: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A tactic. what: the gain, and the game and ply."""

    fen: str
    move: str
    what: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The best of the moves that were searched, and its score."""

    move: str
    score: Score

    @property
    def cp(self) -> int:
        """The score in shown centipawns."""
        return self.score.as_centipawns()


_FAILURES = (TrainBroken, JobsFailed, WriteError)


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("make_suite", lambda: _run(options), failures=_FAILURES))


def _run(options: argparse.Namespace) -> int:
    variant = variants.get(options.game)
    lines, played = read_progress(options.resume) if options.resume else (0, 0)
    games = list_games(variant, options.seed, options.games, options.easy)
    tasks = islice(games, played, None)
    with ProcessExecutor(options.concurrency) as executor:
        results = enumerate(executor.map(examine_game, tasks), played + 1)
        kept = ((number, found) for number, found in results if found)
        missing = max(0, options.count - lines)
        for line, (number, found) in enumerate(islice(kept, missing), lines + 1):
            name = f'id "{variant.name} {line:03}"; variant {variant.name}'
            print(f'{found.fen} bm {found.move}; {name}; c0 "{found.what}";', flush=True)
            print(f"{line} of {number} games: {found.what}", file=sys.stderr, flush=True)
    return 0


def list_games(
    variant: Variant, seed: int, games: Path | None, easy: bool = False
) -> Iterator[Task]:
    """Yield all games: those of a file, or games to play, without end.

    Raises TrainError for a file with invalid games.
    """
    if games is None:
        yield from (Task(variant, seed, number, easy=easy) for number in count(1))
        return
    every = chain.from_iterable(self_play.read(games))
    yield from (Task(variant, seed, number, each) for number, each in enumerate(every, 1))


def read_progress(suite: Path) -> tuple[int, int]:
    """Return the number of lines of a suite, and the number of the last game in it.

    Raises TrainError if the file cannot be read, or a line was not written by this script.
    """
    try:
        lines = suite.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise TrainError(f"{suite}: {error_reason(error)}") from error
    last = 0
    for number, line in enumerate(lines, 1):
        found = _FROM_GAME.search(line)
        if not found:
            raise TrainError(f"{suite}:{number}: expected c0 with the game and ply of the position")
        last = int(found[1])
    return len(lines), last


def examine_game(task: Task) -> Found | None:
    """Return a tactic in a game, None if there is none. Candidates are tried in random order."""
    rng = random.Random(f"{task.variant.name} {task.seed} {task.number}")
    seen = list(read_game(task, task.record) if task.record else play_game(task))
    for ply, fen, move in rng.sample(seen, len(seen)):
        check = verify_easy if task.easy else verify
        found = check(task.variant, fen, move, f"game {task.number}, ply {ply}")
        if found:
            return found
    return None


def opening_of(task: Task) -> Game | None:
    """Return a game after its opening, None if there is none for that number."""
    if lines := shipped(task.variant):
        openings = from_set(task.variant, lines, task.seed)
        try:
            return openings.opening(task.number).to_game(task.variant)
        except MatchBroken:  # the set is used up, and random moves after it gave an uneven opening
            return None
    rng = random.Random(f"opening {task.variant.name} {task.seed} {task.number}")
    return random_opening(task.variant, rng, RANDOM_PLIES)


def play_game(task: Task) -> Iterator[tuple[int, str, str]]:
    """Play a game; yield (ply, FEN, move) where its player seems to miss a win.

    With `easy`, where the other side's last move or a short mate seems to allow one.
    """
    game = opening_of(task)
    player, watcher = SoloSearcher(SMALL_TABLE_MIB), SoloSearcher(SMALL_TABLE_MIB)
    scale, before = ScoreScale(chances(task.variant)), 0
    while game and game.position.status().state == "ongoing" and len(game.moves) < MOST_PLIES:
        line = player.search(game, PLAYED_NODES)
        score = scale.score(line.score)
        cp = score.as_centipawns()
        fen = " ".join(game.position.fen().split()[:4])
        if task.easy:
            mates = score.mate and 0 < score.value <= EASY_MATE
            if mates or (abs(before) < DECIDED_CP and cp >= WON_CP):
                yield len(game.moves), fen, line.moves[0]
        elif abs(cp) < DECIDED_CP:
            seen = watcher.search(game, SCREEN_NODES)
            won = scale.score(seen.score).as_centipawns() >= WON_CP
            if won and seen.moves[0] != line.moves[0]:
                yield len(game.moves), fen, seen.moves[0]
        before = cp
        game.play(line.moves[0])


def read_game(task: Task, record: Record) -> Iterator[tuple[int, str, str]]:
    """Yield (ply, FEN, move) where the player of a recorded game seems to have missed a win."""
    game = new_game(task.variant, record.fen)
    watcher, scale = SoloSearcher(SMALL_TABLE_MIB), ScoreScale(chances(task.variant))
    shown = [scale.score(score).as_centipawns() for score in record.scores]
    for ply, move in enumerate(record.moves.split()):
        later = enumerate(shown[ply + 1 : ply + 1 + SOON_PLIES])
        soon = max(((score if after % 2 else -score) for after, score in later), default=0)
        if abs(shown[ply]) < DECIDED_CP and soon >= WON_CP:
            seen = watcher.search(game, SCREEN_NODES)
            if scale.score(seen.score).as_centipawns() >= WON_CP:
                yield ply, " ".join(game.position.fen().split()[:4]), seen.moves[0]
        game.play(move)


def verify(variant: Variant, fen: str, move: str, where: str) -> Found | None:
    """Return the tactic that begins with a move if it can be proved, or None."""
    game = new_game(variant, fen)
    short = choose(game, SHORT_NODES, SMALL_TABLE_MIB)
    others = other_moves(game, move)
    if short.move not in others or short.cp >= WON_CP:
        return None
    best = prove(game, others)
    if best is None or best.cp - short.cp < MARGIN_CP:
        return None
    return Found(fen, move, f"{_gain(best)}; {where}")


def verify_easy(variant: Variant, fen: str, move: str, where: str) -> Found | None:
    """Return the tactic that begins with a move if a short search finds it, too, or None."""
    game = new_game(variant, fen)
    others = other_moves(game, move)
    if not others or choose(game, EASY_NODES, SMALL_TABLE_MIB).move in others:
        return None
    for evaluation, table_mib in zip((HandWritten(), None), PROOF_TABLES_MIB, strict=True):
        best = choose(game, TRIAL_NODES, table_mib, evaluation)
        second = choose(game, TRIAL_NODES, table_mib, evaluation, others)
        if best.move in others or best.cp < WON_CP or best.cp - second.cp < MARGIN_CP:
            return None
    return Found(fen, move, f"{_gain(best)}; {where}")


def _gain(choice: Choice) -> str:
    """Return what a winning choice wins."""
    return f"mate in {choice.score.value}" if choice.score.mate else "material"


def prove(game: Game, others: list[str]) -> Choice | None:
    """Return the choice of the proof searches if all agree that only it wins, or None.

    others: the moves that lead to other positions than the one to be proved.
    """
    best = decisive(game, others, TRIAL_NODES, PROOF_TABLES_MIB[0])
    for evaluation, table_mib in zip((HandWritten(), None), PROOF_TABLES_MIB, strict=True):
        if best is None:
            return None
        best = decisive(game, others, PROOF_NODES, table_mib, evaluation)
    return best


def decisive(
    game: Game,
    others: list[str],
    nodes: int,
    table_mib: int,
    evaluation: Evaluation | None = None,
) -> Choice | None:
    """Return a search's choice if it is none of `others` and only it wins, or None."""
    best = choose(game, nodes, table_mib, evaluation)
    if best.move in others or best.cp < WON_CP:
        return None
    second = choose(game, nodes, table_mib, evaluation, others)
    return best if second.cp < min(WON_CP, best.cp - MARGIN_CP) else None


def choose(
    game: Game,
    nodes: int,
    table_mib: int,
    evaluation: Evaluation | None = None,
    moves: Sequence[str] = (),
) -> Choice:
    """Return the choice of a fresh searcher among the given moves or all of them."""
    line = SoloSearcher(table_mib, evaluation).search(game, nodes, moves=moves)
    scale = ScoreScale(chances(game.variant, evaluation))
    return Choice(line.moves[0], scale.score(line.score))


def other_moves(game: Game, move: str) -> list[str]:
    """Return the legal moves that lead to other positions than `move` does."""

    def after(text: str) -> int:
        game.position.play(text)
        key = game.position.key()
        game.position.undo()
        return key

    reached = after(move)
    return [text for text in game.position.legal_moves() if after(text) != reached]


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("game", metavar="GAME", help="a game that comes with the engine")
    help_ = "number of positions (default: 100)"
    add("--count", type=int, default=100, metavar="N", help=help_)
    add_seed(parser)
    help_ = "examine the games in this file of a training, instead of playing"
    either = parser.add_mutually_exclusive_group().add_argument
    either("--games", type=Path, metavar="FILE", help=help_)
    either("--easy", action="store_true", help="look for moves that are found at once")
    add("--resume", type=Path, metavar="SUITE", help="continue this unfinished suite")
    help_ = "processes, which do not change the suite (default: one per core)"
    add("--concurrency", type=int, default=allowed_processors(), metavar="N", help=help_)
    return parser


if __name__ == "__main__":
    main()
