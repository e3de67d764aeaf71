"""Games studied by an analyst whose results are known: marks, scores, what is left out."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

import amalthea
from amalthea.engine.core.color import Color
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Score
from amalthea.protocol.analysis import game_report
from amalthea.protocol.analysis.analyst import SearchResult
from amalthea.protocol.analysis.moments import Moment
from amalthea.protocol.analysis.plot import plot_svg
from amalthea.protocol.analysis.study import MIN_DEPTH, CheckedGame, squares, study
from helpers.fake_analyst import FakeAnalyst, analyst_of, chances, line, played

LIMITS = Limits(depth=1)
MATE_IN_TWO = "f3 e5 g4 Qh4#"


def study_of(game: CheckedGame, analyst: FakeAnalyst, lines: int = 2) -> list[str]:
    """Return the marks of a game's moves."""
    return [remark.mark for remark in study(game, analyst, LIMITS, lines).remarks]


def test_a_move_is_marked_by_what_it_loses() -> None:
    game = played("e2e4 e7e5 g1f3 b8c6")
    analyst = analyst_of(
        game,
        {
            0: (Score(20), "d2d4", None),  # e2e4 loses next to nothing
            1: (Score(-15), "c7c5", None),  # e7e5: 0.486 to 0.412 of Black's view, 7 %
            2: (Score(97), "d1h5", None),  # g1f3: 58.8 % to 45 %: 14 %
            3: (Score(55), "d7d6", None),  # b8c6: 55 % to 46.3 % of Black's view, 9 %
            4: (Score(40), "a2a3", None),
        },
    )
    found = study(game, analyst, LIMITS)
    assert [remark.mark for remark in found.remarks] == ["", "?!", "?", "?!"]
    assert found.remarks[1].loss == pytest.approx(
        chances(Score(-15)) - chances(Score(-97)), abs=1e-3
    )
    assert found.remarks[1].better == ("c7c5",)
    assert found.remarks[0].better == ()
    assert found.marks(Color.BLACK) == {"!": 0, "?!": 2, "?": 0, "??": 0}
    assert list(map(str, found.scores)) == ["+0.20", "+0.15", "+0.97", "-0.55", "+0.40"]


def test_the_engines_move_and_better_ones_lose_nothing() -> None:
    game = played("e2e4 e7e5 g1f3")
    analyst = analyst_of(
        game,
        {
            0: (Score(300), "e2e4", None),  # the choice, though the next score is far lower
            1: (Score(0), "c7c5", None),
            2: (Score(-200), "d1h5", None),  # e7e5 turned out better than c7c5
            3: (Score(200), "a7a6", None),
        },
    )
    found = study(game, analyst, LIMITS)
    assert [remark.loss for remark in found.remarks] == [0.0, 0.0, 0.0]
    assert [remark.mark for remark in found.remarks] == ["", "", ""]


def test_only_move_is_marked_unless_it_recaptures() -> None:
    game = played("e2e4 d7d5 e4d5 d8d5 b1c3")
    second = {ply: (Score(30), game.moves[ply], Score(-200)) for ply in range(5)}
    assert study_of(game, analyst_of(game, second)) == ["!", "!", "", "", "!"]
    near = {ply: (Score(30), game.moves[ply], Score(10)) for ply in range(5)}
    assert study_of(game, analyst_of(game, near)) == [""] * 5


def test_the_end_of_a_finished_game_is_not_searched() -> None:
    game = played(MATE_IN_TWO)
    analyst = analyst_of(game, {3: (Score(1, mate=True), "d8h4", Score(50))})
    found = study(game, analyst, LIMITS)
    assert analyst.asked == [moment.fen for moment in reversed(game.moments[:-1])]
    assert str(found.scores[-1]) == "0-1"
    assert str(found.scores[-2]) == "-M1"
    assert found.remarks[-1].mark == "!"


def test_moves_after_a_draw_are_analysed() -> None:
    game = played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4")
    assert str(game.moments[8].status) == "draw repetition"
    results = [found for found in study(game, analyst_of(game, {}), LIMITS).scores if found]
    assert len(results) == 10


def test_an_interrupted_study_has_the_last_moves_of_the_game() -> None:
    game = played("e2e4 e7e5 g1f3 b8c6")
    results = analyst_of(game, {})._results
    found = study(game, FakeAnalyst(results, patience=3), LIMITS)
    assert not found.complete
    assert [each is not None for each in found.scores] == [False, False, True, True, True]
    assert [remark.loss for remark in found.remarks] == [None, None, 0.0, 0.0]
    assert found.accuracy == {"w": pytest.approx(99.9999), "b": pytest.approx(99.9999)}
    lines = list(game_report.text(found))
    assert lines[1].startswith("interrupted")
    assert lines[3].split() == ["1.", "e4"]


def test_progress_is_reported_for_every_position() -> None:
    game = played("e2e4 e7e5")
    seen: list[tuple[int, int]] = []
    study(game, analyst_of(game, {}), LIMITS, 2, lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_an_overrated_move_of_the_engine_is_no_mistake_of_the_player() -> None:
    """Black plays the engine's choice and is lost; the mistake was the move before."""
    game = played("e2e4 f7f6 d2d4 g7g5 d1h5")
    analyst = analyst_of(
        game,
        {
            0: (Score(20), "e2e4", None),
            1: (Score(-20), "e7e5", None),
            2: (Score(60), "d2d4", None),
            3: (Score(-60), "g7g5", Score(-100)),  # the engine saw no danger in its own choice
            4: (Score(1, mate=True), "d1h5", None),
        },
    )
    found = study(game, analyst, LIMITS)
    assert list(map(str, found.scores)) == ["+0.20", "+0.20", "+1.00", "+1.00", "+M1", "1-0"]
    assert [remark.mark for remark in found.remarks] == ["", "?!", "", "??", ""]
    assert found.remarks[3].better == ("(second)",)
    assert found.accuracy[Color.BLACK] < 50


def test_shallow_search_has_no_accuracy() -> None:
    game = played("e2e4 e7e5 g1f3 b8c6")
    results = {
        moment.fen: SearchResult(move, (line(Score(10), move, depth=MIN_DEPTH - 1),))
        for moment, move in zip(game.moments, [*game.moves, "a2a3"], strict=True)
    }
    found = study(game, FakeAnalyst(results), LIMITS)
    assert (found.depth, found.is_shallow) == (MIN_DEPTH - 1, True)
    assert (found.accuracy, found.centipawn_loss) == ({}, {})
    text = "\n".join(game_report.text(found))
    assert f"median depth {MIN_DEPTH - 1}: too low for accuracy" in text
    assert "%" not in text


# Choices of both sides.


class ChoosingAnalyst:
    """An analyst to whom White's choice is a mistake, Black's the best, and all play even."""

    interrupted = False

    def __init__(self) -> None:
        self.asked: list[tuple[str | None, tuple[str, ...]]] = []

    def search(self, moment: Moment, limits: Limits, lines: int = 1) -> SearchResult:
        self.asked.append((limits.side, limits.weigh))
        if not moment.both_choose:
            return SearchResult("a1a2", (line(Score(0), "a1a2"),))
        (choice,) = limits.weigh
        if limits.side == "b":
            return SearchResult(choice, (line(Score(-40), choice, depth=3),))
        best = line(Score(40), "(other)", depth=2)
        return SearchResult("(other)", (best, line(Score(-60), choice, number=2, depth=2)))


def test_secret_choices_are_analysed_separately() -> None:
    game = placed_game()
    analyst = ChoosingAnalyst()
    found = study(game, analyst, LIMITS)
    choices = sum(moment.both_choose for moment in game.moments)
    assert len(found.remarks) == 2 * choices + 1
    first, second = found.remarks[:2]
    white, black = game.moves[0].split(",")
    assert (first.side, first.move, first.mark, first.better) == ("w", white, "?!", ("(other)",))
    assert (second.side, second.move, second.mark, second.loss) == ("b", black, "", 0.0)
    assert analyst.asked[-2:] == [("w", (white,)), ("b", (black,))]
    assert str(found.scores[0]) == "+0.40"
    assert found.mark_at(1) == "?!"
    assert list(found.accuracy) == [found.remarks[-1].side]  # of the only move of play


def test_choices_are_numbered_and_the_moves_continue_the_count() -> None:
    game = placed_game()
    choices = sum(moment.both_choose for moment in game.moments)
    assert [moment.number for moment in game.moments[: choices + 1]] == list(range(1, choices + 2))
    lines = list(game_report.text(study(game, ChoosingAnalyst(), LIMITS)))
    white, black = game.moves[0].split(",")
    assert lines[2].split() == ["1.", f"{white}?!", "better", "+0.40:", "(other)"]
    assert lines[3].split() == ["1...", black, "+0.40", "depth", "2"]
    assert lines[4].split()[0] == "2."
    assert lines[2 + 2 * choices].split()[0].rstrip(".") == str(choices + 1)
    values = list(game_report.json_objects(study(game, ChoosingAnalyst(), LIMITS)))
    assert [(each["side"], each["move"]) for each in values[:2]] == [("w", white), ("b", black)]


def placed_game() -> CheckedGame:
    """Return a game of a placement without any clash, and a move of play."""
    position = amalthea.new_position("gochess")
    fen, moves = position.fen(), []
    while position.turn == "-":
        moves.append(position.legal_moves()[7])
        position = position.play(moves[-1])
    moves.append(position.legal_moves()[0])
    return played(" ".join(moves), "gochess", fen)


# How it reads.


def test_the_report_is_printed_as_text() -> None:
    game = played(MATE_IN_TWO)
    analyst = analyst_of(
        game,
        {
            0: (Score(20), "d2d4", None),
            1: (Score(0), "e7e5", None),
            2: (Score(10), "d2d4", None),
            3: (Score(1, mate=True), "d8h4", Score(50)),
        },
    )
    lines = list(game_report.text(study(game, analyst, LIMITS)))
    assert lines[0] == "Anna - Bert  *  (Chess; some.pgn, game 1)"
    assert lines[2:6] == [
        "     1. f3             +0.10  depth 9",
        "   1... e5             +0.10  depth 9",
        "     2. g4??             -M1  depth 9   better +0.10: d4",
        "   2... Qh4#!            0-1",
    ]
    assert lines[-4] == "median depth 9"
    assert lines[-3].split() == ["accuracy", "cp", "loss", "!", "?!", "?", "??"]
    assert lines[-2].split()[:2] == ["White", "Anna"]
    assert lines[-1].split() == ["Black", "Bert", "100.0", "%", "0", "1", "0", "0", "0"]
    assert max(map(len, lines)) <= 100


def test_the_report_is_printed_as_json() -> None:
    game = played(MATE_IN_TWO)
    found = study(game, analyst_of(game, {2: (Score(10), "d2d4", None)}), LIMITS)
    *moves, result = json.loads(json.dumps(list(game_report.json_objects(found))))
    assert [move["ply"] for move in moves] == [1, 2, 3, 4]
    assert moves[2]["best"] == "d2d4"
    assert moves[2]["written"] == "g4"
    assert moves[2]["before"] == {"cp": 10, "chances": 0.509}
    assert moves[3]["after"] == {"result": "0-1", "chances": 0.0}
    assert moves[3]["before"] == {"mate": -1, "chances": 0.0}
    assert result["result"]["marks"]["w"]["??"] == 1
    assert result["result"]["centipawn_loss"] == {"w": 505.0, "b": 0.0}
    assert (result["result"]["depth"], result["result"]["shallow"]) == (9, False)
    assert result["result"]["complete"] is True


@pytest.mark.parametrize("moves", ["", MATE_IN_TWO, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6"])
def test_the_plot_has_a_point_for_every_ply(moves: str) -> None:
    game = played(moves)
    picture = ElementTree.fromstring(plot_svg(study(game, analyst_of(game, {}), LIMITS)))
    points = [each for each in picture.iter() if "data-ply" in each.attrib]
    assert [int(each.attrib["data-ply"]) for each in points] == list(range(len(game.moves) + 1))
    across = [float(each.attrib["cx"]) for each in points]
    assert across == sorted(across)


def test_the_plot_rises_with_whites_chances_and_breaks_at_gaps() -> None:
    game = played("e2e4 e7e5 g1f3 b8c6")
    analyst = analyst_of(
        game,
        {
            0: (Score(500), "d2d4", None),
            1: (Score(0), "c7c5", None),
            2: (Score(0), "d2d4", None),
            3: (Score(500), "d7d6", None),
        },
    )
    picture = ElementTree.fromstring(plot_svg(study(game, analyst, LIMITS)))
    points = [each for each in picture.iter() if "data-ply" in each.attrib]
    height = [float(each.attrib["cy"]) for each in points]
    assert height[0] < height[1] < height[3]
    assert height[1] == height[2] == height[4]
    shallow = FakeAnalyst(analyst_of(game, {})._results, patience=0)
    empty = ElementTree.fromstring(plot_svg(study(game, shallow, LIMITS)))
    assert not [each for each in empty.iter() if "data-ply" in each.attrib]


def test_plot_labels_mates() -> None:
    game = played(MATE_IN_TWO)
    analyst = analyst_of(game, {3: (Score(1, mate=True), "d8h4", None)})
    picture = ElementTree.fromstring(plot_svg(study(game, analyst, LIMITS)))
    labels = [each.text for each in picture.iter() if each.attrib.get("class") == "mate"]
    assert labels == ["-M2"]  # every move was the only one that is known


def test_the_plot_escapes_names() -> None:
    game = played("e2e4")
    hostile = CheckedGame("x", 1, game.variant, "<script>&", '"B"', "*", game.moments, game.moves)
    picture = ElementTree.fromstring(plot_svg(study(hostile, analyst_of(game, {}), LIMITS)))
    title = picture.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert "<script>&" in str(title.text)


@pytest.mark.parametrize(
    ("move", "found"),
    [("e2e4", ("e2", "e4")), ("e11e12a", ("e11", "e12")), ("P@e5,p@d4", None), ("(none)", None)],
)
def test_the_squares_of_a_move_are_found(move: str, found: tuple[str, str] | None) -> None:
    assert squares(move) == found
