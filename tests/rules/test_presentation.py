"""Keys that describe a game to people and programs: they change no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.rules.registry import KEYS
from helpers.variant_files import load_one

DRAWN = [name for name, key in KEYS.keys.items() if key.changes_no_rule]
VALUES = {
    "castlingNames": "short long",
    "chess960": "true",
    "gameLength": "40 20",
    "hexagonalBoard": "true",
    "pieceNames": "p:footman",
    "pieceNotation": "n:S",
    "pieceOrder": "kqrbnp",
    "pieceSynonyms": "n:h",
}


@pytest.mark.parametrize("name", DRAWN)
def test_key_changes_no_move(name: str, tmp_path: Path) -> None:
    line = f"{name} = {VALUES.get(name, 'anything')}"
    game = load_one(tmp_path / "drawn.ini", f"[drawn:chess]\n{line}\n")
    assert new_position(game).perft(3) == 8_902


def test_promoted_forms_have_the_names_of_the_pieces_that_they_move_as(tmp_path: Path) -> None:
    """`+N` has the name of the piece that it becomes, `R~` the name of the rook, "promoted"."""
    lines = [
        "commoner = g",
        "pieceNames = g:guard r:chariot",
        "promotedPieceType = n:g",
        "pieceDrops = true",
        "capturesToHand = true",
    ]
    text = "\n".join(["[named:chess]", *lines, ""])
    names = {piece.letter: piece.name for piece in load_one(tmp_path / "x.ini", text).pieces}
    assert (names["G"], names["+N"]) == ("guard", "guard")
    assert (names["R"], names["R~"]) == ("chariot", "promoted chariot")


def test_a_child_may_lack_a_piece_that_its_parent_names(tmp_path: Path) -> None:
    text = "[parent:chess]\npieceNames = q:lady n:horse\n[child:parent]\nqueen = -\n"
    text += "promotionPieceTypes = n\nstartFen = rnb1kbnr/8/8/8/8/8/8/RNB1KBNR w - - 0 1\n"
    path = tmp_path / "x.ini"
    path.write_text(text, encoding="utf-8")
    child = variant_files.load(str(path))[-1]
    assert {piece.letter: piece.name for piece in child.pieces}["N"] == "horse"


@pytest.mark.parametrize(
    ("name", "placement"),
    [
        ("minixiangqi", "rchkhcr/p1ppp1p/7/7/7/P1PPP1P/RCHKHCR"),
        ("xiangqi", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR"),
        ("xiangqihouse", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR[]"),
        ("janggi", "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR"),
    ],
)
def test_horses_and_elephants_may_have_their_own_letters(name: str, placement: str) -> None:
    """Many programs for Xiangqi write H and E where others write N and B."""
    assert new_position(name, f"{placement} w - - 0 1").fen() == new_position(name).fen()


def test_synonyms_are_read_in_hand_and_in_the_first_position(tmp_path: Path) -> None:
    text = "[own:xiangqihouse]\nstartFen = rheakaehr/9/9/9/9/9/9/9/9/RHEAKAEHR[HhE] w - - 0 1\n"
    game = load_one(tmp_path / "x.ini", text)
    assert game.start.split()[0] == "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR[NBn]"


def test_a_letter_of_a_piece_is_no_synonym(tmp_path: Path) -> None:
    text = "[own:minixiangqi]\ncommoner = h\nstartFen = 3k3/7/7/7/7/7/N1K1H2 w - - 0 1\n"
    game = load_one(tmp_path / "x.ini", text)
    assert [piece.letter for piece in game.pieces if piece.letter in "NH"] == ["N", "H"]
    assert new_position(game).fen().startswith("3k3/7/7/7/7/7/N1K1H2 ")


@pytest.mark.parametrize("value", ["n", "n:", "x:h", "n:hh", ":h", "n:+h"])
def test_wrong_synonyms_are_refused(value: str, tmp_path: Path) -> None:
    with pytest.raises(VariantError, match=r"pieceSynonyms.*expected a piece and another letter"):
        load_one(tmp_path / "x.ini", f"[own:chess]\npieceSynonyms = {value}\n")
