"""Enclosing: where drops are allowed beside other pieces, and enemies that change sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.enclosing import (
    DROP_RULES,
    FLIP_RULES,
    MOST_FLIPPING,
    Enclosing,
)
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOWHERE, Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_NONE = "none"


def _read(draft: Draft) -> Mapping[str, object]:
    settings = draft.settings
    drops, flips = settings.text("enclosingDrop"), settings.text("flipEnclosedPieces")
    drops = "" if drops == _NONE or not settings.flag("pieceDrops") else drops
    flips = "" if flips == _NONE else flips
    if not drops and not flips:
        return {}
    squares = draft.named(draft.region("enclosingDropStart"))
    first = Region(squares, squares) if drops and squares else None
    return {"enclosing": Enclosing(drops, first, flips)}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rule = variant.enclosing
    if not rule:
        return
    if rule.drops and not variant.drops:
        yield "drops that enclose pieces need pieceDrops"
    if rule.first and (error := rule.first.error(variant.files, variant.ranks)):
        yield f"first drops: {error}"
    if rule.flips:
        yield from _flip_errors(variant)


def _flip_errors(variant: PiecesVariant) -> Iterator[str]:
    ends = variant.ends
    if variant.files * variant.ranks - variant.blocked > MOST_FLIPPING:
        yield f"not supported: pieces that change sides on more than {MOST_FLIPPING} free squares"
    if variant.royal or ends.pseudo_royals:
        yield "pieces do not change sides in a game with a king or with pseudo-royal pieces"
    if variant.rights or variant.castlings or (variant.pawns and variant.pawns.en_passant):
        yield "pieces that change sides cannot be combined with castling, rights or en passant"
    if variant.walls or variant.explosions or variant.placement or ends.counting:
        yield (
            "pieces that change sides cannot be combined with walls, explosions, placement or"
            " counting rules"
        )
    in_place = any(promotion.in_place for promotion in variant.promotions)
    if in_place or (variant.drops and variant.drops.on_both_shades):
        yield (
            "pieces that change sides cannot be combined with promotion where a piece stands or"
            " with dropOppositeColoredBishop"
        )
    if any(piece.second_square or piece.settings for piece in variant.pieces):
        yield "pieces that turn or stand on two squares cannot change sides"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.enclosing
    if rule is None:
        return {}
    first = rule.first.value() if rule.first else None
    return {
        "enclosing": without_defaults(
            ("drops", rule.drops, ""), ("first", first, None), ("flips", rule.flips, "")
        )
    }


_DROPPED = {
    "reversi": (
        "A piece may be dropped only where it encloses enemy pieces: one or more in an unbroken"
        " line along a rank, file or diagonal, with a piece of its own side behind them."
    ),
    "ataxx": "A piece may be dropped only next to another one of its side.",
    "snort": "A piece may not be dropped beside an enemy piece on a rank or file.",
    "anyside": (
        "A piece is slid in from an edge of the board along a rank or file, and comes to rest"
        " before the first piece in its way, or at the opposite edge."
    ),
    "top": "A piece is dropped on the lowest empty square of a file.",
}
_FLIPPED = {
    "reversi": (
        "All enemy pieces that a move encloses change sides: those in an unbroken line along a"
        " rank, file or diagonal between the square that it reaches and another piece of its side."
    ),
    "ataxx": "All enemy pieces next to the square that a move reaches change sides.",
    "quadwrangle": (
        "All enemy pieces next to the square that a move reaches change sides; with a drop, only if"
        " a piece of its own side stands next to it, too."
    ),
}


def _dropped(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.enclosing
    if not rule or not rule.drops:
        return
    if rule.first and set(variant.start_squares(" ")) & rule.first.squares(
        0, variant.files, variant.ranks
    ):
        yield f"The first pieces are dropped {words.on(rule.first)}, until these squares are full."
    yield _DROPPED[rule.drops]


def _flipped(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.enclosing and variant.enclosing.flips:
        yield _FLIPPED[variant.enclosing.flips]


RULE = Rule(
    name="enclosing",
    fields=("enclosing", "enclosing.drops", "enclosing.first", "enclosing.flips"),
    keys={
        "enclosingDrop": Key(values.one_of(_NONE, *DROP_RULES), _NONE),
        "enclosingDropStart": Key(values.squares, NOWHERE, requires=("enclosingDrop",)),
        "flipEnclosedPieces": Key(values.one_of(_NONE, *FLIP_RULES), _NONE),
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Drops", _dropped), Text("Turns", _flipped)),
)
