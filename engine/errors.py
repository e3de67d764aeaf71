"""Every error the engine raises on purpose. Caught once, at the protocol's loop."""


def clip(text: str, longest: int = 60) -> str:
    """`text` quoted for a message: printable, in one line, not longer than of use."""
    return ascii(text if len(text) <= longest else f"{text[:longest]}...")


class AmaltheaError(Exception):
    """Base of the engine's own errors; its text is one clear line for the user."""


class FenError(AmaltheaError, ValueError):
    """A position's text is malformed or describes an impossible position."""


class IllegalMove(AmaltheaError, ValueError):
    """A move's text is malformed or the move is not legal in the position."""


class UnknownVariant(AmaltheaError, LookupError):
    """No variant of that name is known."""


class VariantError(AmaltheaError, ValueError):
    """A variant's description contradicts itself or asks for what no mechanism offers."""


class BetzaError(VariantError):
    """A piece's Betza notation cannot be read."""


class EngineFault(AmaltheaError, RuntimeError):
    """A searcher process could not be started or stopped answering."""
