"""Descriptions made and validated from the settings of a section: each rule adds its fields."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from amalthea.engine.core.variant import DrawRules
from amalthea.engine.errors import BetzaError, UnknownLetter, VariantError
from amalthea.engine.pieces.description.endings import Ends
from amalthea.engine.pieces.description.incomplete import incomplete
from amalthea.engine.pieces.description.pace import usual_pace
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.piece_keys import is_piece
from amalthea.engine.pieces.reading.settings import Settings
from amalthea.engine.pieces.rules import registry
from amalthea.engine.pieces.rules.registry import RULES
from amalthea.engine.pieces.rules.rule import Rule

_DEFAULT_ENDS = Ends()
_WORD = re.compile(r"\w+")


def described(settings: Settings) -> tuple[PiecesVariant | None, list[VariantError]]:
    """Return the game of a section, or else all errors in it that are known.

    A rule that needs a wrong key fails with the error of that key. Contradictions are reported
    unless they involve fields of a rule that failed.
    """
    errors = list(settings.errors())
    draft = Draft(settings)
    fields: dict[str, Any] = {}
    missing: list[Rule] = []  # rules whose fields could not be read
    for rule in RULES:
        try:
            fields |= rule.read(draft)
        except VariantError as error:
            is_located = not isinstance(error, BetzaError)
            errors.append(error if is_located else _located_error(settings, rule, str(error)))
            missing.append(rule)
    unknown = dict.fromkeys(name for rule in missing for name in rule.fields)
    try:
        variant = _incomplete(fields, unknown) if missing else _variant(fields)
        found = [(rule, error) for rule, error in registry.errors(variant) if rule not in missing]
        errors += (_located_error(settings, rule, error) for rule, error in found)
    except VariantError as error:
        errors.append(_section_error(settings, str(error)))
    errors = list({str(error): error for error in (*errors, *draft.errors)}.values())
    if errors:
        return None, [error for error in errors if _is_sure(error, settings)]
    return variant if "pace" in fields else replace(variant, pace=usual_pace(variant)), errors


def _is_sure(error: VariantError, settings: Settings) -> bool:
    """Return False for an unknown letter that may be that of a piece which cannot be read."""
    return not isinstance(error, UnknownLetter) or settings.has_all_letters()


def _located_error(settings: Settings, rule: Rule | None, error: str) -> VariantError:
    """Return a contradiction as an error on the line of its key, or of the section.

    The key is, if only one can be meant: the piece before a colon, the rule's only key, the key
    that the message names, or the one whose value has words of the message.
    """
    what = error.removeprefix(f"variant {settings.name!r}: ")
    piece, _, of_piece = what.partition(": ")
    if is_piece(piece) and piece in settings.own:
        return settings.error(piece, of_piece)
    texts = {key: text for key, text in settings.own_texts() if rule and rule.has_key(key)}
    words = set(_WORD.findall(what))
    named = [key for key in texts if key in words]
    quoted = [key for key, text in texts.items() if words.intersection(_WORD.findall(text))]
    for keys in (list(texts), named, quoted):
        if len(keys) == 1:
            return settings.error(keys[0], what)
    return _section_error(settings, what)


def _section_error(settings: Settings, error: str) -> VariantError:
    return VariantError(f"{settings.place}: [{settings.name}] {error}")


def _variant(fields: dict[str, Any]) -> PiecesVariant:
    """Return a description from its fields, those of a part as "ends.stalemate"."""
    ends = Ends(**_part("ends.", fields))
    draws = DrawRules(**_part("draws.", fields))
    whole = {name: value for name, value in fields.items() if "." not in name}
    # one object for the many games of a large file that end as chess does
    shared = _DEFAULT_ENDS if ends == _DEFAULT_ENDS else ends
    return PiecesVariant(ends=shared, draws=draws, **whole)


def _incomplete(fields: dict[str, Any], unknown: dict[str, None]) -> PiecesVariant:
    """Return a description without the unknown fields, to be checked as far as possible."""
    whole = {name: value for name, value in fields.items() if "." not in name}
    whole["ends"] = incomplete(Ends, _part("ends.", fields), _part("ends.", unknown))
    whole["draws"] = incomplete(DrawRules, _part("draws.", fields), _part("draws.", unknown))
    return incomplete(PiecesVariant, whole, {name.partition(".")[0] for name in unknown})


def _part(prefix: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name.removeprefix(prefix): value
        for name, value in fields.items()
        if name.startswith(prefix)
    }
