"""Errors that the engine raises on purpose; front ends catch them in their main loops."""


class AmaltheaError(Exception):
    """Base class of the engine's errors; the text of an error is one line for the user."""


class FenError(AmaltheaError, ValueError):
    """The text of a position is malformed or describes an impossible position."""


class IllegalMove(AmaltheaError, ValueError):
    """The text of a move is malformed, or the move is not legal in the position."""


class UnknownVariant(AmaltheaError, LookupError):
    """There is no variant of that name."""


class VariantError(AmaltheaError, ValueError):
    """The description of a variant contradicts itself or needs a rule that does not exist."""


class BetzaError(VariantError):
    """The Betza notation of a piece cannot be read."""


class NoPosition(AmaltheaError):
    """There is no position to search, since the last one was refused."""


class Busy(AmaltheaError):
    """A search or perft is running and has to end first."""

    def __str__(self) -> str:
        return "a search is running, stop it first"


class PhaseError(AmaltheaError, ValueError):
    """A side is given though only one is to move, or missing though both choose at once.

    turn: the side to move, or "-" if both choose.
    """

    def __init__(self, turn: str) -> None:
        super().__init__(turn)
        self.turn = turn

    @property
    def both(self) -> bool:
        """True if both sides choose at once."""
        return self.turn == "-"

    def __str__(self) -> str:
        if self.both:
            return "both sides choose, and none of them is named"
        return f"{self.turn!r} is to move, not both sides"


class EngineFault(AmaltheaError, RuntimeError):
    """A worker process could not be started or stopped answering."""
