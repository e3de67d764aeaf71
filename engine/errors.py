"""Every error the engine raises on purpose. Caught once, at the protocol's loop."""

from collections.abc import Iterable


def clip(text: str, longest: int = 60) -> str:
    """`text` quoted for a message: printable, in one line, not longer than of use."""
    return ascii(text if len(text) <= longest else f"{text[:longest]}...")


def some(words: Iterable[str], longest: int = 100) -> str:
    """The words in a row for a message; where they are too many, the first and how many."""
    known = tuple(words)
    text = " ".join(known)
    if len(text) <= longest:
        return text
    return f"{text[: text.rindex(' ', 0, longest)]} ... ({len(known)} in all)"


def number_of(count: int, thing: str) -> str:
    """How many of a thing there are, as in "1 rank" and "2 ranks"."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def reason(error: Exception) -> str:
    """What went wrong with a file, in the system's words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


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


class NoPosition(AmaltheaError):
    """There is nothing to search: the last position was refused."""


class Busy(AmaltheaError):
    """Something runs that has to end first."""

    def __str__(self) -> str:
        return "a search is running, stop it first"


class PhaseError(AmaltheaError, ValueError):
    """A side is named though one is to move, or none though both choose.

    turn: the side that is to move, "-" where both choose.
    """

    def __init__(self, turn: str) -> None:
        super().__init__(turn)
        self.turn = turn

    @property
    def both(self) -> bool:
        """Whether both choose."""
        return self.turn == "-"

    def __str__(self) -> str:
        if self.both:
            return "both sides choose, and none of them is named"
        return f"{self.turn!r} is to move, not both sides"


class EngineFault(AmaltheaError, RuntimeError):
    """A searcher process could not be started or stopped answering."""
