"""Relocations: pieces that change places with another one, and pieces that return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core.english import capitalised, with_article
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.variant import SQUARE
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant, Return
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_SWAPS, _RETURNS = "swaps", "returns"
_RETURN = rf"(?P<to>[^@]+)(@(?P<square>{SQUARE}))?"


def _read(draft: Draft) -> Mapping[str, object]:
    swaps = {
        piece: letters.letter(becomes, _SWAPS, draft)
        for piece, becomes in letters.by_piece(_SWAPS, draft).items()
    }
    returns = tuple(_returns(draft))
    return {**({"swaps": swaps} if swaps else {}), **({"returns": returns} if returns else {})}


def _returns(draft: Draft) -> Iterator[Return]:
    for piece, value in letters.by_piece(_RETURNS, draft).items():
        match = letters.matched(_RETURN, value)
        if not match:
            letters.fail(draft, _RETURNS, value, "x:q or x:q@e4, what returns, as what and where")
        yield Return(piece, letters.letter(match["to"], _RETURNS, draft), match["square"] or "")


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not variant.relocates:
        return
    yield from _unsuited(variant)
    royals = _royals(variant)
    for letter, becomes in variant.swaps.items():
        counted = {variant.counted_as(each) for each in (letter, becomes)}
        if letter == becomes or not counted <= royals:
            yield f"{letter!r} changes places and becomes {becomes!r}, expected pseudo-royal pieces"
    returning = {each.piece for each in variant.returns}
    for each in variant.returns:
        counted = {variant.counted_as(letter) for letter in (each.piece, each.to)}
        if each.to in returning or royals & counted:
            yield (
                f"{each.piece!r} returns as {each.to!r}, expected a piece that is neither royal nor"
                " returns itself"
            )
        if each.square:
            variant.square(each.square)  # raises VariantError if the board lacks it


def _unsuited(variant: PiecesVariant) -> Iterator[str]:
    """Yield an error for each rule of a game that pieces that change places or return exclude."""
    ends, what = variant.ends, "pieces that change places or return"
    if variant.royal or not ends.pseudo_royals:
        yield (
            f"{what}: expected a game without a king, with `commoner = k`, `extinctionPieceTypes ="
            " k` and `extinctionPseudoRoyal = true`"
        )
    if variant.drops or variant.placement or variant.walls or variant.explosions:
        yield f"{what} cannot be combined with drops, placement, walls or explosions"
    if variant.enclosing or variant.second_steps or variant.passes_by_first_piece:
        yield f"{what} cannot be combined with enclosing, second steps or passes of a stuck side"
    if ends.forced_capture or variant.only_captures or ends.chases or ends.counting:
        yield f"{what} cannot be combined with forced captures, chases or counting"
    if variant.untraded or ends.bare_royal or ends.perpetual_attack_loses:
        yield f"{what} cannot be combined with the rules of games like Chu Shogi"
    if variant.rights or variant.castlings or ends.back_and_forth_loses:
        yield f"{what} cannot be combined with rights or perpetual moves back and forth"
    for piece in variant.pieces:
        if piece.second_square or piece.settings or variant.hops(piece.moves):
            yield f"{what} cannot be combined with pieces that turn, hop or stand on two squares"
    if variant.swaps and variant.pawns and variant.pawns.first_rank > 1:
        yield f"{what}: expected pawns that may stand on their first rank"
    if any(promotion.in_place for promotion in variant.promotions):
        yield f"{what} cannot be combined with promotion in place"


def _royals(variant: PiecesVariant) -> set[str]:
    """Return the pseudo-royal types."""
    return set(variant.ends.pseudo_royals.pieces) if variant.ends.pseudo_royals else set()


def _letters(variant: PiecesVariant) -> Iterable[str]:
    returning = (letter for each in variant.returns for letter in (each.piece, each.to))
    return (*variant.swaps, *variant.swaps.values(), *returning)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    returns = [
        without_defaults(
            ("piece", each.piece, ""), ("to", each.to, ""), ("square", each.square, "")
        )
        for each in variant.returns
    ]
    return without_defaults(("swaps", dict(variant.swaps), {}), ("returns", returns, []))


def _changing(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for letter, becomes in variant.swaps.items():
        name = capitalised(words.any_piece((letter,)))
        yield (
            f"{name} of a side that is in check, or that has no other move, may change places with"
            " any piece of its side that is not royal and can be captured, and becomes"
            f" {words.any_piece((becomes,))}. The other piece may not come to a square where it"
            " would promote or that it may not enter."
        )


def _returning(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for each in variant.returns:
        name = capitalised(with_article(words.piece_name(each.piece)))
        to = words.any_piece((each.to,))
        if each.square:
            place = words.place(Region((each.square,)))
            yield f"{name} may return to {place}, if it is empty, as {to}."
        else:
            yield (
                f"{name} may return, as {to}, to any square from which it attacks two enemy pieces,"
                " or one that then could not move, checks aside. Any piece that stands there, of"
                " either side, leaves the board; it may neither be royal nor one that cannot be"
                " captured."
            )


RULE = Rule(
    name="relocations",
    fields=("swaps", "returns"),
    keys={
        _SWAPS: Key(values.text, "", extension=True),
        _RETURNS: Key(values.text, "", extension=True),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _changing), Text("Promotion", _returning)),
)
