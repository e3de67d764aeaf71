"""Chains: a side wins, loses or draws by a chain of its pieces from one region to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import Chain
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOWHERE, SIDES, Key, each
from amalthea.engine.pieces.rules import lines
from amalthea.engine.pieces.rules.results import RESULTS, VERBS
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    start, end = (_region(draft, f"connectRegion{number}") for number in (1, 2))
    pieces = lines.kinds(draft)
    if not start or not end or pieces is None:
        return {}
    value = draft.settings.result("connectValue")
    return {"ends.chain": Chain(start, end, pieces, lines.directions(draft), value)}


def _region(draft: Draft, key: str) -> Region | None:
    """Return both sides' squares, None if neither has any."""
    white, black = (draft.region(f"{key}{side}") for side in SIDES)
    return Region(draft.named(white), draft.named(black)) if white or black else None


def _errors(variant: PiecesVariant) -> Iterator[str]:
    chain = variant.ends.chain
    if not chain:
        return
    for region in (chain.start, chain.end):
        if error := region.error(variant.files, variant.ranks):
            yield f"a chain: {error}"
    if chain.value not in RESULTS or set(chain.directions) - set("hvd"):
        yield f"a chain along {chain.directions!r} is {chain.value!r}"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    yield from variant.ends.chain.pieces if variant.ends.chain else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    chain = variant.ends.chain
    if chain is None:
        return {}
    ends = {"start": chain.start.value(), "end": chain.end.value()}
    more = without_defaults(
        ("pieces", list(chain.pieces), []),
        ("directions", chain.directions, "hvd"),
        ("value", chain.value, "win"),
    )
    return {"chain": ends | dict(more)}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    chain = variant.ends.chain
    if chain is None:
        return
    nouns = english.either(words.plural_names(chain.pieces)) if chain.pieces else "pieces"
    names = [name for letter, name in lines.DIRECTIONS.items() if letter in chain.directions]
    verb = VERBS.get(chain.value, "draws")
    yield (
        f"A side {verb} by an unbroken chain of its {nouns}, each next to the one before on a"
        f" {english.either(names)}, from {words.place(chain.start)} to {words.place(chain.end)}."
    )


RULE = Rule(
    name="chains",
    fields=("ends.chain",),
    keys={
        "connectRegion1": Key(values.squares, each(NOWHERE), sides=SIDES),
        "connectRegion2": Key(values.squares, each(NOWHERE), sides=SIDES),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
    decisive=("ends.chain",),
)
