"""The pieces of a section: how each moves, and what it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import BetzaError
from engine.kinds.army import betza
from engine.kinds.army.rules import PieceType
from engine.variants.ini import pawns
from engine.variants.ini.draft import Draft
from engine.variants.ini.keys import KING
from engine.variants.ini.settings import Piece

_EN_PASSANT = "e"  # a mark in a pawn's notation, no move


def described(draft: Draft) -> Mapping[str, Any]:
    """The piece types. Raises VariantError."""
    plain = [_piece_type(piece, draft) for piece in draft.pieces]
    return {"pieces": (*plain, *_promoted(draft))}


def _piece_type(piece: Piece, draft: Draft) -> PieceType:
    """First-move-only moves hold, in this dialect, wherever the double step does."""
    moves = piece.moves.replace(_EN_PASSANT, "")
    try:
        terms = betza.terms(moves)
    except BetzaError as error:
        draft.settings.fail(piece.key, str(error))
    always = "".join(term for term in terms if "i" not in term)
    first = [term.replace("i", "") for term in terms if "i" in term]
    for term in first:
        if "m" not in term or "c" in term:
            draft.settings.fail(
                piece.key, f"that rule is missing: 'i' moves that capture, expected im for {term}"
            )
    if piece.key == pawns.PAWN:
        first.append("fmR2")
    rank = pawns.leap_rank(draft) if first else None
    from_rank = {rank: "".join(first)} if rank else {}
    return PieceType(piece.letter, piece.key, always, from_rank, royal=piece.key == KING)


def _promoted(draft: Draft) -> Iterator[PieceType]:
    """The promoted form of a piece, `+N`, moves like the piece it stands for."""
    by_key = {piece.key: piece for piece in draft.pieces}
    for key, form in pawns.forms(draft).items():
        moves = _piece_type(by_key[form], draft)
        yield PieceType(f"+{draft.letter(key)}", moves.name, moves.moves, moves.from_rank)
