"""Winning chances of scores, and the centipawns that are shown for them."""

from __future__ import annotations

from math import exp

import pytest

from amalthea.engine import variants
from amalthea.engine.evaluation import HandWritten, tables_file
from amalthea.engine.evaluation.chances import DEFAULT, MAX_SHOWN, Chances
from amalthea.engine.evaluators import chances, default_evaluation
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_position
from amalthea.engine.search.reports import Score
from amalthea.engine.search.score_scale import ScoreScale
from amalthea.engine.search.searcher import MATE_SCORE
from helpers.games import GAMES

MODEL = Chances(80.0, (400.0, 100.0), (300.0, 75.0))


@pytest.mark.parametrize("cp", [-3000, -200, 0, 40, 900, 10**6])
def test_chances_sum_to_a_thousand_and_mirror(cp: int) -> None:
    win, draw, loss = MODEL.win_draw_loss(cp, 0.7)
    assert win + draw + loss == 1000
    assert MODEL.win_draw_loss(-cp, 0.7) == (loss, draw, win)


@pytest.mark.parametrize(
    ("fullness", "even", "spread"), [(0, 400, 300), (0.5, 200, 150), (1, 100, 75)]
)
def test_chances_are_logistic(fullness: float, even: float, spread: float) -> None:
    for cp in range(-900, 901, 50):
        win, _, loss = MODEL.win_draw_loss(cp, fullness)
        assert win == round(1000 / (1 + exp((even - cp) / spread)))
        assert loss == round(1000 / (1 + exp((even + cp) / spread)))


def test_half_of_the_games_are_won_where_a_score_is_even() -> None:
    assert MODEL.win_draw_loss(200, 0.5)[0] == 500


def test_a_unit_is_shown_as_a_hundred() -> None:
    assert [MODEL.normalised(cp) for cp in (80, -80, 0, 20)] == [100, -100, 0, 25]


def test_no_shown_score_is_taken_for_a_mate() -> None:
    assert MODEL.normalised(MATE_SCORE - 2000) == MAX_SHOWN < Score(500, mate=True).as_centipawns()


def test_mates_are_certain() -> None:
    scale = ScoreScale(MODEL, 1.0)
    assert scale.score(MATE_SCORE - 5) == Score(3, mate=True)
    assert scale.win_draw_loss(MATE_SCORE - 5) == (1000, 0, 0)
    assert scale.win_draw_loss(4 - MATE_SCORE) == (0, 0, 1000)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by_hand", [True, False])
def test_a_hundred_is_a_chance_of_one_half_in_every_game(game: str, by_hand: bool) -> None:
    """It nearly is at some amount of material; it is more where few games are drawn."""
    variant = variants.get(game)
    own = chances(variant, HandWritten() if by_hand else default_evaluation(variant))
    wins = [own.win_draw_loss(own.unit_cp, fullness / 20)[0] for fullness in range(21)]
    assert min(abs(win - 500) for win in wins) <= 65


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_written_evaluation_has_numbers_for_every_game(game: str) -> None:
    variant = variants.get(game)
    rules = kind_of(variant).net_rules(variant)
    file = tables_file.shipped(rules)
    assert file
    assert chances(variant, HandWritten()) == tables_file.chances_of(file) != DEFAULT


def test_fullness_counts_pieces() -> None:
    kings = new_position("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    kind = kind_of(kings.variant)
    assert kind.fullness(kings) == pytest.approx(2 / 32)
    assert kind.fullness(new_position("chess")) == 1.0
    assert kind_of(variants.get("gess")).fullness(new_position("gess")) == 1.0


def test_changed_weights_take_no_chances_from_tables_that_are_not_used() -> None:
    game = variants.get("modern")
    assert chances(game, HandWritten()) != DEFAULT
    assert chances(game, HandWritten((("tempo", 20),))) == DEFAULT
