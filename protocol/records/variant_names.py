"""The names of games in PGN files."""

from __future__ import annotations

_CHESS, _960 = "chess", "960"


def written_variant(name: str, chess960: bool) -> str:
    """Return the name that stands in a Variant tag."""
    return f"{name.capitalize() if name == _CHESS else name}{_960}" if chess960 else name
