"""Warnings about sections from which Fairy-Stockfish would silently play another game.

It skips unknown keys. Its notes on Betza notation and its moves show what it supports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from amalthea.engine.pieces.reading.keys import SIDES
from amalthea.engine.pieces.reading.piece_keys import NAMED_PIECES, PAWN
from amalthea.engine.pieces.reading.settings import Piece, Settings
from amalthea.engine.pieces.rules.promotion import has_own_types

MOST_FILES, MOST_RANKS = 12, 10  # of its boards

_RIDER = re.compile(r"(?P<atom>[DAHLCJZG])(?:(?P=atom)|[0-9]+)")
_LONG = re.compile(r"[A-Z][0-9]{2}")
_LEAST = re.compile(r"[0-9]-")
_PAIR = re.compile(r"(?<![a-z])(?P<before>[a-z]*)(?P<atom>[A-Z])")
# Pairs of directions that it skips before a leap that is not orthogonal.
_IGNORED_PAIRS = ("sf", "sb", "vl", "vr", "vs", "sv")
_MODES = "mcienpg"
_UNKNOWN_MODES = {
    "q": "circular moves",
    "a": "leaps that are made again",
    "j": "riders that skip a square",
}
_LAME = re.compile(r"n[a-z]*(?P<leap>[A-Z])")
_HOPPER = re.compile(r"[pg][a-z]*(?P<leap>[A-Z])")


def warnings(settings: Settings) -> Iterator[str]:
    """Yield a line for each difference, in the form of errors."""
    for key, what in _differences(settings):
        yield str(settings.error(key, f"Fairy-Stockfish {what}"))


def _differences(settings: Settings) -> Iterator[tuple[str, str]]:
    files, ranks = settings.number("maxFile") + 1, settings.number("maxRank")
    if files > MOST_FILES or ranks > MOST_RANKS:
        key = "maxFile" if files > MOST_FILES else "maxRank"
        yield key, f"has no board of {files}x{ranks}, {MOST_FILES}x{MOST_RANKS} is its largest"
        return
    for key in settings.extensions():
        yield key, "does not know this key"
    for piece in settings.pieces:
        if "'" in piece.letter:
            yield piece.key, f"has single letters for pieces, not {piece.letter.lower()}"
        if NAMED_PIECES.get(piece.key) != piece.moves:
            yield from _move_differences(piece)
    yield from _first_move_differences(settings)
    has_form = PAWN in settings.by_piece("promotedPieceType")
    if (
        not has_own_types(settings)
        and not has_form
        and _names_pieces("promotionPawnTypes", settings)
    ):
        yield "promotionPieceTypes", "has no moves of pawns to their last rank without this key"


def _move_differences(piece: Piece) -> Iterator[tuple[str, str]]:
    for match in _RIDER.finditer(piece.moves):
        yield piece.key, f"has no riders of {match['atom']}, it reads {match[0]!r} in its own way"
    for match in _LAME.finditer(piece.moves):
        if match["leap"] not in "NAZJD":
            yield piece.key, f"has no lame {match['leap']}, only lame N, A, Z and D"
    for match in _HOPPER.finditer(piece.moves):
        if match["leap"] not in "WRFBQK":
            yield piece.key, f"has hoppers along ranks, files and diagonals, not of {match['leap']}"
    if _LONG.search(piece.moves):
        yield piece.key, "reads one digit of a range"
    if _LEAST.search(piece.moves):
        yield piece.key, "has no least distance of a rider"
    if "[" in piece.moves:
        yield piece.key, "has no bent moves, it skips the brackets"
    for sign, what in _UNKNOWN_MODES.items():
        if sign in piece.moves:
            yield piece.key, f"has no {what}, it skips the {sign!r}"
    if "pp" in piece.moves:
        yield piece.key, "hops over one piece with 'pp', as with 'p'"
    for match in _PAIR.finditer(piece.moves):
        before = match["before"].strip(_MODES)
        orthogonal = match["atom"] in "WDHR"
        for pair in () if orthogonal else _IGNORED_PAIRS:
            if any(before[at : at + 2] == pair for at in range(0, len(before), 2)):
                yield piece.key, f"skips the directions {pair!r} before {match['atom']!r}"


def _first_move_differences(settings: Settings) -> Iterator[tuple[str, str]]:
    taking = _names_pieces("enPassantTypes", settings)
    for piece in settings.pieces:
        if "i" not in piece.moves or settings.text("rights"):
            continue
        if not settings.flag("doubleStep"):
            yield piece.key, "plays 'i' moves only from doubleStepRegions, and so do we: never here"
        elif taking:
            yield piece.key, "lets its 'i' moves be captured en passant"


def _names_pieces(key: str, settings: Settings) -> bool:
    """Return True if a key names pieces for either side."""
    return any(settings.kinds(f"{key}{side}") for side in SIDES)
