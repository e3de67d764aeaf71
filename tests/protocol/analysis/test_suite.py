"""Suites of positions: how their lines are read, and when a position counts as solved."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from amalthea.engine import variants
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Info, Report, Score
from amalthea.protocol.analysis import suite
from amalthea.protocol.analysis.analyst import Analyst, Resources, SearchResult
from amalthea.protocol.analysis.epd import EpdError, Problem, read_suite
from amalthea.protocol.analysis.interrupt import Interrupt
from amalthea.protocol.analysis.moments import Moment
from helpers.fake_analyst import FakeAnalyst, line
from helpers.paths import SUITES
from helpers.sample import Sample

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ -"
GESS_SUITE = SUITES / "gess-proofs.epd"
LIMITS = Limits(depth=1)


def problem(text: str, variant: str = "chess") -> Problem:
    (found,) = read_suite(text.split("\n"), "suite.epd", variants.get(variant))
    return found


# Reading.


@pytest.mark.parametrize(
    "text",
    [
        f'{BACK_RANK} bm Ra8#; id "mate";',
        f'{BACK_RANK} 0 1; bm Ra8; id "mate"',
        f'{BACK_RANK} 0 1 ;bm a1a8 ; acd 12; ce 32766; id "mate"; c0 "a; b";',
        f'{BACK_RANK.replace(" ", chr(9))}\tbm Ra8;\tid "mate";',
        f'# a comment\n\n  {BACK_RANK}   bm Ra8+!; id "mate";',
        f'{BACK_RANK} variant "chess"; pv Ra8 Kh7; bm Ra8; id "mate";',
        f'{BACK_RANK} bm 1. Ra8#, Ra8; id "mate";; White mates # at once',
        f'{BACK_RANK} bm Ra8; what is this? ; c0 "a; bm Rb1;"; id "mate',
        f'{BACK_RANK} hmvc 0; fmvn 1; bm Ra8; id "mate";',
        f'\ufeff{BACK_RANK}  0  1;bm Ra8 ;id "mate" # from a book',
    ],
)
def test_suite_lines_of_both_styles_are_read(text: str) -> None:
    found = problem(text)
    assert found.name == "mate"
    assert found.solutions == {"a1a8"}
    assert found.moment.fen == f"{BACK_RANK} 0 1"


def test_several_solutions_and_castling_are_read() -> None:
    assert problem(f"{BACK_RANK} bm O-O Rd1 h1h7;").solutions == {"e1g1", "a1d1", "h1h7"}


def test_moves_to_avoid_are_read() -> None:
    every = problem(f"{BACK_RANK} am Kd1;")
    assert "e1d1" not in every.solutions
    assert "a1a8" in every.solutions
    assert every.wanted == "not Kd1"
    assert problem(f"{BACK_RANK} bm Ra8 O-O; am O-O;").solutions == {"a1a8"}


def test_a_line_without_a_name_is_named_by_its_number() -> None:
    assert problem(f"# first\n{BACK_RANK} bm Ra8;").name == "line 2"


def test_moves_to_the_same_position_are_solutions() -> None:
    """In Gess several centres may hold the same stones."""
    lines = GESS_SUITE.read_text().splitlines()
    first = problem(lines[0], "gess")
    twins = problem(lines[0].replace("bm o6n5 n6n5 o5n5", "bm o6n5"), "gess")
    assert twins.solutions <= first.solutions
    assert all("o6n5" in each.solutions for each in (first, twins))


def test_lines_of_the_shipped_suite_are_read(sample: Sample) -> None:
    lines = GESS_SUITE.read_text().splitlines()[: sample(12, 1_000)]
    problems = read_suite(lines, "x", variants.get("gess"))
    assert len(problems) == len(lines)
    for text, each in zip(lines, problems, strict=True):
        wanted = text.partition(" bm ")[2].partition(";")[0].split()
        assert set(wanted) <= each.solutions


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("8 w - - bm a1a2;", "suite.epd:1: placement '8' has 1 rank, expected 8"),
        ("8 w - -", "suite.epd:1: '8 w - -', expected"),
        ("hello", "suite.epd:1: 'hello', expected"),
        (f"{BACK_RANK} id 'x'; am;", "suite.epd:1: no solution"),
        (f"{BACK_RANK} bm;", "suite.epd:1: no solution"),
        (f"{BACK_RANK} bm Ra9;", "suite.epd:1: bm 'Ra9' is illegal in"),
        (f"{BACK_RANK} bm a1b2;", "suite.epd:1: bm 'a1b2' is illegal in"),
        (f"{BACK_RANK} bm --;", "suite.epd:1: bm '--' is illegal in"),
        (f"{BACK_RANK} bm Ra8; variant nonesuch;", "suite.epd:1: unknown variant 'nonesuch'"),
        (f"{BACK_RANK} bm Ra8;\nK7/8/8/8 w - - bm a;", "suite.epd:2: placement"),
        ("R5k1/5ppp/8/8/8/8/8/4K2R b K - bm Kh8;", "suite.epd:1: the game is over here"),
        ("", "suite.epd: no position"),
        ("# only words", "suite.epd: no position"),
    ],
)
def test_errors_name_their_line(text: str, complaint: str) -> None:
    with pytest.raises(EpdError) as found:
        problem(text)
    assert str(found.value).startswith(complaint)


# Solving.


class Scripted(FakeAnalyst):
    """An analyst with the same reports in every search."""

    def __init__(self, reports: list[Info], best: str) -> None:
        super().__init__({})
        self._reports = reports
        self._best = best

    def search(
        self,
        moment: Moment,
        limits: Limits,
        lines: int = 1,
        listener: Callable[[Report], None] = lambda report: None,
    ) -> SearchResult:
        for report in self._reports:
            listener(report)
        return SearchResult(self._best, tuple(self._reports[-1:]))


def attempt(reports: list[Info], best: str) -> suite.Attempt:
    analyst = Scripted(reports, best)
    (found,) = suite.solve([problem(f"{BACK_RANK} bm Ra8;")], analyst, LIMITS, 1)
    assert analyst.forgotten == 1
    return found


def test_time_to_solution_counts_from_the_last_change_of_move() -> None:
    seen = [("a1a8", 10), ("e1g1", 20), ("a1a8", 30), ("a1a8", 40)]
    reports = [line(Score(1), move, depth=at, time_ms=at) for move, at in seen]
    found = attempt(reports, "a1a8")
    assert found.solved
    assert found.since == reports[2]
    assert suite.row(found).split() == ["+", "line", "1", "Ra8#", "40", "+0.01", "0.03", "s", "100"]


def test_a_solution_that_was_dropped_does_not_count() -> None:
    reports = [line(Score(1), "a1a8"), line(Score(1), "e1g1")]
    found = attempt(reports, "e1g1")
    assert not found.solved
    assert found.since is None
    assert suite.row(found).startswith("- line 1")
    assert suite.row(found).endswith("  Ra8")


def test_only_the_first_line_counts() -> None:
    found = attempt([line(Score(1), "e1g1"), line(Score(1), "a1a8", number=2)], "e1g1")
    assert not found.solved
    assert found.last == line(Score(1), "e1g1")


def test_missing_move_is_not_a_solution() -> None:
    found = attempt([], "h1h2")
    assert not found.solved
    assert "score" not in suite.attempt_json(found)


def test_the_summary_counts_solved_and_tried_positions() -> None:
    solved = attempt([line(Score(1), "a1a8", time_ms=500)], "a1a8")
    missed = attempt([line(Score(1), "e1g1")], "e1g1")
    text = suite.summary([solved, missed], 3)
    assert text == "solved 1 of 3, 2 of them tried; mean time to solution 0.50 s"
    assert suite.summary([missed], 1) == "solved 0 of 1"
    assert suite.summary_json([solved, missed], 3) == {
        "result": {"solved": 1, "tried": 2, "positions": 3}
    }
    values = json.loads(json.dumps(suite.attempt_json(solved)))
    assert values["solved_at"] == {"depth": 9, "nodes": 100, "time_ms": 500}


def test_a_position_without_a_solution_is_only_analysed() -> None:
    analyst = Scripted([line(Score(1), "a1a8")], "a1a8")
    (found,) = suite.solve([problem(f'{BACK_RANK} 0 1; id "from a book";')], analyst, LIMITS, 1)
    assert not found.solved
    assert suite.row(found).startswith("  from a book ")
    assert suite.summary([found], 1) == "solved 0 of 0, 1 position without a solution"
    assert "solved" not in suite.attempt_json(found)


def test_an_interrupt_ends_a_suite() -> None:
    problems = [problem(f"{BACK_RANK} bm Ra8;")] * 3
    result = SearchResult("a1a8", (line(Score(1), "a1a8"),))
    analyst = FakeAnalyst({problems[0].moment.fen: result}, patience=2)
    assert len(list(suite.solve(problems, analyst, LIMITS, 1))) == 2


def test_the_engine_solves_easy_positions() -> None:
    chess = [
        f"{BACK_RANK} bm Ra8#;",
        "k7/2K5/8/8/8/8/8/1R6 w - - bm Ra1+;",
        "k7/8/1K6/8/8/8/7Q/8 w - - am Qh7;",  # Qh8 mates
        "6k1/8/8/8/8/8/8/R3K2R w KQ - bm Kd1;",  # no solution at all
    ]
    problems = read_suite(chess, "x", variants.get("chess"))
    gess = GESS_SUITE.read_text().splitlines()
    problems += read_suite([gess[0], gess[4]], "y", variants.get("gess"))
    with Interrupt() as interrupt, Analyst(Resources(1, 1), interrupt, pytest.fail) as analyst:
        found = list(suite.solve(problems, analyst, Limits(nodes=20_000), 1))
    assert [each.solved for each in found] == [True, True, True, False, True, True]
    assert all(each.since for each in found if each.solved)
