"""Endings against a bare king: mates are found, and only such endings are sure wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import Evaluation, HandWritten
from amalthea.engine.evaluation.tablebase_file import TablebaseError
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game, new_position
from amalthea.engine.pieces.description.mating import mates_alone, never_mating
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.evaluation.evaluator import PiecesEvaluator
from amalthea.engine.search.solo import SoloSearcher
from amalthea.engine.variant_loading import read_variants
from helpers.paths import SCRIPTS
from helpers.sample import one_in
from helpers.scores import score_of

SURE = 10_000  # centipawns that only a sure win has
BOARDS = SCRIPTS / "mates.ini"

EVALUATIONS = pytest.mark.parametrize("evaluation", [None, HandWritten()], ids=["net", "hand"])


def variant_named(name: str) -> Variant:
    for variant in read_variants(str(BOARDS))[0]:
        variants.register(variant)
    return variants.get(name)


def score(name: str, fen: str, evaluation: Evaluation | None = None) -> int:
    return score_of(variant_named(name), fen, evaluation)


@pytest.mark.release
@EVALUATIONS
@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"),
        ("chess", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"),
        ("chess", "8/8/8/8/3K4/8/8/kr6 w - - 0 1"),
        ("mates8", "8/8/8/3k4/8/8/8/KA6 w - - 0 1"),
        ("mates12", "12/12/12/12/5k6/12/12/12/12/12/12/KR10 w - - 0 1"),
        ("gast", "12/12/12/12/5k6/12/12/12/12/12/12/KA10 w - - 0 1"),
        ("ganymede", "12/12/12/12/5k6/12/12/12/12/12/WW10/K11 w - - 0 1"),
        ("chess", "7k/8/5K2/4N3/4B3/8/8/8 w - - 0 1"),
        ("gochess", "10/2*7/2*2*1*2/4k5/3*6/10/2*2*4/5*4/7*1*/KQ8 w - - 0 1"),
    ],
)
def test_a_bare_king_is_mated(name: str, fen: str, evaluation: Evaluation | None) -> None:
    variant = variant_named(name)
    played = new_game(variant, fen)
    searcher = SoloSearcher(4, evaluation)
    while (status := played.position.status()).state == "ongoing":
        played.play(searcher.search(played, 3000).moves[0])
    assert status.reason == "checkmate", played.position.fen()


@EVALUATIONS
@pytest.mark.parametrize(
    ("name", "fen", "sure"),
    [
        ("chess", "8/8/3k4/8/8/8/8/KQ6 w - - 0 1", True),
        ("chess", "8/8/3k4/8/8/8/8/KBN5 w - - 0 1", True),
        ("chess", "8/8/3k4/8/8/8/8/KBB5 w - - 0 1", True),
        ("chess", "8/8/3k4/8/8/8/8/KNN5 w - - 0 1", False),
        ("chess", "8/8/3k4/8/8/8/8/KNNN4 w - - 0 1", True),
        ("chess", "8/8/3k4/8/8/8/8/KN6 w - - 0 1", False),
        ("chess", "8/8/3k4/8/8/8/1P6/K7 w - - 0 1", False),
        ("chess", "8/3p4/3k4/8/8/8/8/KQ6 w - - 0 1", False),
        ("gast", "12/12/12/12/5k6/12/12/12/12/12/12/KB10 w - - 0 1", False),
        ("gast", "12/12/12/12/5k6/12/12/12/12/12/12/KN10 w - - 0 1", True),
    ],
)
def test_only_what_mates_is_a_sure_win(
    name: str, fen: str, sure: bool, evaluation: Evaluation | None
) -> None:
    assert (score(name, fen, evaluation) > SURE) == sure
    flipped = new_position(variant_named(name), fen).flipped()
    assert score(name, flipped, evaluation) == -score(name, fen, evaluation)


def test_a_king_is_driven_to_the_corner_where_the_bishop_mates() -> None:
    """With a bishop on dark squares these are h8 and a1."""
    scores = {
        corner: score("chess", fen)
        for corner, fen in (
            ("h8", "7k/8/5K2/8/8/8/8/B1N5 w - - 0 1"),
            ("a8", "k7/8/2K5/8/8/8/8/B1N5 w - - 0 1"),
        )
    }
    assert scores["h8"] > scores["a8"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("8/8/8/3N4/8/4K3/8/B3k3 w - - 0 1", "8/8/8/3N4/8/8/8/B3k1K1 w - - 0 1"),
        ("8/8/8/3N4/8/3K4/8/B1k5 w - - 0 1", "8/8/8/3N4/8/2K5/8/B1k5 w - - 0 1"),
    ],
    ids=["inside", "behind"],
)
def test_the_king_that_drives_another_to_a_corner_stays_inside_and_behind(
    better: str, worse: str
) -> None:
    assert score("chess", better) > score("chess", worse)


def test_less_room_is_better() -> None:
    """The rook cuts the king off on the last rank but one, or far away."""
    near = score("chess", "4k3/7R/8/8/3K4/8/8/8 b - - 0 1")
    far = score("chess", "4k3/8/8/8/3K4/8/8/7R b - - 0 1")
    assert near > far


def test_stalemate_is_no_win() -> None:
    assert score("chess", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1") == 0


def test_two_armies_have_the_ordinary_evaluation() -> None:
    _, evaluator = position_and_evaluator(
        variant_named("chess"), new_position("chess").fen(), (), HandWritten()
    )
    assert isinstance(evaluator.active_evaluator(), PiecesEvaluator)
    _, evaluator = position_and_evaluator(
        variant_named("chess"), "8/8/3k4/8/8/8/8/KQ6 w - - 0 1", (), HandWritten()
    )
    assert not isinstance(evaluator.active_evaluator(), PiecesEvaluator)


@pytest.mark.release
@pytest.mark.parametrize("name", one_in(2, ["mates8", "gast", "chess", "ganymede"]))
def test_pieces_that_mate_alone_are_those_of_endgame_tables(name: str) -> None:
    """Compare every piece that has a table and does not promote.

    Mates that cannot be forced are in one move at most.
    """
    variant = variant_named(name)
    assert isinstance(variant, PiecesVariant)
    promoting = {promotion.piece for promotion in variant.promotions}
    tried = 0
    never, _ = never_mating(variant)
    for piece in variant.pieces:
        if piece.letter in promoting:
            continue
        try:
            *_, (header, _) = kind_of(variant).tablebases(variant, [f"K{piece.letter}K"])
        except TablebaseError:
            continue
        tried += 1
        assert (header.longest > 1) == mates_alone(piece, variant), piece.name
        assert (header.longest == 0) == (piece.letter in never), piece.name
    assert tried > 3


@pytest.mark.parametrize("moves", ["vRsW", "sRvW"])
def test_a_piece_that_attacks_along_one_line_alone_may_mate_in_a_corner(
    moves: str, tmp_path: Path
) -> None:
    file = tmp_path / "lines.ini"
    file.write_text(f"[lines:chess]\ncustomPiece1 = l:{moves}\n")
    ((variant,), _) = read_variants(str(file))
    assert isinstance(variant, PiecesVariant)
    *_, (header, _) = kind_of(variant).tablebases(variant, ["KLK"])
    assert header.longest > 0
    assert "L" not in never_mating(variant)[0]


def test_what_cannot_win_is_searched_no_further() -> None:
    """The rules do not end these games, with a bishop in Gast and a flying dragon in Ganymede."""
    for name, piece in (("gast", "B"), ("ganymede", "+D")):
        variant = variants.get(name)
        fen = f"12/12/12/12/5k6/12/12/12/12/12/12/K{piece}10 w - - 0 1"
        assert new_position(variant, fen).status().state == "ongoing"
        searcher = SoloSearcher(1)
        line = searcher.search(new_game(variant, fen), 0, 6)
        assert line.score == 0
        many = fen.replace(f"{piece}10", f"1{piece}1{piece}7")
        assert searcher.search(new_game(variant, many), 0, 6).score == 0
        apart = fen.replace(f"{piece}10", f"{piece}{piece}9")
        assert searcher.search(new_game(variant, apart), 0, 6).score > 0
