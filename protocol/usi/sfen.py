"""SFEN, the FEN of shogi: board, side, pieces in hand and the number of the next move.

The board is written as in FEN. The side that moves first is Black there, `b`, and White here.
Moves of both sides are counted, and castling rights and other fields do not exist.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from amalthea.engine.core.letters import LETTER
from amalthea.engine.options import whole_number
from amalthea.engine.text import clip
from amalthea.protocol.uci.parsing import CommandError

_SIDES = {"b": "w", "w": "b"}  # SFEN's and FEN's
_NO_HAND = "-"
_HELD = re.compile(rf"([1-9][0-9]{{0,2}})?({LETTER})", re.ASCII)
_HAND = re.compile(rf"(?:{_HELD.pattern})+", re.ASCII)
_LETTER = re.compile(LETTER, re.ASCII)
_MOST_HELD = 1000  # more than any game has
_ORDER = "RBGSNLP"  # of pieces in hand; others follow by the alphabet


def read_sfen(words: Sequence[str]) -> str:
    """Return the FEN of an SFEN, given as its fields; the last two may be missing.

    Raises CommandError. Whether the board fits the game is checked by its reader of FENs.
    """
    if not 2 <= len(words) <= 4:
        expected = "expected board, side, pieces in hand and move number"
        raise CommandError(f"position sfen: {len(words)} fields, {expected}")
    board, side, hand, count = *words, *(_NO_HAND, "1")[len(words) - 2 :]
    if side not in _SIDES:
        raise CommandError(f"position sfen: side {clip(side)}, expected 'b' or 'w'")
    number = whole_number(count)
    if number is None:
        raise CommandError(f"position sfen: move number {clip(count)}, expected a whole number")
    fullmove = (max(1, number) + 1) // 2
    return f"{board}[{_read_hand(hand)}] {_SIDES[side]} - - 0 {fullmove}"


def _read_hand(text: str) -> str:
    """Return pieces in hand as FEN has them: 2P3p becomes PPppp. Raises CommandError."""
    if text == _NO_HAND:
        return ""
    if not _HAND.fullmatch(text):
        raise CommandError(f"position sfen: pieces in hand {clip(text)}, expected '-' or '2P3p'")
    held = [(int(count or 1), letter) for count, letter in _HELD.findall(text)]
    if sum(count for count, _ in held) > _MOST_HELD:
        raise CommandError(f"position sfen: more than {_MOST_HELD} pieces in hand")
    return "".join(letter * count for count, letter in held)


def write_sfen(fen: str) -> str:
    """Return the SFEN of a FEN."""
    placement, side, *_, fullmove = fen.split()
    board, _, hand = placement.removesuffix("]").partition("[")
    count = 2 * int(fullmove) - (1 if side == "w" else 0)
    return f"{board} {_SIDES.get(side, side)} {_write_hand(hand)} {count}"


def _write_hand(hand: str) -> str:
    """Return pieces in hand as SFEN has them: those of the first player, then the others."""
    held = Counter(_LETTER.findall(hand))
    found = sorted(held, key=_rank)
    return "".join(f"{held[each] if held[each] > 1 else ''}{each}" for each in found) or _NO_HAND


def _rank(letter: str) -> tuple[bool, int, str]:
    known = _ORDER.find(letter.upper())
    return letter.islower(), known if known >= 0 else len(_ORDER), letter
