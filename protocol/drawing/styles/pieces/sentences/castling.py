"""Sentences on castling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.english import capitalised
from amalthea.protocol.drawing.styles.pieces.sentences.names import piece_name, piece_names

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant, Castling

_UNNAMED = re.compile(r"castling[0-9]+ ")  # what a variant file calls a castling of its own


def castlings(variant: ArmyVariant) -> Iterator[str]:
    """Yield the rules of all castlings, then each one for White with its conditions."""
    if not variant.castlings:
        return
    yield from _in_general(variant)
    pieces = {right.square: right.piece for right in variant.rights}
    for castling in variant.castlings:
        yield _castling(variant, castling, {**pieces, **dict(castling.stands)})


def _in_general(variant: ArmyVariant) -> Iterator[str]:
    castlers = [variant.castles(castling) for castling in variant.castlings]
    names = english.either(piece_names(variant, castlers))
    partners = max(len(castling.partners) for castling in variant.castlings)
    others = "another piece" if partners == 1 else "one or two other pieces"
    yield f"Castling moves the {names} and {others} in one move."
    if any(castling.keeps for castling in variant.castlings):
        yield f"Once the {names} has made a move other than castling, it may not castle."
    else:
        yield f"The {names} must not have moved before."
    if variant.royal in castlers:
        yield (
            f"The {piece_name(variant, variant.royal)} may not castle out of check, and no square"
            " that it passes or reaches may be attacked."
        )
    yield "White castles as follows, Black in the same way on the other side of the board."


def _castling(variant: ArmyVariant, castling: Castling, pieces: Mapping[str, str]) -> str:
    moves = [_move(variant, variant.castles(castling), castling.king)]
    moves += [_move(variant, pieces[ends[0]], ends) for ends in castling.partners]
    name = "" if _UNNAMED.match(castling.name) else f"{castling.name}: "
    conditions = [*_conditions(variant, castling, pieces)]
    needs = f"; {english.clauses(conditions)}" if conditions else ""
    return capitalised(f"{name}{english.both(moves)}{needs}.")


def _move(variant: ArmyVariant, letter: str, ends: tuple[str, str]) -> str:
    return f"{piece_name(variant, letter)} from {ends[0]} to {ends[1]}"


def _conditions(
    variant: ArmyVariant, castling: Castling, pieces: Mapping[str, str]
) -> Iterator[str]:
    if castling.rights:
        unmoved = [_standing(variant, square, pieces) for square in castling.rights]
        yield f"{english.both(unmoved)} must not have moved"
    if castling.empty:
        yield f"{english.both(castling.empty)} must be empty"
    if castling.keeps:
        kept = [_standing(variant, square, pieces) for square in castling.keeps]
        yield f"the king may still castle with {english.both(kept)} afterwards"


def _standing(variant: ArmyVariant, square: str, pieces: Mapping[str, str]) -> str:
    return f"the {piece_name(variant, pieces[square])} on {square}"
