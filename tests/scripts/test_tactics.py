"""Suites of tactics: their positions, the command that solves them, and how they are made."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

import make_puzzles
import make_suite
from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.errors import StorageError
from amalthea.engine.new_games import new_game
from amalthea.engine.search.reports import Score
from amalthea.protocol.analysis.epd import read_suite
from amalthea.protocol.records.self_play import Record, append
from amalthea.training import TrainError
from helpers.paths import SCRIPTS, SUITES
from helpers.sample import Sample

SUITE_FILES = sorted(SUITES.glob("*.epd"))
EASY = """
6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm a1a8; id "back rank";
6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm e1d1; id "no solution";
4k3/8/8/3q4/8/2N5/8/4K3 w - - bm c3d5; id "a queen";
12/12/12/12/3q3k4/12/12/4N7/12/12/12/6K5 w - - bm e5d8; id "in Gast's Chess"; variant gast;
"""


@pytest.mark.parametrize("path", SUITE_FILES, ids=lambda path: path.stem)
def test_lines_of_a_suite_are_positions_with_their_solutions(path: Path, sample: Sample) -> None:
    lines = path.read_text().splitlines()[: sample(16, 1_000)]
    problems = read_suite(lines, path.name, variants.get("chess"))
    assert len(problems) == len({each.moment.fen for each in problems}) >= 12
    for each in problems:
        game = each.moment.variant
        assert game.name == path.stem.partition("-")[0]
        assert each.solutions
        assert each.solutions < set(new_game(game, each.moment.fen).position.legal_moves())


@pytest.mark.parametrize("name", ["chess-wac", "gess-proofs"])
def test_there_are_the_suites_that_the_ledger_names(name: str) -> None:
    assert name in [path.stem for path in SUITE_FILES]


def tactics(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / "tactics.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("evaluation", ["net", "hand"])
def test_easy_positions_are_solved_and_failures_listed(tmp_path: Path, evaluation: str) -> None:
    path = tmp_path / "easy.epd"
    path.write_text(EASY)
    done = tactics(str(path), "--nodes", "3000", "--evaluation", evaluation)
    assert done.returncode == 0, done.stderr
    sums, _, text = done.stdout.partition("[[measurement]]")
    _, missed, total, _ = sums.splitlines()
    assert missed.startswith("- no solution")
    summary = rf"{re.escape(str(path))}:? 3 of 4, median [\d,]+ nodes and \d+ ms to the solution"
    assert re.fullmatch(summary, total)
    (record,) = tomllib.loads(f"[[measurement]]{text}")["measurement"]
    by_hand = ", hand-written evaluation" * (evaluation == "hand")
    assert record["title"] == f"Tactics solved with 3,000 nodes a position{by_hand}"
    assert record["verdict"] == "noted"
    assert record["command"].startswith("scripts/tactics.py ")
    assert re.fullmatch(summary, record["result"])


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "nothing",
            r"tactics: nothing: No such file or directory; known suites are .*gess-proofs",
        ),
        (__file__, r"tactics: .*test_tactics.py:1: .*"),
    ],
)
def test_invalid_suite_is_refused(word: str, said: str) -> None:
    done = tactics(word)
    assert done.returncode == 2
    assert re.match(said, done.stderr)


# How positions for suites are found.


@pytest.mark.parametrize(
    ("fen", "move", "holds"),
    [
        ("6k1/5ppp/8/8/8/8/1q4PP/R5K1 w - -", "a1a8", True),  # mate in two
        ("6k1/5ppp/8/8/8/8/2q3PP/RR4K1 w - -", "a1a8", False),  # the other rook mates, too
        ("6k1/5ppp/8/8/8/8/1q4PP/R5K1 w - -", "a1a7", False),  # not the best
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -", "e1e2", False),  # wins nothing
    ],
)
def test_only_one_move_that_wins_is_decisive(fen: str, move: str, holds: bool) -> None:
    game = new_game("chess", fen)
    best = make_suite.decisive(game, make_suite.other_moves(game, move), 3_000, 1)
    assert (best is not None) == holds
    if best:
        assert best.score == Score(2, mate=True)


def test_moves_to_the_same_position_are_one() -> None:
    """In Gess several centres may hold the same stones."""
    game = new_game("gess")
    reached = defaultdict(set)
    for move in game.position.legal_moves():
        reached[new_game("gess", game.fen, [move]).position.key()].add(move)
    twins = max(reached.values(), key=len)
    assert len(twins) > 1
    every = set(game.position.legal_moves())
    assert {*make_suite.other_moves(game, min(twins))} == every - twins


def test_moves_found_at_low_depth_are_no_tactics() -> None:
    variant = variants.get("chess")
    assert make_suite.verify(variant, "6k1/5ppp/8/8/8/8/1q4PP/R5K1 w - -", "a1a8", "") is None


@pytest.mark.parametrize(
    ("fen", "move", "found"),
    [
        ("6k1/5ppp/8/8/8/8/1q4PP/R5K1 w - -", "a1a8", True),  # mate in two
        ("6k1/5ppp/8/8/8/8/2q3PP/RR4K1 w - -", "a1a8", False),  # the other rook mates, too
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -", "e1e2", False),  # wins nothing
    ],
)
def test_easy_moves_are_found_at_once_and_alone(fen: str, move: str, found: bool) -> None:
    assert bool(make_suite.verify_easy(variants.get("chess"), fen, move, "")) == found


def test_where_a_score_turns_soon_a_win_was_overlooked() -> None:
    """Black has taken a pawn and left the last rank; White sees it a move late."""
    variant = variants.get("chess")
    fen = "1r4k1/5ppp/8/8/8/8/1P4PP/R5K1 b - - 0 1"
    record = Record(fen, "b8b2 h2h3 h7h6 a1a8", [0, 0, 0, 900], [], Color.WHITE)
    assert [*make_suite.read_game(make_suite.Task(variant, 1, 1, record), record)] == [
        (1, "6k1/5ppp/8/8/8/8/1r4PP/R5K1 w - -", "a1a8")
    ]
    calm = Record(fen, record.moves, [0, 0, 0, 0], [], None)
    assert not [*make_suite.read_game(make_suite.Task(variant, 1, 1, calm), calm)]


def test_games_of_a_training_are_taken_in_their_order(tmp_path: Path) -> None:
    file, variant = tmp_path / "g1.games.gz", variants.get("chess")
    games = [Record("8/8 w - -", "", [], [], winner) for winner in Color]
    append(file, games)
    assert [(task.number, task.record) for task in make_suite.list_games(variant, 1, file)] == [
        (1, games[0]),
        (2, games[1]),
    ]
    with pytest.raises(StorageError, match=r"none\.gz"):
        [*make_suite.list_games(variant, 1, tmp_path / "none.gz")]


def test_suite_resumes_after_its_last_game(tmp_path: Path) -> None:
    suite = tmp_path / "begun.epd"
    row = '8/8 w - - bm a1a2; id "x 001"; variant x; c0 "{}; game {}, ply 7";\n'
    kinds = (("material", 18), ("mate in 8", 39), ("material", 52))
    suite.write_text("".join(row.format(*kind) for kind in kinds))
    assert make_suite.read_progress(suite) == (3, 52)


def test_invalid_line_is_reported_with_its_number(tmp_path: Path) -> None:
    suite = tmp_path / "begun.epd"
    suite.write_text('8/8 w - - bm a1a2; c0 "mate in 2; game 3, ply 7";\n8/8 w - - bm a1a2;\n')
    with pytest.raises(TrainError, match=r"begun\.epd:2: expected c0"):
        make_suite.read_progress(suite)
    with pytest.raises(TrainError, match=r"none\.epd: No such file"):
        make_suite.read_progress(tmp_path / "none.epd")


def test_a_puzzle_has_one_best_answer_its_line_and_its_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(make_puzzles, "NODES", 2_000)
    chess = variants.get("chess")
    lines = [
        '6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm a1a8; id "back rank";',
        '6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm e1d1; id "another move is better";',
        '6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm a1a8 e1d1; id "two answers";',
        'k7/8/1K6/8/8/8/8/6QR w - - bm g1g8; id "another move is as good";',
    ]
    made = [make_puzzles.puzzle(each) for each in read_suite(lines, "suite", chess)]
    assert made[0] == (
        "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm a1a8; pv a1a8;"
        ' id "chess {number:03}"; variant chess; c0 "mate in 1"; c1 "0";'
    )
    assert made[1:] == [None, None, None]


def test_further_moves_are_asked_for_as_long_as_one_is_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(make_puzzles, "FURTHER_NODES", 500)
    lines = ["7k/8/8/8/8/8/R7/1R5K w - - bm a2a7;"]
    (problem,) = read_suite(lines, "suite", variants.get("chess"))
    assert make_puzzles.further(problem.moment, ("a2a7", "h8g8", "b1b8")) == ['c2 "b1b8"']
    assert make_puzzles.further(problem.moment, ("a2a3", "h8g8", "b1b3")) == []
