"""Castling: who may, from where and to where."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from amalthea.protocol.drawing.styles.pieces.sentences import chapters
from helpers.rule_cases import RuleCase, check
from reference.described import rules_of

CASES = (
    RuleCase(
        "castling = false",
        fen="4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        fen_without="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        forbidden="e1g1 e1c1",
    ),
    RuleCase(
        "castlingKingsideFile = i",
        base=("maxFile = j\nstartFen = r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"),
        fen="",
        allowed="f1i1",
    ),
    RuleCase(
        "castlingQueensideFile = b",
        fen="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        allowed="e1b1",
        forbidden="e1c1",
    ),
    RuleCase(
        ("castlingRank = 2\nstartFen = 8/r3k2r/8/8/8/8/R3K2R/8 w KQkq - 0 1"),
        fen="8/r3k2r/8/8/8/8/R3K2R/8 w KQkq - 0 1",
        fen_without="8/r3k2r/8/8/8/8/R3K2R/8 w - - 0 1",
        allowed="e2g2",
    ),
    RuleCase(
        "castlingKingPiece = n",
        base=(
            "king = -\n"
            "commoner = m\n"
            "extinctionValue = loss\n"
            "extinctionPieceTypes = m\n"
            "startFen = r3n2r/4m3/8/8/8/8/4M3/R3N2R w KQkq - 0 1"
        ),
        fen="",
        allowed="e1g1 e1c1",
    ),
    RuleCase(
        "castlingKingFile = d",
        base=(
            "king = -\n"
            "commoner = m\n"
            "extinctionValue = loss\n"
            "extinctionPieceTypes = m\n"
            "castlingKingPiece = n\n"
            "startFen = r2n2nr/4m3/8/8/8/8/4M3/R2N2NR w Qq - 0 1"
        ),
        fen="",
        allowed="d1c1",
    ),
    RuleCase(
        "castlingRookQueensideFile = b",
        base="startFen = rr2k2r/8/8/8/8/8/8/RR2K2R w KQkq - 0 1",
        fen="",
        allowed="e1c1",
    ),
    RuleCase(
        "castlingRookKingsideFile = g",
        base="startFen = r3k1rr/6p1/8/8/8/8/8/R3K1RR w KQkq - 0 1",
        fen="",
        allowed="e1g1",
    ),
    RuleCase(
        "castlingRookPieces = n",
        base="startFen = n3k2n/8/8/8/8/8/8/N3K2N w KQkq - 0 1",
        fen="",
        allowed="e1g1 e1c1",
    ),
    RuleCase(
        (
            "rights = a1:r h1:r\n"
            "castling1 = e1-g1 h1-f1 needs h1 empty f1 g1\n"
            "startFen = r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1"
        ),
        fen="4k3/8/8/8/8/8/8/R3K2R w H - 0 1",
        fen_without="4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        allowed="e1g1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


UNLIKE = {  # keys, a position with every piece at home, and White's and Black's castlings
    "rooks of another type": (
        "customPiece1 = c:DAW\ncastlingRookPiecesBlack = c\n"
        "startFen = c3k2c/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        ("e1g1 e1c1", "e8g8 e8c8"),
    ),
    "rooks on other files": (
        "castlingRookPiecesBlack = n\n"
        "startFen = 1n2k1n1/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        ("e1g1 e1c1", "e8g8 e8c8"),
    ),
    "king on another file": (
        "startFen = r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        ("e1g1 e1c1", "d8g8 d8a8"),
    ),
    "one wing alike": (
        "castlingRookPieces = rn\nstartFen = r3k1n1/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        ("e1g1 e1c1", "e8g8 e8c8"),
    ),
    "one side castles": (
        "startFen = r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1",
        ("e1g1 e1c1", ""),
    ),
}


@pytest.mark.parametrize(("keys", "castlings"), UNLIKE.values(), ids=UNLIKE.keys())
def test_black_may_castle_unlike_white(
    keys: str, castlings: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "unlike.ini"
    file.write_text(f"[unlike:chess]\n{keys}\n", encoding="utf-8")
    (game,) = variant_files.load(str(file))
    slow = rules_of(game)
    for side, texts in zip("wb", castlings, strict=True):
        fen = game.start.replace(" w ", f" {side} ")
        legal = set(new_position(game, fen).legal_moves())
        assert set(texts.split()) <= legal
        assert legal == {str(move) for move in slow.from_fen(fen).legal_moves()}
        for move in texts.split():
            after = new_position(game, fen).play(move)
            assert not set("KQ" if side == "w" else "kq") & set(after.fen().split()[2])
    assert ("Black castles as follows." in chapters(game)["Castling"]) == bool(castlings[1])


def test_pieces_that_enter_go_with_castlings_of_one_side(tmp_path: Path) -> None:
    """Squares carry the rights for both sides there, though the sides castle unlike each other."""
    board = "rnbk1bnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"
    file = tmp_path / "unlike.ini"
    start = f"{board}[HEhe] w KQBCDFGkqbcdfg - 0 1"
    file.write_text(f"[unlike:seirawan]\nstartFen = {start}\n", encoding="utf-8")
    (game,) = variant_files.load(str(file))
    position = new_position(game)
    assert set(position.fen().split()[2]) >= set("KQkq")
    assert {"e1g1", "e1c1"} <= set(position.legal_moves())
    reference = rules_of(game).from_fen(game.start)
    assert set(position.legal_moves()) == {str(move) for move in reference.legal_moves()}


def test_too_many_empty_squares_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "wide.ini"
    empty = " ".join(f"{name}{rank}" for rank in range(3, 10) for name in "abcdefghij")
    castling = f"castling1 = e1-g1 j1-f1 needs j1 empty f1 {empty}"
    file.write_text(f"[wide:grand]\nrights = j1:r\n{castling}\n", encoding="utf-8")
    with pytest.raises(VariantError, match="72 squares must be empty, expected at most 64"):
        new_position(variant_files.load(str(file))[0])


@pytest.mark.parametrize(
    ("castling", "squares"),
    [
        ("e1-c1 a1-d1 needs a1", "b1 c1 d1"),
        ("e1-c1 a1-d1 needs a1 empty -", "c1 d1"),
        ("e1-c1 a1-d1 needs a1 empty d1", "d1 c1"),
        ("e1-g1 h1-f1 needs h1", "f1 g1"),
        ("e1-h1 h1-e1 needs h1", "f1 g1"),
    ],
)
def test_squares_that_are_passed_must_be_empty_unless_said_otherwise(
    castling: str, squares: str, tmp_path: Path
) -> None:
    file = tmp_path / "castling.ini"
    text = f"[castling:chess]\nrights = a1:r h1:r\ncastling1 = {castling}\n"
    file.write_text(text, encoding="utf-8")
    (game,) = variant_files.load(str(file))
    assert set(game.castlings[0].empty) == set(squares.split())
    king, goal = castling.split(maxsplit=1)[0].split("-")
    blocked = new_position(game, "4k3/8/8/8/8/8/8/RNBQKBNR w AH - 0 1").legal_moves()
    free = new_position(game, "4k3/8/8/8/8/8/8/R3K2R w AH - 0 1").legal_moves()
    assert king + goal not in blocked
    assert {king + goal, king + castling.split()[1][:2]} & set(free)
