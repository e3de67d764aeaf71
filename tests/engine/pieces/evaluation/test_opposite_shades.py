"""A lead wins less where the pieces that are left keep to opposite shades."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.engine.evaluation import Evaluation, HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.pieces.evaluation.opposite_shades import OppositeShadesEvaluator

EVALUATIONS = pytest.mark.parametrize("evaluation", [None, HandWritten()], ids=["net", "hand"])

OPPOSITE = [
    ("chess", "4k3/2b5/8/8/3PP3/8/2B5/4K3 w - - 0 1"),
    ("chess", "4k3/2b5/2pp4/8/8/8/2B5/4K3 b - - 0 1"),
    ("gast", "3k8/4b7/12/12/12/12/4PP6/12/12/12/4B7/3K8 w - - 0 1"),
]
OTHERS = [
    ("chess", "4k3/3b4/8/8/3PP3/8/2B5/4K3 w - - 0 1"),  # one shade
    ("chess", "4k3/2n5/8/8/3PP3/8/2B5/4K3 w - - 0 1"),
    ("chess", "4k3/2b4r/8/8/3PP3/8/2B4R/4K3 w - - 0 1"),  # rooks as well
    ("chess", "4k3/2b5/8/8/3PP3/8/2B1B3/4K3 w - - 0 1"),
    ("chess", "4k3/8/8/8/3PP3/8/2B5/4K3 w - - 0 1"),
]


@EVALUATIONS
@pytest.mark.parametrize(("name", "fen"), OPPOSITE)
def test_half_of_a_lead_is_left(name: str, fen: str, evaluation: Evaluation | None) -> None:
    _, evaluator = position_and_evaluator(variants.get(name), fen, (), evaluation)
    known = evaluator.active_evaluator()
    assert isinstance(known, OppositeShadesEvaluator)
    whole = known.inner.score()
    assert abs(whole) > 1
    assert evaluator.score() == known.score() == int(whole / 2)
    listed, total = known.terms()
    assert total == evaluator.score()
    name, white, black = listed[-1]
    assert (name, white - black) == ("opposite shades", total - whole)


@EVALUATIONS
@pytest.mark.parametrize(("name", "fen"), OTHERS)
def test_other_positions_have_the_ordinary_evaluation(
    name: str, fen: str, evaluation: Evaluation | None
) -> None:
    _, evaluator = position_and_evaluator(variants.get(name), fen, (), evaluation)
    assert not isinstance(evaluator.active_evaluator(), OppositeShadesEvaluator)


@pytest.mark.parametrize(("move", "opposite"), [("g7g8b", True), ("g7g8n", False)])
def test_a_promoted_pawn_counts_as_its_new_type(move: str, opposite: bool) -> None:
    fen = "4k3/2b3P1/8/8/8/8/8/4K3 w - - 0 1"
    _, evaluator = position_and_evaluator(variants.get("chess"), fen, [move])
    assert isinstance(evaluator.active_evaluator(), OppositeShadesEvaluator) is opposite
