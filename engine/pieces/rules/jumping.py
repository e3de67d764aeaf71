"""Jumping by rank: which pieces a hopper over any number of pieces may not jump over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.promotion import forms_like
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_KEY = "jumpRanks"
_HIGHEST = 9


def _read(draft: Draft) -> Mapping[str, object]:
    ranks: dict[str, int] = {}
    for letter, text in letters.by_piece(_KEY, draft).items():
        if not letters.matched(f"[1-{_HIGHEST}]", text):
            letters.fail(draft, _KEY, text, f"a rank from 1 to {_HIGHEST}, like k:4")
        ranks[letter] = int(text)
    for form, like in forms_like(draft).items():
        if like in ranks:
            ranks.setdefault(form, ranks[like])
    return {"jump_ranks": ranks} if ranks else {}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.jump_ranks and not _jumpers(variant):
        yield "ranks of jumping, but no piece jumps over any number of pieces (`pp`)"


def _jumpers(variant: PiecesVariant) -> list[str]:
    """Return the letters of the pieces that hop over any number of pieces."""
    return [
        piece.letter
        for piece in variant.pieces
        if any(path.hops == "pp" for path in variant.hops(piece.moves))
    ]


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.jump_ranks


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("jump_ranks", dict(variant.jump_ranks), {}))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    ranks = variant.jump_ranks
    jumpers = _jumpers(variant)
    if not ranks:
        return
    hops = [path for letter in jumpers for path in variant.hops(variant.piece(letter).moves)]
    moves = any(step.move for path in hops for step in path.steps)
    yield (
        f"{english.capitalised(words.any_piece(jumpers))} jumps"
        f"{'' if moves else ', to capture,'} over any number of pieces of either side, but only"
        " over pieces of a lower rank. The ranks are, from the highest:"
        f" {'; '.join(_classes(variant, words))}; all other pieces."
    )


def _classes(variant: PiecesVariant, words: Words) -> Iterator[str]:
    """Yield the names of the pieces of each rank, from the highest one down."""
    ranks = variant.jump_ranks
    for rank in sorted(set(ranks.values()), reverse=True):
        named = dict.fromkeys(words.piece_names(each for each in ranks if ranks[each] == rank))
        yield english.both(list(named))


RULE = Rule(
    name="jumping",
    fields=("jump_ranks",),
    keys={_KEY: Key(values.text, "", extension=True)},
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
