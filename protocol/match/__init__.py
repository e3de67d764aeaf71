"""Matches and tournaments of engines: `amalthea match`.

The rules are `engine`'s, the engines are driven through `amalthea.protocol.uci_client.process`.
"""

from amalthea.engine.errors import AmaltheaError


class MatchError(AmaltheaError):
    """A match cannot begin as it was asked for; the text says what to mend."""


class MatchBroken(AmaltheaError):
    """A match cannot go on; what is finished is kept."""
