"""Matches and tournaments of engines: `amalthea match`.

`engine` has the rules; engines are driven through the UCI client.
"""

from amalthea.engine.errors import AmaltheaError


class MatchError(AmaltheaError):
    """Error in the options of a match; the message says how to mend them."""


class MatchBroken(AmaltheaError):
    """Error that ends a match. Finished games are kept."""
