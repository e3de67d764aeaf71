"""The words of our own in variant files: what they give a game, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variant_files, variants
from amalthea.engine.core.variant import Pace
from amalthea.engine.errors import VariantError
from amalthea.engine.games import FILES
from helpers.games import army
from helpers.variant_files import load, load_one

GANYMEDE = (FILES / "ganymede.ini").read_text("utf-8").replace("[ganymede]", "[again]")


def test_a_game_may_be_derived_from_any_game_of_pieces(tmp_path: Path) -> None:
    names = [name for name in variants.BUILT_IN if (FILES / f"{name}.ini").is_file()]
    text = "".join(f"[my-{name}:{name}]\n" for name in names)
    assert len(names) == 5
    for name, child in zip(names, load(tmp_path / "children.ini", text), strict=True):
        parent = army(name)
        assert (child.pieces, child.promotions, child.rights) == (
            parent.pieces,
            parent.promotions,
            parent.rights,
        )
        assert [each.king for each in child.castlings] == [each.king for each in parent.castlings]


def test_title_names_of_castlings_and_length_are_not_inherited(tmp_path: Path) -> None:
    first, second = load(tmp_path / "two.ini", f"{GANYMEDE}\n[child:again]\n")
    assert (first.title, first.pace) == ("Ganymede Chess", Pace(96, 38))
    assert first.castlings[1].name == "king's side, with the griffon"
    assert (second.title, second.pace) == ("child", Pace())
    assert second.castlings[1].name == "castling2 g1-k1"
    assert second.pieces == first.pieces


def test_pieces_come_in_the_order_that_is_said_and_others_behind_them(tmp_path: Path) -> None:
    plain = load_one(tmp_path / "plain.ini", "[a:chess]\n")
    ordered = load_one(tmp_path / "ordered.ini", "[a:chess]\npieceOrder = kqb\n")
    assert "".join(piece.letter for piece in plain.pieces) == "PNBRQK"
    assert "".join(piece.letter for piece in ordered.pieces) == "KQBPNR"


def test_pieces_are_written_in_moves_as_their_author_does(tmp_path: Path) -> None:
    again = load_one(tmp_path / "again.ini", GANYMEDE)
    written = {piece.letter: piece.written for piece in again.pieces if piece.written}
    assert written == {"I": "NN", "S": "|S|", "L": "\\S\\", "Z": "/S/", "+I": "+NN"}


def test_castlings_of_the_usual_kind_may_have_names_too(tmp_path: Path) -> None:
    named = load_one(tmp_path / "a.ini", "[a:chess]\ncastlingNames = short very_long\n")
    assert [castling.name for castling in named.castlings] == ["short", "very long"]


WRONG = [
    ("rankMoves = p3:fmR2", "'p3:fmR2', expected p@2:fmR4, a piece, its rank and its moves there"),
    ("rankMoves = x@3:fmR2", "no piece has the letter 'x'"),
    ("rankMoves = p@13:fmR2", "moves from rank 13, which the board lacks"),
    ("rankMoves = p@3:fmX", "unknown letter 'X'"),
    ("settings = s", "'s', expected a piece and its value, like s:lz"),
    ("settings = s:l?", "'l?', expected letters of pieces"),
    ("settings = s:s", "'S' turns into itself"),
    ("settings = k:s", "a royal piece may not turn or stand on two squares"),
    ("twoSquares = w:long v:tall", "'long', expected wide or tall, like w:wide v:tall"),
    ("pivots = q:r", "only pieces on two squares pivot, into another such piece"),
    ("promotions = p10:+p", "'p10:+p', expected p@10:+p, a piece, its rank and what it becomes"),
    ("promotions = p@10:k", "may not promote to"),
    ("promotions = p@9-a10:q", "'p@9-a10:q', expected p@10:+p"),
    ("promotions = n@99-12:q", "promotes from a missing rank, 99"),
    ("promotions = n@a99:q", "no square, rank or file 'a99'"),
    ("castlingNames = short long", "expected 4 names"),
    ("pieceOrder = pnx", "no piece has the letter 'x'"),
    ("pieceNotation = i:nn", "'nn', expected capital letters like NN or +NN"),
    ("pieceNotation = i:NN g:NN", "'NN' stands for two pieces"),
    ("pieceNotation = i:G", "'G' stands for two pieces"),
    ("rights = a1", "'a1', expected a1:r, a square and the piece on it"),
    ("castling1 = g1-k1 l1 needs l1", "'l1', expected g1-k1 l1-j1 needs l1 empty h1 i1"),
    ("castling1 = needs l1", "'needs l1', expected the king's move first, like g1-k1"),
    ("castling2 = g1-k1 l1-j1 k1-g1 needs l1 beside k1", "expected beside k1:g"),
    ("castling4 = g1-b1 a1-c1 needs b1", "b1 carries no right"),
    ("blockedSquares = many", "expected a whole number"),
    ("placement = pp", "'w', expected - for the side"),
    ("gameLength = 96", "expected two numbers of moves, like 70 22"),
    ("gameLength = 96 38 1.5", "and perhaps a part, like 0.6"),
    ("enPassantSteps = -1", "expected a whole number"),
]


@pytest.mark.parametrize(("setting", "message"), WRONG)
def test_what_is_wrong_is_told(tmp_path: Path, setting: str, message: str) -> None:
    key = setting.partition(" ")[0]
    lines = [line for line in GANYMEDE.splitlines() if not line.startswith(f"{key} =")]
    path = tmp_path / "wrong.ini"
    path.write_text("\n".join([*lines, setting]), encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        variant_files.load(str(path))
    told = str(caught.value).removeprefix(str(path))
    assert message in told
    assert len(told) < 200
