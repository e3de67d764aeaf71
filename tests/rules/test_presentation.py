"""Keys that describe a game to people and programs: they change no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.pieces.rules.registry import KEYS
from helpers.variant_files import load_one

DRAWN = [name for name, key in KEYS.keys.items() if key.drawn]
VALUES = {
    "castlingNames": "short long",
    "chess960": "true",
    "gameLength": "40 20",
    "hexagonalBoard": "true",
    "pieceNames": "p:footman",
    "pieceNotation": "n:S",
    "pieceOrder": "kqrbnp",
}


@pytest.mark.parametrize("name", DRAWN)
def test_key_changes_no_move(name: str, tmp_path: Path) -> None:
    line = f"{name} = {VALUES.get(name, 'anything')}"
    game = load_one(tmp_path / "drawn.ini", f"[drawn:chess]\n{line}\n")
    assert new_position(game).perft(3) == 8_902


def test_promoted_forms_have_the_names_of_the_pieces_that_they_move_as(tmp_path: Path) -> None:
    """`+N` of the piece that it becomes, `R~` of the promoted pawn."""
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
