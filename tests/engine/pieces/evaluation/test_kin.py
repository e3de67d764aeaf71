"""A game without a net of its own takes the net of a game that is akin, where that helps."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from amalthea.engine import variant_loading, variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import HandWritten, KinNet, NetFile
from amalthea.engine.evaluation.net_evaluator import NetEvaluator
from amalthea.engine.evaluators import chances, default_evaluation, position_and_evaluator
from amalthea.engine.explanation import explain
from amalthea.engine.new_games import new_position
from helpers.random_games import begun
from helpers.random_nets import write_net
from helpers.scores import score_of

ALIKE = ("armageddon", "coregal", "torpedo")  # all types as in chess


def kin_net(name: str) -> KinNet:
    evaluation = default_evaluation(variants.get(name))
    assert isinstance(evaluation, KinNet)
    return evaluation


def net_score(variant: Variant, fen: str) -> int:
    """Return the score of the net alone, without races and checks given."""
    _, evaluator = position_and_evaluator(variant, fen)
    inner = evaluator.active_evaluator()
    while not isinstance(inner, NetEvaluator):
        inner = inner.inner  # type: ignore[attr-defined]
    return inner.score()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *((name, "chess") for name in ALIKE),
        ("amazon", "chess"),
        ("almost", "seirawan"),  # whose elephant is its chancellor
        ("cambodian", "makruk"),  # whose king may leap once; of more positions than Makpong's
        ("berolina", "chess"),
        ("placement", "chess"),
        ("5check", "3check"),  # nearer than chess: checks count
        ("loop", "crazyhouse"),  # pieces come back
        ("dragon", "seirawan"),  # they do not, but each may enter
        ("manchu", "xiangqi"),
        ("janggimodern", "janggi"),  # whose king moves as its advisors do
        ("suicide", "antichess"),  # without kings, but they end alike
        ("opulent", "grand"),
        ("janus", "capablanca"),
    ],
)
def test_a_game_takes_the_net_of_its_kin(name: str, other: str) -> None:
    assert Path(kin_net(name).file.path).name.startswith(f"{other}-")


@pytest.mark.parametrize(
    "name",
    [
        "losers",  # captures are compulsory, and the mated side wins
        "codrus",  # a side wins by losing its king
        "knightmate",  # the king moves otherwise
        "racingkings",  # nobody is mated
        "euroshogi",  # other pieces
        "checkshogi",  # one check wins
        "synochess",  # other pieces on one side
        "shatranj",  # stalemate loses
        "indiangreat",  # other pawns and many other pieces
        "torishogi",  # another board
        "ordamirror",  # near to S-Chess, but tables were fitted to it
        "asean",  # likewise, near to Makruk
        "gess",
    ],
)
def test_a_game_that_is_not_akin_keeps_its_own_evaluation(name: str) -> None:
    assert not isinstance(default_evaluation(variants.get(name)), KinNet)


def test_a_net_of_its_own_takes_precedence() -> None:
    for name in ("chess", "nocastle", "gothic", "grand"):
        assert isinstance(default_evaluation(variants.get(name)), NetFile)


@pytest.mark.parametrize("name", ALIKE)
def test_the_same_pieces_have_the_same_score_as_in_the_game_of_the_net(name: str) -> None:
    rng = random.Random(f"kin {name}")
    chess = variants.get("chess")
    seen = set()
    for _ in range(40):
        position = begun("chess", rng)
        for _ in range(rng.randrange(60)):
            position.play(rng.choice(position.legal_moves()))
            if position.status().state != "ongoing":
                position.undo()
                break
        fen = position.fen()
        board, turn = fen.split()[:2]
        score = net_score(variants.get(name), f"{board} {turn} - - 0 1")
        assert score == net_score(chess, fen)
        seen.add(score)
    assert len(seen) > 10


@pytest.mark.parametrize("name", ["amazon", "berolina", "loop", "5check", "janus", "dragon"])
def test_colours_are_equal(name: str) -> None:
    rng = random.Random(f"kin colours {name}")
    variant = variants.get(name)
    for _ in range(20):
        position = begun(name, rng)
        for _ in range(rng.randrange(50)):
            position.play(rng.choice(position.legal_moves()))
            if position.status().state != "ongoing":
                position.undo()
                break
        flipped = new_position(name, position.flipped()).fen()
        one, other = (score_of(variant, fen) for fen in (position.fen(), flipped))
        assert one == -other, position.fen()


def worth(variant: Variant | str, piece: str, evaluation: HandWritten | None = None) -> int:
    """Return by how much the score rises with a piece on a1."""
    variant = variants.get(variant) if isinstance(variant, str) else variant
    fen = f"4k3/pppppppp/8/8/8/8/PPPPPPPP/{piece}3K3 w - - 0 1"
    without = fen.replace(f"{piece}3K3", "4K3")
    with_it, alone = (score_of(variant, each, evaluation) for each in (fen, without))
    return with_it - alone


@pytest.mark.parametrize(
    ("name", "piece", "other", "like"),
    [
        ("amazon", "A", "chess", "Q"),
        ("almost", "C", "seirawan", "E"),
        ("dragon", "D", "seirawan", "B"),
        ("paradigm", "B", "seirawan", "B"),
    ],
)
def test_a_type_is_taken_for_the_one_that_moves_most_like_it(
    name: str, piece: str, other: str, like: str
) -> None:
    """Its value is that of this type in the other game, plus the computed difference."""
    computed = worth(name, piece, HandWritten()) - worth(other, like, HandWritten())
    assert worth(name, piece) - worth(other, like) == pytest.approx(computed, rel=0.25, abs=60)


def test_a_type_that_moves_like_none_of_the_kin_is_worth_what_is_computed(tmp_path: Path) -> None:
    file = tmp_path / "camels.ini"
    file.write_text("[camels:chess]\ncustomPiece1 = c:C\npromotionPieceTypes = qrbnc\n")
    variant = variant_loading.read_variants(str(file))[0][0]
    assert isinstance(default_evaluation(variant), KinNet)
    assert worth(variant, "C") == pytest.approx(worth(variant, "C", HandWritten()), rel=0.35)


@pytest.mark.parametrize(("name", "least", "most"), [("pocketknight", 200, 600), ("loop", 50, 700)])
def test_a_knight_in_hand_is_worth_something(name: str, least: int, most: int) -> None:
    """Pocket Knight computes the value, as chess has no hands; Loop Chess has crazyhouse's."""
    variant = variants.get(name)
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    with_it, without, against = (
        score_of(variant, f"{board}[{held}] w KQkq - 0 1") for held in ("N", "", "n")
    )
    assert least <= with_it - without <= most
    assert with_it - without == pytest.approx(without - against, rel=0.5)


def test_checks_given_are_added_to_the_net_score() -> None:
    variant = variants.get("3check")
    fens = (f"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - {left} 0 1" for left in ("3+3", "2+3", "1+3"))
    scores = [score_of(variant, fen) for fen in fens]
    assert [score - scores[0] for score in scores] == [0, 167, 667]


def test_a_game_of_a_variant_file_takes_the_net_of_its_kin(tmp_path: Path) -> None:
    file = tmp_path / "mine.ini"
    file.write_text("[quiet-pawns:chess]\ndoubleStep = false\n")
    variant = variant_loading.read_variants(str(file))[0][0]
    evaluation = default_evaluation(variant)
    assert isinstance(evaluation, KinNet)
    assert Path(evaluation.file.path).name.startswith("chess-")
    assert chances(variant) == chances(variants.get("chess"))


def test_the_explanation_shows_the_net_and_what_each_piece_is_worth_to_it() -> None:
    explained = explain(new_position("torpedo"))
    assert explained.net
    assert {piece.token for piece in explained.pieces} == set("PNBRQKpnbrqk")
    worth = {piece.square: piece.worth for piece in explained.pieces}
    assert (worth[3, 0] or 0) > (worth[0, 0] or 0) > (worth[1, 0] or 0) > 0  # queen, rook, knight


@pytest.mark.parametrize("name", ["crazyhouse", "minishogi"])
def test_sums_of_pieces_in_hand_follow_the_moves(name: str, tmp_path: Path) -> None:
    rng = random.Random(f"hands {name}")
    net = write_net(tmp_path, name)
    position, evaluator = position_and_evaluator(
        variants.get(name), begun(name, rng).fen(), (), net
    )
    held = False
    for _ in range(300):
        if position.status().state != "ongoing":
            break
        moves = position.legal_moves()
        drops = [move for move in moves if "@" in move]
        position.play(rng.choice(drops if drops and rng.random() < 0.3 else moves))
        held |= bool(drops)
        anew = position_and_evaluator(position.variant, position.fen(), (), net)[1]
        assert evaluator.score() == anew.score(), position.fen()
    assert held
