"""Passing at will, beside castling rights and without a king."""

from __future__ import annotations

import pytest

from amalthea import Position, new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import IllegalMove
from amalthea.engine.pieces.description.variant import PiecesVariant

FILE = """
[passchess:chess]
pass = true

[wazirs]
maxFile = 5
maxRank = 5
customPiece1 = a:W
pass = true
extinctionValue = loss
extinctionPieceTypes = a
startFen = aa3/5/5/5/3AA w - - 0 1
"""
CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PiecesVariant]:
    path = tmp_path_factory.mktemp("games") / "passing.ini"
    path.write_text(FILE)
    return {game.name: game for game in variant_files.load(str(path))}


@pytest.mark.parametrize(
    ("name", "fen", "depth", "nodes"),
    [
        ("passchess", None, 3, 10_187),
        ("passchess", CASTLING, 3, 17_114),
        ("wazirs", None, 4, 548),
    ],
)
def test_there_are_as_many_moves_as_fairy_stockfish_counts(
    games: dict[str, PiecesVariant], name: str, fen: str | None, depth: int, nodes: int
) -> None:
    assert Position(games[name], fen).perft(depth) == nodes


def test_a_king_that_passes_may_castle_later(games: dict[str, PiecesVariant]) -> None:
    position = new_position(games["passchess"], CASTLING)
    for move in ("e1e1", "a7a6"):
        position.play(move)
    assert position.fen() == "r3k2r/1ppppppp/p7/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 2"
    position.play("e1g1")
    position.undo()
    position.undo()
    position.undo()
    assert position.fen() == CASTLING


def test_the_first_piece_passes_for_a_side_without_a_king(games: dict[str, PiecesVariant]) -> None:
    position = new_position(games["wazirs"])
    with pytest.raises(IllegalMove):
        position.play("e1e1")
    position.play("d1d1")
    assert position.fen() == "aa3/5/5/5/3AA b - - 1 1"
    assert "a5a5" in position.legal_moves()
    position.play("a5a5")
    assert str(position.status()) == "draw passes"
