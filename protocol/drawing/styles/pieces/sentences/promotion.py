"""Sentences on promotion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.english import capitalised, with_article
from amalthea.protocol.drawing.styles.pieces.sentences.names import (
    alternatives,
    any_piece,
    piece_name,
)
from amalthea.protocol.drawing.styles.pieces.sentences.places import (
    ANYWHERE,
    goal,
    owner,
    place,
    zone,
)

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant, Promotion


def promotions(variant: ArmyVariant) -> Iterator[str]:
    """Yield what promotes to what, where, and whether it must."""
    single: dict[str, list[Promotion]] = {}
    for promotion in variant.promotions:
        if len(promotion.to) == 1:
            single.setdefault(_rule(variant, promotion), []).append(promotion)
        else:
            yield _sentence(variant, promotion)
    for rule, promoting in single.items():
        if len(promoting) == 1:
            yield _sentence(variant, promoting[0])
        else:
            yield f"{rule}: {'; '.join(_becoming(variant, promoting))}."


def limits(variant: ArmyVariant) -> Iterator[str]:
    """Yield the limits of promotion."""
    if variant.limits:
        most = [
            english.count(most, piece_name(variant, letter))
            for letter, most in variant.limits.items()
        ]
        yield f"No promotion may give a side more than {english.either(most)}."


def note(variant: ArmyVariant, promotion: Promotion) -> str:
    """Return the promotion of one piece type as a note beside its moves."""
    may = "may promote" if promotion.optional else "promotes"
    side = owner(promotion.zone)
    only = f" ({side} only)" if side else ""
    return f"{may} to {alternatives(variant, promotion.to)} {_occasion(variant, promotion)}{only}"


def is_demotion(promotion: Promotion) -> bool:
    """Return True if a promoted form becomes its base again."""
    return (f"+{promotion.to[0]}",) == (promotion.piece,)


def _sentence(variant: ArmyVariant, promotion: Promotion) -> str:
    becomes = "may become" if promotion.optional else "becomes"
    side = owner(promotion.zone).lower()
    piece = with_article(f"{side} {piece_name(variant, promotion.piece)}".lstrip())
    forms = any_piece(variant, promotion.to)
    return f"{capitalised(piece)} that {_condition(variant, promotion)} {becomes} {forms}."


def _becoming(variant: ArmyVariant, promoting: Sequence[Promotion]) -> Iterator[str]:
    """Yield what becomes one and the same piece type, type by type, and what becomes it again."""
    demoted = {promotion.to[0] for promotion in promoting if is_demotion(promotion)}
    pieces: dict[str, list[str]] = {}
    for promotion in promoting:
        letter, form = promotion.piece, promotion.to[0]
        if is_demotion(promotion) and any(each.piece == form for each in promoting):
            continue
        again = " and back" if letter in demoted else ""
        name = piece_name(variant, letter)
        pieces.setdefault(f"{piece_name(variant, form)}{again}", []).append(name)
    for form, names in pieces.items():
        yield f"{english.both(names)} to {form}"


def _rule(variant: ArmyVariant, promotion: Promotion) -> str:
    """Return the beginning of a sentence on several pieces that promote alike."""
    if place(variant, promotion.zone) == ANYWHERE:
        made = "capture" if promotion.capturing else "move"
        promotes = "may promote" if promotion.optional else "promotes"
        return f"Every {made} {promotes} the piece that makes it"
    side = owner(promotion.zone).lower()
    may = "may" if promotion.optional else "must"
    piece = with_article(f"{side} piece".lstrip())
    return f"{capitalised(piece)} that {_condition(variant, promotion)} {may} promote"


def _condition(variant: ArmyVariant, promotion: Promotion) -> str:
    """Return what a piece does to promote: "reaches rank 8"."""
    if place(variant, promotion.zone) == ANYWHERE:
        return "captures" if promotion.capturing else "moves"
    if promotion.leaving:
        going = f"moves into, within or out of {zone(variant, promotion.zone)}"
    else:
        going = f"reaches {goal(variant, promotion.zone)}"
    return _with_manner(going, promotion)


def _occasion(variant: ArmyVariant, promotion: Promotion) -> str:
    """Return when a piece promotes: "on reaching rank 8"."""
    if place(variant, promotion.zone) == ANYWHERE:
        return "with every capture" if promotion.capturing else "with every move"
    if promotion.leaving:
        going = f"when moving into, within or out of {zone(variant, promotion.zone)}"
    else:
        going = f"on reaching {goal(variant, promotion.zone)}"
    return _with_manner(going, promotion)


def _with_manner(going: str, promotion: Promotion) -> str:
    going += f" from rank {promotion.coming}" if promotion.coming else ""
    return f"{going} with a capture" if promotion.capturing else going
