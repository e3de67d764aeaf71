"""First leaps of Cambodia: king and fers may leap with their first move, until a rook aims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core.english import capitalised, with_article
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.variant import square_name
from amalthea.engine.pieces.description.variant import FirstLeaps, PiecesVariant, Right
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_ROOK, _FERS = "rook", "fers"
_LEAPS = {KING: "imfsN", _FERS: "imfD"}


def leaps(draft: Draft, key: str) -> str:
    """Return the first moves that the rule adds to those of a piece, in Betza notation."""
    return _LEAPS.get(key, "") if _has_leaps(draft) else ""


def leaping(draft: Draft) -> Iterator[Right]:
    """Yield the rights of unmoved pieces that the first position names by their files."""
    if not _has_leaps(draft):
        return
    for letter in draft.start.rights.replace("-", ""):
        file, white = ord(letter.upper()) - ord("A"), letter.isupper()
        piece = draft.board.get((file, 0 if white else draft.ranks - 1), "")
        if piece and piece.isupper() == white:
            side = "w" if white else "b"
            yield Right(square_name(file, 0), piece.upper(), letter.upper(), side)


def _has_leaps(draft: Draft) -> bool:
    return draft.settings.flag("gating") and draft.settings.flag("cambodianMoves")


def _read(draft: Draft) -> Mapping[str, object]:
    if not _has_leaps(draft):
        return {}
    rook = draft.letter(_ROOK)
    return {"first_leaps": FirstLeaps((rook,) if rook else ())}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.first_leaps and (not variant.royal or variant.safe_leap):
        yield "first leaps need a king, one without safe leaps"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.first_leaps.aiming if variant.first_leaps else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.first_leaps
    return without_defaults(("first_leaps", list(rule.aiming) if rule else None, None))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.first_leaps
    if rule is None:
        return
    king = words.piece_name(variant.royal)
    yield f"{capitalised(with_article(king))} may not leap with its first move out of check."
    for name in words.piece_names(rule.aiming):
        yield (
            f"It may no longer do so once an enemy {name} has moved to its rank or file, even if"
            " other pieces stand in between."
        )


RULE = Rule(
    name="first_leaps",
    fields=("first_leaps", "first_leaps.aiming"),
    keys={"cambodianMoves": flag(requires=("gating",))},
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
