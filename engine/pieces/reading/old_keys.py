"""Former names of keys of variant files, as files that people have still use them."""

from __future__ import annotations

from collections.abc import Mapping

from amalthea.engine.pieces.reading.piece_keys import PAWN

_PETRIFY = "petrifyOnCapture"
_RENAMED: Mapping[str, str] = {
    "whiteFlag": "flagRegionWhite",
    "blackFlag": "flagRegionBlack",
    "castlingRookPiece": "castlingRookPieces",
    "whiteDropRegion": "dropRegionWhite",
    "blackDropRegion": "dropRegionBlack",
    "kingPass": "pass",
    "kingPassOnStalemate": "passOnStalemate",
    "firstRankDrops": "firstRankPawnDrops",
    "xiangqiGeneral": "flyingGeneral",
    "arrowGating": "wallingRule",
    "arrowWalling": "wallingRule",
    "duckGating": "wallingRule",
    "duckWalling": "wallingRule",
    "pastGating": "wallingRule",
    "pastWalling": "wallingRule",
    "staticGating": "wallingRule",
    "staticWalling": "wallingRule",
    "staticGatingRegion": "wallingRegion",
    _PETRIFY: "petrifyOnCaptureTypes",
    "dropOnTop": "enclosingDrop",
}
# Old flags: the rest of the name is the value of the key today, duckWalling that of wallingRule.
_WORDS = {"wallingRule": ("Gating", "Walling"), "enclosingDrop": ("dropOn",)}
_PROMOTION_RANK = "promotionRank"
_STEP_RANK, _STEP_RANK_MIN = "doubleStepRank", "doubleStepRankMin"
_USUAL_STEP_RANK = 2


def read(
    entries: Mapping[str, str], ranks: int, letters: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Return, for each old key of a section, the keys and values that it stands for.

    entries: the section's values by key. ranks: the height of the board. letters: the keys of the
    pieces by their letters.

    `doubleStepRankMin` has no effect beside `doubleStepRank`, as in Fairy-Stockfish. A value that
    is not a rank stands for nothing.
    """
    found = {key: _renamed(key, entries[key]) for key in entries if key in _RENAMED}
    if entries.get(_PETRIFY) in ("true", "false"):
        but_pawns = sorted(each.lower() for each, key in letters.items() if key != PAWN)
        petrified = "".join(but_pawns) if entries[_PETRIFY] == "true" else "-"
        found[_PETRIFY] = {_RENAMED[_PETRIFY]: petrified}
    if rank := _rank(entries.get(_PROMOTION_RANK)):
        found[_PROMOTION_RANK] = _ranks("promotionRegion", rank, ranks, ranks)
    if rank := _rank(entries.get(_STEP_RANK)):
        found[_STEP_RANK] = _ranks("doubleStepRegion", _USUAL_STEP_RANK, rank, ranks)
    if rank := _rank(entries.get(_STEP_RANK_MIN)):
        beside = _ranks("doubleStepRegion", rank, _USUAL_STEP_RANK, ranks)
        found[_STEP_RANK_MIN] = {} if _STEP_RANK in found else beside
    return found


def _renamed(key: str, text: str) -> dict[str, str]:
    """Return the key of today and its value for an old key and its text."""
    new_key = _RENAMED[key]
    if new_key not in _WORDS or text not in ("true", "false"):
        return {new_key: text}
    word = key
    for part in _WORDS[new_key]:
        word = word.removesuffix(part).removeprefix(part)
    return {new_key: word.lower() if text == "true" else "none"}


def _rank(text: str | None) -> int:
    """Return a rank from 1, 0 for any other text."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else 0


def _ranks(key: str, first: int, last: int, ranks: int) -> dict[str, str]:
    """Return a region of ranks, counted as each player counts them, for both sides."""
    own = range(first, min(last, ranks) + 1)
    return {
        f"{key}White": " ".join(f"*{rank}" for rank in own) or "-",
        f"{key}Black": " ".join(f"*{ranks + 1 - rank}" for rank in own) or "-",
    }
