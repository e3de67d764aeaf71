"""Evaluation: the same for both colours, sane piece values, every weight in use."""

import random

import pytest

import engine
from engine.evaluation import DEFAULTS, explain
from engine.evaluation.values import base_value

VARIANTS = engine.variants.names()


def random_fens(variant: str, count: int, seed: int) -> list[str]:
    """Positions along random games."""
    rng = random.Random(seed)
    fens: list[str] = []
    position = engine.new_position(variant)
    while len(fens) < count:
        moves = position.legal_moves()
        if not moves or position.status().state != "ongoing":
            position = engine.new_position(variant)
            continue
        position.play(rng.choice(moves))
        fens.append(position.fen())
    return fens


@pytest.mark.parametrize("variant", VARIANTS)
def test_colours_are_equal(variant: str) -> None:
    for fen in random_fens(variant, 60, seed=5):
        position = engine.new_position(variant, fen)
        mirrored = engine.new_position(variant, position.flipped())
        assert abs(explain(position).total + explain(mirrored).total) <= 1, fen


@pytest.mark.parametrize("variant", VARIANTS)
def test_terms_add_up(variant: str) -> None:
    for fen in random_fens(variant, 30, seed=6):
        found = explain(engine.new_position(variant, fen))
        total = sum(term.white - term.black for term in found.terms)
        assert abs(total - found.total) <= 2 * len(found.terms), fen


def test_chess_pieces_have_their_usual_values() -> None:
    chess = engine.variants.get("chess")
    value = {piece.letter: base_value(piece, chess, DEFAULTS) for piece in chess.pieces}
    assert 80 <= value["P"] <= 120
    assert 280 <= value["N"] <= 360
    assert 300 <= value["B"] <= 400
    assert 450 <= value["R"] <= 600
    assert 850 <= value["Q"] <= 1100


def test_compounds_are_worth_more_than_their_parts_alone() -> None:
    gast = engine.variants.get("gast")
    value = {piece.letter: base_value(piece, gast, DEFAULTS) for piece in gast.pieces}
    assert value["G"] > max(value["B"], value["N"])
    assert value["A"] > value["G"]
    assert value["P"] < min(value[letter] for letter in "NBRGAQ")


@pytest.mark.parametrize("name", sorted(DEFAULTS))
def test_every_weight_matters_somewhere(name: str) -> None:
    weights = {name: 1}
    for variant in VARIANTS:
        for fen in random_fens(variant, 25, seed=7) + ENDGAMES.get(variant, []):
            position = engine.new_position(variant, fen)
            if explain(position, weights) != explain(position):
                return
    pytest.fail(f"{name} changes nothing")


ENDGAMES = {
    "chess": [
        "8/5k2/8/3P4/8/2K5/8/8 w - - 0 1",
        "8/5k2/8/8/8/2KB4/8/8 w - - 0 1",
        "8/5k2/6p1/8/8/2KB4/8/8 w - - 0 1",
        "4k3/8/8/2q5/1P6/8/8/4K3 w - - 0 1",
        "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "6k1/5ppp/8/8/3QR3/8/5PPP/6K1 w - - 0 1",
        "6k1/8/8/8/3P4/3P4/8/6K1 w - - 0 1",
        "6k1/5ppp/2N1N3/3Q3Q/6RR/8/1Q3PPP/6K1 w - - 0 1",
    ],
}
