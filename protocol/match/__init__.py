"""Matches and tournaments of engines: `amalthea match`.

The rules are `engine`'s, the engines are driven through `protocol.client`.
"""

from engine.errors import AmaltheaError


class MatchError(AmaltheaError):
    """A match cannot begin or go on; the text says what to mend."""
