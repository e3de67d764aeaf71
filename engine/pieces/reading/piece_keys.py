"""Keys of variant files that define pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

KING = "king"
PAWN = "pawn"
EN_PASSANT = "e"  # in the notation of a piece: a mark that it captures so, no move
_CUSTOM_PIECE = re.compile("customPiece[1-9][0-9]?", re.ASCII)

NAMED_PIECES: Mapping[str, str] = {
    "pawn": "fmWfcF",
    "knight": "N",
    "bishop": "B",
    "rook": "R",
    "queen": "Q",
    "fers": "F",
    "alfil": "A",
    "fersAlfil": "FA",
    "silver": "FfW",
    "aiwok": "RNF",
    "bers": "RF",
    "archbishop": "BN",
    "chancellor": "RN",
    "amazon": "QN",
    "knibis": "mNcB",
    "biskni": "mBcN",
    "kniroo": "mNcR",
    "rookni": "mRcN",
    "shogiPawn": "fW",
    "lance": "fR",
    "shogiKnight": "fN",
    "gold": "WfF",
    "dragonHorse": "BW",
    "clobber": "cW",
    "breakthrough": "fmWfF",
    "immobile": "",
    "cannon": "mRcpR",
    "janggiCannon": "pR",  # over and at other pieces than its like
    "soldier": "fsW",
    "horse": "nN",
    "elephant": "nA",
    "janggiElephant": "nZ",
    "banner": "RcpRnN",
    "wazir": "W",
    "commoner": "K",
    "centaur": "KN",
}
"""The moves of the pieces with their own keys; the pawn's double step is a separate rule."""


def is_piece(key: str) -> bool:
    """Return True for the key of a piece."""
    return key in NAMED_PIECES or key == KING or _CUSTOM_PIECE.fullmatch(key) is not None


def in_order(keys: Iterable[str]) -> list[str]:
    """Return keys of pieces in the order of the piece types, the king last."""
    named = {key: place for place, key in enumerate((*NAMED_PIECES, "custom", KING))}
    return sorted(
        keys,
        key=lambda key: (
            named.get(key, named["custom"]),
            int(re.sub(r"\D", "", key) or 0),
        ),
    )
