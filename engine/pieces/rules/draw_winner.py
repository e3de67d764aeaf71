"""Draws that one side wins: White, Black, or the side with more pieces or points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_WINNERS = {
    "none": "",
    "whitedrawodds": "White",
    "blackdrawodds": "Black",
    "unweighted": "more",
    "janggi": "points",
}
_POINTS = {
    "rook": 13,
    "janggiCannon": 7,
    "horse": 5,
    "janggiElephant": 3,
    "wazir": 3,
    "soldier": 2,
}


def _read(draft: Draft) -> Mapping[str, object]:
    winner = _WINNERS[draft.settings.text("materialCounting")]
    points = {draft.letter(key): value for key, value in _POINTS.items() if winner == "points"}
    return {
        "ends.draws": winner,
        "ends.points": tuple((letter, value) for letter, value in points.items() if letter),
    }


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.ends.draws not in _WINNERS.values():
        yield f"draws are won by {variant.ends.draws!r}, expected White, Black, more or points"
    if (variant.ends.draws == "points") != bool(variant.ends.points):
        yield "draws are won by points of pieces, but no piece has any, or the other way round"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    yield from (letter for letter, _ in variant.ends.points)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(
        ("draws_won_by", variant.ends.draws, ""),
        ("draw_points", [list(each) for each in variant.ends.points], []),
    )


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    winner = variant.ends.draws
    if winner == "points":
        points = [f"{words.piece_name(letter)} {value}" for letter, value in variant.ends.points]
        yield (
            "Any draw counts as a win for the side whose pieces have more points; Black has one"
            f" and a half to begin with: {english.both(points)}."
        )
    elif winner:
        who = "the side with more pieces" if winner == "more" else winner
        yield f"Any draw counts as a win for {who}."


RULE = Rule(
    name="draw_winner",
    fields=("ends.draws", "ends.points"),
    keys={
        "materialCounting": Key(
            values.one_of("none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"), "none"
        )
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
    decisive=("ends.draws",),
)
