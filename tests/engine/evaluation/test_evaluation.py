"""Evaluation: the same for both colours, sane piece values, every weight in use."""

import random
from functools import cache

import pytest

import amalthea
from amalthea.engine.evaluation import Explanation, HandWritten, PieceValue
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.explanation import explain, piece_values
from amalthea.engine.game_kinds import weights
from amalthea.engine.pieces.evaluation.values import Appraisal
from amalthea.engine.pieces.evaluation.weights import DEFAULTS
from amalthea.engine.search.searcher import MATE_SCORE
from helpers.games import GAMES, GESS_TWO_RINGS, army
from helpers.random_games import begun


@cache
def random_fens(variant: str, count: int, seed: int) -> list[str]:
    """Return positions along random games."""
    rng = random.Random(seed)
    fens: list[str] = []
    position = begun(variant, rng)
    while len(fens) < count:
        moves = position.legal_moves()
        if not moves or position.status().state != "ongoing":
            position = begun(variant, rng)
            continue
        position.play(rng.choice(moves))
        fens.append(position.fen())
    return fens


@cache
def explained(variant: str, fen: str) -> Explanation:
    """Return the hand-written evaluation of a position."""
    return explain(amalthea.new_position(variant, fen), HandWritten())


def values(variant: str, blocked: frozenset[tuple[int, int]] = frozenset()) -> dict[str, float]:
    """Return the exchange values by letter."""
    game = army(variant)
    appraisal = Appraisal(game, DEFAULTS, blocked)
    return {piece.letter: appraisal.exchange(piece) for piece in game.pieces}


def shown_values(variant: str, evaluation: HandWritten = HandWritten()) -> dict[str, PieceValue]:
    """Return the shown values of the piece types by letter."""
    found = piece_values(amalthea.variants.get(variant), evaluation)
    return {each.letter: each for each in found}


def test_values_of_piece_types_are_those_that_material_is_counted_with() -> None:
    found = shown_values("gast")
    terms = explained("gast", amalthea.variants.get("gast").start).terms
    material = next(term.white for term in terms if term.name == "material")
    army = sum(found[letter].middlegame for letter in "RNGABQBAGNR") + 12 * found["P"].middlegame
    assert army == pytest.approx(material, rel=0.1)
    assert "K" not in found
    assert found["Q"].middlegame < found["Q"].endgame


def test_values_are_below_zero_where_losing_pieces_wins() -> None:
    assert all(each.middlegame < 0 for each in shown_values("antichess").values())


def test_values_in_hand_belong_to_types_that_are_held() -> None:
    hand = shown_values("crazyhouse")["N"].hand
    assert hand
    assert hand[0] > shown_values("crazyhouse")["N"].middlegame
    assert shown_values("crazyhouse")["N~"].hand is None
    assert shown_values("chess")["N"].hand is None


def test_kings_that_an_explosion_ends_and_stones_have_no_value() -> None:
    assert "K" not in shown_values("atomic")
    assert shown_values("gess") == shown_values("troop") == {}


def test_values_are_those_of_the_evaluation() -> None:
    doubled = HandWritten((("value_scale", 2 * DEFAULTS["value_scale"]),))
    computed = HandWritten((("value_scale", DEFAULTS["value_scale"]),))
    more, less = (shown_values("chess", each)["Q"] for each in (doubled, computed))
    assert more.middlegame == pytest.approx(2 * less.middlegame, rel=0.01)
    explanation = explain(amalthea.new_position("chess"), doubled)
    assert {each.letter: each for each in explanation.values}["Q"] == more


@pytest.mark.parametrize("variant", GAMES)
def test_colours_are_equal(variant: str) -> None:
    for fen in random_fens(variant, 60, seed=5):
        mirrored = amalthea.new_position(variant, fen).flipped()
        totals = [explained(variant, each).total for each in (fen, mirrored)]
        assert abs(sum(totals)) <= 1, fen


def test_no_material_is_taken_for_a_mate() -> None:
    queens = "/".join(["QQQQQQQQQQQQ"] * 5)
    fen = f"k11/10p1/12/12/12/{queens}/12/11K b - - 0 1"
    total = explained("gast", fen).total
    assert 12_000 < total < MATE_SCORE - 1_000
    assert -explained("gast", amalthea.new_position("gast", fen).flipped()).total > 12_000


@pytest.mark.parametrize("variant", GAMES)
def test_terms_add_up(variant: str) -> None:
    for fen in random_fens(variant, 30, seed=6):
        found = explained(variant, fen)
        total = sum(term.white - term.black for term in found.terms)
        assert abs(total - found.total) <= 2 * len(found.terms), fen


def test_chess_pieces_have_their_usual_values() -> None:
    value = values("chess")
    assert 80 <= value["P"] <= 120
    assert 280 <= value["N"] <= 360
    assert 300 <= value["B"] <= 400
    assert 450 <= value["R"] <= 600
    assert 850 <= value["Q"] <= 1100


def test_compounds_are_worth_more_than_their_parts_alone() -> None:
    value = values("gast")
    assert value["G"] > max(value["B"], value["N"])
    assert value["A"] > value["G"]
    assert value["P"] < min(value[letter] for letter in "NBRGAQ")


def test_promoted_pieces_are_worth_much_more() -> None:
    value = values("ganymede")
    assert all(value["+" + letter] > 1.2 * value[letter] for letter in "PNBRIGDSQ")
    assert value["S"] < value["B"] < value["R"] < value["G"] < value["Q"]
    assert value["R"] < value["W"] == value["V"] < value["G"]


def test_a_piece_is_worth_more_where_it_is_about_to_promote() -> None:
    game = army("ganymede")
    for letter in "QRGNS":
        hopeful, hopeless = (
            Appraisal(game, weights, frozenset()).table(game.piece(letter), 0, "midgame")
            for weights in (DEFAULTS, {**DEFAULTS, "promotion_near": 0})
        )
        near, far = (hopeful[3, rank] - hopeless[3, rank] for rank in (10, 4))
        assert near > far + 20, letter


def test_a_wall_behind_its_own_pawns_is_passive() -> None:
    game = army("ganymede")
    table = Appraisal(game, DEFAULTS, frozenset()).table(game.piece("W"), 0, "midgame")
    assert table[3, 1] < table[3, 2] - 15


def test_pieces_are_valued_for_the_board_at_hand() -> None:
    """Blocked squares lower the values of riders more than those of knights, which jump."""
    open_board = values("gochess")
    one_shade = frozenset((file, rank) for file in range(0, 10, 2) for rank in (4, 6))
    blocked = values("gochess", one_shade)
    lost = {letter: 1 - blocked[letter] / open_board[letter] for letter in "QRBN"}
    assert lost["R"] > 0.05
    assert lost["Q"] > 0.05
    assert lost["N"] < lost["R"]


def test_a_second_ring_is_worth_more_than_its_stones() -> None:
    two = explained("gess", GESS_TWO_RINGS.format("SSS3SSS9", "S1S3S1S9")).terms
    broken = explained("gess", GESS_TWO_RINGS.format("SSS3SSS9", "S1S4SS9")).terms
    rings, stones = ({term.name: term.white for term in terms} for terms in (two, broken))
    assert rings["stones"] == stones["stones"]
    assert rings["rings"] > stones["rings"]


@pytest.mark.parametrize("name", sorted(weights()))
def test_every_weight_matters_somewhere(name: str) -> None:
    changed = HandWritten(((name, 1),))
    for variant in GAMES:
        for fen in random_fens(variant, 25, seed=7) + list(GAMES[variant].endgames):
            position = amalthea.new_position(variant, fen)
            if explain(position, changed) != explained(variant, fen):
                return
    pytest.fail(f"{name} changes nothing")


@pytest.mark.parametrize("variant", GAMES)
def test_incremental_evaluation_equals_a_new_one(variant: str) -> None:
    rng = random.Random(23)
    for _ in range(6):
        begin = begun(variant, rng)
        position, evaluator = position_and_evaluator(begin.variant, begin.fen(), (), HandWritten())
        played = 0
        for _ in range(120):
            moves = position.legal_moves()
            if moves and rng.random() < 0.7:
                position.play(rng.choice(moves))
                played += 1
            elif played:
                back = rng.randint(1, min(played, 24))
                for _ in range(back):
                    position.undo()
                played -= back
            if rng.random() < 0.3:
                _, fresh = position_and_evaluator(
                    position.variant, position.fen(), (), HandWritten()
                )
                assert evaluator.score() == fresh.score(), position.fen()
