"""From the settings of a section to a validated description: each subject adds its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.description.variant import ArmyVariant
from amalthea.engine.variant_files import castling, drops, ends, own_keys, pawns, pieces
from amalthea.engine.variant_files.draft import Draft
from amalthea.engine.variant_files.settings import Settings

_SUBJECTS: tuple[Callable[[Draft], Mapping[str, Any]], ...] = (
    pieces.described,
    pawns.described,
    castling.described,
    drops.described,
    ends.described,
    own_keys.described,
)


def described(settings: Settings) -> tuple[ArmyVariant | None, list[VariantError]]:
    """The game, or else all that is wrong with it."""
    faults = list(settings.faults())
    if faults:
        return None, faults
    try:
        draft = Draft(settings)
    except VariantError as fault:
        return None, [fault]
    fields: dict[str, Any] = {}
    for subject in _SUBJECTS:
        try:
            fields |= subject(draft)
        except VariantError as fault:
            faults.append(fault)
    if faults:
        return None, list({str(fault): fault for fault in faults}.values())
    try:
        return _variant(draft, fields), []
    except VariantError as fault:  # only the whole shows it: the section's line
        return None, [VariantError(f"{settings.place}: [{settings.name}] {fault}")]


def _variant(draft: Draft, fields: Mapping[str, Any]) -> ArmyVariant:
    return ArmyVariant(
        name=draft.settings.name,
        title=draft.settings.text("title") or draft.settings.name,
        files=draft.files,
        ranks=draft.ranks,
        **fields,
    )
