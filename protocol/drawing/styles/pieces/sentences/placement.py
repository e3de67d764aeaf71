"""Sentences on what happens before play begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.english import capitalised
from amalthea.protocol.drawing.styles.pieces.sentences.names import piece_name

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant


def blocked_squares(variant: ArmyVariant) -> Iterator[str]:
    """Yield how many squares are blocked at random."""
    if variant.random_start:
        squares = english.count(variant.blocked, "square")
        yield f"{capitalised(squares)}, drawn at random for each game, are blocked."


def placement(variant: ArmyVariant) -> Iterator[str]:
    """Yield how both sides place their pieces."""
    rules = variant.placement
    if rules is None:
        return
    pieces = [
        english.count(amount, piece_name(variant, letter))
        for letter, amount in Counter(rules.order).items()
    ]
    yield (
        "Both sides place their pieces in secret, one at a time, in this order:"
        f" {english.both(pieces)}. Each pair of pieces is revealed at the same time."
    )
    yield (
        "If both sides choose the same square, both choose again. Neither may choose a square that"
        " has already been tried for this piece."
    )
    apart = english.plural(piece_name(variant, rules.apart))
    yield f"Each side's two {apart} go on squares of different colours."
    royal = piece_name(variant, variant.royal)
    yield (
        f"A {royal} may not be placed on an attacked square. {capitalised(english.plural(royal))}"
        " that would attack each other are placed again, each on a square that its side has not"
        " tried."
    )
    first, *others = (piece_name(variant, letter) for letter in rules.first)
    yield (
        f"The side whose {royal} is nearer to its {first} moves first. Distance is files plus"
        f" ranks. A tie is broken by the distance to the nearest {', then '.join(others)}; if all"
        " distances are equal, White moves first."
    )
