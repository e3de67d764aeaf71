"""Pieces on two squares: they slide as a whole, and may pivot about either of their squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_SECOND_SQUARES = {"wide": (1, 0), "tall": (0, 1)}


def second_squares(draft: Draft) -> Mapping[str, tuple[int, int]]:
    """Return the offset of the second square of each piece, by letter."""
    found = letters.by_piece("twoSquares", draft)
    for value in found.values():
        if value not in _SECOND_SQUARES:
            letters.fail(draft, "twoSquares", value, "wide or tall, like w:wide v:tall")
    return {letter: _SECOND_SQUARES[value] for letter, value in found.items()}


def pivots(draft: Draft) -> Mapping[str, str]:
    """Return the type that a piece becomes by a quarter turn, by letter."""
    return {
        letter: letters.letter(value, "pivots", draft)
        for letter, value in letters.by_piece("pivots", draft).items()
    }


def _errors(variant: PiecesVariant) -> Iterator[str]:
    promoting = {promotion.piece for promotion in variant.promotions}
    for piece in variant.pieces:
        if piece.pivots and not (piece.second_square and variant.piece(piece.pivots).second_square):
            yield f"{piece.name}: only pieces on two squares pivot, into another such piece"
        if not piece.second_square:
            continue
        if piece.royal:
            yield f"{piece.name}: a royal piece may not turn or stand on two squares"
        if piece.second_square not in _SECOND_SQUARES.values():
            yield f"{piece.name}: its second square is neither right of nor above its first"
        if piece.region or piece.from_rank:
            yield f"{piece.name}: a piece on two squares moves alike everywhere"
        if piece.settings or piece.letter in promoting:
            yield f"{piece.name}: a piece on two squares may not turn or promote"
    for promotion in variant.promotions:
        if any(variant.piece(letter).second_square for letter in promotion.to):
            yield f"{promotion.piece!r} may not promote to a piece on two squares"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    return (piece.pivots for piece in variant.pieces if piece.pivots)


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if not any(piece.second_square for piece in variant.pieces):
        return
    yield (
        "Such a piece slides as a whole. At each step the squares that it newly covers must be"
        " empty: two when it moves sideways, one when it moves along its length."
    )
    yield (
        "It captures all enemy pieces on the squares that it newly covers, one or two, and ends"
        " its move there; a piece of its own side on one of them blocks it. It attacks what it"
        " could capture in this way."
    )
    yield "A piece that captures one of its squares captures all of it."
    if any(piece.pivots for piece in variant.pieces):
        yield (
            "Instead of moving it may pivot: a quarter turn about either of its squares, onto an"
            " empty one. A pivot captures nothing."
        )


RULE = Rule(
    name="two_square_pieces",
    keys={
        "twoSquares": Key(values.text, "", extension=True),
        "pivots": Key(values.text, "", extension=True),
    },
    errors=_errors,
    letters=_letters,
    texts=(Text("Pieces on two squares", _sentences),),
)
