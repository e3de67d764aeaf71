"""The fingerprint of a game's rules, which a description keeps once it is known.

A worker gets it with the description, so it does not import all rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant


def fingerprint_of(variant: PiecesVariant) -> str:
    """Return the fingerprint of a game's rules; see `registry.fingerprint_of`."""
    if not variant.fingerprint:
        from amalthea.engine.pieces.rules import registry

        object.__setattr__(variant, "fingerprint", registry.fingerprint_of(variant))
    return variant.fingerprint
