"""Winning chances, marks and accuracy: figures worked out by hand from the published formulas."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import pytest

from amalthea.engine.core.color import Color
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.search.reports import Score
from amalthea.protocol.statistics import scoring
from amalthea.protocol.statistics.scoring import PositionScore
from helpers.fake_analyst import line

WHITE, BLACK = Color


def sides(letters: str) -> list[Color]:
    return list(map(Color, letters))


def test_winning_chances_are_those_of_the_engine() -> None:
    """A win is one point and a draw half a point, whatever the score is."""
    seen = replace(line(Score(500), "e2e4"), wdl=(300, 500, 200))
    assert scoring.line_score(seen, WHITE).chances == pytest.approx(0.55)
    assert scoring.line_score(seen, BLACK).chances == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("score", "side", "text", "chances"),
    [
        (Score(35), WHITE, "+0.35", 0.532),
        (Score(35), BLACK, "-0.35", 0.468),
        (Score(0), BLACK, "0.00", 0.5),
        (Score(3, mate=True), WHITE, "+M3", 1.0),
        (Score(3, mate=True), BLACK, "-M3", 0.0),
        (Score(-2, mate=True), BLACK, "+M2", 1.0),
    ],
)
def test_scores_are_turned_to_whites_view(
    score: Score, side: Color, text: str, chances: float
) -> None:
    found = scoring.line_score(line(score, "e2e4"), side)
    assert str(found) == text
    assert found.chances == pytest.approx(chances, abs=5e-5)
    assert found.chances_of(BLACK) == pytest.approx(1 - chances, abs=5e-5)


def test_the_score_of_a_finished_game_is_its_result() -> None:
    assert scoring.final_score(Status(State.WIN, BLACK, Termination.RINGS)).to_json() == {
        "result": "0-1",
        "chances": 0.0,
    }
    assert str(scoring.final_score(Status(State.WIN, WHITE, Termination.CHECKMATE))) == "1-0"
    assert scoring.final_score(Status(State.DRAW, None, Termination.BARE_KING)).chances == 0.5


@pytest.mark.parametrize(
    ("loss", "mark"),
    [(0.0, ""), (0.049, ""), (0.05, "?!"), (0.099, "?!"), (0.10, "?"), (0.15, "??"), (1.0, "??")],
)
def test_marks_are_given_from_their_thresholds_on(loss: float, mark: str) -> None:
    assert scoring.mark_of(loss) == mark


def test_accuracy_of_a_move_follows_from_the_chances_lost() -> None:
    assert scoring.move_accuracy(0.0) == pytest.approx(99.9999)
    assert scoring.move_accuracy(-0.2) == pytest.approx(99.9999)
    assert scoring.move_accuracy(0.10) == pytest.approx(103.1668 * exp(-0.4354) - 3.1669)
    assert scoring.move_accuracy(1.0) == 0.0


def scores(*values: float) -> list[PositionScore]:
    return [PositionScore(value, cp=round(1000 * (value - 0.5))) for value in values]


def test_accuracy_of_a_quiet_game_equals_that_of_its_moves() -> None:
    found = scoring.game_accuracy(scores(*[0.5] * 21), sides("wb" * 10))
    assert found == {"w": pytest.approx(99.9999), "b": pytest.approx(99.9999)}


def test_moves_weigh_more_where_the_chances_swing() -> None:
    """White's second move of two loses 0.4; its window has the scores 0.5 and 0.1."""
    found = scoring.game_accuracy(scores(0.5, 0.5, 0.5, 0.1), sides("wbw"))
    good, bad = 99.9999, 103.1668 * exp(-0.04354 * 40) - 3.1669
    swing = 12.0  # the most; the deviation is 20. A window without change weighs 0.5
    weighted = (0.5 * good + swing * bad) / (0.5 + swing)
    harmonic = 2 / (1 / good + 1 / bad)
    assert found[WHITE] == pytest.approx((weighted + harmonic) / 2)
    assert found[BLACK] == pytest.approx(good)


def test_a_side_that_has_not_moved_has_no_accuracy() -> None:
    assert list(scoring.game_accuracy(scores(0.5, 0.6), sides("b"))) == ["b"]
    assert scoring.game_accuracy(scores(0.5), []) == {}


def test_moves_in_a_lost_game_do_not_count_for_accuracy() -> None:
    lost = scoring.game_accuracy(scores(0.97, 0.97, 0.98, 0.98, 1.0), sides("bwbw"))
    assert lost == {}
    thrown = scoring.game_accuracy(scores(0.97, 0.97, 0.02), sides("bw"))
    assert list(thrown) == ["w"]
    assert thrown[WHITE] < 10


def test_centipawn_loss_is_the_mean_over_the_moves() -> None:
    seen = [
        PositionScore(0.5, cp=20),
        PositionScore(0.5, cp=-30),
        PositionScore(0.6, cp=70),
        PositionScore(1, mate=3),
    ]
    found = scoring.centipawn_loss(seen, sides("wbw"))
    assert found == {"w": 25.0, "b": 100.0}  # 50 and nothing; the second one lost 100
    mated = [
        PositionScore(0.9, cp=2500),
        PositionScore(0.0, mate=-2),
        PositionScore(0.0, result="0-1"),
    ]
    assert scoring.centipawn_loss(mated, sides("wb")) == {"w": 2000.0, "b": 0.0}
    drawn = [PositionScore(0.8, cp=400), PositionScore(0.5, result="1/2-1/2")]
    assert scoring.centipawn_loss(drawn, [WHITE]) == {"w": 400.0}


@pytest.mark.parametrize(
    ("after", "side", "text"),
    [
        (PositionScore(0.6, cp=40), WHITE, "+0.40"),
        (PositionScore(1.0, mate=2), WHITE, "+M3"),
        (PositionScore(1.0, mate=2), BLACK, "+M2"),
        (PositionScore(0.0, mate=-2), BLACK, "-M3"),
        (PositionScore(1.0, result="1-0"), WHITE, "+M1"),
        (PositionScore(0.0, result="0-1"), BLACK, "-M1"),
        (PositionScore(0.5, result="1/2-1/2"), WHITE, "0.00"),
    ],
)
def test_the_score_before_a_move_is_the_score_after_it(
    after: PositionScore, side: Color, text: str
) -> None:
    before = scoring.before_move(after, side)
    assert (str(before), before.chances) == (text, after.chances)
