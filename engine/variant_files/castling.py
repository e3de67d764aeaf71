"""Castling in a section: who castles, from where to where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from amalthea.engine.core.variant import square_name
from amalthea.engine.errors import number_of
from amalthea.engine.pieces.description.variant import Castling, Right
from amalthea.engine.variant_files import own_keys
from amalthea.engine.variant_files.draft import Draft
from amalthea.engine.variant_files.keys import KING

_KINGSIDE, _QUEENSIDE = "K", "Q"


class _Wing(NamedTuple):
    """One castling of both players: files of king and rook before it, the rook's letter, and the
    own rank, from 0.
    """

    king: int
    rook: int
    letter: str
    rank: int

    @property
    def name(self) -> str:
        return _KINGSIDE if self.rook > self.king else _QUEENSIDE


def described(draft: Draft) -> Mapping[str, Any]:
    """Castlings, their rights, and the first position with the rights that can be used.

    A right of the first position that has no rook or king is left out, as in Fairy-Stockfish.
    Raises VariantError.
    """
    if rights := own_keys.rights(draft):
        return {
            "rights": rights,
            "castlings": _named(own_keys.castlings(draft), draft),
            "start": _start(draft, draft.start.rights),
        }
    wings: dict[str, _Wing] = {}
    kept = ""
    if draft.settings.flag("castling"):
        for letter in draft.start.rights.replace("-", ""):
            wing = _wing(letter, draft)
            if not wing:
                continue
            if wings.setdefault(wing.name, wing) != wing:
                draft.fail_start("that rule is missing: Black castles unlike White")
            kept += wing.name if letter.isupper() else wing.name.lower()
    ordered = [wings[name] for name in (_KINGSIDE, _QUEENSIDE) if name in wings]
    shown = "".join(letter for letter in "KQkq" if letter in kept) or "-"
    return {
        "rights": tuple(Right(square_name(w.rook, w.rank), w.letter, w.name) for w in ordered),
        "castlings": _named((_castling(wing, draft) for wing in ordered), draft),
        "start": _start(draft, shown),
    }


def _named(castlings: Iterable[Castling], draft: Draft) -> tuple[Castling, ...]:
    """Return castlings with the names that the section gives them, if it does."""
    found = tuple(castlings)
    names = draft.settings.text("castlingNames").split()
    if not names:
        return found
    if len(names) != len(found):
        draft.settings.fail("castlingNames", f"expected {number_of(len(found), 'name')}")
    named = zip(found, names, strict=True)
    return tuple(replace(castling, name=name.replace("_", " ")) for castling, name in named)


def _start(draft: Draft, rights: str) -> str:
    start = draft.start
    checks = f"{start.checks} " if start.checks else ""
    return f"{start.placement} {start.side} {rights} {start.target} {checks}{start.counters}"


def _wing(letter: str, draft: Draft) -> _Wing | None:
    """What a right means, None where it cannot be used."""
    white = letter.isupper()
    home = draft.settings.number("castlingRank") - 1
    rank = home if white else draft.ranks - 1 - home
    own = {
        file: draft.board.get((file, rank), "")
        for file in range(draft.files)
        if draft.board.get((file, rank), "").isupper() == white
    }
    letters = draft.letters("castlingRookPieces")
    rooks = [file for file, found in own.items() if found.upper() in letters]
    king = _king_file(own, draft)
    if letter.upper() == _KINGSIDE:
        last = draft.settings.number("castlingRookKingsideFile")
        rook = max((file for file in rooks if file <= last), default=None)
    elif letter.upper() == _QUEENSIDE:
        first = draft.settings.number("castlingRookQueensideFile")
        rook = min((file for file in rooks if file >= first), default=None)
    elif re.fullmatch("[A-P]", letter.upper()):
        rook = next((file for file in rooks if file == ord(letter.upper()) - ord("A")), None)
    else:
        draft.fail_start(f"castling right {letter!r}, expected some of KQkq or files of rooks")
    if king is None or rook is None:
        return None
    return _Wing(king, rook, own[rook].upper(), home)


def _king_file(own: Mapping[int, str], draft: Draft) -> int | None:
    """Where the king stands; only among several of his kind is it told by castlingKingFile."""
    castling = draft.settings.kinds("castlingKingPiece")
    if castling not in ((), (KING,)) and draft.letter(KING):
        draft.settings.fail(
            "castlingKingPiece", "that rule is missing: castling by another piece beside a king"
        )
    letters = draft.letters("castlingKingPiece")
    kings = [file for file, found in own.items() if found.upper() in letters]
    if len(kings) == 1:
        return kings[0]
    told = draft.settings.number("castlingKingFile")
    return told if told in kings else None


def _castling(wing: _Wing, draft: Draft) -> Castling:
    kingside = wing.name == _KINGSIDE
    key = "castlingKingsideFile" if kingside else "castlingQueensideFile"
    goal = draft.settings.number(key)
    beyond = wing.king < goal <= wing.rook if kingside else wing.rook <= goal < wing.king
    if not beyond:
        king, rook = square_name(wing.king, wing.rank), square_name(wing.rook, wing.rank)
        draft.settings.fail(
            key, f"that rule is missing: a king's goal that is not from {king} towards {rook}"
        )
    rook_goal = goal - 1 if kingside else goal + 1
    crossed = {*_span(wing.king, goal), *_span(wing.rook, rook_goal)} - {wing.king, wing.rook}
    return Castling(
        name=f"{'kingside' if kingside else 'queenside'} castling",
        king=(square_name(wing.king, wing.rank), square_name(goal, wing.rank)),
        partners=((square_name(wing.rook, wing.rank), square_name(rook_goal, wing.rank)),),
        rights=(square_name(wing.rook, wing.rank),),
        empty=tuple(square_name(file, wing.rank) for file in sorted(crossed)),
        piece="" if draft.letter(KING) else draft.letters("castlingKingPiece")[0],
    )


def _span(first: int, last: int) -> range:
    """The files from one to the other, both included."""
    return range(min(first, last), max(first, last) + 1)
