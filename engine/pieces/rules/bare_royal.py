"""The bare royal piece: a side that has nothing else loses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import BareRoyal
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.second_steps import unsuited
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    if not draft.settings.flag("bareRoyalLoses"):
        return {}
    return {"ends.bare_royal": BareRoyal(draft.letters("bareRoyalMinorTypes"))}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not variant.ends.bare_royal:
        return
    yield from unsuited(variant, "bare royal pieces")
    if not _royals(variant):
        yield "bare royal pieces: expected `extinctionPieceTypes` whose loss is a loss"


def _royals(variant: PiecesVariant) -> tuple[str, ...]:
    """Return the types that a side must not lose."""
    ends = variant.ends.extinctions
    return next((end.pieces for end in ends if end.pieces and end.value == "loss"), ())


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.ends.bare_royal.minor if variant.ends.bare_royal else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.ends.bare_royal
    if rule is None:
        return {}
    return {"bare_royal": without_defaults(("minor", list(rule.minor), []))}


def _decided(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.ends.bare_royal
    if rule is None:
        return
    royal = words.any_piece(_royals(variant))
    others = f" that is no {words.alternatives(rule.minor)}" if rule.minor else ""
    yield (
        f"A side loses that has only {royal} left, while the other side has another piece{others},"
        f" unless it can at once capture {royal}, or the only other piece."
        " Pieces that can never move again do not count."
    )


def _drawn(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.ends.bare_royal:
        yield (
            f"The game is a draw if both sides have only {words.any_piece(_royals(variant))} left"
            " and neither can capture the other's."
        )


RULE = Rule(
    name="bare_royal",
    fields=("ends.bare_royal",),
    keys={
        "bareRoyalLoses": Key(values.flag, default=False, extension=True),
        "bareRoyalMinorTypes": Key(
            values.kinds, NOBODY, extension=True, requires=("bareRoyalLoses",)
        ),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _decided), Text("Draws", _drawn)),
)
