"""Small variant files that tests write and load."""

from __future__ import annotations

from pathlib import Path

from amalthea.engine import variant_files
from amalthea.engine.games import FILES
from amalthea.engine.pieces.description.variant import PiecesVariant

TINY = """\
[tiny]
maxFile = 5
maxRank = 5
pawn = p
rook = r
king = k
customPiece1 = n:NA
startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1
promotionPieceTypes = rn
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStep = false
"""

GANYMEDE = (FILES / "ganymede.ini").read_text("utf-8").replace("[ganymede]", "[again]")


def load(path: Path, text: str) -> tuple[PiecesVariant, ...]:
    path.write_text(text, encoding="utf-8")
    return variant_files.load(str(path))


def load_one(path: Path, text: str) -> PiecesVariant:
    (variant,) = load(path, text)
    return variant
