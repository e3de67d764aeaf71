"""Counted checks: a side wins by giving as many checks as the FEN of the first position says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import MAX_CHECKS
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    if not draft.settings.flag("checkCounting"):
        return {}
    if not draft.start.checks:
        draft.fail_start("expected the checks that win before the numbers, like 3+3")
    return {"ends.checks": max(map(int, draft.start.checks.split("+")))}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not 0 <= variant.ends.checks <= MAX_CHECKS:
        yield f"{variant.ends.checks} checks to win, expected 0 to {MAX_CHECKS}"
    if variant.ends.checks and not variant.royal:
        yield "checks need a royal piece"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("checks_to_win", variant.ends.checks, 0))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.ends.checks == 1:
        yield "Giving check wins."
    elif variant.ends.checks:
        yield f"Giving {english.number(variant.ends.checks)} checks wins."


RULE = Rule(
    name="checks_given",
    fields=("ends.checks",),
    keys={"checkCounting": flag()},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
)
