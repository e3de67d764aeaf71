"""Secret placement: before play both sides choose squares for their pieces, one at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised
from amalthea.engine.pieces.description.endings import Ends
from amalthea.engine.pieces.description.variant import PiecesVariant, PlacementRules
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    order = _pieces("placement", draft)
    if not order:
        return {}
    apart = _pieces("placementApart", draft)
    if len(apart) != 1:
        draft.settings.fail(
            "placementApart", "expected one piece, whose second one goes to the other shade"
        )
    return {"placement": PlacementRules(order, apart[0], _pieces("placementFirst", draft))}


def _pieces(key: str, draft: Draft) -> tuple[str, ...]:
    return letters.letters(draft.settings.text(key), key, draft)


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.placement and variant.ends != Ends():
        yield "a game with secret placement can end only by checkmate"
    if variant.placement and not variant.placement.first:
        yield (
            "placement: expected placementFirst, the pieces whose distance from the king decides"
            " who moves first"
        )


def _letters(variant: PiecesVariant) -> Iterator[str]:
    if rules := variant.placement:
        yield from (*rules.order, rules.apart, *rules.first)


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rules = variant.placement
    if rules is None:
        return
    pieces = [
        english.count(amount, words.piece_name(letter))
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
    apart = english.plural(words.piece_name(rules.apart))
    yield f"Each side's two {apart} go on squares of different colours."
    royal = words.piece_name(variant.royal)
    yield (
        f"A {royal} may not be placed on an attacked square. {capitalised(english.plural(royal))}"
        " that would attack each other are placed again, each on a square that its side has not"
        " tried."
    )
    first, *others = (words.piece_name(letter) for letter in rules.first)
    yield (
        f"The side whose {royal} is nearer to its {first} moves first. Distance is files plus"
        " ranks."
    )
    then = f"A tie is broken by the distance to the nearest {', then '.join(others)}; if"
    yield f"{then if others else 'If'} all distances are equal, White moves first."


def _draw(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.placement:
        yield "The game is a draw if a side has no square left for the piece that it must place."


RULE = Rule(
    name="placement",
    fields=("placement",),
    keys={
        "placement": Key(values.text, "", extension=True),
        "placementApart": Key(values.text, "", extension=True, requires=("placement",)),
        "placementFirst": Key(values.text, "", extension=True, requires=("placement",)),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    texts=(Text("Before play", _sentences), Text("Draws", _draw)),
)
