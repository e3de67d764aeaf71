"""Fingerprints of rules, by which nets, fitted tables and endgame tables are matched to games.

A fingerprint is a hash of named values in canonical JSON. It depends on no name in this code, and
a rule that a game does not have leaves no trace, so a rule that is added later changes no
fingerprint of a game without it. Games of stones have a readable word in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FINGERPRINT_VERSION = 2
"""To be raised when the fingerprints of existing rules change; old files are then refused."""

_FIRST_VERSION = re.compile("[0-9a-f]{16}", re.ASCII)
_LATER_VERSION = re.compile("v([0-9]{1,6})-[0-9a-f]{16}", re.ASCII)


def fingerprint(named_values: Iterable[tuple[str, object]]) -> str:
    """Return the fingerprint of (name, value) pairs, the values such as JSON can hold.

    Raises ValueError if two pairs have the same name.
    """
    import hashlib
    import json

    pairs = list(named_values)
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("two values of a fingerprint have the same name")
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    return f"v{FINGERPRINT_VERSION}-{digest}"


def without_defaults(*values: tuple[str, object, object]) -> dict[str, object]:
    """Return the values by name that differ from their defaults: (name, value, default)."""
    return {name: value for name, value, default in values if value != default}


def mismatch(rules: str, variant: str) -> str:
    """Return the words for a file of another game, to follow a noun: "for other rules, ...".

    rules, variant: the fingerprint in the file, and the name of the game that it was made for.
    """
    return outdated(rules, variant) or f"for other rules, those of {variant}"


def outdated(rules: str, variant: str) -> str:
    """Return the words for a file with an outdated fingerprint, "" if it is current."""
    later = _LATER_VERSION.fullmatch(rules)
    version = int(later[1]) if later else 1 if _FIRST_VERSION.fullmatch(rules) else None
    if version in (None, FINGERPRINT_VERSION):
        return ""
    return (
        f"for {variant} with version {version} of the rules' fingerprint, expected version"
        f" {FINGERPRINT_VERSION}: make it again with this release"
    )
