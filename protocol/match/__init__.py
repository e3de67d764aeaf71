"""Matches and tournaments of engines: `amalthea match`.

`engine` has the rules; engines are driven through the UCI client.
"""

from amalthea.engine.errors import AmaltheaError


class MatchError(AmaltheaError):
    """A match cannot begin with these options; the message says how to mend them."""


class MatchBroken(AmaltheaError):
    """A match cannot go on. Finished games are kept."""
