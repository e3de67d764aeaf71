"""Sentences on how pieces move and capture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.english import with_article
from amalthea.protocol.drawing.styles.pieces.sentences.endings import own_royals
from amalthea.protocol.drawing.styles.pieces.sentences.names import (
    any_piece,
    piece_name,
    piece_names,
    plural_names,
)
from amalthea.protocol.drawing.styles.pieces.sentences.places import on

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant


def capturing(variant: ArmyVariant) -> Iterator[str]:
    """Yield how pieces capture."""
    yield (
        "A piece captures an enemy piece by moving to its square. It cannot move to a square that"
        " holds a piece of its own side."
    )


def safety(variant: ArmyVariant) -> Iterator[str]:
    """Yield that the royal piece may not be left attacked."""
    if variant.royal:
        yield f"A side may not leave its {piece_name(variant, variant.royal)} attacked."


def pseudo_royals(variant: ArmyVariant) -> Iterator[str]:
    """Yield which other pieces may not be left attacked."""
    royals = variant.ends.pseudo_royals
    if royals is None:
        return
    yield f"A side may not leave {own_royals(variant, royals)} attacked."
    if royals.duple:
        names = english.both(plural_names(variant, royals.pieces))
        yield f"Nor may it leave all of its {names} attacked at once, however many it has."


def checking(variant: ArmyVariant) -> Iterator[str]:
    """Yield that moves may not give check."""
    if not variant.ends.checking:
        yield "No move may give check."


def passing(variant: ArmyVariant) -> Iterator[str]:
    """Yield who may pass."""
    if any(variant.passes):
        who = "Either side" if all(variant.passes) else ("White", "Black")[variant.passes[1]]
        yield f"{who} may pass when not in check. The game ends when both sides pass in turn."


def flying_general(variant: ArmyVariant) -> Iterator[str]:
    """Yield that royal pieces may not face each other."""
    if variant.flying_general:
        royals = english.plural(piece_name(variant, variant.royal))
        yield (
            f"No move may leave the two {royals} facing each other on a rank or file with nothing"
            " between them."
        )


def safe_leap(variant: ArmyVariant) -> Iterator[str]:
    """Yield when a royal piece may leap."""
    if variant.safe_leap:
        yield (
            f"On its first move {with_article(piece_name(variant, variant.royal))} may leap two"
            " squares without capturing, if it is not attacked and the square it leaps over is"
            " not attacked. If it could leap over either of two squares, one that is not attacked"
            " is enough."
        )


def forced_capture(variant: ArmyVariant) -> Iterator[str]:
    """Yield that captures are compulsory."""
    if variant.ends.must_capture:
        yield "Captures are compulsory: a side that can capture must do so, with any of its pieces."


def king_stays(variant: ArmyVariant) -> Iterator[str]:
    """Yield how a king in check may move."""
    if variant.ends.king_stays:
        yield "A king in check may move only to capture the piece that gives check."


def stranding(variant: ArmyVariant) -> Iterator[str]:
    """Yield that pieces may not be stranded."""
    if not variant.stranding:
        dropped = " or be dropped" if variant.drops else ""
        yield f"A piece may not move{dropped} where it could never move again."


def blocked_squares(variant: ArmyVariant) -> Iterator[str]:
    """Yield how blocked squares restrict moves."""
    if variant.blocked:
        yield "Pieces cannot enter a blocked square or slide across it, but they can leap over it."


def rank_numbers(variant: ArmyVariant) -> Iterator[str]:
    """Yield from where ranks are counted, if rules name some."""
    by_rank = any(piece.from_rank or piece.region for piece in variant.pieces)
    if by_rank or variant.promotions:
        yield "Ranks are counted from each side's own edge of the board."


def en_passant(variant: ArmyVariant) -> Iterator[str]:
    """Yield the rule of en passant."""
    rules = variant.pawns
    if rules is None or rules.en_passant is None:
        return
    passing = rules.en_passant
    steps = english.either([english.number(length) for length in passing.lengths])
    where = "any square that it passed" if passing.every else "the last square that it passed"
    region = f", but only {on(variant, passing.region)}" if passing.region else ""
    yield (
        f"{english.capitalised(any_piece(variant, rules.passing))} that advances {steps} squares"
        f" at once may be captured en passant: in the very next move, an enemy"
        f" {english.either(piece_names(variant, rules.takers))} may capture it on {where}{region}."
    )


def turns(variant: ArmyVariant) -> Iterator[str]:
    """Yield which pieces turn."""
    names = [piece_name(variant, piece.letter) for piece in variant.pieces if piece.settings]
    if names:
        yield (
            f"A piece with several directions ({english.either(names)}) may change its direction"
            " at the end of its move or instead of moving."
        )


def two_square_pieces(variant: ArmyVariant) -> Iterator[str]:
    """Yield how pieces on two squares slide, capture, pivot and are captured."""
    if not any(piece.covers for piece in variant.pieces):
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
